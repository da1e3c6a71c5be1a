/** Every form of a sum for generated numbers up to ten million: read back, or asked for where the labelled set asks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../../src/reading/amounts/find.ts';
import { readMessage } from '../../../src/reading/message.ts';
import { readAmount, readNumberWords } from '../../../src/reading/amounts/read.ts';
import { FORMS, sumWithNa } from './amount-forms.ts';
import { LARGEST, piecesOf, spelled } from './number-parts.ts';
import { CaseCount, QUOTAS } from './quotas.ts';

const counted = new CaseCount();

/** Half of them round in one place or another, for that is where spellings collide. */
const numbers = fc.oneof(
  fc.integer({ min: 1, max: LARGEST }),
  fc.integer({ min: 1, max: 99_999 }),
  fc
    .tuple(
      fc.constantFrom(100, 1_000, 10_000, 100_000, 1_000_000),
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom(0, 0, 5, 10, 50, 100, 500, 1_005, 10_001, 15_000, 50_000),
    )
    .map(([scale, count, rest]) => Math.min(LARGEST, scale * count + rest)),
);

describe('a sum up to 9,999,999', () => {
  test('is read back from every form, or asked for where the form has two readings', () => {
    fc.assert(
      fc.property(numbers, (n) => {
        const wrong: string[] = [];
        for (const { name, say } of FORMS) {
          const said = say(n);
          if (said === null) continue;
          counted.ran();
          const value = readNumberWords(said.text);
          if (value !== said.expected) wrong.push(`${name}: "${said.text}" read as ${value}`);
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 6_000 },
    );
  });

  test('is the same sum in a sentence about a payment', () => {
    const sentences = [
      (words: string) => `nimelipa shilingi ${words} lakini order bado`,
      (words: string) => `Nilituma ${words} bob kwa paybill yenu.`,
      (words: string) => `pesa niliyotuma ni ksh ${words}`,
    ];
    fc.assert(
      fc.property(numbers, fc.constantFrom(...sentences), (n, sentence) => {
        const wrong: string[] = [];
        for (const { name, say } of FORMS.slice(0, 8)) {
          const said = say(n);
          if (said === null) continue;
          counted.ran();
          const cents = readAmount(sentence(said.text));
          const right = said.expected === null ? null : said.expected * 100;
          // In a sentence a unit behind a comma may count the next thing (`elfu moja, tano viatu`).
          const mayAsk = name.startsWith('comma') && n % 100 > 0 && n % 100 < 10;
          if (cents !== right && !(mayAsk && cents === null))
            wrong.push(`${name}: "${sentence(said.text)}" read as ${cents}`);
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('keeps its value or is asked for however na, commas and spaces are mixed', () => {
    const joints = fc.array(fc.constantFrom(' na ', ', ', ' ', '  ', ', na ', '\u00a0'), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(numbers, joints, (n, joint) => {
        const said = piecesOf(n).map((piece) => spelled(piece));
        const text = said.map((part, index) => (index === 0 ? part : `${joint[index - 1]}${part}`)).join('');
        const { expected } = sumWithNa(n);
        counted.ran();
        expect([n, null, expected]).toContain(readNumberWords(text));
      }),
      { numRuns: 6_000 },
    );
  });
});

/** Sentences in which a sum was paid, whatever stands beside it. */
const PAID = [
  'nimelipa {} 0712 000 391',
  'nimelipa {}, 0712000391',
  'nililipa {}. 0700 000 000',
  '0712000391 nimelipa {}',
  'nililipa {} simu yangu 0712-000-391',
  'nimelipa {}, code UKN4X7M2QP',
  'UKN4X7M2QP nimelipa {} order 88213',
  'nimelipa {} kwa order namba 88213',
  'nimelipa {} (order 88213)',
  'nimelipa {} na bado order haijalipwa',
  'nimelipa {} halafu ikarudi',
  'nimelipa {} lakini bado',
  'nililipa {} saa nane',
  'nililipa {} tarehe tano',
  'nililipa {} dazeni mbili',
  'nililipa viatu viwili {}',
  'niliambiwa nilipe elfu tisa lakini nililipa {}',
  'mmenikata {}',
  'M-Pesa imenikata {} jana',
];
/** And in which it was not, or nobody can tell how much. */
const NOT_STATED = [
  'balance yangu ni {}',
  'jumla ni {}',
  'order yangu ni ya {}',
  'limit yangu ni {}',
  'rudisheni {}',
  'sikulipa {}',
  'hatukulipa {}',
  "I didn't pay {}",
  'nitalipa {}',
  'nikilipa {}',
  'naweza kulipa {}?',
  'please pay {}',
  'umetuma {}',
  'mmenitumia {}',
  'you sent me {}',
  'nimelipa kama {} hivi',
  'nimelipa labda {}',
  'nimelipa {} na kitu',
  'nimelipa {} au elfu tatu',
  'nimelipa {} kasoro hamsini',
  'nimelipa nusu ya {}',
  'nimelipa {} mara mbili',
  'nimelipa {} cents',
  'nimelipa {} usd',
];
/** How a customer would write a sum: what is sure in every frame. */
const WRITTEN = FORMS.filter(({ name }) =>
  ['na between all parts', 'thao and soo', 'English words', 'digits grouped by commas', 'na nusu'].includes(
    name,
  ),
);

describe('a sum that was paid', () => {
  const sums = fc.integer({ min: 100, max: 250_000 });

  test('is stated, whatever stands beside it', () => {
    fc.assert(
      fc.property(sums, fc.constantFrom(...PAID), (n, frame) => {
        for (const { say } of WRITTEN) {
          const said = say(n);
          if (said === null) continue;
          counted.ran();
          const text = frame.replace('{}', said.text);
          expect({ text, stated: readMessage(text).amounts }).toEqual({
            text,
            stated: said.expected === null ? [] : [said.expected * 100],
          });
        }
      }),
      { numRuns: 2_500 },
    );
  });

  test('is not stated where another sum, a wish, a plan or a guess is told', () => {
    fc.assert(
      fc.property(sums, fc.constantFrom(...NOT_STATED), (n, frame) => {
        for (const { say } of WRITTEN) {
          const said = say(n);
          if (said === null) continue;
          counted.ran();
          const text = frame.replace('{}', said.text);
          expect({ text, stated: readMessage(text).amounts }).toEqual({ text, stated: [] });
        }
      }),
      { numRuns: 2_500 },
    );
  });
});

describe('amounts in any run of number words', () => {
  const words = fc.constantFrom(
    ...'elfu mia laki milioni kumi hamsini tano moja mbili na , . bob ksh 5 500 2,500 2.5k nusu senti soo au kama si'.split(
      ' ',
    ),
  );

  test('are positive whole cents, each inside the text and behind the one before', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        counted.ran();
        let last = 0;
        for (const { start, end, cents } of findAmounts(text)) {
          expect(start >= last && end > start && end <= text.length).toBe(true);
          if (cents !== null) expect(Number.isSafeInteger(cents) && cents > 0).toBe(true);
          last = end;
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the generated cases of this file', () => {
  test('are as many as promised', () => {
    counted.expectAtLeast(QUOTAS.amounts);
  });

  test('make a hundred thousand together with those of the other files', () => {
    expect(QUOTAS.amounts + QUOTAS.redaction + QUOTAS.readings).toBeGreaterThanOrEqual(100_000);
  });
});
