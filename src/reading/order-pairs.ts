import {
  countDigits,
  exec,
  isOrderValue,
  orderValueAfter,
  VALUE,
  withoutWordBehind,
  type FoundOrder,
} from './order-values.ts';
import { BOTH_MEANT, FIRST_DENIED, LISTED, RIGHT_FOLLOWS, SECOND_DENIED, TAKEN_BACK } from './order-words.ts';
import type { Span } from './types.ts';

/** `8213` and `88213` can be a slip of each other; two digits more are another kind of number. */
const LENGTH_APART_MAX = 1;

/**
 * The number and what the words behind it say about it and the next: `88213 si 88231`, `88312 badala ya 88213`,
 * `88213, samahani 88231`, `88213 na 88214`. At most a chain of numbers that stand side by side.
 */
export function pairedOrders(
  text: string,
  first: FoundOrder,
  free: (span: Span) => boolean,
): readonly FoundOrder[] {
  const chain: FoundOrder[] = [first];
  for (let current = first; ;) {
    const joint = jointAt(text, current);
    const next = joint === null ? null : valueBehind(text, joint.end, current);
    if (joint === null || next === null || !free(next)) return chain;
    if (joint.listed && !isSequel(current, next, joint.glued)) return chain;
    if (joint.deniesFirst) chain[chain.length - 1] = { ...current, denied: true };
    current = { ...next, denied: joint.deniesSecond };
    chain.push(current);
  }
}

interface Joint {
  readonly end: number;
  readonly deniesFirst: boolean;
  readonly deniesSecond: boolean;
  /** No word joins the two, only a comma, a semicolon or a space. */
  readonly listed: boolean;
  /** Nothing but the comma stands between. */
  readonly glued: boolean;
}

function jointAt(text: string, current: FoundOrder): Joint | null {
  const joint = (pattern: RegExp, deniesFirst: boolean, deniesSecond: boolean): Joint | null => {
    const match = exec(pattern, text, current.end);
    if (match === null) return null;
    const [between] = match;
    const listed = pattern === LISTED;
    return {
      end: current.end + between.length,
      deniesFirst,
      deniesSecond,
      listed,
      glued: between.length === 1 && between !== ' ',
    };
  };
  return (
    joint(FIRST_DENIED, true, false) ??
    joint(SECOND_DENIED, current.denied, true) ??
    joint(TAKEN_BACK, true, false) ??
    (current.denied ? joint(RIGHT_FOLLOWS, true, false) : joint(BOTH_MEANT, false, false)) ??
    (current.denied ? null : joint(LISTED, false, false))
  );
}

/** A sum of five digits has its comma, so a figure of so many behind an order number may be the next. */
const SEQUEL_DIGITS_MIN = 5;
/** The numbers of orders of one time begin alike. */
const SEQUEL_BEGINNING = 2;

/** `88213, 88214`, `88213,91002`: of as many digits, and alike in how they begin unless the comma is all between. */
function isSequel(first: FoundOrder, second: FoundOrder, glued: boolean): boolean {
  const [one, other] = [first.written, second.written];
  if (one.length !== other.length || countDigits(other) < SEQUEL_DIGITS_MIN) return false;
  return glued || one.slice(0, SEQUEL_BEGINNING) === other.slice(0, SEQUEL_BEGINNING);
}

/** `88213 na 1200 order 88214`: what stands before the next order is its price. */
const ORDER_BEHIND = /^\s+(?:(?:ya|kwa|for) )?(?:order|oda|account|akaunti)\s+\S*\d/i;

/** A number of the same kind right behind the joint, or behind small words and a cue of its own. */
function valueBehind(text: string, at: number, first: FoundOrder): FoundOrder | null {
  const gap =
    /^[\s,;:#.]{0,4}(?:(?:order|oda|account|akaunti|number|namba|ni|ile|ya|no|hiyo)[\s:#]{1,2}){0,3}/i.exec(
      text.slice(at, at + 60),
    );
  const start = at + (gap?.[0].length ?? 0);
  const value = exec(VALUE, text, start)?.[0];
  const written = value === undefined ? null : withoutWordBehind(value);
  if (written === null || !isOrderValue(text, start, written, false)) {
    const spoken = orderValueAfter(text, at, at, 'bare');
    return spoken !== null && isAlike(spoken.written, first.written)
      ? { ...spoken, named: first.named }
      : null;
  }
  if (!isAlike(written, first.written) || ORDER_BEHIND.test(text.slice(start + written.length, start + 40)))
    return null;
  return { start, end: start + written.length, written, named: first.named, denied: false };
}

function isAlike(a: string, b: string): boolean {
  return Math.abs(countDigits(a) - countDigits(b)) <= LENGTH_APART_MAX;
}

/** Figures that nothing is glued to. */
const FIGURES = /(?<![\p{L}\p{N}.,*+#/_-])\d{5,12}(?![\p{L}\p{N}*/_-]|[.,]\d)/gu;
/** Right before a figure these make it a sum, or a till. */
const SUM_BEFORE =
  /(?:(?:lip|tum|kat|pa[iy]|sen[dt]|charg|debit|deduct)[a-z]*|kes|kshs?|shs?|shilingi|kiasi|amount|amt|bob|pesa|jumla|total|till|paybill|kwa|to|ya|za)[\s.:=]{1,3}$/i;
const SUM_BEFORE_MAX = 20;

/**
 * Further on in the text, figures that look like a named order's number: "order 61177 imelipwa lakini 61178 bado". They
 * are orders too, and no sums, so that neither is picked.
 */
export function sequelsOf(
  text: string,
  named: readonly FoundOrder[],
  free: (span: Span) => boolean,
): readonly FoundOrder[] {
  const [first] = named;
  if (first === undefined || !FIVE_DIGITS.test(first.written)) return [];
  return [...text.matchAll(FIGURES)].flatMap((match) => {
    const [written] = match;
    const start = match.index;
    const order: FoundOrder = { start, end: start + written.length, written, named: 'bare', denied: false };
    if (named.some((one) => one.written === written) || !isSequel(first, order, false)) return [];
    const before = text.slice(Math.max(0, start - SUM_BEFORE_MAX), start);
    return SUM_BEFORE.test(before) || !isOrderValue(text, start, written, false) || !free(order)
      ? []
      : [order];
  });
}

const FIVE_DIGITS = /^\d{5}/;
