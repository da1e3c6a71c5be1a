/**
 * Property tests with a speller that shares nothing with the reader. The kind of bug that they hunt: a sum that is
 * read as another sum. Asking (null) is allowed only where the labelled set asks.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount, readNumberWords } from '../../src/reading/amounts/read.ts';

const UNITS = ['', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa'];
const TENS = ' kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ');
const ENGLISH_UNITS =
  ' one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** 1 to 99; the unit is always joined to its tens by `na`. */
function below100(n: number): string {
  return [TENS[Math.floor(n / 10)], UNITS[n % 10]].filter((word) => word !== '').join(' na ');
}

interface Spelled {
  readonly parts: readonly string[];
  /** Thousands end in bare tens and the next part is a unit: `na` would join them (elfu kumi na tano is 15,000). */
  readonly collides: boolean;
  /** A unit stands last behind a scale word's count: without `na` it is loose speech for something else. */
  readonly looseUnit: boolean;
}

/** Scale word first: laki, elfu, mia and the rest, as separate parts. */
function spell(n: number, count: (n: number) => string = below100): Spelled {
  const laki = Math.floor(n / 100_000);
  const elfu = Math.floor(n / 1_000) % 100;
  const mia = Math.floor(n / 100) % 10;
  const rest = n % 100;
  const parts = [
    laki > 0 ? `laki ${count(laki)}` : '',
    elfu > 0 ? `elfu ${count(elfu)}` : '',
    mia > 0 ? `mia ${count(mia)}` : '',
    rest > 0 ? below100(rest) : '',
  ].filter((part) => part !== '');
  const unitLast = rest > 0 && rest < 10 && parts.length > 1;
  const joins = unitLast && elfu > 0 && elfu % 10 === 0;
  return { parts, collides: mia === 0 && joins, looseUnit: unitLast };
}

function english(n: number): string {
  const thousands = Math.floor(n / 1_000);
  const hundreds = Math.floor(n / 100) % 10;
  const rest = n % 100;
  const small = (m: number): string =>
    m < 20 ? (ENGLISH_UNITS[m] ?? '') : `${ENGLISH_TENS[Math.floor(m / 10)]} ${ENGLISH_UNITS[m % 10]}`.trim();
  const group = (m: number): string =>
    [m >= 100 ? `${ENGLISH_UNITS[Math.floor(m / 100)]} hundred` : '', m % 100 > 0 ? small(m % 100) : '']
      .filter((word) => word !== '')
      .join(' and ');
  const low = [hundreds > 0 ? `${ENGLISH_UNITS[hundreds]} hundred` : '', rest > 0 ? small(rest) : '']
    .filter((word) => word !== '')
    .join(' and ');
  if (thousands === 0) return low;
  return `${group(thousands)} thousand${low === '' ? '' : hundreds === 0 ? ` and ${low}` : ` ${low}`}`;
}

/** Half of the numbers are round in one place or another: that is where spellings collide. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }),
  fc
    .tuple(
      fc.constantFrom(1, 10, 100, 1_000, 10_000, 100_000),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 99 }),
    )
    .map(([scale, digit, rest]) => Math.min(999_999, scale * digit + rest)),
);
const runs = { numRuns: 4_000 };

describe('a sum in Swahili words', () => {
  test('is read back with na between all parts', () => {
    fc.assert(
      fc.property(amounts, (n) => {
        const { parts, collides } = spell(n);
        fc.pre(!collides);
        expect(readNumberWords(parts.join(' na '))).toBe(n);
        expect(readAmount(`nimelipa shilingi ${parts.join(' na ')} kwa till`)).toBe(n * 100);
      }),
      runs,
    );
  });

  test('whose na could join tens and a unit is read as the tens and unit of the thousands', () => {
    for (const ten of TENS.slice(1)) {
      for (const unit of UNITS.slice(1)) {
        const thousands = TENS.indexOf(ten) * 10 + UNITS.indexOf(unit);
        expect(readNumberWords(`elfu ${ten} na ${unit}`)).toBe(thousands * 1_000);
        expect(readNumberWords(`elfu ${ten}, na ${unit}`)).toBeNull();
      }
    }
  });

  test('is read back without na, or asked for where a bare unit or laki leaves two readings', () => {
    fc.assert(
      fc.property(amounts, (n) => {
        const { parts, looseUnit } = spell(n);
        const rest = n % 100;
        const looseLaki = parts.length === 2 && n >= 100_000 && rest > 0;
        const value = readNumberWords(parts.join(' '));
        if (looseUnit || looseLaki) expect(value).toBeNull();
        else expect(value).toBe(n);
      }),
      runs,
    );
  });

  test('is read back with commas between its parts', () => {
    fc.assert(
      fc.property(amounts, (n) => {
        expect(readNumberWords(spell(n).parts.join(', '))).toBe(n);
      }),
      runs,
    );
  });

  test('with any mixture of na, comma and nothing is read as itself or asked for, never as another sum', () => {
    const joints = fc.array(fc.constantFrom(' na ', ', ', ' ', '  ', ', na '), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(amounts, joints, (n, joint) => {
        const { parts, collides } = spell(n);
        const text = parts.map((part, index) => (index === 0 ? part : `${joint[index]}${part}`)).join('');
        fc.pre(!(collides && joint[parts.length - 1] === ' na '));
        expect([n, null]).toContain(readNumberWords(text));
      }),
      runs,
    );
  });

  test('is read back with its thousands in front of elfu when no count follows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 9 }), (thousands, hundreds) => {
        const text = `${below100(thousands)} elfu${hundreds > 0 ? ` mia ${UNITS[hundreds]}` : ''}`;
        expect(readNumberWords(text)).toBe(thousands * 1_000 + hundreds * 100);
        expect(readNumberWords(`${below100(thousands)} elfu ${UNITS[Math.max(1, hundreds)]}`)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test('is read back with figures for its counts', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(' ', ''), fc.constantFrom(' na ', ' '), (n, space, joint) => {
        const { parts } = spell(Math.max(100, n - (n % 100)), (count) => String(count));
        const text = parts.map((part) => part.replace(' ', space)).join(joint);
        expect(readNumberWords(text)).toBe(Math.max(100, n - (n % 100)));
      }),
      runs,
    );
  });

  test('is read back when drawn out, in capitals, or with an older or shorter elfu', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('alfu', 'efu', 'elf', 'ELFU', 'elfuu'), (n, elfu) => {
        const { parts, collides } = spell(n);
        fc.pre(!collides);
        const text = parts.join(' na ').replace('elfu', elfu);
        expect(readNumberWords(text)).toBe(n);
        expect(readNumberWords(text.toUpperCase())).toBe(n);
        expect(readNumberWords(`${text}${text.slice(-1).repeat(2)}`)).toBe(n);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is read back from Sheng scale words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 }), (thousands, hundreds) => {
        const text = `thao ${below100(thousands)} na soo ${UNITS[hundreds]}`;
        expect(readAmount(text)).toBe((thousands * 1_000 + hundreds * 100) * 100);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a sum in English words', () => {
  test('is read back', () => {
    fc.assert(
      fc.property(amounts, (n) => {
        expect(readNumberWords(english(n))).toBe(n);
        expect(readAmount(`I paid ${english(n)} shillings yesterday`)).toBe(n * 100);
      }),
      runs,
    );
  });
});

describe('a sum in figures', () => {
  const grouped = (n: number): string => n.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  const mark = fc.constantFrom('KES ', 'Ksh', 'Ksh. ', 'KSh ', 'sh ', 'Shs. ', 'bob ', 'shilingi ', 'Kshs ');
  const end = fc.constantFrom('/=', '/-', ' bob', 'KES', ' shillings', 'bob', ' ksh', '=/');

  test('is read back in every shape and with every mark', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 99 }), mark, end, (n, cents, before, after) => {
        const plain = [
          String(n),
          grouped(n),
          grouped(n).replaceAll(',', ' '),
          grouped(n).replaceAll(',', '\u00a0'),
        ];
        for (const figure of plain) {
          expect(readAmount(`${before}${figure}`)).toBe(n * 100);
          expect(readAmount(`nimelipa ${figure}${after} jana`)).toBe(n * 100);
          const fraction = String(cents).padStart(2, '0');
          if (n * 100 + cents > 0) expect(readAmount(`${before}${figure}.${fraction}`)).toBe(n * 100 + cents);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  test('is read back from k with up to two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 249 }), fc.integer({ min: 1, max: 99 }), (whole, hundredths) => {
        const fraction = String(hundredths).padStart(2, '0').replace(/0$/, '');
        expect(readAmount(`${whole}.${fraction}k`)).toBe(whole * 100_000 + hundredths * 1_000);
        expect(readAmount(`ksh ${whole},${fraction} K`)).toBe(whole * 100_000 + hundredths * 1_000);
      }),
      { numRuns: 1_000 },
    );
  });
});
