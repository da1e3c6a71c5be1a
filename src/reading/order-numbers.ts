import { fold, RAISED_DIGITS, type Folded } from './fold.ts';
import { bareOrders } from './order-bare.ts';
import { pairedOrders, sequelsOf } from './order-pairs.ts';
import { orderFurtherOn } from './order-further.ts';
import { orderValueAfter, type FoundOrder } from './order-values.ts';
import { ACCOUNT_CUES, ORDER_CUES, TILL_CUES } from './order-words.ts';
import { spanMask, touches } from './spans.ts';
import type { OrderNumber, Span } from './types.ts';

/** An order number, or a paybill account, which is the order's number, in a text. */
export interface OrderFinding extends Span {
  /** As the customer wrote it, without `#`; the digits when it was said in words. */
  readonly written: string;
  readonly number: OrderNumber;
  /** What names it. `bare`: nothing; it stands alone, or where an order number would. */
  readonly named: 'order' | 'account' | 'bare';
  /** The text says that it is the wrong one: `not 45501`, `88312 badala ya 88213`. */
  readonly denied: boolean;
}

/**
 * The normal form of an order number or account reference: letters upper-cased, everything but letters and digits
 * dropped; leading zeros stay (decisions.md, Words). A raised digit is no part of it: `88213²` is 88213 with a footnote.
 */
export function normalOrderNumber(text: string): OrderNumber {
  return fold(text.replaceAll(RAISED_DIGITS, ''))
    .text.toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '') as OrderNumber;
}

/**
 * Every order number of a text in order of appearance: named by a word for order or account, by `#`, or bare where
 * one would stand. Till and paybill numbers, prices and whatever overlaps `taken` (phones, receipts, dates, pasted
 * SMS: spans of the same text) are none. Linear; never throws.
 */
export function findOrderNumbers(text: string, taken: readonly Span[] = []): readonly OrderFinding[] {
  const folded = fold(text);
  const free = freeOf(folded, text.length, taken);
  const found = namedOrders(folded.text, free);
  const named = found.filter((order) => order.named !== 'till');
  const unused = found.length === 0 ? free : freeBeside(found, folded.text.length, free);
  const alike = sequelsOf(folded.text, named, unused);
  const bare = [...alike, ...(alike.length > 0 ? [] : bareOrders(folded.text, unused, named))];
  if (named.length === 0 && bare.length === 0) return [];
  return [...named, ...bare]
    .sort((a, b) => a.start - b.start)
    .map((order) => {
      const { start, end } = folded.raw(order);
      return {
        start,
        end,
        written: order.written,
        number: normalOrderNumber(order.written),
        named: order.named === 'till' ? 'bare' : order.named,
        denied: order.denied,
      };
    });
}

/** Numbers that a cue word or `#` names. */
function namedOrders(text: string, free: (span: Span) => boolean): readonly FoundOrder[] {
  const found: FoundOrder[] = [];
  for (const match of text.matchAll(CUES)) {
    const named = cueOf(match[0].toLowerCase());
    if (named === null || match.index < (found.at(-1)?.end ?? 0)) continue;
    const end = match.index + match[0].length;
    const value =
      orderValueAfter(text, match.index, end, named) ??
      (named === 'order' ? orderFurtherOn(text, end) : null);
    if (value === null || !free(value)) continue;
    for (const order of pairedOrders(text, { ...value, named }, free)) found.push(order);
  }
  return found;
}

/** Every cue word, whole, and `#`: one search through the text instead of a look at each word of it. */
const CUES = new RegExp(
  `(?<![a-z])(?:${[...ORDER_CUES, ...ACCOUNT_CUES, ...TILL_CUES].join('|')})(?![a-z])|#(?=\\s?[a-z\\d])`,
  'gi',
);

function cueOf(word: string): 'order' | 'account' | 'till' | null {
  if (word === '#' || ORDER_CUES.has(word)) return 'order';
  if (ACCOUNT_CUES.has(word)) return 'account';
  return TILL_CUES.has(word) ? 'till' : null;
}

/** Whether a span of the folded text touches nothing that is taken. */
function freeOf(folded: Folded, length: number, taken: readonly Span[]): (span: Span) => boolean {
  if (taken.length === 0) return () => true;
  const used = spanMask(length, taken);
  return (span) => !touches(used, folded.raw(span));
}

/** The same, and nothing that was found before. */
function freeBeside(
  found: readonly Span[],
  length: number,
  free: (span: Span) => boolean,
): (span: Span) => boolean {
  const used = spanMask(length, found);
  return (span) => free(span) && !touches(used, span);
}
