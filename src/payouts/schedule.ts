import { HOUR, MINUTE, SECOND, type Instant } from '../core/clock.ts';

/** How long a reserved attempt may wait to be written (payouts.md §5): past it, it is *never sent*. */
export const SEND_WINDOW = 30 * SECOND;

/**
 * When an unresolved attempt is asked about, counted from its reservation (payouts.md §7). Results usually come within
 * seconds, status answers take up to minutes; what is not known after a day is for people. A setting.
 */
export const ASK_AFTER: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR];

/** When staff, and when the customer, are told that an attempt is still unresolved (payouts.md §7). */
export const TELL_STAFF_AFTER = 30 * MINUTE;
export const TELL_CUSTOMER_AFTER = 2 * HOUR;

/** Pauses before the second and each later attempt of a round (payouts.md §1). */
export const RETRY_PAUSES: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE];

/** More than three provably failed attempts in a row are no accident: a person looks (payouts.md §1). */
export const ATTEMPTS_PER_ROUND = 3;

/**
 * The next moment of the schedule later than `after`; null when the last one is past. `from` is the reservation;
 * `after` is the moment of the ask just made (or of the reservation). Asks made out of turn, after a failure result,
 * therefore use up no moment of the schedule, and a worker that slept asks once, not once for each moment missed.
 */
export function nextAsk(
  schedule: readonly number[],
  { from, after }: { readonly from: Instant; readonly after: Instant },
): Instant | null {
  const later = schedule.map((wait) => from + wait).filter((moment) => moment > after);
  return later.length === 0 ? null : Math.min(...later);
}

/** When the next attempt of the round is due, after `attemptsInRound` of them; later ones repeat the last pause. */
export function nextAttemptAt(pauses: readonly number[], now: Instant, attemptsInRound: number): Instant {
  const pause = pauses[Math.min(attemptsInRound, pauses.length) - 1];
  return now + (pause ?? 30 * MINUTE);
}
