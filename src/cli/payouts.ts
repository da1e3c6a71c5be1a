import { Command } from 'commander';
import { formatAge, formatEat } from '../core/clock.ts';
import { formatKes } from '../core/money.ts';
import { staffName } from '../cases/staff/people.ts';
import { reconcile, type Reconciling } from '../cases/staff/reconcile.ts';
import { parseAttemptId, parsePayoutReference } from '../payouts/key.ts';
import type { Payout, PayoutReference, PayoutState } from '../payouts/types.ts';
import type { Receipt } from '../reading/types.ts';
import { LIST_LIMIT, limitArgument, missing, oneOf, receiptArgument } from './arguments.ts';
import { withDesk, type CliContext } from './context.ts';
import { InvalidArgumentError } from 'commander';
import { attemptStory, nextAction, payoutStory, type AttemptStory } from './payout-story.ts';
import { attemptJson, payoutJson, printStory, storyJson } from './payout-view.ts';
import { factText } from './fact-text.ts';
import { plain, wrapped, WIDTH } from './screen.ts';

const STATES: readonly PayoutState[] = [
  'proposed',
  'unresolved',
  'retry_due',
  'paid',
  'already_back',
  'not_paid',
  'rejected',
];

interface ReconcileOptions {
  readonly as: string;
  readonly paid?: Receipt;
  readonly notPaid?: boolean;
  readonly evidence?: string;
  readonly json?: boolean;
}

export function payoutsCommand(context: CliContext): Command {
  const group = new Command('payouts').description('money that went out, or may have');
  addLooks(group, context);
  group
    .command('reconcile')
    .description('say what you found about an attempt that nobody can prove; takes two people')
    .argument('<attempt>', 'the attempt, such as RF-7K3M9QXW/1', attemptArgument)
    .requiredOption('--as <name>', 'who looked')
    .option('--paid <receipt>', "it happened: M-Pesa's receipt of the refund", receiptArgument)
    .option('--not-paid', 'it did not happen')
    .option('--evidence <text>', 'with --not-paid: where you looked and what you saw')
    .option('--json', 'print JSON')
    .action(async (attemptId: string, options: ReconcileOptions) => {
      const finding = findingOf(options);
      await withDesk(context, async ({ desk }) => {
        const { kind } = await reconcile({ attemptId, by: staffName(options.as), finding }, desk);
        if (options.json) context.output.json({ attempt: attemptId, says: finding.kind, state: kind });
        else if (kind === 'done') context.output.line(`${attemptId}: settled as ${plain(finding.kind)}`);
        else context.output.line(`${attemptId}: noted; a second, different person must say the same`);
      });
    });
  return group;
}

function addLooks(group: Command, context: CliContext): void {
  group
    .command('list')
    .description('refunds that were sent or refused, newest first')
    .option('--state <state>', 'only these', oneOf(STATES, 'a state'))
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: { state?: PayoutState; limit: number; json?: boolean }) => {
      const { state, limit } = options;
      const payouts = await withDesk(context, ({ desk }) =>
        desk.store.payouts({ limit, ...(state === undefined ? {} : { state }) }),
      );
      if (options.json) context.output.json(payouts.map(payoutJson));
      else listPayouts(payouts, context);
    });
  group
    .command('show')
    .description('one refund whole: approvals, attempts, facts in order, verdicts, ledger, callbacks')
    .argument('<reference>', 'the reference, such as RF-7K3M9QXW', referenceArgument)
    .option('--json', 'print JSON')
    .action(async (reference: PayoutReference, options: { json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const story = await payoutStory(reference, desk);
        if (options.json) context.output.json(storyJson(story));
        else printStory(story, desk.clock.now(), context.output);
      });
    });
  group
    .command('doubtful')
    .description('attempts of which nobody knows yet what became, the oldest first, and what to do')
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: { limit: number; json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const stories: AttemptStory[] = [];
        for (const view of await desk.store.doubtfulAttempts(options.limit)) {
          stories.push(await attemptStory(view, desk));
        }
        if (options.json) context.output.json(stories.map(attemptJson));
        else listDoubtful(stories, desk.clock.now(), context);
      });
    });
}

/** A reference; the id of one of its attempts names it as well. */
function referenceArgument(text: string): PayoutReference {
  const reference = parsePayoutReference(text) ?? parseAttemptId(text)?.reference ?? null;
  if (reference === null) throw new InvalidArgumentError('a reference such as RF-7K3M9QXW');
  return reference;
}

function attemptArgument(text: string): string {
  const attempt = parseAttemptId(text);
  if (attempt === null) throw new InvalidArgumentError('an attempt such as RF-7K3M9QXW/1');
  return `${attempt.reference}/${attempt.number}`;
}

function findingOf({ paid, notPaid, evidence }: ReconcileOptions): Reconciling['finding'] {
  if ((paid === undefined) === (notPaid !== true)) {
    throw missing('exactly one of --paid RECEIPT and --not-paid --evidence TEXT is needed');
  }
  if (paid !== undefined) {
    if (evidence !== undefined) throw missing('--evidence goes with --not-paid only');
    return { kind: 'paid', providerReceipt: paid };
  }
  if (evidence === undefined)
    throw missing('--not-paid needs --evidence TEXT: where you looked and what you saw');
  return { kind: 'not_paid', evidence };
}

function listPayouts(payouts: readonly Payout[], context: CliContext): void {
  if (payouts.length === 0) {
    context.output.say('no payouts');
    return;
  }
  context.output.table(payouts, [
    { title: 'reference', value: ({ reference }) => reference },
    { title: 'state', value: ({ state }) => plain(state) },
    { title: 'amount', value: ({ refund }) => formatKes(refund.amountCents), align: 'right' },
    { title: 'rail', value: ({ refund }) => refund.rail },
    { title: 'receipt', value: ({ refund }) => refund.receipt },
    { title: 'order', value: ({ orderNumber }) => orderNumber },
    { title: 'attempts', value: ({ attempts }) => String(attempts), align: 'right' },
    { title: "M-Pesa's receipt", value: ({ providerReceipt }) => providerReceipt ?? '' },
  ]);
}

function listDoubtful(stories: readonly AttemptStory[], now: number, { output }: CliContext): void {
  if (stories.length === 0) {
    output.say('no attempt is in doubt');
    return;
  }
  for (const [index, story] of stories.entries()) {
    const { attempt, payout, facts } = story;
    if (index > 0) output.line();
    output.line(
      output.bold(
        `${attempt.id}  ${formatKes(payout.refund.amountCents)} of ${payout.refund.receipt}  case ${attempt.caseId}  for ${formatAge(now - attempt.reservedAt)}`,
      ),
    );
    if (facts.length === 0) output.line('  M-Pesa said nothing yet');
    for (const { at, fact } of facts) output.line(`  ${formatEat(at)}  ${factText(fact)}`);
    for (const line of wrapped(`next: ${nextAction(story)}`, WIDTH - 2)) output.line(`  ${line}`);
  }
}
