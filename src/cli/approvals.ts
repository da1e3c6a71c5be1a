import { Command } from 'commander';
import { formatKes } from '../core/money.ts';
import { Problem } from '../core/errors.ts';
import { formatAge } from '../core/clock.ts';
import type { App } from '../app.ts';
import { reviewCard, type ReviewCard } from '../cases/card.ts';
import {
  apply,
  approve,
  assertApprovable,
  KEY_TYPED,
  reject,
  waitingForApproval,
} from '../cases/staff/approve.ts';
import { reasonText, staffName } from '../cases/staff/people.ts';
import { parsePayoutReference } from '../payouts/key.ts';
import { approvalsWaiting, type Waiting } from './approvals-waiting.ts';
import { idArgument, LIST_LIMIT, limitArgument, missing } from './arguments.ts';
import { cardJson } from './card-json.ts';
import { confirmInTerminal, type Confirm } from './confirm.ts';
import { withDesk, type CliContext } from './context.ts';
import { EXIT_DECLINED } from './exit-codes.ts';
import { printCard } from './review-card.ts';
import { isoTime } from './screen.ts';

interface ApproveOptions {
  readonly as: string;
  readonly key?: string;
  readonly orderChecked?: boolean;
  readonly json?: boolean;
}

/** Refunds that wait for a person. `confirm` stands in for the terminal in tests. */
export function approvalsCommand(context: CliContext, confirm: Confirm = confirmInTerminal): Command {
  const group = new Command('approvals').description('refunds that wait for a yes: look, approve, refuse');
  group
    .command('list')
    .description('what waits for approval, the longest wait first')
    .option('--limit <n>', 'at most so many', limitArgument, LIST_LIMIT)
    .option('--json', 'print JSON')
    .action(async (options: { limit: number; json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const waiting = await approvalsWaiting(options.limit, desk);
        if (options.json) context.output.json(waiting.map(waitingJson));
        else listWaiting(waiting, desk.clock.now(), context);
      });
    });
  group
    .command('show')
    .description('the review card of one case')
    .argument('<case>', 'the case', idArgument)
    .option('--json', 'print JSON')
    .action(async (caseId: string, options: { json?: boolean }) => {
      await withDesk(context, async (app) => {
        const card = await cardOf(caseId, app);
        if (options.json) context.output.json(cardJson(card));
        else printCard(card, context.output);
      });
    });
  group
    .command('approve')
    .description('say yes to the refund that the card shows')
    .argument('<case>', 'the case', idArgument)
    .requiredOption('--as <name>', 'who approves; not somebody who worked on the case')
    .option('--key <prefix>', `the first ${KEY_TYPED} or more characters of the card's key, or its reference`)
    .option('--order-checked', 'you looked at the order itself, so its old data is no hindrance')
    .option('--json', 'print JSON')
    .action(async (caseId: string, options: ApproveOptions) => {
      await withDesk(context, (app) => approveCase(caseId, options, app, context, confirm));
    });
  addRefusals(group, context);
  return group;
}

function addRefusals(group: Command, context: CliContext): void {
  group
    .command('apply')
    .description('give the goods instead of the money: the order counts as paid by this receipt')
    .argument('<case>', 'the case', idArgument)
    .requiredOption('--as <name>', 'who decides so')
    .option('--json', 'print JSON')
    .action(async (caseId: string, options: { as: string; json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const { order } = await apply({ caseId, by: staffName(options.as) }, desk);
        if (options.json) context.output.json({ case_id: caseId, what: 'applied_to_order', order });
        else context.output.line(`${caseId} closed: order ${order} counts as paid; the customer is told`);
      });
    });
  group
    .command('reject')
    .description('say no: the case closes and the customer is told')
    .argument('<case>', 'the case', idArgument)
    .requiredOption('--as <name>', 'who decides so')
    .requiredOption('--because <text>', 'why; kept in the history, not sent to the customer')
    .option('--json', 'print JSON')
    .action(async (caseId: string, options: { as: string; because: string; json?: boolean }) => {
      await withDesk(context, async ({ desk }) => {
        const because = reasonText(options.because, '--because');
        await reject({ caseId, by: staffName(options.as), because }, desk);
        if (options.json) context.output.json({ case_id: caseId, what: 'rejected' });
        else context.output.line(`${caseId} closed: rejected; the customer is told`);
      });
    });
}

/** With a key: approves what that key stands for. Without: shows the card and asks for a yes to exactly that card. */
async function approveCase(
  caseId: string,
  options: ApproveOptions,
  app: App,
  context: CliContext,
  confirm: Confirm,
): Promise<void> {
  const { desk } = app;
  const by = staffName(options.as);
  const given = { caseId, by, orderChecked: options.orderChecked === true };
  if (options.key !== undefined) {
    const key = await keyTyped(options.key, app);
    done(caseId, await approve({ ...given, key }, desk), options, context);
    return;
  }
  if (!context.interactive || options.json === true) {
    throw missing(
      `--key is missing: without a terminal the key of the card is needed; "rudisha approvals show ${caseId}" shows it`,
    );
  }
  // Nobody is asked for a yes that would be refused.
  assertApprovable(given, await waitingForApproval(caseId, desk), {
    now: desk.clock.now(),
    settings: desk.fixed.settings,
  });
  const card = await cardOf(caseId, app);
  printCard(card, context.output);
  const answer = await confirm(`Give back ${formatKes(card.send.amountCents)} (${card.reference})?`, context);
  if (answer !== 'yes') {
    context.output.say(
      answer === 'no' ? 'not approved; nothing was changed' : 'stopped; nothing was changed',
    );
    context.setExitCode(EXIT_DECLINED);
    return;
  }
  const { key, revision } = card;
  done(caseId, await approve({ ...given, key, revision }, desk), options, context);
}

function done(
  caseId: string,
  approved: Awaited<ReturnType<typeof approve>>,
  options: ApproveOptions,
  context: CliContext,
): void {
  const { kind, reference } = approved;
  if (options.json) context.output.json({ case_id: caseId, what: kind, reference });
  else if (kind === 'approved') context.output.line(`${caseId} approved: ${reference}; the worker sends it`);
  else context.output.line(`${caseId} ${reference}: noted; a second, different person must approve too`);
}

/** People may type the reference instead: it stands for one key as the key itself does. */
async function keyTyped(typed: string, { desk }: App): Promise<string> {
  const reference = parsePayoutReference(typed);
  if (reference === null) return typed;
  const payout = await desk.store.payoutByReference(reference);
  if (payout === null)
    throw new Problem('stale_key', `there is no refund ${reference}: look at the card again`);
  return payout.key;
}

async function cardOf(caseId: string, { desk }: App): Promise<ReviewCard> {
  const snapshot = await desk.store.snapshot(caseId);
  if (snapshot === null)
    throw new Problem('not_found', `there is no case ${caseId}: "rudisha cases list" shows all`);
  const messages = await desk.store.inboundOf(caseId);
  const card = reviewCard(snapshot, messages, desk.fixed.settings, desk.clock.now());
  if (card === null) {
    throw new Problem(
      'wrong_status',
      `case ${caseId} is ${snapshot.case.status} and no refund was decided: "rudisha cases show ${caseId}" tells more`,
    );
  }
  return card;
}

function waitingJson({ case: kase, payout, escalations }: Waiting): unknown {
  return {
    case_id: kase.id,
    opened_at: isoTime(kase.openedAt),
    reference: payout.reference,
    key: payout.key,
    amount_cents: payout.refund.amountCents,
    rail: payout.refund.rail,
    receipt: payout.refund.receipt,
    order: payout.orderNumber,
    cause: payout.refund.cause,
    escalations: escalations.map(({ id, reason }) => ({ id, reason })),
  };
}

function listWaiting(waiting: readonly Waiting[], now: number, context: CliContext): void {
  if (waiting.length === 0) {
    context.output.say('nothing waits for approval');
    return;
  }
  context.output.table(waiting, [
    { title: 'case', value: (row) => row.case.id },
    { title: 'open for', value: (row) => formatAge(now - row.case.openedAt), align: 'right' },
    { title: 'amount', value: (row) => formatKes(row.payout.refund.amountCents), align: 'right' },
    { title: 'receipt', value: (row) => row.payout.refund.receipt },
    { title: 'order', value: (row) => row.payout.orderNumber },
    { title: 'reference', value: (row) => row.payout.reference },
    { title: 'needs first', value: (row) => row.escalations.map(({ reason }) => reason).join(', ') },
  ]);
  context.output.say('next: rudisha approvals show CASE');
}
