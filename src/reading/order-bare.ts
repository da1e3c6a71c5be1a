import {
  countDigits,
  isOrderValue,
  spokenNumber,
  withoutWordBehind,
  type FoundOrder,
} from './order-values.ts';
import { pairedOrders } from './order-pairs.ts';
import { ALONE_WORDS, DENIALS, OTHER_REFERENCE } from './order-words.ts';
import type { Span } from './types.ts';

/** Figures that may be order numbers; the letters before them are theirs only without a space. */
const FIGURES =
  /(?<![\p{L}\p{N}.,*+#/_-])(?:[A-Za-z]{1,8}-?)?\d[\dA-Za-z]{1,19}(?:[-/][\dA-Za-z]{1,12}){0,3}(?![\p{L}\p{N}*]|[.,]\d)/gu;

/** A line of a ledger as staff or a customer copies it: code, order, amount with its cents. */
const LEDGER_LINE =
  /(?<![A-Za-z0-9])[A-Za-z][A-La-l1][A-Za-z0-9]{8}[,;] ?(\d{3,12})(?=[,;] ?\d+\.\d\d(?!\d))/g;

/** An amount has up to four digits, or more with its commas: an unnamed figure of five without is rather a number. */
const BARE_DIGITS_MIN = 5;
const ALONE_DIGITS_MIN = 3;

/**
 * Order numbers that no word names: alone in a message, in front of it (`30585, ilikuwa ya 2,500`), behind `kwa` or
 * `for`, at its end when it speaks of an order, or a reference of letters and figures such as `KB-204417`.
 */
export function bareOrders(
  text: string,
  free: (span: Span) => boolean,
  named: readonly FoundOrder[],
): readonly FoundOrder[] {
  const alone = aloneIn(text, free);
  if (alone !== null) return pairedOrders(text, alone, free);
  // All that follows is written in figures.
  if (!/\d/.test(text)) return [];
  const found: FoundOrder[] = [];
  const speaksOfOrder = /(?<![a-z])(?:order|oda)(?![a-z])/i.test(text);
  for (const match of text.matchAll(FIGURES)) {
    const written = withoutWordBehind(match[0]);
    const order: FoundOrder = {
      start: match.index,
      end: match.index + written.length,
      written,
      named: 'bare',
      denied: false,
    };
    if (order.start < (found.at(-1)?.end ?? 0) || !free(order)) continue;
    if (!isOrderValue(text, order.start, written, false)) continue;
    const isReference =
      /^[A-Za-z]{2,8}-/.test(written) && !OTHER_REFERENCE.test(text.slice(0, order.start).slice(-30));
    if (isReference || standsLikeOrder(text, order, speaksOfOrder && named.length === 0)) {
      for (const paired of pairedOrders(text, order, free)) found.push(paired);
    }
  }
  // A ledger line ends with an amount in shillings and cents.
  if (!text.includes('.')) return found;
  for (const match of text.matchAll(LEDGER_LINE)) {
    const end = match.index + match[0].length;
    const written = match[1] ?? '';
    const order: FoundOrder = { start: end - written.length, end, written, named: 'bare', denied: false };
    if (free(order)) found.push(order);
  }
  return found;
}

function standsLikeOrder(text: string, { start, end, written }: FoundOrder, lacksOrder: boolean): boolean {
  if (!/^\d+$/.test(written) || countDigits(written) < BARE_DIGITS_MIN) return false;
  const before = text.slice(Math.max(0, start - 30), start);
  const after = text.slice(end, end + 30);
  if (/^\s*$/.test(before) && start < 30 && /^\s*[,;]/.test(after)) return true;
  if (/(?<![a-z])(?:kwa|for|samahani ni|sorry it is) $/i.test(before)) return true;
  return (
    lacksOrder &&
    /[,;:.\n-]\s{0,2}$/.test(before) &&
    /^\W*$/.test(text.slice(end, end + 200)) &&
    text.length - end <= 200
  );
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}/_-]*/gu;

/** Takes words as long as they are small ones, and the next. */
function firstBeyondSmallWords(words: Iterator<RegExpExecArray>): RegExpExecArray | null {
  for (let word = words.next(); word.done !== true; word = words.next()) {
    const lower = word.value[0].toLowerCase();
    if (!ALONE_WORDS.has(lower) && !DENIALS.has(lower)) return word.value;
  }
  return null;
}

/** `si 61171, ni 61177`. */
const DENIED_BEFORE = new RegExp(`(?<![a-z])(?:${[...DENIALS].join('|')}) (?:#|ile |hiyo |ya )?$`, 'i');
const DENIED_BEFORE_MAX = 20;

/** The one number of a text that holds nothing else but small words, in figures or said in words. */
function aloneIn(text: string, free: (span: Span) => boolean): FoundOrder | null {
  // A text with more than a few small words around its number is a sentence.
  if (text.length > 120) return null;
  const words = text.matchAll(WORDS);
  const first = firstBeyondSmallWords(words);
  if (first === null) return null;
  const start = first.index;
  const spoken = /^\p{L}+$/u.test(first[0]) ? spokenNumber(text, start, 'dictated') : null;
  const written = spoken?.written ?? first[0];
  const end = spoken?.end ?? start + written.length;
  if (countDigits(written) < ALONE_DIGITS_MIN || !isOrderValue(text, start, written, false)) return null;
  // A letter of another script beside figures is what folding left of a digit that it does not trust (`²500`).
  if (!/^[\w/-]+$/.test(written)) return null;
  const rest = [...words].filter((word) => word.index >= end);
  const denied = DENIED_BEFORE.test(text.slice(Math.max(0, start - DENIED_BEFORE_MAX), start));
  const order: FoundOrder = { start, end, written, named: 'bare', denied };
  const isAlone = rest.every((word) => ALONE_WORDS.has(word[0].toLowerCase()));
  return (isAlone || pairedOrders(text, order, free).length > 1) && free(order) ? order : null;
}
