import { readNumberWords } from './amounts/read.ts';
import { isGluedVerb } from './amounts/pay-words.ts';
import {
  ACCOUNT_CUES,
  DENIALS,
  FILLERS,
  MONEY_AFTER,
  MONEY_PREFIX,
  NUMBER_WORDS,
  ORDER_CUES,
  PRICE_WORDS,
  WRITTEN,
} from './order-words.ts';
import { isDigitWord, spelledDigitsAt } from './spelled-digits.ts';
import type { Span } from './types.ts';

/** A number with the place where it stands in the folded text. */
export interface OrderValue extends Span {
  readonly written: string;
  /** A word right before it says that it is not the one. */
  readonly denied: boolean;
}

/** An order number before its normal form and its place in the raw text are known. */
export interface FoundOrder extends OrderValue {
  readonly named: 'order' | 'account' | 'bare' | 'till';
  readonly denied: boolean;
}

/** `88213`, `KB-204417`, `ORD-2026-88213`: at most 40 characters, more is no order number. */
export const VALUE =
  /(?:[A-Za-z]{1,8}[-/_]|[A-Za-z]{1,6})?\d[\dA-Za-z]{0,19}(?:[-/_][\dA-Za-z]{1,12}){0,3}(?![\dA-Za-z])/y;
/** `KB 204417`: letters apart from their figures are a prefix and no word when they have no vowel. */
const SPACED_VALUE = /(?:(?!kshs?|kes|shs?)[b-df-hj-np-tv-z]{2,4}|inv|ord) \d{4,12}(?![\dA-Za-z])/iy;

const SEPARATORS = /[\s"'_:=.#()[\]\u2010-\u2015-]{0,5}/y;
const WORD = /[A-Za-z]+(?![\dA-Za-z])/y;
const FILLERS_MAX = 6;
const PRICE_LINKS: ReadonlySet<string> = new Set(['ya', 'za']);
/** A price of goods has up to four digits; an order number of so few needs a word that says "number". */
export const PRICE_DIGITS_MAX = 4;
/** Below this a figure after "order" is a count of orders. */
const DIGITS_MIN = 3;
const NUMBER_LENGTH_MAX = 24;

/** The number that a cue word at `[cueStart, cueEnd)` names, with small words between. Null when none follows. */
export function orderValueAfter(
  text: string,
  cueStart: number,
  cueEnd: number,
  named: 'order' | 'account' | 'till' | 'bare',
): OrderValue | null {
  let at = cueEnd;
  let explicit = text.charAt(cueStart) === '#';
  let last = '';
  let denied = isDeniedBefore(text, cueStart);
  for (let fillers = 0; fillers <= FILLERS_MAX; fillers += 1) {
    const gap = exec(SEPARATORS, text, at)?.[0] ?? '';
    explicit ||= gap.includes('#');
    at += gap.length;
    const value = exec(VALUE, text, at)?.[0] ?? exec(SPACED_VALUE, text, at)?.[0];
    if (value !== undefined) {
      const written = withoutWordBehind(value);
      const mayBePrice = PRICE_WORDS.has(last) || WRITTEN.test(last);
      const isPrice = mayBePrice && countDigits(written) <= PRICE_DIGITS_MAX;
      if (isPrice || !isOrderValue(text, at, written, explicit || named === 'till')) return null;
      return { start: at, end: at + written.length, written, denied };
    }
    const word = exec(WORD, text, at)?.[0].toLowerCase();
    if (word === undefined) return null;
    // `order ni ya elfu mbili` tells its price.
    if (explicit && !PRICE_LINKS.has(last)) {
      const spoken = spokenNumber(text, at);
      if (spoken !== null) return { ...spoken, denied };
    }
    if (DENIALS.has(word)) denied = true;
    else if (!FILLERS.has(word) && !WRITTEN.test(word)) return null;
    explicit ||= NUMBER_WORDS.has(word);
    last = word;
    at += word.length;
  }
  return null;
}

/** Whether a figure at `at` can be an order number: digits enough, and nothing around it makes it money. */
export function isOrderValue(text: string, at: number, written: string, explicit: boolean): boolean {
  if (written.length > NUMBER_LENGTH_MAX || MONEY_PREFIX.test(`${written} `)) return false;
  if (MONEY_AFTER.test(text.slice(at + written.length, at + written.length + 12))) return false;
  // `nimelipa2500` lacks a space and is no reference.
  if (isGluedVerb(/^[a-z]*/i.exec(written)?.[0].toLowerCase() ?? '')) return false;
  return countDigits(written) >= (explicit ? 1 : DIGITS_MIN);
}

/** `88213ndio`: small letters glued behind figures are a word. */
export function withoutWordBehind(written: string): string {
  return /^(\d{3,})[a-z]{2,}$/.exec(written)?.[1] ?? written;
}

const WORD_HERE = /[a-z]+/iy;

/** The longest number in words is well within this; voice notes give order numbers so. */
const SPOKEN_WORDS_MAX = 12;

/** A number in words from `at`: dictated digit by digit, or said as a number (`elfu tisini mia nne kumi na saba`). */
export function spokenNumber(
  text: string,
  at: number,
  how: 'any' | 'dictated' = 'any',
): Omit<OrderValue, 'denied'> | null {
  // A number that is dictated begins with a digit word, and most words are none.
  if (how === 'dictated' && !isDigitWord(exec(WORD_HERE, text, at)?.[0].toLowerCase() ?? '')) return null;
  const words = [...text.slice(at, at + 160).matchAll(/[a-z]+|\d+|[^\sa-z\d,-]/gi)].slice(
    0,
    SPOKEN_WORDS_MAX,
  );
  const all = words.map((word) => word[0].toLowerCase());
  const nextCue = all.findIndex((word) => ORDER_CUES.has(word) || ACCOUNT_CUES.has(word));
  const lower = nextCue === -1 ? all : all.slice(0, nextCue);
  const end = (count: number): number =>
    at + (words[count - 1]?.index ?? 0) + (words[count - 1]?.[0].length ?? 0);
  const dictated = dictatedDigits(lower);
  if (dictated.digits.length >= DIGITS_MIN)
    return { start: at, end: end(dictated.words), written: dictated.digits };
  if (how === 'dictated') return null;
  const wordsOnly = lower.findIndex((word) => !/^[a-z]+$/.test(word));
  for (let count = wordsOnly === -1 ? lower.length : wordsOnly; count > 0; count -= 1) {
    const value = readNumberWords(lower.slice(0, count).join(' '));
    if (value !== null) return { start: at, end: end(count), written: String(value) };
  }
  return null;
}

/** Single digits said one after another: `mbili sifuri nne nne moja saba`. */
function dictatedDigits(words: readonly string[]): { readonly digits: string; readonly words: number } {
  let digits = '';
  let at = 0;
  while (at < words.length) {
    const spelled = isDigitWord(words[at] ?? '') ? spelledDigitsAt(words, at) : null;
    // `kumi na saba` belongs to a number that is said, not dictated.
    if (spelled === null || (spelled.next === at + 1 && spelled.digits.length > 1)) break;
    digits += spelled.digits;
    at = spelled.next;
  }
  return { digits, words: at };
}

/** `sio order 88213`, `wrong account 88312`. A plain `si` there may be a question ("si order 88213 imelipwa?"). */
function isDeniedBefore(text: string, cueStart: number): boolean {
  const before = text.slice(Math.max(0, cueStart - 24), cueStart);
  return /(?<![a-z])(?:sio|siyo|not|haikuwa|wrong|isn't|wasn't)(?: (?:ya|ile|hiyo|the|my|for|that|hii))* $/i.test(
    before,
  );
}

/** The code of `0`; the other digits follow it. */
const ZERO = 0x30;

export function countDigits(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= ZERO + 9) digits += 1;
  }
  return digits;
}

export function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
