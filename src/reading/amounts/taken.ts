import type { Span } from '../types.ts';
import { BLANK } from './token-pieces.ts';

/** The text with the taken spans blanked, but for a sum that one of them opens with. */
export function withoutTaken(text: string, taken: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of taken.length > 1 ? [...taken].sort((a, b) => a.start - b.start) : taken) {
    const { start: from, end: to } = behindSum(text, span);
    const start = Math.max(at, from);
    const end = Math.min(text.length, to);
    if (end <= start) continue;
    parts.push(text.slice(at, start), BLANK.repeat(end - start));
    at = end;
  }
  return at === 0 ? text : parts.join('') + text.slice(at);
}

/** What a taken span may open with that is no part of a phone: a figure, or words up to the figures. */
const SUM = /^(?:[1-9][\d,]*[,.;]?\s+|[^\d+]+)/;
/** A whole Kenyan mobile number with its zero. */
const WHOLE_PHONE = /0[17](?:[ .-]?\d){8}(?!\d)/y;
/** No sum that is said before a phone has more characters. */
const SUM_LENGTH_MAX = 120;

/**
 * 254 is Kenya's code and also a sum, 25 with a zero the beginning of Rwanda's, so `nimelipa 25410, 0712 000 391` and
 * `twenty five 0712 000 391` dial a number if they are taken as one. Where a sum is closed by a mark, or is said in
 * words, and a whole phone follows, the phone begins behind it.
 */
export function behindSum(text: string, span: Span): Span {
  const sum = SUM.exec(text.slice(Math.max(0, span.start), Math.min(span.end, span.start + SUM_LENGTH_MAX)));
  if (sum === null) return span;
  WHOLE_PHONE.lastIndex = span.start + sum[0].length;
  if (!WHOLE_PHONE.test(text)) return span;
  const start = span.start + sum[0].length;
  const end = WHOLE_PHONE.lastIndex;
  // `254 0712 000 391` is one phone; where the whole one goes on beyond the span, the span began too early.
  const closed = /[a-z]|[,.;]\s+$/i.test(sum[0]);
  return closed || end > span.end ? { start, end: Math.max(span.end, end) } : span;
}
