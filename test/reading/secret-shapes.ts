import fc from 'fast-check';

/**
 * Every known way to write a phone or a code (language.md §C), as generators: what is planted in random text by the
 * properties of redaction. Each gives the written shape and the normal form that must not come out again.
 */
export interface Planted {
  readonly written: string;
  readonly normal: string;
  readonly kind: 'phone' | 'receipt';
}

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''));

/** Nine digits after the trunk zero. */
const national = fc.tuple(fc.constantFrom('7', '1'), digits(8)).map(([first, rest]) => first + rest);

const SEPARATORS = [
  ' ',
  '  ',
  '-',
  '.',
  '/',
  '_',
  ', ',
  '\u00a0',
  '\u2011',
  '\u2013',
  '\n',
  '\t',
  '\u200b',
  '\u202f',
  ' - ',
];
const SW = ['sifuri', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa'];
const EN = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const ZEROS = [0x660, 0x6f0, 0xff10, 0x966, 0x1d7ce];

const cut = (text: string, sizes: readonly number[], separator: string): string => {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    parts.push(text.slice(at, at + size));
    at += size;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts.join(separator);
};

const inDigitsOf = (zero: number, text: string): string =>
  text.replaceAll(/\d/g, (one) => String.fromCodePoint(zero + Number(one)));

/** Letters for digits, with real digits enough that it still reads as a number. */
const disguised = (text: string): string => text.replaceAll('0', 'O').replaceAll('1', 'l');

export const phone: fc.Arbitrary<Planted> = fc
  .tuple(national, fc.constantFrom(...SEPARATORS), fc.constantFrom(...ZEROS), fc.integer({ min: 0, max: 16 }))
  .map(([nine, separator, zero, shape]) => {
    const ten = `0${nine}`;
    const shapes: readonly string[] = [
      ten,
      `+254${nine}`,
      `254${nine}`,
      `00254${nine}`,
      `000254${nine}`,
      `+254 (0) ${nine}`,
      `+2540${nine}`,
      cut(ten, [4, 3], separator),
      cut(ten, [2, 2, 2, 2], separator),
      cut(ten, [1, 1, 1, 1, 1, 1, 1, 1, 1], separator),
      cut(`254${nine}`, [3, 3, 3], separator),
      `(${ten.slice(0, 4)}) ${ten.slice(4, 7)}-${ten.slice(7)}`,
      inDigitsOf(zero, ten),
      ten
        .split('')
        .map((one) => SW[Number(one)])
        .join(' '),
      ten
        .split('')
        .map((one) => EN[Number(one)])
        .join(', '),
      `${ten.slice(0, 4)} ${ten
        .slice(4, 7)
        .split('')
        .map((one) => SW[Number(one)])
        .join(' ')} ${ten.slice(7)}`,
      (ten.match(/[2-9]/g)?.length ?? 0) >= 4 ? disguised(ten) : ten,
    ];
    return { written: shapes[shape] ?? ten, normal: `254${nine}`, kind: 'phone' as const };
  });

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split(''));

/** A code of the years that are paid in, with a date part that exists and a digit behind it. */
export const code: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('S', 'T', 'U', 'V'),
    fc.constantFrom(...'ABCDEFGHIJKL'.split('')),
    fc.constantFrom(...'123456789ABCDEFGHIJKLMNOPQRSTUV'.split('')),
    digit,
    letter,
    fc.array(character, { minLength: 5, maxLength: 5 }),
  )
  .map(([year, month, day, four, five, rest]) => `${year}${month}${day}${four}${five}${rest.join('')}`)
  .filter((written) => !written.includes('0000000'));

export const receipt: fc.Arbitrary<Planted> = fc
  .tuple(code, fc.constantFrom(...SEPARATORS), fc.integer({ min: 0, max: 11 }))
  .map(([written, separator, shape]) => {
    const shapes: readonly string[] = [
      written,
      written.toLowerCase(),
      written.slice(0, 3) + written.slice(3).toLowerCase(),
      cut(written, [4, 4], separator),
      cut(written, [5], separator),
      cut(written, [1, 1, 1, 1, 1, 1, 1, 1, 1], ' '),
      cut(written.toLowerCase(), [1, 1, 1, 1, 1, 1, 1, 1, 1], ' '),
      written
        .toLowerCase()
        .split('')
        .map((one) => (/\d/.test(one) ? (SW[Number(one)] ?? one) : one))
        .join(' '),
      `${written}Confirmed.`,
      `code=${written};`,
      `ref=${written}&x=1`,
      inDigitsOf(0xff10, written),
    ];
    return { written: shapes[shape] ?? written, normal: written, kind: 'receipt' as const };
  });

/** Words of a complaint in which secrets stand, none of them able to join with one. */
export const prose: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...[
        'nimelipa',
        'lakini',
        'bado',
        'haijaonekana',
        'tafadhali',
        'nisaidieni',
        'order 88213',
        'KSh 2,350',
        '😡',
      ],
      ...[
        'my payment',
        'not reflected',
        'tarehe 23/11/2026',
        'saa 4:12 PM',
        'kwa till 832911',
        '<b>',
        '|',
        '[CODE_1]',
      ],
    ),
    { maxLength: 4 },
  )
  .map((words) => words.join(' '));
