/** Hostile texts: the reader never throws, its spans are sound, and its time grows with the text and no faster. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { readAmount, readNumberWords } from '../../src/reading/amounts/read.ts';

/** Pieces that the grammar knows, so that random texts reach into it. */
const PIECES = (
  'elfu mia laki milioni kumi hamsini tano moja sifuri nanne soo thao mbao punch na and , . - / /= : # * + ~ % $ ksh bob kes' +
  ' usd 1 5 12 500 2,500 2.5 1.250 0712 000 254 2500 k 2k mia5 elfumbili nusu robo unusu half a hundred thousand point two' +
  ' twenty senti cents saa tarehe mwezi mara order namba till account ya wa si kama karibu au hadi kati badala twice x' +
  ' nimelipa paid balance confirmed UKN4X7M2QP kilo siku days pm november 2026 \n 😀 \ud800 \ue000 ٢ ５ \u200b İ'
).split(' ');

describe('the amount reader', () => {
  test('accepts any text and gives sound spans in order', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
      fc.array(fc.constantFrom(...PIECES, ' '), { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    const spans = fc.array(fc.record({ start: fc.nat(220), end: fc.nat(220) }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, spans, (text, taken) => {
        let last = 0;
        for (const { start, end, cents, doubt } of findAmounts(text, taken)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(cents === null).toBe(doubt !== null);
          if (cents !== null) expect(Number.isSafeInteger(cents) && cents > 0).toBe(true);
          expect(
            taken.some(
              (span) =>
                span.start < end &&
                start < Math.min(span.end, text.length) &&
                span.end > span.start &&
                start >= span.start &&
                end <= span.end,
            ),
          ).toBe(false);
          last = end;
        }
        readAmount(text);
        readNumberWords(text);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ...[
      'elfu ',
      'na ',
      '1 ',
      '123 ',
      '1,',
      '1.',
      '1-',
      '1/',
      '1*',
      '#1',
      '1',
      'a',
      'elfumbili',
      '1 elfu ',
      'mia kwa ',
    ],
    ...[
      'moja ',
      'moja nukta moja ',
      'kumi na ',
      'na nusu ',
      'senti moja na ',
      'two hundred and ',
      'triple ',
      '500 au ',
    ],
    ...[
      'order ni ',
      'mara mbili ',
      'mwaka moja ',
      'balance na ',
      'saa saa ',
      'ksh 5 ',
      'X1 Confirmed. ',
      'ni ',
      '\n\n',
      '😀',
    ],
  ])('reads 100 KB of %j in time that grows with the text', (piece) => {
    // Against the same reader on an eighth of the text: a quadratic step would make it 64 times slower, not 8.
    const time = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const start = process.cpuUsage();
      findAmounts(text);
      readNumberWords(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    time(12_500);
    expect(time(100_000)).toBeLessThan(24 * Math.max(time(12_500), 20) + 200);
  });
});
