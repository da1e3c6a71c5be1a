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

/** Days named without a date. `juzi` is the day before yesterday; `majuzi`, "the other day", is no day. */
const DAYS: ReadonlyMap<string, PaidOn> = new Map(
  Object.entries({
    day_before_yesterday: 'day before yesterday|juzi',
    yesterday: 'yesterday|last night|jana',
    today: 'today|this morning|this afternoon|this evening|tonight|leo',
    monday: 'monday|jumatatu',
    tuesday: 'tuesday|jumanne',
    wednesday: 'wednesday|jumatano',
    thursday: 'thursday|alhamisi',
    friday: 'friday|ijumaa',
    saturday: 'saturday|jumamosi',
    sunday: 'sunday|jumapili',
  }).flatMap(([day, names]) => names.split('|').map((name): [string, PaidOn] => [name, day])),
);

/** All of those names in one pattern, so that a text is searched once. `day before yesterday` stands first. */
export const DAY_NAMES = new RegExp(`(?<![a-z])(?:${[...DAYS.keys()].join('|')})(?![a-z])`, 'gi');

/** The day that one of those names means. */
export function dayNamed(name: string): PaidOn {
  return DAYS.get(name.toLowerCase()) ?? '';
}
