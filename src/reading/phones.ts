import { findDates } from './dates.ts';
import { digitRuns, type DigitPiece } from './digit-runs.ts';
import { unmask } from './look-alikes.ts';
import { phoneKindOf, type PhoneKind } from './phone-kinds.ts';
import { mayHoldPhone, PHONE_DIGITS_MIN, SURE_DIGITS_MIN } from './phone-possible.ts';
import { phonesInWords } from './phones-in-words.ts';
import { remembered } from './remembered.ts';
import { findReceipts } from './receipts.ts';
import { spanMask } from './spans.ts';
import type { Msisdn, Span } from './types.ts';

export { normalMsisdn } from './msisdn.ts';

/** A phone number in a text. */
export interface PhoneFinding extends Span {
  /** Null for a landline and for a foreign number: they are hidden, but never a payer's number. */
  readonly msisdn: Msisdn | null;
  /** The normal form by which two spellings of the number are the same secret: digits, country code first. */
  readonly normal: string;
}

/** 000 254 0 7.. is the longest Kenyan shape; foreign numbers have at most 15 digits after the plus, or 18 with 000. */
const DIGITS_MAX = 18;

/**
 * Every phone number of a text, in order of appearance: Kenyan mobiles in all shapes of language.md §C (spaced, split
 * over lines, spelled in words, disguised with letters, glued to words), landlines, and foreign numbers with a plus.
 * Nine digits without the 0 count only when a word names them as a phone. Never a date, a masked number, or a piece
 * of a longer number. Linear in the text; never throws.
 */
export const findPhones: (text: string) => readonly PhoneFinding[] = remembered((text) => {
  const folded = unmask(text);
  if (!mayHoldPhone(folded.text)) return [];
  const found: PhoneFinding[] = [];
  const inside: Inside = {
    dates: lazy(() => spanMask(folded.text.length, findDates(folded.text))),
    codeEnds: lazy(() => codeEnds(text)),
    raw: (at) => folded.raw({ start: at, end: at + 1 }).start,
  };
  // Never as arguments of one call: a megabyte holds more phones than a call can take.
  for (const run of digitRuns(folded.text)) {
    for (const phone of phonesOfRun(folded.text, run, inside)) found.push(phone);
  }
  for (const phone of phonesInWords(folded.text)) found.push(phone);
  if (found.length === 0) return [];
  return withoutOverlaps(found).map((phone) => ({ ...phone, ...folded.raw(phone) }));
});

/** Where other things stand: looked for only when something has been found that may be one. */
interface Inside {
  readonly dates: () => Uint8Array;
  /** For each place of the raw text within a code, behind its first character, where that code ends. */
  readonly codeEnds: () => Uint32Array;
  /** The place in the raw text of one in the folded. */
  readonly raw: (at: number) => number;
}

function lazy<Value>(work: () => Value): () => Value {
  let value: Value | null = null;
  return () => (value ??= work());
}

function codeEnds(text: string): Uint32Array {
  const ends = new Uint32Array(text.length);
  for (const { start, end, confident } of findReceipts(text)) if (confident) ends.fill(end, start + 1, end);
  return ends;
}

function phonesOfRun(text: string, run: readonly DigitPiece[], inside: Inside): readonly PhoneFinding[] {
  const found: PhoneFinding[] = [];
  if (run.reduce((sum, { digits }) => sum + digits.length, 0) < PHONE_DIGITS_MIN) return found;
  let at = 0;
  while (at < run.length) {
    const match = strongestAt(text, run, at);
    if (
      match === null ||
      cutsAmount(text, run, at, match) ||
      // A date is written in pieces, so a number in one piece needs no search for dates.
      (match.next > at + 1 && isMostlyDates(run.slice(at, match.next), inside.dates())) ||
      beginsInCode(text, run, at, inside)
    ) {
      at += 1;
      continue;
    }
    const span = { start: run[at]?.start ?? 0, end: run[match.next - 1]?.end ?? 0 };
    found.push({ ...withSigns(text, span), msisdn: match.msisdn, normal: match.normal });
    at = match.next;
  }
  return found;
}

/**
 * `1,070,120 na 1,712,000`: what begins or ends inside figures grouped by commas is a piece of an amount. No amount
 * begins like a number dialled in full, though, and a comma behind one only ends it (`0712 000 391,250`).
 */
function cutsAmount(text: string, run: readonly DigitPiece[], at: number, { next, whole }: Match): boolean {
  const dialled = whole && DIALLED.test(run[at]?.digits ?? '');
  return (
    isGroup(text, run[at - 1], run[at]) ||
    (!dialled && isGroup(text, run[next - 1], run[next])) ||
    isCents(text, run[at - 1], run[at])
  );
}

/**
 * `TH57 TQ7R 25 0739 611 617`: the end of a code opens no number when a whole one follows the code. Where none does,
 * the code may be the accident (`x=1 0 7 1 2 ...`).
 */
function beginsInCode(text: string, run: readonly DigitPiece[], at: number, inside: Inside): boolean {
  const end = inside.codeEnds()[inside.raw(run[at]?.start ?? 0)] ?? 0;
  if (end === 0) return false;
  let behind = at + 1;
  while (behind < run.length && inside.raw(run[behind]?.start ?? 0) < end) behind += 1;
  return phoneAt(text, run, behind)?.whole === true;
}

/** `640.00 0157 560 204`: two zeros that are cents dial no other country. Any other cents may begin a number. */
function isCents(text: string, before: DigitPiece | undefined, cents: DigitPiece | undefined): boolean {
  if (before === undefined || cents?.digits !== '00') return false;
  return text.slice(before.end, cents.start) === '.' && !/^\.\d/.test(text.slice(cents.end, cents.end + 2));
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

interface Match extends PhoneKind {
  readonly next: number;
}

/**
 * Nine digits that only a word makes a phone give way to a whole number that begins among them; so does one that runs
 * over a comma into the next (`25410, 0712 000 391`: a sum, and a number that ends later).
 */
function strongestAt(text: string, run: readonly DigitPiece[], at: number): Match | null {
  const match = phoneAt(text, run, at);
  if (match === null) return null;
  for (let later = at + 1; later < match.next; later += 1) {
    if (match.whole && !opensBehindComma(text, run, later)) continue;
    const other = phoneAt(text, run, later);
    if (other?.whole === true && (!match.whole || other.next > match.next)) return null;
  }
  return match;
}

/** The first piece of a number written as Kenyans dial it: `0712 …`. */
const DIALLED = /^0[17]\d\d/;

function opensBehindComma(text: string, run: readonly DigitPiece[], at: number): boolean {
  return DIALLED.test(run[at]?.digits ?? '') && text.slice(run[at - 1]?.end, run[at]?.start).includes(',');
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
    const kind = phoneKindOf(digits, { text, start: first.start, end: piece.end, plus: first.plus });
    if (kind !== null && (best === null || kind.sureLength)) best = { ...kind, next: next + 1 };
  }
  return best;
}

/** A run such as `07/12/26 0712` dials a number only by accident: most of its digits are a date. */
function isMostlyDates(pieces: readonly DigitPiece[], dates: Uint8Array): boolean {
  let dated = 0;
  let all = 0;
  for (const { start, end, digits } of pieces) {
    all += digits.length;
    if (dates[start] === 1 && dates[end - 1] === 1) dated += digits.length;
  }
  return dated * 2 > all;
}

function withoutOverlaps(found: readonly PhoneFinding[]): readonly PhoneFinding[] {
  const kept: PhoneFinding[] = [];
  for (const phone of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (phone.start >= (kept.at(-1)?.end ?? 0)) kept.push(phone);
  }
  return kept;
}
