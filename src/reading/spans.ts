import type { Span } from './types.ts';

/** The text with each span (none overlapping) shown in another way, and the rest of it too. */
export function replaceSpans<S extends Span>(
  text: string,
  spans: readonly S[],
  shown: (span: S) => string,
  rest: (text: string) => string = (same) => same,
): string {
  if (spans.length === 0) return rest(text);
  const parts: string[] = [];
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    parts.push(rest(text.slice(at, span.start)), shown(span));
    at = span.end;
  }
  return parts.join('') + rest(text.slice(at));
}

/** Stars in place of the spans: places stay the same, and a star ends a number for every finder. */
export function starred(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, ({ start, end }) => '*'.repeat(end - start));
}

/** One byte a character, 1 where a span lies: asking it stays cheap however many spans there are. */
export function spanMask(length: number, spans: readonly Span[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const { start, end } of spans) mask.fill(1, start, end);
  return mask;
}

/** Whether the mask has anything within a span. */
export function touches(mask: Uint8Array, { start, end }: Span): boolean {
  return mask.subarray(start, end).includes(1);
}
