import type { Instant } from '../core/clock.ts';
import type { Receipt } from '../reading/types.ts';
import { laneStopOf } from './classify/lane-stop.ts';
import { transferOf } from './ledger.ts';
import { nextAttemptAt } from './schedule.ts';
import type {
  Attempt,
  LaneStop,
  Payout,
  StoredFact,
  Transfer,
  Verdict,
  VerdictFlag,
  VerdictKind,
} from './types.ts';

export interface SettlementSettings {
  readonly attemptsPerRound: number;
  /** Pauses before the second and each later attempt of a round. */
  readonly retryPauses: readonly number[];
}

/** All that applying a verdict looks at, loaded together. */
export interface VerdictChange {
  /** As stored: `attempt.verdict` is what was applied last. */
  readonly attempt: Attempt;
  /** The other attempts of the same payout, all rounds. */
  readonly siblings: readonly Pick<Attempt, 'number' | 'verdict'>[];
  readonly payout: Payout;
  /** The flags that the verdict had without the new facts: each is told of once. */
  readonly previousFlags: readonly VerdictFlag[];
  readonly verdict: Verdict;
  /** The attempt's ledger lines. */
  readonly transfers: readonly Transfer[];
  /** The facts that this verdict is the first to see. Only they can stop the lane (see `laneStopOf`). */
  readonly newFacts: readonly StoredFact[];
  /** The verdict's provider receipt settles another payout already: one receipt settles one only (payouts.md §7). */
  readonly receiptTaken: boolean;
  /** Another payout of the receipt is unresolved at this moment. */
  readonly otherUnresolved: boolean;
  readonly now: Instant;
  readonly settings: SettlementSettings;
}

export type SettlementAlert = VerdictFlag | 'turned_around' | 'paid_twice' | 'receipt_settles_another_payout';

/** What is to be written, in one transaction. */
export interface Settlement {
  readonly transfers: readonly Transfer[];
  readonly attempt: Pick<Attempt, 'verdict' | 'resolvedAt'>;
  readonly payout: Pick<Payout, 'state' | 'nextAttemptAt' | 'providerReceipt'>;
  /** How this change ended the round: done, or back to approval for that reason; null when it did not. */
  readonly roundEnded: 'paid' | 'already_back' | 'payout_refused' | 'payout_failed' | null;
  /** New contradictions: told to staff once each (`fact_contradicts`). */
  readonly alerts: readonly SettlementAlert[];
  /** Puts the receipt on hold; only two people lift it. */
  readonly hold: boolean;
  readonly laneStop: LaneStop | null;
}

type NextState = Pick<Settlement, 'roundEnded'> & Pick<Payout, 'state' | 'nextAttemptAt'>;

/**
 * What follows from a verdict (payouts.md §1, §3, §6, §7). Applying the same verdict again writes nothing. A verdict
 * that turns a resolved attempt around is applied with an alert, a `late` transfer and a hold. Money that moved can
 * always be recorded: no cap and no state of case or payout refuses it.
 */
export function afterVerdict(change: VerdictChange): Settlement {
  const { attempt, payout, now } = change;
  const verdict = believed(change);
  const isNew = verdict.kind !== attempt.verdict;
  const next: NextState = isNew
    ? nextState(change, verdict)
    : { state: payout.state, nextAttemptAt: payout.nextAttemptAt, roundEnded: null };
  const isTurn = turnsAround(attempt.verdict, change.verdict.kind);
  const isTwice =
    isNew && verdict.kind === 'paid' && change.siblings.some((sibling) => sibling.verdict === 'paid');
  return {
    transfers: isNew ? transfersFor(change, verdict) : [],
    attempt: {
      verdict: verdict.kind,
      resolvedAt: !isNew ? attempt.resolvedAt : verdict.kind === 'unresolved' ? null : now,
    },
    payout: {
      state: next.state,
      nextAttemptAt: next.nextAttemptAt,
      providerReceipt: payout.providerReceipt ?? receiptOf(verdict),
    },
    roundEnded: next.roundEnded,
    alerts: alertsOf(change, isTurn, isTwice),
    hold: isTurn || isTwice,
    laneStop: newLaneStop(change),
  };
}

/**
 * The verdict as far as it is applied. One whose receipt settles another payout is not: no money is booked twice on one
 * receipt. And money once booked as moved is never unbooked by a weaker verdict, only alerted about.
 */
function believed({ attempt, verdict, receiptTaken }: VerdictChange): Verdict {
  const isTaken = receiptTaken && receiptOf(verdict) !== null;
  const isWeaker = isDone(attempt.verdict) && !isDone(verdict.kind);
  return isTaken || isWeaker ? asApplied(attempt.verdict, verdict.flags) : verdict;
}

/** What was applied before, again: it changes nothing, whatever else was heard. */
function asApplied(kind: VerdictKind, flags: readonly VerdictFlag[]): Verdict {
  switch (kind) {
    case 'paid':
    case 'already_back':
      return { kind, providerReceipt: null, flags };
    case 'not_paid':
      return { kind, nothingLeft: false, laneStop: null, code: null, flags };
    case 'unresolved':
      return { kind, flags };
  }
}

/** A resolved attempt now says something else about the money. From "back" to "paid by us" it says the same. */
function turnsAround(applied: VerdictKind, judged: VerdictKind): boolean {
  return applied !== 'unresolved' && applied !== judged && !(isDone(applied) && isDone(judged));
}

function isDone(kind: VerdictKind): kind is 'paid' | 'already_back' {
  return kind === 'paid' || kind === 'already_back';
}

function isDonePayout({ state }: Payout): boolean {
  return state === 'paid' || state === 'already_back';
}

function receiptOf(verdict: Verdict): Receipt | null {
  return verdict.kind === 'paid' || verdict.kind === 'already_back' ? verdict.providerReceipt : null;
}

/**
 * `posted` or `voided` while the reservation is unresolved. Money that shows up later is `late`, once for the attempt;
 * so is money of an attempt without a reservation in these books (an old copy of the database).
 */
function transfersFor(
  { attempt, payout, transfers, now }: VerdictChange,
  verdict: Verdict,
): readonly Transfer[] {
  const has = (...kinds: Transfer['kind'][]) => transfers.some(({ kind }) => kinds.includes(kind));
  const isOpen = has('pending') && !has('posted', 'voided');
  const line = (kind: Transfer['kind']) =>
    transferOf(attempt, payout, kind, { at: now, providerReceipt: receiptOf(verdict) });
  if (isDone(verdict.kind)) {
    if (has('posted', 'late')) return [];
    return [line(isOpen ? 'posted' : 'late')];
  }
  return verdict.kind === 'not_paid' && isOpen ? [line('voided')] : [];
}

/**
 * The payout's state follows from *all* its attempts: an older one may turn around while a newer one is out. One thing
 * is before it: at most one payout of a receipt is unresolved. When an attempt that was settled is in doubt again while
 * another payout of the receipt is out, its own payout stays as it is; the attempt is unresolved, which the gate sees.
 */
function nextState(change: VerdictChange, verdict: Verdict): NextState {
  const { attempt, siblings, payout } = change;
  const kinds = [verdict.kind, ...siblings.map((sibling) => sibling.verdict)];
  if (kinds.includes('unresolved')) {
    return {
      state: change.otherUnresolved ? payout.state : 'unresolved',
      nextAttemptAt: null,
      roundEnded: null,
    };
  }
  for (const kind of ['paid', 'already_back'] as const) {
    // A payout that was done before ends no round a second time: its case may be closed.
    const roundEnded = isDonePayout(payout) ? null : kind;
    if (kinds.includes(kind)) return { state: kind, nextAttemptAt: null, roundEnded };
  }
  const isNewest = attempt.number === payout.attempts && attempt.round === payout.round;
  return afterFailure(change, verdict, isNewest);
}

/** Another attempt of the round follows only a proof that nothing left, or a stop of the lane (payouts.md §1). */
function afterFailure(
  { payout, now, settings }: VerdictChange,
  verdict: Verdict,
  isNewest: boolean,
): NextState {
  const mayRetry =
    verdict.kind === 'not_paid' && (verdict.nothingLeft || verdict.laneStop !== null) && isNewest;
  const over = (why: 'payout_refused' | 'payout_failed'): NextState => ({
    state: 'not_paid',
    nextAttemptAt: null,
    roundEnded: why,
  });
  if (!mayRetry) return over('payout_refused');
  if (payout.attemptsInRound >= settings.attemptsPerRound) return over('payout_failed');
  const due = nextAttemptAt(settings.retryPauses, now, payout.attemptsInRound);
  return { state: 'retry_due', nextAttemptAt: due, roundEnded: null };
}

function alertsOf(change: VerdictChange, isTurn: boolean, isTwice: boolean): readonly SettlementAlert[] {
  const { attempt, verdict, previousFlags, receiptTaken } = change;
  const alerts: SettlementAlert[] = verdict.flags.filter((flag) => !previousFlags.includes(flag));
  if (isTurn) alerts.push('turned_around');
  if (isTwice) alerts.push('paid_twice');
  const refuses = receiptTaken && receiptOf(verdict) !== null && verdict.kind !== attempt.verdict;
  if (refuses) alerts.push('receipt_settles_another_payout');
  return alerts;
}

/** A credential goes before a float: opening the lane again needs it mended first. */
function newLaneStop({ attempt, newFacts }: VerdictChange): LaneStop | null {
  const stops = newFacts.flatMap(({ fact }) => laneStopOf(attempt.refund.rail, fact) ?? []);
  return stops.find(({ why }) => why === 'credential') ?? stops[0] ?? null;
}
