import {
  below100,
  english,
  grouped,
  piecesOf,
  placesOf,
  spelled,
  UNITS,
  type Piece,
} from './number-parts.ts';

/**
 * Every accepted way to say a sum (language.md §A), with what must become of it: the number back, or a question
 * (`null`) where the labelled set calls the form ambiguous. The labelled line that settles each question is named.
 */
export interface AmountForm {
  readonly name: string;
  /** How the form says `n`; null where it has no words for it. */
  readonly say: (n: number) => Said | null;
}

export interface Said {
  readonly text: string;
  /** The number to be read; null where the words have two readings and the reader must ask. */
  readonly expected: number | null;
}

const NOTHING = null;

/** `elfu kumi na tano` is 15,000 by am-029, so 10,005 cannot be said with `na`: its words belong to another number. */
function colliding(n: number): boolean {
  const { elfu, mia, rest } = placesOf(n);
  return mia === 0 && elfu > 0 && elfu % 10 === 0 && rest > 0 && rest < 10;
}

/** Two pieces side by side: `elfu mbili tano` (am-216), `laki mbili nane` (am-217) and `laki mbili hamsini` are asked. */
function looseEnd(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1);
  const before = pieces.at(-2);
  if (last?.scale !== null || before === undefined) return false;
  return last.count < 10 || before.scale === 'laki' || before.scale === 'milioni';
}

/** `elfu mbili na mia tano`: the form of every price list, and the one that the others are told from. */
export function sumWithNa(n: number): Said {
  const text = piecesOf(n)
    .map((piece) => spelled(piece))
    .join(' na ');
  if (!colliding(n)) return { text, expected: n };
  const { elfu, rest } = placesOf(n);
  return { text, expected: n - elfu * 1_000 - rest + (elfu + rest) * 1_000 };
}

function withoutNa(n: number): Said {
  const pieces = piecesOf(n);
  const text = pieces.map((piece) => spelled(piece)).join(' ');
  return { text, expected: looseEnd(pieces) ? null : n };
}

/** `hamsini tatu`: tens and a unit side by side are two units of speech (am-227), wherever they stand. */
function bareOfNa(n: number): Said | null {
  const pieces = piecesOf(n);
  if (!pieces.some(({ count }) => count > 10 && count % 10 > 0)) return NOTHING;
  return { text: pieces.map((piece) => spelled(piece, ' ')).join(' '), expected: null };
}

/** Wilson's style (am-011): one `na`, before the last part. */
function naBeforeLast(n: number): Said | null {
  const pieces = piecesOf(n).map((piece) => spelled(piece));
  if (pieces.length < 3 || colliding(n)) return NOTHING;
  const text = `${pieces.slice(0, -1).join(' ')} na ${pieces.at(-1)}`;
  return { text, expected: n };
}

function withCommas(n: number): Said {
  const text = piecesOf(n)
    .map((piece) => spelled(piece))
    .join(', ');
  return { text, expected: n };
}

/** `elfu kumi, na tano` points both ways (am-219); elsewhere the comma changes nothing. */
function withCommaAndNa(n: number): Said | null {
  const pieces = piecesOf(n);
  if (pieces.length < 2) return NOTHING;
  const text = pieces.map((piece) => spelled(piece)).join(', na ');
  return { text, expected: colliding(n) ? null : n };
}

/**
 * The count in front of the first scale word (am-076). With a bare number behind it is asked (am-218), with `na` too:
 * rule 7 reads this order only where no number follows.
 */
function reversed(n: number, joint: ' ' | ' na '): Said | null {
  const pieces = piecesOf(n);
  const [first, ...rest] = pieces;
  if (first === undefined || first.scale === null) return NOTHING;
  const head = `${below100(first.count)} ${first.scale}`;
  if (rest.length === 0) return { text: head, expected: n };
  const text = [head, ...rest.map((piece) => spelled(piece))].join(joint);
  const bareBehind = rest.length === 1 && rest[0]?.scale === null;
  if (bareBehind) return { text, expected: null };
  if (joint === ' ') return { text, expected: looseEnd(pieces) ? null : n };
  return colliding(n) ? NOTHING : { text, expected: n };
}

/** Rule 5: `mia na hamsini`, `elfu na mia tano`. A count of one is left out of the first scale word. */
function withoutMoja(n: number): Said | null {
  const [first, ...rest] = piecesOf(n);
  if (first?.count !== 1 || first.scale === null || rest.length === 0) return NOTHING;
  const { expected } = sumWithNa(n);
  return { text: [first.scale, ...rest.map((piece) => spelled(piece))].join(' na '), expected };
}

/** The same without `na` where a scale word follows at once: `elfu mia tano` is 500,000 as well as 1,500 (am-213). */
function scaleBesideScale(n: number): Said | null {
  const [first, ...rest] = piecesOf(n);
  if (first?.count !== 1 || first.scale === null || (rest[0]?.scale ?? null) === null) return NOTHING;
  return { text: [first.scale, ...rest.map((piece) => spelled(piece))].join(' '), expected: null };
}

/** ICU has no laki: 250,000 is `elfu mia mbili na hamsini`, which is said for 1,250 too (am-214). */
function elfuMia(n: number): Said | null {
  if (n < 100_000) return NOTHING;
  const { milioni, laki, elfu, mia, rest } = placesOf(n);
  if (laki === 0) return NOTHING;
  const head = milioni > 0 ? `milioni ${UNITS[milioni]} ` : '';
  const thousands = `elfu mia ${UNITS[laki]}${elfu > 0 ? ` na ${below100(elfu)}` : ''}`;
  const low = [mia > 0 ? ` mia ${UNITS[mia]}` : '', rest > 0 ? `, ${below100(rest)}` : ''].join('');
  return { text: head + thousands + low, expected: null };
}

/** Rule 6: half of the last scale word; behind hundreds it is asked (am-243). */
function withNusu(n: number): Said | null {
  for (const [size, scale] of [
    [1_000_000, 'milioni'],
    [100_000, 'laki'],
    [1_000, 'elfu'],
    [100, 'mia'],
  ] as const) {
    if (n < size || n % size !== size / 2) continue;
    const pieces = piecesOf(n - size / 2);
    if (pieces.at(-1)?.scale !== scale) continue;
    const text = `${pieces.map((piece) => spelled(piece)).join(' na ')} na nusu`;
    return { text, expected: scale === 'mia' ? null : n };
  }
  return NOTHING;
}

/** Digits for the counts: `elfu 4 mia 5` (am-107), `elfu3` (am-089). */
function figureCounts(n: number, joint: ' ' | ' na ', glued: boolean): Said | null {
  const pieces = piecesOf(n);
  if (pieces.some(({ scale }) => scale === null)) return NOTHING;
  const text = pieces.map(({ scale, count }) => `${scale}${glued ? '' : ' '}${count}`).join(joint);
  return { text, expected: n };
}

/**
 * Figures for the counts and a rest behind `na`: `elfu 2 na hamsini`, `elfu 2 na 50`. Whether a figure of tens takes
 * the unit behind it (`elfu 10 na tano`) nobody can tell.
 */
function figureCountsAndRest(n: number, sayRest: (rest: number) => string): Said | null {
  const pieces = piecesOf(n);
  const rest = pieces.at(-1);
  if (rest?.scale !== null || pieces.length === 1) return NOTHING;
  const counts = pieces.slice(0, -1).map(({ scale, count }) => `${scale} ${count}`);
  return {
    text: [...counts, sayRest(rest.count)].join(' na '),
    expected: colliding(n) ? null : n,
  };
}

/** `10 elfu` (am-098), `2 elfu mia tano`: a figure in front of the first scale word, words for the rest. */
function figureFirst(n: number): Said | null {
  const [first, ...rest] = piecesOf(n);
  if (first === undefined || first.scale === null || rest.some(({ scale }) => scale === null)) return NOTHING;
  return {
    text: [`${first.count} ${first.scale}`, ...rest.map((piece) => spelled(piece))].join(' '),
    expected: n,
  };
}

/** `elfu 1 na 500` (am-108): words or figures for the thousands, a plain figure for what is left. */
function plainHundreds(n: number): Said | null {
  const low = n % 1_000;
  if (low < 100 || n < 1_000 || n >= 100_000) return NOTHING;
  const { elfu } = placesOf(n);
  return { text: `elfu ${n % 2 === 0 ? elfu : below100(elfu)} na ${low}`, expected: n };
}

/** Sheng: `thao tatu na soo tano` (am-125). */
function sheng(n: number): Said | null {
  const { milioni, laki, elfu, mia, rest } = placesOf(n);
  if (milioni > 0 || laki > 0 || rest > 0 || elfu === 0 || mia === 0) return NOTHING;
  return { text: `thao ${below100(elfu)} na soo ${UNITS[mia]}`, expected: n };
}

const capitals = (n: number): Said => ({ ...sumWithNa(n), text: sumWithNa(n).text.toUpperCase() });
const inEnglish = (n: number): Said => ({ text: english(n), expected: n });
const asFigure = (n: number, separator: string): Said => ({ text: grouped(n, separator), expected: n });

export const FORMS: readonly AmountForm[] = [
  { name: 'na between all parts', say: sumWithNa },
  { name: 'no na between parts', say: withoutNa },
  { name: 'no na at all', say: bareOfNa },
  { name: 'one na, before the last part', say: naBeforeLast },
  { name: 'commas between parts', say: withCommas },
  { name: 'comma and na', say: withCommaAndNa },
  { name: 'count before the first scale word', say: (n) => reversed(n, ' ') },
  { name: 'count before the scale word, then na', say: (n) => reversed(n, ' na ') },
  { name: 'moja left out', say: withoutMoja },
  { name: 'two scale words side by side', say: scaleBesideScale },
  { name: 'elfu mia for laki', say: elfuMia },
  { name: 'na nusu', say: withNusu },
  { name: 'figures for counts', say: (n) => figureCounts(n, ' ', false) },
  { name: 'figures for counts, with na', say: (n) => figureCounts(n, ' na ', false) },
  {
    name: 'figures for counts, na and words',
    say: (n) => figureCountsAndRest(n, below100),
  },
  { name: 'figures for all parts, with na', say: (n) => figureCountsAndRest(n, String) },
  { name: 'figures glued to scale words', say: (n) => figureCounts(n, ' ', true) },
  { name: 'a figure before the scale word', say: figureFirst },
  { name: 'a plain figure behind elfu', say: plainHundreds },
  { name: 'thao and soo', say: sheng },
  { name: 'capitals', say: capitals },
  { name: 'English words', say: inEnglish },
  { name: 'plain digits', say: (n) => asFigure(n, '') },
  { name: 'digits grouped by commas', say: (n) => asFigure(n, ',') },
];
