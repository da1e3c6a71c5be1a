/** A moment in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** East Africa Time is UTC+3 all year round: M-Pesa statements, results and receipts are dated in it. */
export const EAT_OFFSET = 3 * HOUR;

/** `2026-11-30 10:00` in East Africa Time, for people. */
export function formatEat(at: Instant): string {
  return new Date(at + EAT_OFFSET).toISOString().slice(0, 16).replace('T', ' ');
}

/** `YYYY-MM-DD` of that moment in East Africa Time. */
export function eatDate(at: Instant): string {
  return new Date(at + EAT_OFFSET).toISOString().slice(0, 10);
}

/** The moment that East Africa's calendar and clock show so; null when there is no such day or time. */
export function fromEat(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): Instant | null {
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(utc);
  const same =
    back.getUTCFullYear() === year &&
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hour &&
    back.getUTCMinutes() === minute &&
    back.getUTCSeconds() === second;
  return same ? utc - EAT_OFFSET : null;
}

/** The moment of M-Pesa's fourteen digits, `20261130100000` in East Africa Time; null for anything else. */
export function parseEatDigits(digits: string): Instant | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour, minute, second] = match.slice(1).map(Number);
  return fromEat(year, month, day, hour, minute, second);
}

/** `3 min`, `2 h`, `5 d`: an age in the largest unit that fits, rounded down. */
export function formatAge(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}
