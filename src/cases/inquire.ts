import { invariant } from '../core/errors.ts';
import { normalCode } from '../payouts/classify/result-codes.ts';
import { laneStopOf } from '../payouts/classify/lane-stop.ts';
import type { Inquiry, InquiryPurpose, InquiryView, LaneStop, StatusAnswer } from '../payouts/types.ts';
import type { Receipt } from '../reading/types.ts';
import { parsePayer } from '../records/payer.ts';
import type { Payment } from '../records/types.ts';
import type { Condition, Write } from './change.ts';
import type { StepContext } from './context.ts';
import { contextOf, type Desk } from './desk.ts';
import { laneStopIn, openLane, stopLane } from './lane.ts';
import { event } from './step.ts';
import type { Case } from './types.ts';

/** The write that asks the provider about a payment, for a case that waits for the answer. */
export function inquiryAbout(
  kase: Pick<Case, 'id'>,
  purpose: InquiryPurpose,
  receipt: Receipt,
  context: StepContext,
): Write {
  return { kind: 'inquire', inquiry: { id: context.newId('inquiry'), purpose, receipt, caseId: kase.id } };
}

/**
 * Takes an inquiry one step on: sends it, once; reads what came back; or gives it up when nothing came in time. Each
 * end wakes the case that waits. A process that died after the intention was saved asks no second time: the waiting
 * ends as for any question that got no answer.
 */
export async function inquire(inquiryId: string, desk: Desk): Promise<void> {
  const view = await desk.store.inquiry(inquiryId);
  if (view === null) return;
  const { inquiry, answers } = view;
  const context = contextOf(desk);
  if (inquiry.nextAt === null || inquiry.nextAt > context.now) return;
  if (answers.length > 0) await read(view, desk);
  else if (inquiry.sentAt === null) await ask(view, desk);
  else await close(view, 'unanswered', [], desk);
}

/** The intention first, then the question. While the provider refuses our credential, only the probe asks. */
async function ask(view: InquiryView, desk: Desk): Promise<void> {
  const { inquiry } = view;
  const context = contextOf(desk);
  const stopped = laneStopIn(await desk.store.setting('lane'))?.why === 'credential';
  const waits = stopped && inquiry.purpose !== 'probe';
  const sentAt = waits ? null : context.now;
  const nextAt = context.now + (waits ? context.settings.waitMs : context.settings.answerWithinMs);
  const saved = await save(view, { state: 'open', sentAt, nextAt }, [], desk);
  if (waits || saved === 'lost') return;
  const outcome = await desk.payments.ask({
    callback: { of: 'inquiry', id: inquiry.id },
    about: { kind: 'receipt', receipt: inquiry.receipt },
  });
  if (outcome.kind === 'asked') return;
  const sent = await desk.store.inquiry(inquiry.id);
  invariant(sent, `inquiry ${inquiry.id} is gone`);
  // An answer may have come all the same: it is read. Otherwise the waiting ends after a pause, not at once: a short
  // outage must not use up all the questions that a payout may ask.
  if (sent.answers.length > 0) return;
  const pause = desk.clock.now() + context.settings.waitMs;
  const stop = await stops(inquiry, outcome.laneStop, desk);
  await save(sent, { state: 'open', sentAt, nextAt: pause }, stop, desk);
}

/** What an answer makes of the records and of the lane. Late answers are read like others. */
async function read(view: InquiryView, desk: Desk): Promise<void> {
  const { inquiry, answers } = view;
  const writes: Write[] = [];
  if (inquiry.purpose === 'find') {
    const [known] = await desk.store.payments([inquiry.receipt]);
    for (const answer of answers) writes.push(...recordOf(inquiry, answer, known ?? null, desk));
  }
  const stop = answers.map(stopOf).find((found) => found !== null) ?? null;
  writes.push(...(await stops(inquiry, stop, desk)));
  const opened =
    inquiry.purpose === 'probe' && stop === null && answers.some(isAnswered)
      ? await openLane(inquiry, desk)
      : { conditions: [], writes: [] };
  await close(view, 'answered', [...writes, ...opened.writes], desk, opened.conditions);
}

/**
 * The payment that an answer tells of: completed, of the receipt asked about, and received by us (a payout of ours has
 * a receipt too). For a receipt that is known already only the payer's number can be new; an amount that differs puts
 * it on hold, like any other source that differs (payouts.md §10).
 */
function recordOf(
  { receipt }: Inquiry,
  answer: StatusAnswer,
  known: Payment | null,
  desk: Desk,
): readonly Write[] {
  const { ownParties } = desk.fixed.settings;
  const isOurs =
    isAnswered(answer) &&
    answer.status?.trim().toLowerCase() === 'completed' &&
    answer.receipt?.trim().toUpperCase() === receipt &&
    answer.creditParty !== undefined &&
    ownParties.includes(answer.creditParty);
  const paidAt = known?.paidAt ?? answer.finalisedAt ?? null;
  if (!isOurs || paidAt === null || answer.amountCents === null || answer.amountCents <= 0) return [];
  const { payer } = parsePayer(answer.debitParty ?? '');
  const payment = { receipt, amountCents: answer.amountCents, paidAt, payer, account: known?.account ?? '' };
  return [
    { kind: 'payment', payment, source: 'status query' },
    { kind: 'wake', receipts: [receipt], orders: [] },
  ];
}

/** The query itself was taken, whatever it says of the payment. */
function isAnswered({ code }: StatusAnswer): boolean {
  return normalCode(code) === '0';
}

/** A query refused for its credentials stops the lane like any other call (payouts.md §9). */
function stopOf(answer: StatusAnswer): LaneStop | null {
  return laneStopOf('reversal', { kind: 'status_answer', ask: 0, ...answer });
}

async function stops(inquiry: Inquiry, stop: LaneStop | null, desk: Desk): Promise<readonly Write[]> {
  return stop === null ? [] : stopLane({ id: inquiry.caseId }, stop, desk);
}

/** Ends the waiting. Lost when another answer came in between: it is read next. */
async function close(
  view: InquiryView,
  state: 'answered' | 'unanswered',
  writes: readonly Write[],
  desk: Desk,
  conditions: readonly Condition[] = [],
): Promise<void> {
  const { inquiry } = view;
  const end: readonly Write[] = [
    event(inquiry.caseId, 'inquiry_ended', { inquiry: inquiry.id, purpose: inquiry.purpose, state }),
    ...writes,
    { kind: 'wake_case', caseId: inquiry.caseId },
  ];
  await save(view, { state, sentAt: inquiry.sentAt, nextAt: null }, end, desk, conditions);
}

async function save(
  { inquiry, answers }: InquiryView,
  set: Pick<Inquiry, 'state' | 'sentAt' | 'nextAt'>,
  writes: readonly Write[],
  desk: Desk,
  conditions: readonly Condition[] = [],
): Promise<'done' | 'lost'> {
  const saved = await desk.store.commit({
    at: desk.clock.now(),
    actor: 'worker',
    conditions,
    writes: [{ kind: 'update_inquiry', inquiryId: inquiry.id, answers: answers.length, set }, ...writes],
  });
  return saved.kind;
}
