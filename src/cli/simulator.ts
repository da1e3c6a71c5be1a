import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf, Problem } from '../core/errors.ts';
import type { Msisdn } from '../reading/types.ts';
import type { Cents } from '../core/money.ts';
import { parseFaultRules } from '../mpesa/simulator/faults.ts';
import type { FaultRule } from '../mpesa/simulator/faults.ts';
import { handRules } from '../mpesa/simulator/hand-rules.ts';
import type { PartyForm } from '../mpesa/simulator/options.ts';
import { startSimulator } from '../mpesa/simulator/simulator.ts';
import { readStatement } from '../records/statement.ts';
import { configOf, type CliContext } from './context.ts';
import { amountArgument, limitArgument, oneOf } from './arguments.ts';
import { simulatorFaultsCommand } from './simulator-faults.ts';

interface SimulatorCliOptions {
  readonly port: number;
  readonly books?: string;
  readonly statement?: string;
  readonly faults?: string;
  readonly callbackDelay: number;
  readonly byHand?: boolean;
  readonly float?: Cents;
  readonly parties: PartyForm;
  readonly pullPage?: number;
  readonly withoutDedupe?: boolean;
  readonly quiet?: boolean;
}

/** A payer whom the statement masks still has a number; the simulator invents one that fits no real person. */
const INVENTED_PAYER = '254700000000' as Msisdn;

export function simulatorCommand(context: CliContext): Command {
  return new Command('simulator')
    .description('a local M-Pesa (Daraja) with its own books, for trying and testing')
    .option('--port <n>', 'where it listens', portArgument, 4010)
    .option('--books <path>', 'its own database (simulator.db beside RUDISHA_DB)')
    .option('--statement <file>', 'payments that it knows: an organisation statement (CSV)')
    .option('--faults <file>', 'what goes wrong: a JSON list of rules')
    .option('--by-hand', 'faults by the last three digits of an amount: see `simulator faults --amounts`')
    .option('--float <shillings>', 'what its Utility account holds when its books are made', amountArgument)
    .option('--parties <form>', `how results show customers: ${PARTY_FORMS.join(', ')}`, partyForm, 'full')
    .option('--callback-delay <ms>', 'how long results take', limitArgument, 200)
    .option('--pull-page <n>', 'payments in a page of Pull (100)', limitArgument)
    .option('--without-dedupe', 'carry out repeats on both rails instead of refusing them')
    .option('--quiet', 'do not show what it does')
    .action(async (options: SimulatorCliOptions) => {
      const config = configOf(context);
      const simulator = await startSimulator({
        port: options.port,
        booksPath: resolve(options.books ?? join(dirname(config.RUDISHA_DB), 'simulator.db')),
        certificatePath: resolve(config.DARAJA_CERTIFICATE),
        consumerKey: config.DARAJA_CONSUMER_KEY,
        consumerSecret: config.DARAJA_CONSUMER_SECRET,
        initiatorName: config.DARAJA_INITIATOR,
        initiatorPassword: config.DARAJA_INITIATOR_PASSWORD,
        shortcode: config.DARAJA_SHORTCODE,
        callbackDelayMs: options.callbackDelay,
        dedupe: options.withoutDedupe !== true,
        parties: options.parties,
        ...(options.float === undefined ? {} : { utilityBalanceCents: options.float }),
        ...(options.pullPage === undefined ? {} : { pullPageSize: options.pullPage }),
        ...scriptOf(options),
        ...(context.wrapping.moment ? { moment: context.wrapping.moment } : {}),
        log: (line) => {
          if (options.quiet !== true) context.output.say(line);
        },
      });
      if (options.statement !== undefined) simulator.addPayments(paymentsOf(options.statement));
      context.output.line(`simulator ready at ${simulator.url}, certificate ${simulator.certificatePath}`);
      await new Promise<void>((resolve) => {
        if (context.signal.aborted) resolve();
        context.signal.addEventListener(
          'abort',
          () => {
            resolve();
          },
          { once: true },
        );
      });
      await simulator.close();
    })
    .addCommand(simulatorFaultsCommand(context))
    .addHelpText('after', HELP);
}

/** What commander does not say by itself: how a script looks, and what can be asked of a running simulator. */
const HELP = `
A fault script is a JSON list of rules; \`simulator faults\` lists the names:
  [{ "amountEnding": "350", "faults": ["cut_after_accept", "late_callback:2d"] },
   { "operation": "b2c", "msisdn": "254712000391", "times": 1, "faults": ["result:2040"] },
   { "operation": "pull", "receipt": "UKT4X7M2QP", "times": 1, "faults": ["pull_missing"] }]
A rule applies where all that it names fits: operation (token, reversal, b2c, status; c2b_register, c2b, stk, stk_query,
pull_register, pull), receipt, amountCents, amountEnding, msisdn, request (the n-th of its operation), times. Without an
operation it is about payouts, and its status_... faults about queries of them; one of pull is held against each payment
of a page.

Customers pay at /mpesa/c2b/v2/simulate, or by a push at /mpesa/stkpush/v1/processrequest (passkey simulated-passkey):
the same payment is confirmed at the address of /mpesa/c2b/v2/registerurl, and is in /pulltransactions/v1/query.

While it runs (POST wants content-type: application/json):
  GET  /simulator/books                                   everything received, accepted, paid and told
  POST /simulator/faults           [rules]                another script
  POST /simulator/advance          {"by":"2d"}            what falls due until then happens now
  POST /simulator/reverse-outside  {"receipt":"..."}      somebody else gives the money back
  POST /simulator/float            {"balanceCents":0}     the Utility account runs dry
  POST /simulator/end-tokens, /simulator/unlock  {}       tokens end; a locked operator is right again
  POST /simulator/delete-urls      {}                     the C2B addresses may be registered again`;

const PARTY_FORMS = ['full', 'masked', 'hashed', 'missing'] as const;
const partyForm = oneOf<PartyForm>(PARTY_FORMS, 'form');

/** Rules of a file come after those by hand, and win. */
function scriptOf({ byHand, faults }: SimulatorCliOptions): { readonly faults?: readonly FaultRule[] } {
  if (byHand !== true && faults === undefined) return {};
  const rules = faults === undefined ? [] : parseFaultRules(faultsOf(faults));
  return { faults: byHand === true ? [...handRules(), ...rules] : rules };
}

function portArgument(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Problem('bad_input', `--port wants 0 to 65535, found ${text}`);
  return port;
}

function faultsOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new Problem('bad_input', `cannot read fault rules from ${path}: ${messageOf(error)}`);
  }
}

function paymentsOf(path: string): Parameters<Awaited<ReturnType<typeof startSimulator>>['addPayments']>[0] {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Problem('bad_input', `cannot read the statement from ${path}: ${messageOf(error)}`);
  }
  return readStatement(bytes).rows.flatMap((row) =>
    row.kind === 'payment'
      ? [
          {
            receipt: row.payment.receipt,
            amountCents: row.payment.amountCents,
            msisdn: row.payment.payer.full ?? INVENTED_PAYER,
            account: row.payment.account,
            paidAt: row.payment.paidAt,
          },
        ]
      : [],
  );
}
