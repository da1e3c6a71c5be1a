import { invariant } from '../core/errors.ts';
import type { Refusal } from '../payouts/gate-types.ts';
import { ATTEMPTS_PER_ROUND } from '../payouts/schedule.ts';
import type { Payout, SendRequest } from '../payouts/types.ts';
import { contextOf, type Desk } from './desk.ts';
import type { Change, Write } from './change.ts';
import type { StepContext } from './context.ts';
import { escalate } from './escalations.ts';
import { inquiryAbout } from './inquire.ts';
import type { Snapshot } from './reads.ts';
import { toStaff } from './outgoing.ts';
import { changeOf, event } from './step.ts';
import type { Case } from './types.ts';

/**
 * Pays one attempt: a slot of the lane and a token first, then the gate and the reservation in one transaction, then
 * the request, once. The slot is held until the request is out (payouts.md §5).
 */
export async function pay(snapshot: Snapshot, desk: Desk): Promise<void> {
  const { case: kase } = snapshot;
  invariant(kase.payoutKey, `case ${kase.id} has nothing to pay`);
  const prepared = await desk.payments.prepare();
  try {
    const { settings } = desk.fixed;
    const reserved = await desk.store.reserve(
      {
        caseId: kase.id,
        version: kase.version,
        key: kase.payoutKey,
        limits: {
          perPayoutCents: settings.perPayoutLimitCents,
          perDayCents: settings.perDayLimitCents,
          twoPeopleAboveCents: settings.twoPeopleAboveCents,
          attemptsPerRound: ATTEMPTS_PER_ROUND,
          sendWindowMs: settings.sendWindowMs,
          askAfterMs: settings.askAfterMs,
          confirmationMaxAgeMs: settings.confirmationMaxAgeMs,
        },
      },
      {
        now: desk.clock.now(),
        processMaySend: desk.maySend,
        laneSlotHeld: true,
        tokenUntil: prepared.tokenUntil,
      },
    );
    if (reserved.kind === 'reserved') await send(reserved.request, desk);
    if (reserved.kind === 'refused')
      await desk.store.commit(afterRefusal(snapshot, reserved.refusal, reserved.isNew, desk));
  } finally {
    prepared.release();
  }
}

/** Sends, and keeps whatever came of it; only a process that dies in between leaves an attempt without an answer. */
async function send(request: SendRequest, desk: Desk): Promise<void> {
  const fact = await desk.payments.send(request);
  await desk.store.record({ kind: 'attempt_fact', at: desk.clock.now(), attemptId: request.attemptId, fact });
}

/** What no midnight mends: only people can raise the limit, or give the money back otherwise. */
function isOverLimit({ reason, until }: Refusal): boolean {
  return (reason === 'over_limit_per_payout' || reason === 'over_limit_per_day') && until === undefined;
}

function overLimit(kase: Case, payout: Payout | null, refusal: Refusal, context: StepContext): Write {
  const setting = refusal.reason === 'over_limit_per_payout' ? 'LIMIT_PER_PAYOUT' : 'LIMIT_PER_DAY';
  const values =
    payout === null ? {} : { reference: payout.reference, amountCents: payout.refund.amountCents };
  const distinct = `.${setting}.${payout?.round ?? 0}`;
  const stable = { ...kase, version: 0 };
  return toStaff(stable, 'payout_over_limit', context, { ...values, sentence: setting }, distinct);
}

/** The question whose answer `payment_confirmed` wants (payouts.md §4). */
function confirmOriginal(kase: Case, payout: Payout | null, context: StepContext): readonly Write[] {
  invariant(payout, `case ${kase.id} pays without a payout`);
  return [inquiryAbout(kase, 'confirm', payout.refund.receipt, context)];
}

/** What a refusal of the gate makes of the case (payouts.md §4, column "then"). */
function afterRefusal(
  { case: kase, payout }: Snapshot,
  refusal: Refusal,
  isNew: boolean,
  desk: Desk,
): Change {
  const context = contextOf(desk);
  const note = event(kase.id, 'gate_refused', { check: refusal.check, reason: refusal.reason });
  const hold: readonly Write[] =
    refusal.hold === true && kase.receipt !== null
      ? [{ kind: 'hold', receipt: kase.receipt, why: refusal.reason, source: `gate: ${refusal.check}` }]
      : [];
  switch (refusal.then) {
    case 'waits': {
      // The history says it once; the same refusal again only moves the wake-up.
      const until = refusal.until ?? context.now + context.settings.waitMs;
      // Written each time under one id, and kept once: a process that died after the refusal was saved told nobody.
      const telling = isOverLimit(refusal) ? [overLimit(kase, payout, refusal, context)] : [];
      return changeOf(kase, { wakeAt: until }, context, [...(isNew ? [note] : []), ...telling]);
    }
    case 'asks':
      // The answer, or that none came, wakes the case.
      return changeOf(kase, { wakeAt: context.now + context.settings.answerWithinMs }, context, [
        ...(isNew ? [note] : []),
        ...confirmOriginal(kase, payout, context),
      ]);
    case 'person':
      return changeOf(kase, { wakeAt: null }, context, [
        note,
        ...hold,
        ...escalate(kase, refusal.escalation ?? 'payout_refused', context, { subReason: refusal.reason }),
      ]);
    case 'back_to_decision':
    case 'already_done':
      return changeOf(kase, { status: 'extracted' }, context, [note]);
    case 'back_to_approval':
      return changeOf(
        kase,
        { status: 'waiting_for_approval', revision: kase.revision + 1, wakeAt: context.now },
        context,
        [note],
      );
  }
}
