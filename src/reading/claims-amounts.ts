import type { Cents } from '../core/money.ts';
import { holdsCue, isCutOff, isSaidRightBefore, roleBetween, type FigureRole } from './claims-roles.ts';
import { namesSecret } from './message-bare.ts';
import { wordLine } from './message-words.ts';
import type { Asked, Span } from './types.ts';

/** A figure of money in a text; `cents` is null where two readings stand. */
interface Figure extends Span {
  readonly cents: Cents | null;
  /** A currency mark, a scale word or a word of paying says that it is money. */
  readonly marked: boolean;
}

/** What bears on every figure of a message. */
interface FigureContext {
  readonly asked: Asked;
  /** Codes, orders, phones or dates stand beside the figures, so one that stands alone is a detail too. */
  readonly listed: boolean;
}

/** How far back and ahead the words about a figure are looked for; past that they speak of something else. */
const WORDS_BEFORE = 90;
const WORDS_AFTER = 40;

/**
 * What the words around a figure make of it. `text` holds only the customer's own words (SMS and injected words
 * blanked); `from` and `to` bound the figure's surroundings: the neighbouring figures.
 */
function roleOf(text: string, figure: Span, from: number, to: number): FigureRole {
  const before = wordLine(
    clauseBefore(text.slice(Math.max(from, figure.start - WORDS_BEFORE), figure.start)),
  );
  const after = wordLine(clauseAfter(text.slice(figure.end, Math.min(to, figure.end + WORDS_AFTER))));
  return roleBetween(before, after);
}

/** From the last end of a clause on. */
function clauseBefore(text: string): string {
  return text.slice(
    Math.max(...[...text.matchAll(/[.!?;\n](?=\s)|,(?=\s)|[()]/g)].map(({ index }) => index + 1), 0),
  );
}

/** Up to the first end of a clause. */
function clauseAfter(text: string): string {
  const end = /[.!?;,\n](?=\s|$)|[()]/.exec(text);
  return end === null ? text : text.slice(0, end.index);
}

/** Digits alone may be any number, so they are money only where the words say so. */
const BARE = /^\d+$/;
/** A longer figure that nothing but its place makes money is rather a number: sums of five digits have a comma. */
const LISTED_DIGITS_MAX = 4;
/** Services that Kenyans dial, often named beside complaints (456 reverses a payment). */
const SHORT_CODES = new Set(['456', '334', '234', '100', '200', '144', '555']);

/**
 * A figure of digits alone counts as money when a paying verb or a money noun leads to it, when "each" or the like
 * follows, when it stands alone between commas beside other details, or when we asked for the amount.
 */
function isMoney(text: string, figure: Figure, from: number, to: number, context: FigureContext): boolean {
  const written = text.slice(figure.start, figure.end).trim();
  if (!BARE.test(written)) return true;
  if (namesSecret(text)) return false;
  if (context.asked === 'amount') return true;
  if (written.length < 2 || written.length > 6) return false;
  // A verb that led to an earlier figure leads to this one too ("charged 9000 only 4500 valid").
  const clause = wordLine(clauseBefore(text.slice(Math.max(0, figure.start - WORDS_BEFORE), figure.start)));
  const line = wordLine(clauseBefore(text.slice(Math.max(from, figure.start - WORDS_BEFORE), figure.start)));
  const after = clauseAfter(text.slice(figure.end, Math.min(to, figure.end + WORDS_AFTER)));
  if (SHORT_CODES.has(written) && / (?:kwa|to|on|via|dial|piga|number|namba) $/.test(line)) return false;
  if (/ (?:kwa|to|dial|piga|size|namba|number|no|id|pin|till|paybill) $/.test(line)) return false;
  // `elfu mbili (2500)`: the sum again, or another. A longer figure there is rather an order.
  const again = from > 0 && /^\s*\(\s*$/.test(text.slice(from, figure.start));
  if (again) return written.length <= LISTED_DIGITS_MAX;
  if (figure.marked || holdsCue(clause) || isSaidRightBefore(line)) return true;
  if (/^ (?:each|kila|bob|tu|only)/.test(wordLine(after)) || isCutOff(wordLine(after))) return true;
  return context.listed && written.length <= LISTED_DIGITS_MAX && line === ' ' && wordLine(after) === ' ';
}

/** The stated amounts among figures in order of appearance. Equal figures count once, unless they are listed as a sum
 * ("2,500 na 2,500"): then one payment's amount is not known. */
export function statedAmounts(
  text: string,
  figures: readonly Figure[],
  context: FigureContext,
): readonly Cents[] {
  const stated: Cents[] = [];
  let previous: Figure | null = null;
  for (const [index, figure] of figures.entries()) {
    const from = figures[index - 1]?.end ?? 0;
    const to = figures[index + 1]?.start ?? text.length;
    if (!isMoney(text, figure, from, to, context) || roleOf(text, figure, from, to) !== 'paid') continue;
    const joined =
      previous !== null && /^\s*(?:(?:na|and|&|\+)\s*)?$/i.test(text.slice(previous.end, figure.start));
    if (figure.cents !== null && (joined || !stated.includes(figure.cents))) stated.push(figure.cents);
    previous = figure;
  }
  return stated;
}
