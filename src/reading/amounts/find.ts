import { cents } from '../../core/money.ts';
import type { Cents } from '../../core/money.ts';
import { fold, type Folded } from '../fold.ts';
import type { Span } from '../types.ts';
import { doubtAround, doubtBetween } from './doubts.ts';
import type { Found } from './doubts.ts';
import { settleFigures } from './figures.ts';
import { COUNTED_AFTER, ORDER_LABELS } from './not-amounts-words.ts';
import { isNamed } from './named.ts';
import { withoutNonAmounts } from './not-amounts.ts';
import { readPart } from './part.ts';
import { isOfOther, readPhrase } from './phrase.ts';
import { follows } from './small.ts';
import type { Doubt } from './small.ts';
import { smsFigures } from './sms-figures.ts';
import { isLedByMoneyWord, isWholeText, withCurrency } from './surroundings.ts';
import { withoutTaken } from './taken.ts';
import { tokenise } from './tokens.ts';
import type { Token } from './tokens.ts';

/** An amount of money that a text names, at its place in the raw text, currency mark included. */
export interface AmountFinding extends Span {
  /** Null when an amount is meant but must be asked for: `doubt` says why. Zero shillings is no amount. */
  readonly cents: Cents | null;
  readonly doubt: Doubt | null;
  /** A currency mark or a scale word is part of it, or a word of paying or for a sum leads to it. */
  readonly marked: boolean;
  /** A currency mark is part of it. */
  readonly currency: boolean;
  /** Written in words at least in part. */
  readonly words: boolean;
  /** Said to be about, over or under that much. `cents` is null. */
  readonly approximate: boolean;
  /** The figure as written when nothing else is part of it: it may as well be an order number. */
  readonly digits: string | null;
}

/** No sum that shillings in cents can hold is near this; a larger figure is noise or a joke. */
const MOST_CENTS = 1e13;

/**
 * Finds the amounts in a text in order of appearance. `taken` are spans that are known to be something else
 * (receipts, phones, orders, dates, pasted SMS): nothing in them is an amount. Accepts any text, never throws, and
 * takes time linear in its length.
 */
export function findAmounts(text: string, taken: readonly Span[] = []): readonly AmountFinding[] {
  const folded = fold(withoutTaken(text, taken));
  const cut = tokenise(folded.text);
  if (!cut.some(({ kind }) => NUMBERS.has(kind))) return [];
  const tokens = withoutNonAmounts(settleFigures(cut));
  const found = findPhrases(tokens);
  const findings: AmountFinding[] = [];
  found.forEach((one, index) => {
    const doubt = judge(tokens, one, found[index - 1], found[index + 1]);
    if (doubt !== 'nothing') findings.push(findingOf(folded, tokens, one, doubt));
  });
  return findings;
}

/** Written out field by field, as a part is (part.ts): spreading costs more than the reading. */
function findingOf(
  folded: Folded,
  tokens: readonly Token[],
  { phrase, marked }: Found,
  doubt: Doubt | null,
): AmountFinding {
  const at = tokens[marked.from]?.start ?? 0;
  const { start, end } = folded.raw({ start: at, end: tokens[marked.to - 1]?.end ?? at });
  let words = false;
  for (let index = phrase.from; index < phrase.to; index += 1) {
    const kind = tokens[index]?.kind;
    words ||= kind !== 'digits' && kind !== 'mark';
  }
  return {
    start,
    end,
    cents: doubt === null ? cents(phrase.cents) : null,
    doubt,
    marked: marked.currency || marked.foreign || phrase.scaled || isLedByMoneyWord(tokens, marked.from),
    currency: marked.currency,
    words,
    approximate: doubt === 'approximate',
    digits: marked.currency || marked.foreign ? null : phrase.digits,
  };
}

/** Every number phrase has one of these; `half`, `a` and `cents` only stand beside them. Most messages have none. */
const NUMBERS: ReadonlySet<Token['kind']> = new Set([
  'digits',
  'unit',
  'zero',
  'ten',
  'teen',
  'scale',
  'coin',
  'slang',
]);

function findPhrases(tokens: readonly Token[]): readonly Found[] {
  const found: Found[] = [];
  let free = 0;
  for (let at = 0; at < tokens.length;) {
    const phrase = readPhrase(tokens, at);
    if (!phrase) {
      at += 1;
      continue;
    }
    const marked = withCurrency(tokens, phrase, free);
    const whole = marked.currency ? withCents(tokens, { phrase, marked }) : { phrase, marked };
    found.push(whole);
    at = whole.marked.to;
    free = at;
  }
  return smsFigures(tokens, found);
}

/** `ten shillings and fifty cents`, `500 bob na senti 50`: cents behind the currency word. */
function withCents(tokens: readonly Token[], { phrase, marked }: Found): Found {
  const at = follows(tokens, marked.to)?.kind === 'and' ? marked.to + 1 : marked.to;
  const next = follows(tokens, at);
  const rest = next ? readPart(tokens, at) : null;
  if (rest?.kind !== 'cent') {
    // `500 bob na nusu`: half a shilling, half a hundred? `500 bob cents`: either.
    const open =
      next?.kind === 'cent' ||
      (next?.kind === 'half' && !isOfOther(tokens, at + 1)) ||
      isTornApart(tokens, marked.to);
    return open ? { phrase: { ...phrase, doubt: phrase.doubt ?? 'grammar' }, marked } : { phrase, marked };
  }
  // `Ksh 500.50 na senti 50`: the cents twice.
  const twice = phrase.cents % 100 === 0 ? null : 'grammar';
  const cents = phrase.cents + rest.cents;
  return {
    phrase: { ...phrase, cents, doubt: phrase.doubt ?? rest.doubt ?? twice },
    marked: { ...marked, to: rest.to },
  };
}

/** `mia tano bob hamsini`: 550, 500.50, or two sums. A currency word that is written before figures begins the next. */
function isTornApart(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at - 1]?.entry;
  const next = follows(tokens, at)?.kind;
  return mark?.kind === 'currency' && !mark.before && (next === 'ten' || next === 'unit' || next === 'teen');
}

/** Whether a phrase is money at all (`nothing` when not), and why it cannot be read; null when it can. */
function judge(
  tokens: readonly Token[],
  one: Found,
  before?: Found,
  after?: Found,
): Doubt | 'nothing' | null {
  const { phrase, marked } = one;
  if (phrase.cents === 0 && phrase.doubt === null) return 'nothing';
  const led = isLedByMoneyWord(tokens, marked.from);
  const doubt = meant(tokens, one, led, before);
  if (doubt === 'nothing') return 'nothing';
  return (
    doubtAround(tokens, one) ??
    (before ? doubtBetween(tokens, before, one) : null) ??
    (after ? doubtBetween(tokens, one, after) : null) ??
    doubt ??
    (marked.foreign ? 'foreign' : phrase.doubt) ??
    sizeDoubt(phrase.cents) ??
    spacing(tokens, one, led)
  );
}

function sizeDoubt(amount: number): Doubt | null {
  return Number.isSafeInteger(amount) && amount <= MOST_CENTS ? null : 'too_large';
}

/** Spaces group thousands where money is sure; elsewhere `2 500` may be two figures, and `712 345 678` a phone. */
function spacing(tokens: readonly Token[], { phrase, marked }: Found, led: boolean): Doubt | null {
  // `25 00`: a slip for 2500, or 25 and something else.
  const behind = tokens[marked.to];
  if (phrase.digits !== null && behind?.kind === 'other' && /^0{1,3}$|^0\d$/.test(behind.text))
    return 'digits';
  const short = (phrase.digits?.length ?? 0) <= '999 999'.length;
  const sure = marked.currency || (short && (led || isWholeText(tokens, marked.from, marked.to)));
  return phrase.digits?.includes(' ') === true && !sure ? 'digits' : null;
}

/** `nothing` when no money is meant; a doubt when it is meant and lacks what would make it clear; null when clear. */
function meant(tokens: readonly Token[], one: Found, led: boolean, before?: Found): Doubt | 'nothing' | null {
  const { phrase, marked } = one;
  if (marked.currency || marked.foreign) return null;
  const next = follows(tokens, marked.to);
  if (next && isCounted(phrase.digits, next.text, led)) return 'nothing';
  if (isNamed(tokens, one, before)) return 'nothing';
  const whole = isWholeText(tokens, marked.from, marked.to);
  const kind = tokens[phrase.from]?.entry;
  if (kind?.kind === 'slang') return led ? null : 'nothing';
  if (kind?.kind === 'coin' && kind.common && phrase.to === phrase.from + 1) {
    return isLedByMoneyWord(tokens, marked.from, 2) && next?.text !== 'za' ? null : 'nothing';
  }
  if (kind?.kind === 'scale' && ORDER_LABELS.has(tokens[phrase.from - 1]?.text ?? '')) return 'label';
  const close = led && isLedByMoneyWord(tokens, marked.from, 3);
  return bareness(phrase, tokens[phrase.from], { whole, led, close });
}

/** Sums have more digits than counts and hours: `3 days`, `10 pm`, but `I paid 2500 am waiting`. */
function isCounted(digits: string | null, next: string, led: boolean): boolean {
  if (/^(?:am|pm)$/.test(next)) return digits !== null && /^\d{1,2}(?:\.\d\d)?$/.test(digits);
  return COUNTED_AFTER.has(next) && (digits === null || digits.length <= 3 || !led);
}

function bareness(
  { bare, digits }: Found['phrase'],
  first: Token | undefined,
  { whole, led, close }: { readonly whole: boolean; readonly led: boolean; readonly close: boolean },
): Doubt | 'nothing' | null {
  if (bare === 'unit')
    return whole || (close && first?.text !== 'moja' && first?.text !== 'one') ? 'bare' : 'nothing';
  if (bare === 'tens') return close ? null : whole ? 'bare' : 'nothing';
  if (bare === 'scale') {
    const scale = first?.entry?.kind === 'scale' ? first.entry : null;
    if (scale?.order === 'count_before') return 'nothing';
    // `soo` is also a drawn-out English so.
    if (scale?.sheng === true) return whole || led || first?.text !== 'soo' ? null : 'nothing';
    return 'bare';
  }
  // Seven digits and more without any mark: an identity number, a till, an account. Nobody pays millions by phone.
  const long = digits !== null && /^\d{7,}$/.test(digits);
  return long && !(whole && digits.endsWith('000')) ? 'nothing' : null;
}
