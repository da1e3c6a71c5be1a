import { HOUR } from '../../core/clock.ts';
import { invariant } from '../../core/errors.ts';
import { byRulesAlone, type HeardSaid } from '../../reading/by-model.ts';
import { closing } from '../closing.ts';
import type { StepContext } from '../context.ts';
import { decide } from '../decide.ts';
import { escalate } from '../escalations.ts';
import { hearNext } from '../hear.ts';
import { toCustomer } from '../outgoing.ts';
import type { Snapshot } from '../reads.ts';
import { changeOf, event, rest, type Step, type StepResult } from '../step.ts';
import type { Decision } from '../types.ts';
import { nextTimer } from './asking.ts';
import { same } from './extracted.ts';
import { answerToQuestion } from './replies.ts';

/** `waiting_for_customer`: an answer, new records, a reminder or the end of patience. */
export const waitingForCustomerStep: Step = (snapshot, context) => {
  const kase = snapshot.case;
  if (snapshot.unread.length > 0) return hearNext(snapshot, context, answerToQuestion);
  if (recordsChangedIt(snapshot)) {
    return {
      kind: 'commit',
      change: changeOf(
        kase,
        { status: 'extracted', asked: null, askedAt: null, timesAsked: withoutOpenQuestion(snapshot) },
        context,
        [event(kase.id, 'records_changed')],
      ),
    };
  }
  invariant(kase.askedAt !== null, `case ${kase.id} waits for its customer but nothing was asked`);
  const due = nextTimer(kase.askedAt, kase.reminders, context);
  if (due > context.now) return rest(due);
  return kase.reminders < context.settings.remindAfterMs.length
    ? remind(snapshot, context, kase.askedAt)
    : noAnswer(snapshot, context);
};

/** The table is asked as if the open question had not been put yet: only new records can make it answer otherwise. */
function recordsChangedIt(snapshot: Snapshot): boolean {
  const { case: kase, situation } = snapshot;
  // What staff asked for or said in their own words stands until it is answered.
  if (situation === null || kase.decision?.route !== 'ask' || kase.decision.for !== kase.asked) return false;
  const now: Decision = decide({ ...situation, timesAsked: withoutOpenQuestion(snapshot) });
  return !same(kase.decision, now);
}

function withoutOpenQuestion({ case: kase }: Snapshot): Snapshot['case']['timesAsked'] {
  if (kase.asked === null || kase.asked === 'confirm') return kase.timesAsked;
  return { ...kase.timesAsked, [kase.asked]: Math.max(0, (kase.timesAsked[kase.asked] ?? 0) - 1) };
}

/** A reminder that is later than this was not late by the ticking of a worker: the desk was off. */
const LATE_MS = HOUR;

/** After a worker's long sleep only one reminder goes out: the next timer counts from it, not from the past. */
function remind({ case: kase }: Snapshot, context: StepContext, planned: number): StepResult {
  const onTime = context.now - (context.settings.remindAfterMs[kase.reminders] ?? 0);
  const askedAt = onTime - planned > LATE_MS ? onTime : planned;
  const reminders = kase.reminders + 1;
  return {
    kind: 'commit',
    change: changeOf(kase, { reminders, askedAt, wakeAt: nextTimer(askedAt, reminders, context) }, context, [
      event(kase.id, 'reminded', { reminders }),
      toCustomer(kase, 'reminder', context),
    ]),
  };
}

/** Silence closes a case, but not one whose money was found and not given back (decisions.md), nor on a model's word. */
function noAnswer(snapshot: Snapshot, context: StepContext): StepResult {
  const { case: kase } = snapshot;
  if ((kase.receipt !== null && isUnreturned(snapshot)) || waitsOnModelsWord(snapshot)) {
    return {
      kind: 'commit',
      change: changeOf(kase, { status: 'extracted', asked: null, askedAt: null, wakeAt: null }, context, [
        event(kase.id, 'no_answer'),
        ...escalate(kase, 'details_missing', context, { subReason: 'no_answer' }),
      ]),
    };
  }
  const { set, writes } = closing(kase, 'no_answer', context);
  return { kind: 'commit', change: changeOf(kase, set, context, writes) };
}

/** The customer did write and only a model says "later", or the rules alone would not have asked. */
function waitsOnModelsWord(snapshot: Snapshot): boolean {
  const { case: kase, situation } = snapshot;
  const said: HeardSaid | null = kase.said;
  if (said === null || situation === null) return false;
  if (said.laterByModel === true) return true;
  if (said.byModel === undefined || kase.decision?.route !== 'ask' || kase.decision.for !== kase.asked)
    return false;
  const timesAsked = withoutOpenQuestion(snapshot);
  return decide({ ...situation, said: byRulesAlone(said), timesAsked }).route !== 'ask';
}

function isUnreturned({ case: kase, situation }: Snapshot): boolean {
  const payment = situation?.records.payments.find(({ receipt }) => receipt === kase.receipt);
  if (!payment) return false;
  const back = (situation?.records.givenBack ?? [])
    .filter(({ receipt, state }) => receipt === payment.receipt && state !== 'not_paid')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return back < payment.amountCents;
}
