import type { Instant } from '../core/clock.ts';
import { fromEat } from '../core/clock.ts';

const CLOCK = String.raw`(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}$`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${CLOCK}$`);
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A date as statements and shops write it: `06-10-2026 09:30:15` (day first, as in Kenya), `2026-10-06 09:30:15`,
 * slashes, without seconds or clock, or ISO with a zone. Without a zone it is East Africa Time (daraja.md §9). Null
 * for anything else and for days that do not exist.
 */
export function parseFileDate(text: string): Instant | null {
  const trimmed = text.trim();
  if (ZONED.test(trimmed)) {
    const at = Date.parse(trimmed);
    return Number.isNaN(at) ? null : at;
  }
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst) return inEat(yearFirst, [1, 2, 3]);
  const dayFirst = DAY_FIRST.exec(trimmed);
  return dayFirst ? inEat(dayFirst, [3, 2, 1]) : null;
}

function inEat(
  match: RegExpExecArray,
  [year, month, day]: readonly [number, number, number],
): Instant | null {
  const part = (place: number): number => Number(match[place] ?? 0);
  const hour = hourOf(part(4), match[7]);
  return hour === null ? null : fromEat(part(year), part(month), part(day), hour, part(5), part(6));
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}
