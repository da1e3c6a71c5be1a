import { unaskedFailures } from '../payouts/unasked.ts';
import { nextAsk } from '../payouts/schedule.ts';
import { contextOf, type Desk } from './desk.ts';
import type { Write } from './change.ts';
import type { StepContext } from './context.ts';
import { escalate } from './escalations.ts';
import { laneStopIn, stopLane } from './lane.ts';
import { toCustomer, toStaff } from './outgoing.ts';
import type { AttemptView } from './reads.ts';
import { changeOf } from './step.ts';

/**
 * Asks the provider about an unresolved attempt, on its schedule and after every failure result (payouts.md §7). Staff
 * and customer are told when it lasts; after the last unanswered question a named person takes over. A late callback
 * still settles it.
 */
export async function askAbout(attemptId: string, desk: Desk): Promise<void> {
  const view = await desk.store.attempt(attemptId);
  if (view === null) return;
  const context = contextOf(desk);
  const { attempt } = view;
  if (attempt.verdict !== 'unresolved' || attempt.nextAskAt === null || attempt.nextAskAt > context.now)
    return;
  if (isLastAnswerOverdue(view, context)) {
    // An answer that arrives in between wins.
    await desk.store.commit({
      at: context.now,
      actor: 'worker',
      conditions: [{ kind: 'facts_of_attempt', attemptId, count: view.facts.length }],
      writes: giveToPerson(view, context),
    });
    return;
  }
  if (laneStopIn(await desk.store.setting('lane'))?.why === 'credential') {
    // Every further call with a bad credential brings the operator nearer to being locked (daraja.md §0.9).
    await desk.store.commit({
      at: context.now,
      actor: 'worker',
      writes: [{ kind: 'next_ask', attemptId, nextAskAt: context.now + context.settings.waitMs }],
    });
    return;
  }
  await tellHowLong(view, context, desk);
  await ask(view, context, desk);
}

/** The intention first, with the facts it was made after; then the question. Its answer comes by callback. */
async function ask(view: AttemptView, context: StepContext, desk: Desk): Promise<void> {
  const { attempt, payout, facts } = view;
  const number = attempt.asks + 1;
  const { settings } = context;
  const next = nextAsk(settings.askAfterMs, { from: attempt.reservedAt, after: context.now });
  await desk.store.record({
    kind: 'attempt_fact',
    at: context.now,
    attemptId: attempt.id,
    fact: {
      kind: 'asked',
      ask: number,
      askedAfter: facts.filter(({ fact }) => fact.kind === 'result').map(({ id }) => id),
    },
    asks: { count: number, nextAskAt: next ?? context.now + settings.lastAnswerWithinMs },
  });
  const outcome = await desk.payments.ask({
    callback: { of: 'attempt', reference: payout.reference, number: attempt.number, ask: number },
    // A reversal has no id that we could ask by: what became of the payment tells (daraja.md §3).
    about:
      payout.refund.rail === 'reversal'
        ? { kind: 'receipt', receipt: payout.refund.receipt }
        : { kind: 'request', originatorConversationId: attempt.originatorConversationId },
  });
  if (outcome.kind === 'asked') return;
  await desk.store.record({
    kind: 'attempt_fact',
    at: desk.clock.now(),
    attemptId: attempt.id,
    fact: { kind: 'ask_failed', ask: number, detail: outcome.detail },
  });
  if (outcome.laneStop !== null) {
    await desk.store.commit({
      at: desk.clock.now(),
      actor: 'worker',
      writes: await stopLane(view.own, outcome.laneStop, desk),
    });
  }
}

/** The last question of the schedule was put, its answer did not come in time, and no failure result is unasked. */
function isLastAnswerOverdue({ attempt, facts }: AttemptView, context: StepContext): boolean {
  const asked = facts.filter(({ fact }) => fact.kind === 'asked').map(({ at }) => at);
  if (asked.length === 0 || unaskedFailures(facts).length > 0) return false;
  const after = Math.max(...asked);
  return nextAsk(context.settings.askAfterMs, { from: attempt.reservedAt, after }) === null;
}

function giveToPerson({ attempt, own }: AttemptView, context: StepContext): readonly Write[] {
  return [
    { kind: 'next_ask', attemptId: attempt.id, nextAskAt: null },
    ...escalate(own, 'payout_in_doubt', context, { attemptId: attempt.id, subReason: attempt.id }),
    toCustomer(own, 'handed_to_person', context),
  ];
}

/** Staff hear at 30 minutes, the customer at 2 hours (settings); once each, for the message ids say which attempt. */
async function tellHowLong(view: AttemptView, context: StepContext, desk: Desk): Promise<void> {
  const kase = view.own;
  const age = context.now - view.attempt.reservedAt;
  const known = new Set((await desk.store.outboundOf(kase.id)).map(({ id }) => id));
  const stable = { ...kase, version: 0 };
  const reference = view.payout.reference;
  const distinct = `.${view.attempt.number}`;
  const writes: Write[] = [];
  if (age >= context.settings.tellStaffAfterMs) {
    writes.push(
      toStaff(
        stable,
        'payout_unresolved',
        context,
        { reference, command: `rudisha payouts show ${reference}` },
        distinct,
      ),
    );
  }
  if (age >= context.settings.tellCustomerAfterMs)
    writes.push(toCustomer(stable, 'still_checking', context, { reference }));
  const fresh = writes.filter((write) => write.kind === 'send_message' && !known.has(write.message.id));
  if (fresh.length > 0) await desk.store.commit({ ...changeOf(kase, {}, context), writes: fresh });
}
