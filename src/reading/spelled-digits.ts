/** Words for the ten digits, Swahili, English and the spellings heard for them. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sifuri: '0',
    sufuri: '0',
    sifuli: '0',
    sufuli: '0',
    ziro: '0',
    zero: '0',
    zeros: '0',
    zeroes: '0',
    oh: '0',
    nought: '0',
    naught: '0',
    nil: '0',
    nunge: '0',
    moja: '1',
    one: '1',
    mbili: '2',
    two: '2',
    tatu: '3',
    three: '3',
    thri: '3',
    nne: '4',
    four: '4',
    tano: '5',
    five: '5',
    faiv: '5',
    sita: '6',
    six: '6',
    saba: '7',
    seven: '7',
    nane: '8',
    eight: '8',
    tisa: '9',
    kenda: '9',
    nine: '9',
  }),
);

/** Words for ten to nineteen that take no unit after them. */
const TEENS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ten: '10',
    eleven: '11',
    twelve: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
  }),
);

/** Words for tens that may take a unit after them: `ninety one`, `tisini na moja`, `kumi na mbili`. */
const TENS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    kumi: 1,
    ishirini: 2,
    twenty: 2,
    thelathini: 3,
    thalathini: 3,
    thirty: 3,
    arobaini: 4,
    arubaini: 4,
    forty: 4,
    fourty: 4,
    hamsini: 5,
    fifty: 5,
    sitini: 6,
    sixty: 6,
    sabini: 7,
    seventy: 7,
    themanini: 8,
    thamanini: 8,
    eighty: 8,
    tisini: 9,
    ninety: 9,
  }),
);

/** `triple zero` is three zeros. */
const REPEATS: ReadonlyMap<string, number> = new Map(
  Object.entries({ double: 2, dabo: 2, triple: 3, treble: 3, tripo: 3, quadruple: 4 }),
);

/** A stretch of words that was read as digits: `next` is the index of the first word after it. */
export interface SpelledDigits {
  readonly digits: string;
  readonly next: number;
}

/**
 * The digits that the words from index `at` dictate (`saba` is 7, `triple zero` 000, `ninety one` 91, `mia saba
 * ishirini na mbili` 722), as people dictate a phone or a code. Null when the word there dictates none.
 */
export function spelledDigitsAt(words: readonly string[], at: number): SpelledDigits | null {
  const word = words[at] ?? '';
  const times = REPEATS.get(word);
  if (times !== undefined) {
    const unit = unitOf(words[at + 1]);
    return unit === null ? null : { digits: unit.repeat(times), next: at + 2 };
  }
  if (word === 'mia') return hundredsAt(words, at);
  const unit = unitOf(word);
  if (unit !== null) return repeatedAfter(words, at, unit);
  const teen = TEENS.get(word);
  if (teen !== undefined) return { digits: teen, next: at + 1 };
  return tensAt(words, at);
}

/** All of those: each word of each message is looked up, so there is one list to look in. */
const DIGIT_WORDS: ReadonlySet<string> = new Set([
  ...UNITS.keys(),
  ...TEENS.keys(),
  ...TENS.keys(),
  ...REPEATS.keys(),
]);

/** Whether a lower-case word dictates digits alone or with the word after it. */
export function isDigitWord(word: string): boolean {
  return DIGIT_WORDS.has(word);
}

function unitOf(word: string | undefined): string | null {
  if (word === undefined) return null;
  return UNITS.get(word) ?? (word === 'o' ? '0' : /^\d$/.test(word) ? word : null);
}

/** `sifuri mara tatu` is three zeros; `mara moja` ("at once") repeats nothing. */
function repeatedAfter(words: readonly string[], at: number, unit: string): SpelledDigits {
  const times = words[at + 1] === 'mara' ? Number(unitOf(words[at + 2]) ?? 0) : 0;
  return times >= 2 && times <= 4
    ? { digits: unit.repeat(times), next: at + 3 }
    : { digits: unit, next: at + 1 };
}

function tensAt(words: readonly string[], at: number): SpelledDigits | null {
  const word = words[at] ?? '';
  const tens = TENS.get(word);
  if (tens === undefined) return null;
  const joined = words[at + 1] === 'na' ? at + 2 : at + 1;
  const unit = unitOf(words[joined]);
  // `kumi mbili` is no twelve: Swahili joins with `na`, English (which has no `kumi`) without.
  const takesUnit = unit !== null && unit !== '0' && (joined === at + 2 || /ty$/.test(word));
  return takesUnit ? { digits: `${tens}${unit}`, next: joined + 1 } : { digits: `${tens}0`, next: at + 1 };
}

/** `mia saba ishirini na mbili`: Kenyans read 0722 as `sifuri mia saba ishirini na mbili`. */
function hundredsAt(words: readonly string[], at: number): SpelledDigits | null {
  const hundreds = unitOf(words[at + 1]);
  if (hundreds === null || hundreds === '0') return null;
  const joined = words[at + 2] === 'na' ? at + 3 : at + 2;
  const tens = tensAt(words, joined);
  if (tens !== null) return { digits: `${hundreds}${tens.digits}`, next: tens.next };
  const unit = joined === at + 3 ? unitOf(words[joined]) : null;
  return unit === null
    ? { digits: `${hundreds}00`, next: at + 2 }
    : { digits: `${hundreds}0${unit}`, next: joined + 1 };
}
