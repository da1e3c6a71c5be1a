import { DAY, HOUR, MINUTE, SECOND } from '../../core/clock.ts';

const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** Milliseconds of `90s`, `5m`, `2h` or `3d`; null for anything else. */
export function timeOf(text: string | undefined): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text ?? '') ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? 0);
}
