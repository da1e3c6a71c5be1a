import { isDigitWord, spelledDigitsAt, type SpelledDigits } from './spelled-digits.ts';
import type { Span } from './types.ts';

/** A word of a text as it counts in a code or a number that is dictated: number words stand for their digits. */
export interface Piece extends Span {
  readonly text: string;
}

/** Cuts a folded text at everything that is no letter or digit, and reads number words as the digits they dictate. */
export function piecesOf(text: string): readonly Piece[] {
  return cutWith(text, (words, at) => (isDigitWord(words[at] ?? '') ? spelledDigitsAt(words, at) : null));
}

/** The same with every word as it stands: `OH` in a code may be its letters. */
export function literalPiecesOf(text: string): readonly Piece[] {
  return cutWith(text, () => null);
}

function cutWith(
  text: string,
  spelledAt: (words: readonly string[], at: number) => SpelledDigits | null,
): readonly Piece[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const lower = words.map((word) => word[0].toLowerCase());
  const pieces: Piece[] = [];
  let at = 0;
  while (at < words.length) {
    const spelled = spelledAt(lower, at);
    const next = spelled?.next ?? at + 1;
    const first = words[at];
    const last = words[next - 1];
    if (first === undefined || last === undefined) break;
    const start = first.index;
    const end = last.index + last[0].length;
    pieces.push({ start, end, text: spelled?.digits ?? first[0] });
    at = next;
  }
  return pieces;
}
