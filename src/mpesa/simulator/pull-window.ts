import type { Instant } from '../../core/clock.ts';
import { fromEat } from '../../core/clock.ts';

/** `YYYY-MM-DD HH:mm:ss` of a pull, in East Africa Time (daraja.md §5); null for anything else. */
export function parseWindowTime(text: string | null): Instant | null {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text ?? '');
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return fromEat(year, month, day, hour, minute, second);
}
