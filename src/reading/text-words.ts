import { isAscii } from './fold.ts';
import { remembered } from './remembered.ts';
import type { Span } from './types.ts';

/** A run of letters and digits; every other character separates. */
export interface TextWord extends Span {
  readonly text: string;
  readonly lower: string;
  /** How many of its characters are the digits 0-9. */
  readonly digits: number;
}

const WORDS = /[\p{L}\p{N}]+/gu;

/** The words of a folded text, in order. Linear in the text. */
export const wordsOf: (text: string) => readonly TextWord[] = remembered((text) =>
  isAscii(text) ? asciiWords(text) : unicodeWords(text),
);

/**
 * Unicode classes cost several times as much as looking at codes, and nearly every message needs none. Each word is put
 * into lower case by itself: V8 moves `toLowerCase()` of a whole text into the loop, which made this quadratic.
 */
function asciiWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  let start = -1;
  let digits = 0;
  let capitals = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const isDigit = code >= 0x30 && code <= 0x39;
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (isDigit || isCapital || (code >= 0x61 && code <= 0x7a)) {
      if (start === -1) start = at;
      if (isDigit) digits += 1;
      else if (isCapital) capitals = true;
    } else if (start !== -1) {
      const word = text.slice(start, at);
      words.push({ start, end: at, text: word, lower: capitals ? word.toLowerCase() : word, digits });
      start = -1;
      digits = 0;
      capitals = false;
    }
  }
  return words;
}

function unicodeWords(text: string): readonly TextWord[] {
  return Array.from(text.matchAll(WORDS), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    lower: match[0].toLowerCase(),
    digits: match[0].replaceAll(/[^0-9]/g, '').length,
  }));
}
