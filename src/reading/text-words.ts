import { isAscii } from './fold.ts';
import { remembered } from './remembered.ts';
import { isDigitWord } from './spelled-digits.ts';
import type { Span } from './types.ts';

/** A run of letters and digits; every other character separates. */
export interface TextWord extends Span {
  readonly text: string;
  readonly lower: string;
  /** How many of its characters are the digits 0-9. */
  readonly digits: number;
  /** It is a number word (`saba`, `double`), alone or with the word after it. */
  readonly dictates: boolean;
}

const WORDS = /[\p{L}\p{N}]+/gu;

/** The words of a folded text, in order: cut and looked up once for all finders. Linear in the text. */
export const wordsOf: (text: string) => readonly TextWord[] = remembered((text) =>
  isAscii(text) ? asciiWords(text) : unicodeWords(text),
);

/** What a character is in a word: most of reading a short text is asking this, so it is one look into a table. */
const SEPARATOR = 0;
const DIGIT = 1;
const SMALL = 2;
const CAPITAL = 3;
const ASCII_CLASSES = Uint8Array.from({ length: 0x80 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(character: string): number {
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[a-z]/.test(character)) return SMALL;
  return /[A-Z]/.test(character) ? CAPITAL : SEPARATOR;
}

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
    const kind = at < text.length ? ASCII_CLASSES[text.charCodeAt(at)] : SEPARATOR;
    if (kind !== SEPARATOR) {
      if (start === -1) start = at;
      if (kind === DIGIT) digits += 1;
      else if (kind === CAPITAL) capitals = true;
    } else if (start !== -1) {
      const word = text.slice(start, at);
      const lower = capitals ? word.toLowerCase() : word;
      words.push({ start, end: at, text: word, lower, digits, dictates: digits === 0 && isDigitWord(lower) });
      start = -1;
      digits = 0;
      capitals = false;
    }
  }
  return words;
}

function unicodeWords(text: string): readonly TextWord[] {
  return Array.from(text.matchAll(WORDS), (match) => {
    const lower = match[0].toLowerCase();
    return {
      start: match.index,
      end: match.index + match[0].length,
      text: match[0],
      lower,
      digits: match[0].replaceAll(/[^0-9]/g, '').length,
      dictates: isDigitWord(lower),
    };
  });
}
