import type { Instant } from '../../core/clock.ts';
import { parseEatDigits } from '../../core/clock.ts';

/** `YYYY-MM-DD HH:mm:ss` of a pull, in East Africa Time (daraja.md §5); null for anything else. */
export function parseWindowTime(text: string | null): Instant | null {
  const isSo = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '');
  return isSo ? parseEatDigits((text ?? '').replaceAll(/\D/g, '')) : null;
}
