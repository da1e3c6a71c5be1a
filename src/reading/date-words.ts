import type { PaidOn } from './types.ts';

/** Month names, English and Swahili; the index within a group of `NAMES_A_MONTH` does not matter, the prefix does. */
const MONTH_PREFIXES: readonly (readonly string[])[] = [
  ['january', 'januari', 'jan'],
  ['february', 'februari', 'feb'],
  ['march', 'machi', 'mar'],
  ['april', 'aprili', 'apr'],
  ['may', 'mei'],
  ['june', 'juni', 'jun'],
  ['july', 'julai', 'jul'],
  ['august', 'agosti', 'aug', 'ago'],
  ['september', 'septemba', 'sept', 'sep'],
  ['october', 'oktoba', 'oct', 'okt'],
  ['november', 'novemba', 'nov'],
  ['december', 'desemba', 'disemba', 'dec', 'des'],
];

/** Longest first within each month, so that an alternation takes the whole name. */
export const MONTH_NAMES: readonly string[] = MONTH_PREFIXES.flat();

/** 1-12; 0, which no calendar has, for what is no month's name. */
export function monthOf(name: string): number {
  return MONTH_PREFIXES.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}

const word = (words: string): RegExp => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'gi');

/** Days named without a date. `juzi` is the day before yesterday; `majuzi`, "the other day", is no day. */
export const RELATIVE_DAYS: readonly (readonly [RegExp, PaidOn])[] = [
  [word('day before yesterday|juzi'), 'day_before_yesterday'],
  [word('yesterday|last night|jana'), 'yesterday'],
  [word('today|this morning|this afternoon|this evening|tonight|leo'), 'today'],
  [word('monday|jumatatu'), 'monday'],
  [word('tuesday|jumanne'), 'tuesday'],
  [word('wednesday|jumatano'), 'wednesday'],
  [word('thursday|alhamisi'), 'thursday'],
  [word('friday|ijumaa'), 'friday'],
  [word('saturday|jumamosi'), 'saturday'],
  [word('sunday|jumapili'), 'sunday'],
];
