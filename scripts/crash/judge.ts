import type { Ending } from './books.ts';
import type { Scenario } from './scenarios.ts';
import { takeoverFault, type Takeover } from './takeover.ts';

/**
 * Where a process died, as far as the money is concerned: before `reserve` committed, between that and the first
 * recorded answer, after it. `outside`: the simulator itself died; `anywhere`: a random instant, or several.
 */
export type Place = 'before' | 'between' | 'after' | 'outside' | 'anywhere';

export type Outcome = 'paid_once' | 'in_doubt_resolved' | 'in_doubt_person' | 'refused' | 'failed';

export interface Judgement {
  readonly outcome: Outcome;
  /** Of a failure; the first words name its kind. */
  readonly why: string;
}

/** What a run is judged by. */
export interface Judged {
  readonly scenario: Pick<Scenario, 'expected'> & { readonly situation: { readonly refundCents: number } };
  readonly place: Place;
  /** Processes that were proven dead, and how many there should be. */
  readonly kills: number;
  readonly killsWanted: number;
  readonly finished: boolean;
  readonly ending: Ending;
  readonly takeover: Takeover;
}

/** The expected end follows from where the process died and from the simulator's books (DESIGN §9). */
export function judgeRun(run: Judged): Judgement {
  const { ending, scenario } = run;
  if (run.kills < run.killsWanted) return failed('not killed: the boundary was not reached');
  if (ending.moneyOutTimes > 1 || ending.moneyOutCents > scenario.situation.refundCents)
    return failed('paid twice');
  if (ending.mostRequestsAnAttempt > 1) return failed('sent more than once');
  if (!run.finished) return failed('lost: the case did not end');
  const fault = takeoverFault(run.takeover, run.place === 'anywhere' ? 'if it waited' : 'from the start');
  if (fault !== null) return failed(fault);
  // Only a provider that cannot be reached gives a reason for a second attempt.
  if (ending.attempts > 1 && run.place !== 'outside')
    return failed('other: a second attempt, though nothing proved that the first left nothing');
  if (ending.moneyOutCents > 0) return paid(run);
  return scenario.expected === 'refused' && ending.attempts > 0 ? refused(run) : notPaid(run);
}

function paid({ ending, scenario, place }: Judged): Judgement {
  const told = ending.told.filter((purpose) => purpose === 'refund_paid' || purpose === 'money_is_back');
  if (scenario.expected === 'refused') return failed('other: paid what the provider refused');
  if (ending.moneyOutCents !== scenario.situation.refundCents)
    return failed('other: another amount was paid');
  // A provider that is away answers no question: the desk does not know, and says so.
  const isUnheard = (place === 'outside' || place === 'anywhere') && !ending.facts.some(isAnswer);
  if (isUnheard && ending.status === 'approved') return inDoubt(ending);
  if (ending.status !== 'closed' || ending.outcome !== 'refunded' || told.length !== 1)
    return failed('lost: paid, but not closed and told once');
  if (ending.ledger['posted'] !== 1 || ending.ledger['late'] !== undefined)
    return failed("other: the ledger differs from the provider's books");
  const asked = place === 'between' || scenario.expected === 'doubt_resolved';
  return { outcome: asked ? 'in_doubt_resolved' : 'paid_once', why: '' };
}

/** Nothing was paid, and the provider had not refused. */
function notPaid({ ending, place }: Judged): Judgement {
  if (place === 'before' || place === 'after')
    return failed('lost: nothing was paid, though nothing spoke against it');
  if (place === 'between' && ending.requestsReceived > 0)
    return failed('lost: the request was received, but not settled by asking');
  // A provider that is away cannot confirm the original payment either: a person is named before anything is tried.
  if (place === 'outside' && ending.attempts === 0 && ending.escalations.includes('payout_refused'))
    return { outcome: 'refused', why: '' };
  if (ending.requestsAccepted > 0) return failed('lost: accepted, but neither paid nor refused');
  return inDoubt(ending);
}

/** The provider failed the payout: not paid when its failure was heard, in doubt when it was not. */
function refused({ ending, place }: Judged): Judgement {
  if (ending.facts.some((fact) => fact.startsWith('result ') && fact !== 'result 0')) {
    const isBack = ending.status === 'waiting_for_approval' && ending.ledger['voided'] === ending.attempts;
    return isBack && ending.escalations.includes('payout_refused') && toldOfPerson(ending)
      ? { outcome: 'refused', why: '' }
      : failed('lost: refused, but not given back to people');
  }
  return place === 'before' ? failed('lost: the refusal was not heard') : inDoubt(ending);
}

function inDoubt(ending: Ending): Judgement {
  if (ending.attempts === 0) return failed('lost: nothing was tried');
  return ending.escalations.includes('payout_in_doubt') && toldOfPerson(ending)
    ? { outcome: 'in_doubt_person', why: '' }
    : failed('lost: in doubt without a named person or without telling the customer');
}

function toldOfPerson(ending: Ending): boolean {
  return ending.told.includes('handed_to_person');
}

function isAnswer(fact: string): boolean {
  return fact.startsWith('result ') || fact === 'status_answer';
}

function failed(why: string): Judgement {
  return { outcome: 'failed', why };
}

/**
 * The place of a boundary in the order in which an undisturbed run passed them. The reservation is the last `reserve`
 * before the request: an earlier one was refused by the gate, which then asked.
 */
export function placeOf(boundary: string, order: readonly string[]): Place {
  if (boundary.startsWith('simulator')) return 'outside';
  const { reserved, answered } = landmarks(order);
  const at = order.indexOf(boundary);
  if (at < reserved) return 'before';
  return at < answered && isWorkers(boundary) ? 'between' : 'after';
}

/** Where a scenario's own part of the order begins: the reservation, before it begins. */
export function ownFrom(order: readonly string[]): number {
  const { reserved } = landmarks(order);
  return order.findLastIndex((name, index) => index < reserved && name.includes('reserve before-begin'));
}

/** Where the reservation committed, and where the first answer was recorded. */
function landmarks(order: readonly string[]): { readonly reserved: number; readonly answered: number } {
  const sends = order.findIndex((name) => isWorkers(name) && name.includes('payments.send before'));
  const reserved = order.findLastIndex(
    (name, index) => index < sends && isWorkers(name) && name.includes('reserve after-commit'),
  );
  const answered = order.findIndex(
    (name, index) => index > sends && isWorkers(name) && name.includes('record after-commit'),
  );
  if (sends < 0 || reserved < 0 || answered < 0)
    throw new Error('the undisturbed run reserved, sent or recorded nothing');
  return { reserved, answered };
}

/** The worker's own calls, not its listener's. */
function isWorkers(name: string): boolean {
  return name.startsWith('worker · ');
}
