import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { findDates } from './dates.ts';
import { digitRuns, hardDigits, type DigitPiece } from './digit-runs.ts';
import { splitGlued } from './glued.ts';
import { unmask } from './look-alikes.ts';
import { dialledMsisdn, msisdnOf } from './msisdn.ts';
import { isNamedPhone } from './phone-words.ts';
import type { Msisdn, Span } from './types.ts';

export { normalMsisdn } from './msisdn.ts';

/** A phone number in a text. */
export interface PhoneFinding extends Span {
  /** Null for a landline and for a foreign number: they are hidden, but never a payer's number. */
  readonly msisdn: Msisdn | null;
  /** The normal form by which two spellings of the number are the same secret: digits, country code first. */
  readonly normal: string;
}

/** Fewer real digits than this are letters that only look like a number. */
const SURE_DIGITS_MIN = 4;

/** 000 254 0 7.. is the longest Kenyan shape; foreign numbers have at most 15 digits after the plus, or 18 with 000. */
const DIGITS_MAX = 18;

/**
 * Every phone number of a text, in order of appearance: Kenyan mobiles in all shapes of language.md §C (spaced, split
 * over lines, spelled in words, disguised with letters, glued to words), landlines, and foreign numbers with a plus.
 * Nine digits without the 0 count only when a word names them as a phone. Never a date, a masked number, or a piece
 * of a longer number. Linear in the text; never throws.
 */
export function findPhones(text: string): readonly PhoneFinding[] {
  const folded = unmask(text);
  const dates = findDates(folded.text);
  const found: PhoneFinding[] = [];
  for (const run of digitRuns(folded.text)) found.push(...phonesOfRun(folded.text, run, dates));
  found.push(...disguisedInWords(folded.text), ...gluedToCodes(folded.text), ...checkoutPhones(folded.text));
  return withoutOverlaps(found).map((phone) => ({ ...phone, ...folded.raw(phone) }));
}

function phonesOfRun(
  text: string,
  run: readonly DigitPiece[],
  dates: readonly Span[],
): readonly PhoneFinding[] {
  const found: PhoneFinding[] = [];
  let at = 0;
  while (at < run.length) {
    const match = strongestAt(text, run, at);
    const span = match === null ? null : { start: run[at]?.start ?? 0, end: run[match.next - 1]?.end ?? 0 };
    if (
      match === null ||
      span === null ||
      cutsAmount(text, run, at, match.next) ||
      isMostlyDates(run.slice(at, match.next), dates)
    ) {
      at += 1;
      continue;
    }
    found.push({ ...withSigns(text, span), msisdn: match.msisdn, normal: match.normal });
    at = match.next;
  }
  return found;
}

/** `1,070,120 na 1,712,000`: what begins or ends inside figures grouped by commas is a piece of an amount. */
function cutsAmount(text: string, run: readonly DigitPiece[], at: number, next: number): boolean {
  return isGroup(text, run[at - 1], run[at]) || isGroup(text, run[next - 1], run[next]);
}

function isGroup(text: string, before: DigitPiece | undefined, group: DigitPiece | undefined): boolean {
  if (before === undefined || group === undefined || before.digits.length > 3) return false;
  return group.digits.length === 3 && text.slice(before.end, group.start) === ',';
}

/** The plus and the bracket before a number belong to it: `(+254)`, `(0712) 000`. */
function withSigns(text: string, span: Span): Span {
  const before = text.slice(Math.max(0, span.start - 4), span.start);
  const inside = text.slice(span.start, span.end);
  const signs = inside.includes(')') ? /[+(]*\s?[+(]*$/.exec(before) : /\+\s?$/.exec(before);
  return { start: span.start - (signs?.[0].trimStart().length ?? 0), end: span.end };
}

interface Match {
  readonly msisdn: Msisdn | null;
  readonly normal: string;
  /** Its digits alone say that it is a phone. */
  readonly whole: boolean;
  readonly next: number;
}

/** Nine digits that only a word makes a phone give way to a whole number that begins among them. */
function strongestAt(text: string, run: readonly DigitPiece[], at: number): Match | null {
  const match = phoneAt(text, run, at);
  if (match === null || match.whole) return match;
  for (let later = at + 1; later < match.next; later += 1) {
    if (phoneAt(text, run, later)?.whole === true) return null;
  }
  return match;
}

/** The longest number that begins with piece `at` and ends with a piece: a piece is never cut. */
function phoneAt(text: string, run: readonly DigitPiece[], at: number): Match | null {
  const first = run[at];
  if (first === undefined) return null;
  let digits = '';
  let sure = 0;
  let best: Match | null = null;
  for (let next = at; next < run.length; next += 1) {
    const piece = run[next];
    if (piece === undefined) break;
    digits += piece.digits;
    sure += piece.sure;
    if (digits.length > DIGITS_MAX) break;
    if (sure < SURE_DIGITS_MIN) continue;
    const kind = kindOf(text, { start: first.start, end: piece.end }, digits, first.plus);
    if (kind !== null && !(best !== null && kind.weak))
      best = { ...kind, whole: !/^[17]\d{8}$/.test(digits), next: next + 1 };
  }
  return best;
}

/** What kind of phone these digits are; `weak` when only their number of digits says so. */
function kindOf(
  text: string,
  span: Span,
  digits: string,
  plus: boolean,
): { readonly msisdn: Msisdn | null; readonly normal: string; readonly weak: boolean } | null {
  const msisdn = dialledMsisdn(digits);
  if (msisdn !== null) return { msisdn, normal: msisdn, weak: false };
  if (/^[17]\d{8}$/.test(digits) && isNamedPhone(text, span)) {
    const named = msisdnOf(digits);
    return { msisdn: named, normal: named, weak: false };
  }
  if (plus && /^0{0,3}[1-9]\d{7,14}$/.test(digits)) {
    const normal = digits.replace(/^0+/, '');
    return { msisdn: null, normal, weak: normal.startsWith('254') || !isPossiblePhoneNumber(`+${normal}`) };
  }
  const landline = landlineOf(text, span, digits) ?? neighbourOf(digits);
  return landline === null ? null : { msisdn: null, normal: landline, weak: false };
}

/**
 * 020 and seven digits, 0[4-6]x and five to seven (language.md §C). The short ones have the shape of an order number
 * with a leading zero, so they need ten digits or no order word before them.
 */
function landlineOf(text: string, span: Span, digits: string): string | null {
  const national = /^(?:0{0,3}254|0)(20\d{7}|[4-6]\d{8}|[4-6]\d{6,7})$/.exec(digits)?.[1];
  if (national === undefined) return null;
  return national.length < 9 && !isNamedPhone(text, span) ? null : `254${national}`;
}

/** Mobiles of Kenya's neighbours are written without a plus too; 00 before a country code stands for the plus. */
function neighbourOf(digits: string): string | null {
  if (/^0{0,3}(?:25[56][67]\d{8}|2507\d{8}|2519\d{8}|252[67]\d{8}|2119\d{8})$/.test(digits))
    return digits.replace(/^0+/, '');
  return /^0{2,3}(?:2(?!54)\d\d|44|49|33|39|91|86|971|966|974|1|27)[1-9]\d{8,9}$/.test(digits)
    ? digits.replace(/^0+/, '')
    : null;
}

/** `nambaO7l2OOO39lndio`: a disguised number inside a longer word. */
function disguisedInWords(text: string): readonly PhoneFinding[] {
  const phones: PhoneFinding[] = [];
  for (const match of text.matchAll(DISGUISED)) {
    const msisdn = dialledMsisdn(hardDigits(match[0]));
    const sure = match[0].replaceAll(/\D/g, '').length;
    if (msisdn === null || sure < SURE_DIGITS_MIN) continue;
    phones.push({ start: match.index, end: match.index + match[0].length, msisdn, normal: msisdn });
  }
  return phones;
}

const DISGUISED = /(?<!\d)(?:[0o]{0,3}254[0o]?|[0o])[17li][0-9oli]{8}(?!\d)/gi;

/** `UKN4X7M2Q00712000391`: a phone behind a code that ends with a digit. */
function gluedToCodes(text: string): readonly PhoneFinding[] {
  const phones: PhoneFinding[] = [];
  for (const word of text.matchAll(/[A-Za-z0-9]{20,}/g)) {
    for (const part of splitGlued(word[0]) ?? []) {
      const msisdn = part.kind === 'phone' ? dialledMsisdn(word[0].slice(part.start, part.end)) : null;
      if (msisdn === null) continue;
      phones.push({ start: word.index + part.start, end: word.index + part.end, msisdn, normal: msisdn });
    }
  }
  return phones;
}

/** M-Pesa's checkout request id ends with the payer's nine digits (daraja.md §5). */
function checkoutPhones(text: string): readonly PhoneFinding[] {
  return [...text.matchAll(/ws_CO_\d{15,17}?([17]\d{8})(?!\d)/gi)].map((match) => {
    const end = match.index + match[0].length;
    const msisdn = msisdnOf(match[1] ?? '');
    return { start: end - 9, end, msisdn, normal: msisdn };
  });
}

/** A run such as `07/12/26 0712` dials a number only by accident: most of its digits are a date. */
function isMostlyDates(pieces: readonly DigitPiece[], dates: readonly Span[]): boolean {
  const first = pieces[0]?.start ?? 0;
  const last = pieces.at(-1)?.end ?? 0;
  const near = spansWithin(dates, first, last);
  if (near.length === 0) return false;
  let dated = 0;
  let all = 0;
  for (const piece of pieces) {
    all += piece.digits.length;
    if (near.some((date) => piece.start >= date.start && piece.end <= date.end)) dated += piece.digits.length;
  }
  return dated * 2 > all;
}

/** The spans (sorted, none overlapping) that touch `[start, end)`, found by halving. */
function spansWithin(spans: readonly Span[], start: number, end: number): readonly Span[] {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const within: Span[] = [];
  for (let at = low; at < spans.length; at += 1) {
    const span = spans[at];
    if (span === undefined || span.start >= end) break;
    within.push(span);
  }
  return within;
}

function withoutOverlaps(found: readonly PhoneFinding[]): readonly PhoneFinding[] {
  const kept: PhoneFinding[] = [];
  for (const phone of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (phone.start >= (kept.at(-1)?.end ?? 0)) kept.push(phone);
  }
  return kept;
}
