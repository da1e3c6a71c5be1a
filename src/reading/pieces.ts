import { remembered } from './remembered.ts';
import { spelledDigitsAt } from './spelled-digits.ts';
import { wordsOf } from './text-words.ts';
import type { Span } from './types.ts';

/** A word of a text as it counts in a code or a number that is dictated: number words stand for their digits. */
export interface Piece extends Span {
  readonly text: string;
}

/**
 * Cuts a folded text at everything that is no letter or digit, and reads number words as the digits they dictate.
 * The same array as `literalPiecesOf` when there is no number word.
 */
export const piecesOf: (text: string) => readonly Piece[] = remembered((text) => {
  const words = wordsOf(text);
  if (!words.some(({ dictates }) => dictates)) return words;
  const lower = words.map((word) => word.lower);
  const pieces: Piece[] = [];
  let at = 0;
  while (at < words.length) {
    const spelled = words[at]?.dictates === true ? spelledDigitsAt(lower, at) : null;
    const next = spelled?.next ?? at + 1;
    const first = words[at];
    const last = words[next - 1];
    if (first === undefined || last === undefined) break;
    pieces.push(spelled === null ? first : { start: first.start, end: last.end, text: spelled.digits });
    at = next;
  }
  return pieces;
});

/** The same with every word as it stands: `OH` in a code may be its letters. */
export function literalPiecesOf(text: string): readonly Piece[] {
  return wordsOf(text);
}
