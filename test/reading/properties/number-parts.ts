/** A speller of whole numbers that shares nothing with the reader: numbers to words, never words to numbers. */

export const UNITS = ['', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa'] as const;
const TENS = ' kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ');

/** The largest number that the forms spell: milioni, laki, elfu, mia and the rest, each with its own count. */
export const LARGEST = 9_999_999;

/** What a number is made of in Swahili: `elfu` counts 1 to 99, the other scale words 1 to 9. */
export interface Places {
  readonly milioni: number;
  readonly laki: number;
  readonly elfu: number;
  readonly mia: number;
  /** Below a hundred. */
  readonly rest: number;
}

export function placesOf(n: number): Places {
  return {
    milioni: Math.floor(n / 1_000_000),
    laki: Math.floor(n / 100_000) % 10,
    elfu: Math.floor(n / 1_000) % 100,
    mia: Math.floor(n / 100) % 10,
    rest: n % 100,
  };
}

/** 1 to 99 in Swahili; `joint` stands between the tens and the unit. */
export function below100(n: number, joint = ' na '): string {
  const ten = TENS[Math.floor(n / 10)] ?? '';
  const unit = UNITS[n % 10] ?? '';
  return ten === '' || unit === '' ? ten + unit : ten + joint + unit;
}

/** One scale word with its count, or the rest without a scale word. */
export interface Piece {
  readonly scale: 'milioni' | 'laki' | 'elfu' | 'mia' | null;
  readonly count: number;
}

const SCALES = ['milioni', 'laki', 'elfu', 'mia'] as const;

/** The pieces that a number has, largest first: 2,305 is two thousands, three hundreds and a rest of five. */
export function piecesOf(n: number): readonly Piece[] {
  const places = placesOf(n);
  const pieces: Piece[] = [];
  for (const scale of SCALES) if (places[scale] > 0) pieces.push({ scale, count: places[scale] });
  if (places.rest > 0) pieces.push({ scale: null, count: places.rest });
  return pieces;
}

/** `elfu mbili`; the rest is its count alone. */
export function spelled({ scale, count }: Piece, joint = ' na '): string {
  return scale === null ? below100(count, joint) : `${scale} ${below100(count, joint)}`;
}

const ENGLISH_UNITS =
  ' one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** `two million, three hundred and five thousand and six`, without its commas. */
export function english(n: number): string {
  const millions = Math.floor(n / 1_000_000);
  const thousands = Math.floor(n / 1_000) % 1_000;
  const low = n % 1_000;
  const words = [
    millions > 0 ? `${group(millions)} million` : '',
    thousands > 0 ? `${group(thousands)} thousand` : '',
    low > 0 ? group(low) : '',
  ].filter((part) => part !== '');
  if (words.length > 1 && low > 0 && low < 100) words.splice(-1, 0, 'and');
  return words.join(' ');
}

function group(n: number): string {
  const rest = n % 100;
  const small =
    rest < 20
      ? (ENGLISH_UNITS[rest] ?? '')
      : `${ENGLISH_TENS[Math.floor(rest / 10)]} ${ENGLISH_UNITS[rest % 10]}`.trim();
  const hundreds = n >= 100 ? `${ENGLISH_UNITS[Math.floor(n / 100)]} hundred` : '';
  return [hundreds, small].filter((part) => part !== '').join(' and ');
}

/** Digits in groups of three. */
export function grouped(n: number, separator: string): string {
  return n.toString().replace(/\B(?=(\d{3})+$)/g, separator);
}
