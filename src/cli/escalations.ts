import { Command } from 'commander';
import { formatAge, formatEat } from '../core/clock.ts';
import { Problem } from '../core/errors.ts';
import { showable } from '../core/text.ts';
import type { Escalation } from '../cases/change.ts';
import { MEANINGS } from '../cases/escalations.ts';
import { staffName } from '../cases/staff/people.ts';
import { resolve, type Resolution } from '../cases/staff/resolve.ts';
import type { EscalationReason, Outcome } from '../cases/types.ts';
import type { Field, OrderNumber, Receipt } from '../reading/types.ts';
import {
  idArgument,
  LIST_LIMIT,
  limitArgument,
  missing,
  oneOf,
  orderArgument,
  receiptArgument,
} from './arguments.ts';
import { withDesk, type CliContext } from './context.ts';
import { escalationJson } from './escalation-json.ts';
import { WIDTH, wrapped } from './screen.ts';

const REASONS = Object.keys(MEANINGS) as EscalationReason[];
const FIELDS: readonly Field[] = ['mpesa_code', 'order_number', 'amount', 'phone'];
/** `refunded` and `applied_to_order` follow from money or from `approvals apply`; resolve() refuses them. */
const OUTCOMES: readonly Outcome[] = [
  'rejected',
  'withdrawn',
  'not_due',
  'duplicate',
  'no_answer',
  'refunded_outside',
  'refunded',
  'applied_to_order',
];

interface ListOptions {
  readonly all?: boolean;
  readonly case?: string;
  readonly reason?: EscalationReason;
  readonly limit: number;
  readonly json?: boolean;
}

interface ResolveOptions {
  readonly as: string;
  readonly because: string;
  readonly goOn?: boolean;
  readonly receipt?: Receipt;
  readonly order?: OrderNumber;
  readonly ask?: Field;
  readonly reply?: string;
  readonly close?: Outcome;
  readonly json?: boolean;
}

export function escalationsCommand(context: CliContext): Command {
  const group = new Command('escalations').description('cases that need a person, and what to do');
  group
    .command('list')
    .description('what waits for a person, the oldest first, each with the command that answers it')
    .option('--all', 'also those that were answered, newest first')
    .option('--case <case>', 'only of this case', idArgument)
    .option('--reason <reason>', 'only these', oneOf(REASONS, 'a reason'))
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      await withDesk(context, async ({ desk }) => {
        const found = await desk.store.escalations({
          limit: options.limit,
          ...(options.all === true ? {} : { open: true }),
          ...(options.case === undefined ? {} : { caseId: options.case }),
          ...(options.reason === undefined ? {} : { reason: options.reason }),
        });
        if (options.json) context.output.json(found.map(escalationJson));
        else listEscalations(found, desk.clock.now(), context);
      });
    });
  group
    .command('resolve')
    .description('answer one, in exactly one of four ways')
    .argument('<id>', 'the escalation', idArgument)
    .requiredOption('--as <name>', 'who answers: that person cannot approve the refund')
    .requiredOption('--because <text>', 'why; kept in the history')
    .option('--go-on', 'you looked, and the case goes on')
    .option('--receipt <receipt>', 'with --go-on: the M-Pesa receipt that it is about', receiptArgument)
    .option('--order <number>', 'with --go-on: the order that it is about', orderArgument)
    .option('--ask <field>', `ask the customer: ${FIELDS.join(', ')}`, oneOf(FIELDS, 'a field'))
    .option('--reply <text>', 'answer the customer in your own words')
    .option('--close <outcome>', 'close the case', oneOf(OUTCOMES, 'an outcome'))
    .option('--json', 'print JSON')
    .action(async (id: string, options: ResolveOptions) => {
      const resolution = resolutionOf(options);
      await withDesk(context, async ({ desk }) => {
        const by = staffName(options.as);
        const { caseId } = await resolve(
          { escalationId: id, by, because: options.because, resolution },
          desk,
        );
        if (options.json) context.output.json({ id, case_id: caseId, answer: resolution.kind });
        else context.output.line(`${id} answered; case ${caseId}: ${WHAT_FOLLOWS[resolution.kind]}`);
      });
    });
  return group;
}

const WHAT_FOLLOWS: Readonly<Record<Resolution['kind'], string>> = {
  'go-on': 'the worker goes on with it',
  ask: 'the customer is asked',
  reply: 'your answer goes out',
  close: 'closed',
};

/** Exactly one answer: two would leave open which one was meant. */
function resolutionOf(options: ResolveOptions): Resolution {
  const { goOn, ask, reply, close, receipt, order } = options;
  const given: readonly (Resolution | null)[] = [
    goOn === true ? { kind: 'go-on', receipt: receipt ?? null, order: order ?? null } : null,
    ask === undefined ? null : { kind: 'ask', field: ask },
    reply === undefined ? null : { kind: 'reply', text: reply },
    close === undefined ? null : { kind: 'close', outcome: close },
  ];
  const [only, ...others] = given.filter((answer) => answer !== null);
  if (only === undefined || others.length > 0) {
    throw missing('exactly one of --go-on, --ask FIELD, --reply TEXT and --close OUTCOME is needed');
  }
  if (only.kind !== 'go-on' && (receipt !== undefined || order !== undefined)) {
    throw new Problem('bad_input', '--receipt and --order go with --go-on only');
  }
  return only;
}

function listEscalations(found: readonly Escalation[], now: number, { output }: CliContext): void {
  if (found.length === 0) {
    output.say('nothing waits for a person');
    return;
  }
  for (const [index, escalation] of found.entries()) {
    if (index > 0) output.line();
    for (const line of escalationLines(escalation, now)) output.line(line);
  }
}

/** One escalation on a screen: what, what it means, and the command; or how it was answered. */
export function escalationLines(escalation: Escalation, now: number): readonly string[] {
  const { id, caseId, reason, subReason, sentence, command, openedAt, resolvedAt } = escalation;
  const why = subReason === null ? reason : `${reason} (${showable(subReason)})`;
  const head = `${id}  case ${caseId}  ${why}  since ${formatEat(openedAt)}, ${formatAge(now - openedAt)}`;
  if (resolvedAt === null) {
    return [head, ...wrapped(sentence, WIDTH - 2).map((line) => `  ${line}`), `  ${showable(command)}`];
  }
  const { resolvedBy, answer, because } = escalation;
  const how = `answered ${formatEat(resolvedAt)} by ${resolvedBy ?? ''}: ${answer ?? ''}; ${because ?? ''}`;
  return [head, ...wrapped(showable(how), WIDTH - 2).map((line) => `  ${line}`)];
}
