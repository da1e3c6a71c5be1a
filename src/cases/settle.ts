import { afterVerdict, type Settlement } from '../payouts/after-verdict.ts';
import { judge } from '../payouts/judge.ts';
import { ATTEMPTS_PER_ROUND } from '../payouts/schedule.ts';
import type { Attempt, Payout, StoredFact, Verdict } from '../payouts/types.ts';
import { unaskedFailures } from '../payouts/unasked.ts';
import { contextOf, type Desk } from './desk.ts';
import type { Write } from './change.ts';
import type { StepContext } from './context.ts';
import { escalate } from './escalations.ts';
import { stopLane } from './lane.ts';
import { toCustomer, toStaff } from './outgoing.ts';
import type { AttemptView } from './reads.ts';
import { event } from './step.ts';
import type { Case } from './types.ts';

/**
 * Judges all facts of an attempt and applies what follows: ledger, payout, case and messages in one transaction. It
 * holds only while those are all the facts there are and no case changed, so an answer that arrives in between wins.
 * Runs whatever the status of the case.
 */
export async function settle(attemptId: string, desk: Desk): Promise<void> {
  for (;;) {
    const view = await desk.store.attempt(attemptId);
    if (view === null) return;
    const context = contextOf(desk);
    const verdict = judge(view.attempt, view.facts);
    const settlement = await settlementOf(view, verdict, desk);
    const saved = await desk.store.commit({
      at: context.now,
      actor: 'worker',
      conditions: [{ kind: 'facts_of_attempt', attemptId, count: view.facts.length }],
      writes: [...writesOf(view, settlement, context), ...(await laneWrites(view, settlement, desk))],
    });
    if (saved.kind === 'done') return;
  }
}

async function settlementOf(view: AttemptView, verdict: Verdict, desk: Desk): Promise<Settlement> {
  const { attempt, payout, facts, transfers } = view;
  const receipt = verdict.kind === 'paid' || verdict.kind === 'already_back' ? verdict.providerReceipt : null;
  const holder = receipt === null ? null : await desk.store.payoutOfProviderReceipt(receipt);
  const siblings = (await desk.store.attemptsOf(attempt.key)).filter(({ id }) => id !== attempt.id);
  const others = await desk.store.payoutsOfReceipt(payout.refund.receipt);
  return afterVerdict({
    attempt,
    siblings,
    payout,
    previousFlags: judge(attempt, judgedBefore(facts, view.judgedFacts)).flags,
    verdict,
    transfers,
    newFacts: facts.filter(({ id }) => !view.judgedFacts.includes(id)),
    receiptTaken: holder !== null && (holder.key !== attempt.key || isSiblings(holder, attempt, siblings)),
    otherUnresolved: others.some(({ key, state }) => key !== attempt.key && state === 'unresolved'),
    now: desk.clock.now(),
    settings: { attemptsPerRound: ATTEMPTS_PER_ROUND, retryPauses: desk.fixed.settings.retryPausesMs },
  });
}

/** The receipt of this payout settles another of its attempts: one result said to both paths is one payment. */
function isSiblings(
  holder: Payout,
  attempt: Attempt,
  siblings: readonly Pick<Attempt, 'verdict'>[],
): boolean {
  const done = ({ verdict }: Pick<Attempt, 'verdict'>): boolean =>
    verdict === 'paid' || verdict === 'already_back';
  return holder.key === attempt.key && !done(attempt) && siblings.some(done);
}

/** The facts that the last judgement knew: flags that they raise were told already. */
function judgedBefore(facts: readonly StoredFact[], judged: readonly string[]): readonly StoredFact[] {
  return facts.filter(({ id }) => judged.includes(id));
}

function writesOf(view: AttemptView, settlement: Settlement, context: StepContext): readonly Write[] {
  const { attempt, payout } = view;
  const resolved = settlement.attempt.verdict !== 'unresolved';
  const writes: Write[] = [
    {
      kind: 'update_attempt',
      attemptId: attempt.id,
      verdict: settlement.attempt.verdict,
      resolvedAt: settlement.attempt.resolvedAt,
      nextAskAt: resolved ? null : askNext(view, context),
      judgedFacts: view.facts.map(({ id }) => id),
    },
    ...settlement.transfers.map((transfer): Write => ({ kind: 'transfer', transfer })),
  ];
  if (changedPayout(view, settlement)) {
    writes.push({ kind: 'update_payout', key: payout.key, ...settlement.payout });
  }
  if (settlement.attempt.verdict !== attempt.verdict) {
    writes.push(
      event(attempt.caseId, 'settled', {
        attempt: attempt.id,
        verdict: settlement.attempt.verdict,
        before: attempt.verdict,
      }),
    );
  }
  return [...writes, ...caseWrites(view, settlement, context), ...alertWrites(view, settlement, context)];
}

async function laneWrites(view: AttemptView, settlement: Settlement, desk: Desk): Promise<readonly Write[]> {
  return settlement.laneStop !== null ? stopLane(view.own, settlement.laneStop, desk) : [];
}

function changedPayout({ payout }: AttemptView, { payout: next }: Settlement): boolean {
  return (
    next.state !== payout.state ||
    next.nextAttemptAt !== payout.nextAttemptAt ||
    next.providerReceipt !== payout.providerReceipt
  );
}

/** A failure result is asked about at once (payouts.md §7); otherwise the schedule stands. */
function askNext({ attempt, facts }: AttemptView, context: StepContext): number | null {
  return unaskedFailures(facts).length > 0 ? context.now : attempt.nextAskAt;
}

/** What a settlement makes of the case that reserved, and of others that were decided to the same payout. */
function caseWrites(view: AttemptView, settlement: Settlement, context: StepContext): readonly Write[] {
  const { attempt, payout, own, others } = view;
  const isDone = settlement.roundEnded === 'paid' || settlement.roundEnded === 'already_back';
  const writes: Write[] = [];
  if (isDone) writes.push(...refunded(view, settlement, context));
  else if (settlement.roundEnded !== null) writes.push(...roundOver(view, settlement, context));
  else if (settlement.payout.state === 'retry_due' && standsAt(own, 'approved', payout)) {
    writes.push(update(own, { wakeAt: settlement.payout.nextAttemptAt }));
  }
  if (settlement.attempt.verdict !== attempt.verdict) {
    for (const other of others) writes.push({ kind: 'wake_case', caseId: other.id });
    writes.push(...endOfDoubt(view, settlement, context));
    // Whatever became of it: a case that waits for this refund has to be decided again, also when nothing was paid.
    if (settlement.attempt.verdict !== 'unresolved') {
      writes.push({
        kind: 'wake',
        receipts: [payout.refund.receipt],
        orders: [payout.orderNumber],
        // Its own case goes on from here by itself, unless it stands at another payout by now.
        ...(own.payoutKey === payout.key ? { except: own.id } : {}),
      });
    }
  }
  return writes;
}

/** Of this payout: a case that was decided again since may be at the same status with another one. */
function standsAt(kase: Case, status: Case['status'], { key }: Payout): boolean {
  return kase.status === status && kase.payoutKey === key;
}

function update(
  kase: Case,
  set: Extract<Write, { kind: 'update_case' }>['set'],
): Extract<Write, { kind: 'update_case' }> {
  return { kind: 'update_case', caseId: kase.id, version: kase.version, set };
}

/** The money is back: the customer is told, and staff do not ship an order that was refunded (payouts.md §10). */
function refunded(
  { payout, own: kase }: AttemptView,
  settlement: Settlement,
  context: StepContext,
): readonly Write[] {
  const { refund } = payout;
  const values = { reference: payout.reference, amountCents: refund.amountCents };
  const text = settlement.roundEnded === 'paid' ? 'refund_paid' : 'money_is_back';
  const writes: Write[] = [];
  if (standsAt(kase, 'approved', payout)) {
    writes.push(
      update(kase, { status: 'refunded', wakeAt: null }),
      toCustomer(kase, text, context, values, { closes: true }),
    );
  } else if (!standsAt(kase, 'refunded', payout)) {
    // Money that moved after the case had gone on, or was closed: the customer is told all the same.
    writes.push(toCustomer(kase, text, context, values));
    if (kase.status !== 'closed') {
      writes.unshift({ kind: 'wake_case', caseId: kase.id });
    }
  }
  if (refund.cause === 'unpaid_order') {
    writes.push(toStaff(kase, 'order_refunded', context, { ...values, order: payout.orderNumber }));
  }
  return writes;
}

/** Nothing was paid and no further attempt of this round follows: back to people. */
function roundOver(
  { payout, own: kase }: AttemptView,
  settlement: Settlement,
  context: StepContext,
): readonly Write[] {
  if (!standsAt(kase, 'approved', payout) || settlement.roundEnded === null) return [];
  const reason = settlement.roundEnded === 'payout_failed' ? 'payout_failed' : 'payout_refused';
  return [
    update(kase, { status: 'waiting_for_approval', revision: kase.revision + 1, wakeAt: null }),
    ...escalate(kase, reason, context),
    toCustomer(kase, 'handed_to_person', context),
  ];
}

/**
 * An attempt that is resolved is nobody's doubt any more. A case has one open doubt at a time: another attempt of it that
 * only people can settle is called out next.
 */
function endOfDoubt(view: AttemptView, settlement: Settlement, context: StepContext): readonly Write[] {
  if (settlement.attempt.verdict === 'unresolved') return [];
  const ended = view.openDoubts.map((escalation): Write => ({
    kind: 'resolve_escalation',
    escalationId: escalation.id,
    by: 'settlement',
    answer: settlement.attempt.verdict,
    because: `attempt ${view.attempt.id} is settled`,
  }));
  const [next] = view.othersInDoubt;
  if (ended.length === 0 || next === undefined) return ended;
  return [...ended, ...escalate(view.own, 'payout_in_doubt', context, { attemptId: next, subReason: next })];
}

/** Contradictions are told once each; a verdict that turned around also holds the receipt. */
function alertWrites(view: AttemptView, settlement: Settlement, context: StepContext): readonly Write[] {
  const { attempt, payout, own } = view;
  const writes: Write[] = [];
  if (settlement.hold) {
    writes.push({
      kind: 'hold',
      receipt: payout.refund.receipt,
      why: `attempt ${attempt.id}: ${settlement.alerts.join(', ')}`,
      source: `settlement: ${attempt.id} ${settlement.alerts.join(',')}`,
    });
  }
  if (settlement.alerts.length > 0) {
    writes.push(...escalate(own, 'fact_contradicts', context, { subReason: settlement.alerts.join(', ') }));
  }
  return writes;
}
