import { wordLine } from './message-words.ts';
import type { Span } from './types.ts';

/** A number that answers a question by standing there; `written` as typed. */
interface BareNumber extends Span {
  readonly written: string;
}

/** Capitals without a vowel are the number's own, also with a space behind them (`KB 204417`). Three digits at least: one or two are a menu choice, a size or a count. A longer run is no order number. */
const NUMBER =
  /(?<![\p{L}\p{N}.,])#?((?:(?!KES|KSH|SHS|NR|PLS|PLZ|NMB|SMS|MSG|TFD)[B-DF-HJ-NP-TV-Z]{2,3} (?=\d{4}))?[A-Za-z]{0,6}[-/]?\d[\dA-Za-z]*(?:[-/][\dA-Za-z]+)*)(?![\p{L}\p{N}])/gu;
const DIGITS_MIN = 3;
const CHARACTERS_MAX = 20;

/** What makes the number beside it another thing than an order number. */
const NAMED_OTHERWISE =
  / (?:size|saizi|pin|nywila|password|till|paybill|id|kes|ksh|kshs|sh|shilingi|saa|tarehe|kilo|simu|phone|line|code|kodi|miaka|siku|mara|ghorofa|room|chumba|nyumba|kama|about|samsung|iphone) (?:\w+ ){0,2}$| (?:ya|za|cha) $| \w*(?:lip[ai]|lipia|tuma|tumia|katwa|kata|paid|pay|sent|send|bought|nunua) (?:\w+ )?$/;
/** A secret number that no shop may ask for: near it no bare number is read as anything. */
const SECRET = / (?:pin|nywila|password|passcode|otp) /;
const MONEY_AFTER = /^\s*(?:k\b|bob\b|\/=|\/-|shilling|shilingi|kes\b|ksh\b|am\b|pm\b|kg\b|%)|^[.,]\d/i;

/**
 * The order number in an answer to "which order?" that does not say "order": exactly one number that nothing names as
 * another thing. Null when there is none or a choice. `taken` are spans read as something else.
 */
export function bareOrder(text: string, taken: readonly Span[]): BareNumber | null {
  if (namesSecret(text)) return null;
  const found: BareNumber[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const written = (match[1] ?? '').trim();
    const span = { start: match.index, end: match.index + match[0].length };
    if (written.length > CHARACTERS_MAX || written.replaceAll(/\D/g, '').length < DIGITS_MIN) continue;
    if (taken.some((other) => other.start < span.end && span.start < other.end)) continue;
    if (MONEY_AFTER.test(text.slice(span.end, span.end + 12))) continue;
    if (NAMED_OTHERWISE.test(wordLine(text.slice(Math.max(0, span.start - 40), span.start)))) continue;
    found.push({ ...span, written });
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

/** The text speaks of a PIN or a password, which is never used and never kept. */
export function namesSecret(text: string): boolean {
  return SECRET.test(wordLine(text));
}
