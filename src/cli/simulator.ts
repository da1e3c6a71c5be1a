import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf, Problem } from '../core/errors.ts';
import type { Msisdn } from '../reading/types.ts';
import { startSimulator } from '../mpesa/simulator/simulator.ts';
import { readStatement } from '../records/statement.ts';
import { configOf, type CliContext } from './context.ts';
import { limitArgument } from './arguments.ts';

interface SimulatorCliOptions {
  readonly port: number;
  readonly books?: string;
  readonly statement?: string;
  readonly faults?: string;
  readonly callbackDelay: number;
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
    .option('--callback-delay <ms>', 'how long results take', limitArgument, 200)
    .option('--without-dedupe', 'carry out a second reversal of a receipt instead of refusing it')
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
        ...(options.faults === undefined ? {} : { faults: faultsOf(options.faults) }),
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
    });
}

function portArgument(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Problem('bad_input', `--port wants 0 to 65535, found ${text}`);
  return port;
}

function faultsOf(path: string): never[] {
  try {
    // The simulator itself checks the rules and says which one is wrong.
    return JSON.parse(readFileSync(path, 'utf8')) as never[];
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
