/**
 * The words of a text in lower case with one space between and around them, so that a pattern needs to know one shape:
 * ` ndio lakini amount si hiyo `. Letters drawn out (`ndiooo`, `eeeh`) are shortened, apostrophes dropped (`that's` is
 * `thats`), and what separates words (punctuation, hyphens, emoji) is a space. Linear in the text.
 */
export function wordLine(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '')
    .replaceAll(/(?<!\p{L})e{3,}/gu, 'ee')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .match(/[\p{L}\p{N}_]+/gu);
  return words === null ? ' ' : ` ${words.join(' ')} `;
}

/** The words of a `wordLine`. */
export function wordsIn(line: string): readonly string[] {
  return line.split(' ').filter((word) => word !== '');
}

/** The same length, every character but line breaks a space: offsets found in the rest stay true. */
export function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** The text with those spans blanked. Spans may touch or overlap. */
export function withoutSpans(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
  const ordered = spans.toSorted((one, other) => one.start - other.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ordered) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(text.slice(at, from), blank(text.slice(from, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Why a yes or a statement may not be taken at its word: it asks, or it hangs on something else. */
export function asksOrHedges(text: string, line: string): boolean {
  return (
    text.includes('?') ||
    /(?: kama | ikiwa | if | unless | labda | maybe | lakini | ila | but | except )/.test(line)
  );
}
