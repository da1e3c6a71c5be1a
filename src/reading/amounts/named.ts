import { smallestCount } from './counted.ts';
import type { Found } from './doubts.ts';
import * as list from './not-amounts-words.ts';
import { readPhrase } from './phrase.ts';
import { digitsOnly, isMoneyAfter, isNumber } from './rule.ts';
import type { Rule } from './rule.ts';
import { follows } from './small.ts';
import type { Token } from './tokens.ts';

/** Words between a label and its number; more make another sentence of it. */
const MAX_LINKS = 5;

/** `order ni 4521`, `till 832911`, `nyumba nambari kumi na mbili`, `order moja`. */
export const labelled: Rule = (tokens, at) => {
  const label = tokens[at]?.text ?? '';
  const strong = list.STRONG_LABELS.has(label);
  if (/^nos?$/.test(label) && !isLabel(tokens[at - 1])) return null;
  let from = at + 1;
  while (from - at <= MAX_LINKS && isLink(tokens, from)) from += 1;
  const first = tokens[from];
  if (!first || first.breaks > 1 || isLabel(first)) return null;
  if (first.kind === 'digits') return labelledDigits(tokens, from, label);
  if (first.kind === 'unit' || (strong && isNumber(first))) {
    const phrase = readPhrase(tokens, from);
    if (!strong) return smallestCount(tokens, from);
    return phrase && !isMoneyAfter(tokens, phrase.to) ? { from, to: phrase.to } : null;
  }
  return null;
};

/** A word that makes the number beside it a name. */
export function isLabel(token: Token | undefined): boolean {
  return token !== undefined && (list.STRONG_LABELS.has(token.text) || list.ORDER_LABELS.has(token.text));
}

function isLink(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.breaks > 0) return false;
  if (token.kind === 'mark') return /^[#:.\-=–'"‘“(*]$/.test(token.text);
  if (/^(?:ya|za|wa|la)$/.test(token.text)) return isLabel(tokens[at + 1]);
  return list.LABEL_LINKS.has(token.text) || list.STRONG_LABELS.has(token.text);
}

function labelledDigits(tokens: readonly Token[], from: number, label: string) {
  const first = tokens[from];
  if (!digitsOnly(first, list.TILL_LABELS.has(label) ? 5 : 1)) return null;
  if (isMoneyAfter(tokens, from + 1)) return null;
  const scale = follows(tokens, from + 1);
  // `order 2k` is a price, but `order 88213 elfu tatu` a number and a price.
  if (scale?.kind === 'scale' && !isNumber(follows(tokens, from + 2))) return null;
  return { from, to: sameAgain(tokens, from + 1, first?.text.length ?? 0) };
}

/** `account 88312 badala ya 88213`: the other number of the same length is also no amount. */
function sameAgain(tokens: readonly Token[], at: number, length: number): number {
  const link = follows(tokens, at);
  const instead = /^(?:badala ya|instead of)$/.test(`${link?.text ?? ''} ${tokens[at + 1]?.text ?? ''}`);
  if (!link || (!instead && !list.SAME_AGAIN.has(link.text))) return at;
  const next = at + (instead ? 2 : 1);
  const other = tokens[next];
  // Four digits and fewer may as well be an amount: `order 4521 na 2500`.
  const same = digitsOnly(other, 5) && Math.abs((other?.text.length ?? 0) - length) <= (instead ? 2 : 0);
  return same && !isMoneyAfter(tokens, next + 1) ? next + 1 : at;
}

/** Services that Kenyans dial beside complaints: reversal, M-Pesa and Airtel (language.md §C, Others). */
const SHORT_CODES = /^(?:456|334|234)$/;

/**
 * Digits that the words make a name: of an order (`88213 ni order yangu`), of where the money went (`soo nane kwa
 * 40112`), of what it is not (`account 45510, not 45501`).
 */
export function isNamed(tokens: readonly Token[], { phrase, marked }: Found, before?: Found): boolean {
  const { digits } = phrase;
  if (digits === null) return false;
  if (/^(?:ni|ndio|ndiyo|is)$/.test(follows(tokens, marked.to)?.text ?? '')) {
    const name = marked.to + (/^(?:my|the|our)$/.test(tokens[marked.to + 1]?.text ?? '') ? 2 : 1);
    if (isLabel(follows(tokens, name))) return true;
  }
  const link = tokens[marked.from - 1]?.text ?? '';
  if (SHORT_CODES.test(digits) && /^(?:kwa|to|on|via)$/.test(link)) return true;
  if (!/^\d{5,}$/.test(digits)) return false;
  const paid = before?.marked.to === marked.from - 1 && before.phrase.bare !== 'unit';
  if (/^(?:kwa|to|for|ya)$/.test(link) && paid) return true;
  return isNotThat(tokens, marked.from);
}

/** `5071234 instead of 832911`, `order 45510, not 45501`: what it is set against is no amount either. */
function isNotThat(tokens: readonly Token[], from: number): boolean {
  const two = `${tokens[from - 2]?.text ?? ''} ${tokens[from - 1]?.text ?? ''}`;
  const length = /^(?:badala ya|instead of)$/.test(two) ? 2 : /(?:^| )(?:si|sio|siyo|not)$/.test(two) ? 1 : 0;
  if (length === 0) return false;
  const comma = tokens[from - length - 1]?.text === ',' ? 1 : 0;
  const against = tokens[from - length - 1 - comma];
  return against?.kind === 'other' || (against?.kind === 'digits' && /^\d{7,}$/.test(against.text));
}
