import { fold } from './fold.ts';
import { DAY_NAMES, dayNamed, monthOf, MONTH_NAMES } from './date-words.ts';
import type { PaidOn, Span } from './types.ts';

/** A date or a time of day in a text. */
export interface DateFinding extends Span {
  readonly kind: 'date' | 'time' | 'day';
  /** The date as `PaidOn` writes it; null for a time of day, or when the text does not name a month. */
  readonly paidOn: PaidOn | null;
}

const MONTHS = MONTH_NAMES.join('|');

/** `2026-11-23`, also with slashes or dots. */
const YEAR_FIRST = /(?<![\d][/.\-]?)(20\d\d)([/.-])(\d{1,2})\2(\d{1,2})(?!\d)(?![/.-]\d)/g;
/** `23/11/2026`, `23.11.26`: day before month, as all of Kenya writes it (language.md §D). */
const DAY_FIRST = /(?<![\d][/.\-:]?)(\d{1,2})([/.-])(\d{1,2})\2(20\d\d|\d\d)(?!\d)(?![/.-]\d)/g;
/** `14/11`: only a slash, for `10.12` is an amount and `2-3` a range. */
const DAY_MONTH = /(?<![\d][/.\-:]?)(\d{1,2})\/(\d{1,2})(?!\d)(?![/.\-:]\d)/g;
/** `23rd November 2026`, `23 Nov`, `23 ya mwezi Novemba`. */
const DAY_NAME = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th)?[ ]{0,2}(?:of |ya |mwezi |wa ){0,3}(${MONTHS})(?![a-z])\\.?(?:,? {0,2}(20\\d\\d)(?!\\d))?`,
  'gi',
);
/** `November 23rd, 2026`. */
const NAME_DAY = new RegExp(
  `(?<![a-z])(${MONTHS})\\.? {1,2}(\\d{1,2})(?:st|nd|rd|th)?(?![\\d,.]?\\d)(?:,? {0,2}(20\\d\\d)(?!\\d))?`,
  'gi',
);
/** `tarehe 23 mwezi wa 11 [2026]`; the day alone names no month. */
const TAREHE =
  /(?<![a-z])(?:tarehe|tar|date)[ :.]{0,3}(\d{1,2})(?![\d/.-]*\d)(?: {1,2}mwezi(?: wa)? {1,2}(\d{1,2})(?!\d))?(?: {1,2}(20\d\d)(?!\d))?/gi;

/** `saa nane`, `saa mbili na nusu`: the one kind of time that needs no figure. */
const TIMES_IN_WORDS: readonly RegExp[] = [
  /(?<![a-z])saa {1,2}(?:moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi(?: na (?:moja|mbili))?)(?![a-z])(?: na (?:nusu|robo)(?![a-z]))?/gi,
];
const TIMES: readonly RegExp[] = [
  /(?<![\d:])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?![:\d])(?: {0,2}[ap]\.?m(?![a-z]))?/gi,
  /(?<![\d:.,])\d{1,2}(?:\.[0-5]\d)? {0,2}[ap]\.?m(?![a-z])/gi,
  /(?<![a-z])saa {1,2}(?:[01]?\d|2[0-3])(?:[:.]?[0-5]\d)?(?![\d])/gi,
  ...TIMES_IN_WORDS,
  /(?<![\d])(?:[01]\d|2[0-3])[0-5]\d ?(?:hrs|hours)(?![a-z])/gi,
];

/** What each of those needs; asking for it first spares most texts the patterns themselves. */
const DATE_MARK = /[/.-]/;
const MONTH_BEGIN = /jan|feb|ma[rcy]|apr|mei|jun|jul|aug|ago|sep|o[ck]t|nov|de[cs]|dis/i;
const DAY_WORD = /tar|date/i;

type Add = (kind: DateFinding['kind'], match: RegExpExecArray, paidOn: PaidOn | null) => void;

/**
 * Every date, time of day and day name of a text, in order of appearance, none overlapping another. A figure that
 * no calendar has (`31.13.2026`) is no date. Linear in the text.
 */
export function findDates(text: string): readonly DateFinding[] {
  const folded = fold(text);
  const found: DateFinding[] = [];
  const add: Add = (kind, match, paidOn) => {
    found.push({ start: match.index, end: match.index + match[0].length, kind, paidOn });
  };
  const hasDigit = /\d/.test(folded.text);
  if (hasDigit) addDates(folded.text, add);
  for (const pattern of hasDigit ? TIMES : TIMES_IN_WORDS) {
    for (const match of folded.text.matchAll(pattern)) add('time', match, null);
  }
  for (const match of folded.text.matchAll(DAY_NAMES)) add('day', match, dayNamed(match[0]));
  return withoutOverlaps(found).map((finding) => ({ ...finding, ...folded.raw(finding) }));
}

function addDates(text: string, add: Add): void {
  const addDate = (match: RegExpExecArray, year: string | undefined, month: number, day: string): void => {
    const paidOn = calendarDay(year, month, Number(day));
    if (paidOn !== null) add('date', match, paidOn);
  };
  if (DATE_MARK.test(text)) {
    for (const match of text.matchAll(YEAR_FIRST)) addDate(match, match[1], Number(match[3]), match[4] ?? '');
    for (const match of text.matchAll(DAY_FIRST)) addDate(match, match[4], Number(match[3]), match[1] ?? '');
    for (const match of text.matchAll(DAY_MONTH)) addDate(match, undefined, Number(match[2]), match[1] ?? '');
  }
  if (MONTH_BEGIN.test(text)) {
    for (const match of text.matchAll(DAY_NAME))
      addDate(match, match[3], monthOf(match[2] ?? ''), match[1] ?? '');
    for (const match of text.matchAll(NAME_DAY))
      addDate(match, match[3], monthOf(match[1] ?? ''), match[2] ?? '');
  }
  if (!DAY_WORD.test(text)) return;
  for (const match of text.matchAll(TAREHE)) {
    if (match[2] === undefined) add('date', match, null);
    else addDate(match, match[3], Number(match[2]), match[1] ?? '');
  }
}

/** `YYYY-MM-DD` or `--MM-DD`; null when no year has that day. Two-digit years are of this century. */
export function calendarDay(year: string | undefined, month: number, day: number): PaidOn | null {
  if (month > 12 && day <= 12) return calendarDay(year, day, month);
  // 2024 was a leap year: without a year, 29 February may be meant.
  const fullYear = year === undefined ? 2024 : Number(year.length === 2 ? `20${year}` : year);
  const at = new Date(Date.UTC(fullYear, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  const monthDay = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return year === undefined ? `--${monthDay}` : `${fullYear}-${monthDay}`;
}

/** Keeps the longer of two findings that overlap (`23/11/2026`, not the `23/11` in it). */
function withoutOverlaps(found: readonly DateFinding[]): readonly DateFinding[] {
  const kept: DateFinding[] = [];
  for (const finding of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || finding.start >= last.end) kept.push(finding);
    else if (finding.end - finding.start > last.end - last.start) kept[kept.length - 1] = finding;
  }
  return kept;
}
