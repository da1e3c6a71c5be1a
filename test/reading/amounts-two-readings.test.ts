/**
 * Words that people use for two sums. The kind of bug hunted: one of the two is taken. Each kind stands beside the
 * nearest words that have one reading, so that asking about everything is no way out.
 */
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { readAmount } from '../../src/reading/amounts/read.ts';

const SENTENCES = [
  (sum: string) => sum,
  (sum: string) => `nimelipa ${sum}`,
  (sum: string) => `Nilituma ${sum}.`,
];

function expectAsked(sum: string): void {
  for (const sentence of SENTENCES) {
    const text = sentence(sum);
    expect({ text, cents: readAmount(text) }).toEqual({ text, cents: null });
  }
}

function expectRead(sum: string, shillings: number): void {
  for (const sentence of SENTENCES) {
    const text = sentence(sum);
    expect({ text, cents: readAmount(text) }).toEqual({ text, cents: Math.round(shillings * 100) });
  }
}

describe('a unit behind tens of thousands and na', () => {
  test.each([
    'elfu kumi na 5',
    'elfu 10 na tano',
    'elfu 10 na 5',
    'elfu ishirini na 7',
    'elfu 90 na moja',
    'thao 20 na tatu',
    'laki 10 na 5',
    'elfu 10, na 5',
    'elfu mbili, na 500',
  ])('%s is asked for: a figure does not say whether it joins', expectAsked);

  test.each([
    'kumi elfu na tano',
    '10 elfu na tano',
    '10 elfu na 5',
    'mbili elfu na hamsini',
    '2 elfu na 50',
  ])('%s is asked for: the reversed order has no bare number behind it', expectAsked);

  test.each(['10k na 5', '20 thousand na tano', '2k na 5'])('%s is asked for', expectAsked);

  test.each([
    ['elfu kumi na tano', 15_000],
    ['elfu mbili na tano', 2_005],
    ['elfu 2 na 5', 2_005],
    ['elfu 25 na 5', 25_005],
    ['elfu 110 na mia tano', null],
    ['elfu 20 na 50', 20_050],
    ['elfu 10 na kumi na tano', 10_015],
    ['elfu 10 na mia tano', 10_500],
    ['10 elfu na mia tano', 10_500],
    ['ten thousand and five', 10_005],
    ['2k na 500', 2_500],
  ])('%s has one reading', (sum, shillings) => {
    if (shillings === null) expectAsked(sum);
    else expectRead(sum, shillings);
  });
});

describe('a number that leaves its scale word out', () => {
  test.each(['laki moja hamsini', 'laki mbili nane', 'laki 2 50'])(
    '%s is asked for behind laki',
    expectAsked,
  );

  test.each([
    'mbili na mia tano',
    '2 na mia tano',
    'kumi na mia tano',
    'kumi na tano na mia mbili',
    'tano na elfu mbili',
  ])('%s is asked for', expectAsked);

  test.each([
    ['laki moja na elfu hamsini', 150_000],
    ['laki mbili na mia tano', 200_500],
    ['laki moja, hamsini', 100_050],
    // With `na` the grammar adds it, as behind elfu and mia.
    ['laki moja na hamsini', 100_050],
    ['laki mbili na kumi na tano', 200_015],
    ['milioni moja na tano', 1_000_005],
    ['kumi na tano elfu', 15_000],
  ])('%s does not', expectRead);
});

describe('a half or a quarter', () => {
  test.each(['elfu mbili nusu', 'elfu moja robo', 'thao tatu nusu', 'laki nusu', '2500 nusu', '2500/= nusu'])(
    '%s lacks its na',
    expectAsked,
  );

  test.each([
    'hamsini na nusu',
    'finje na nusu',
    'punch na nusu',
    '2,500 na nusu',
    '500 bob na nusu',
    'kumi na tano na nusu',
  ])('%s has no scale word to be half of', expectAsked);

  test.each([
    'two thousand and a half',
    '2k and a half',
    'nusu elfu na hamsini',
    'elfu 2.5 na mia tano',
    'elfu 2.5 na nusu',
    '2.5k na 200',
  ])('%s is asked for', expectAsked);

  test.each([
    ['elfu mbili na nusu', 2_500],
    ['elfu mbili unusu', 2_500],
    ['robo tatu elfu', 750],
    ['nusu elfu', 500],
    ['two and a half thousand', 2_500],
    ['2 point 5k', 2_500],
    ['elfu 2.5', 2_500],
  ])('%s is read', expectRead);

  test.each([
    'nimelipa elfu mbili nusu saa iliyopita',
    'nimelipa elfu mbili, nusu ya bei',
    'nimelipa elfu mbili nusu ya bei',
    'I sent 2,000 half an hour ago',
  ])('of something else leaves the sum alone: %s', (text) => {
    expect(readAmount(text)).toBe(200_000);
  });

  test('before the word for an hour tells the hour', () => {
    expect(readAmount('nimelipa elfu mbili na nusu saa nane')).toBe(250_000);
    expect(readAmount('nimelipa elfu mbili nusu saa nane')).toBeNull();
  });
});

describe('cents in words', () => {
  test.each([
    ['bob hamsini senti hamsini', 50.5],
    ['shilingi hamsini senti hamsini', 50.5],
    ['shilingi mia tano senti tano', 500.05],
    ['2,500 na senti hamsini', 2_500.5],
    ['2500 senti 50', 2_500.5],
    ['Ksh 2,500 senti kumi', 2_500.1],
    ['fifty cents', 0.5],
    ['hamsini senti', 0.5],
  ])('%s are added or stand alone', expectRead);

  test.each([
    'bob hamsini cents hamsini',
    'fifty cents fifty',
    'mia mbili hamsini senti',
    'two thousand fifty cents',
    'two hundred and fifty cents',
    '2,500 cents',
    '2500 bob cents',
    'elfu mbili cents',
    '2,500.50 na senti hamsini',
    'Ksh 500.50 na senti 50',
  ])('%s have two readings', expectAsked);
});

describe('a number that breaks off or is torn apart', () => {
  test.each([
    'elfu tano mia',
    'elfu moja mia',
    'mia tano bob hamsini',
    'elfu mbili bob hamsini',
    'elfu 2 point 5',
    'elfu kumi nukta tano',
    'elfu mbili point',
    'point 5k',
    "2'500",
    '25 00',
    '250 05',
  ])('%s is asked for', expectAsked);

  test.each([
    ['elfu moja mia hamsini', 1_150],
    ['elfu tano na mia', 5_100],
    ['mia tano bob', 500],
  ])('%s is read', expectRead);
});

describe('the last part of a sum that may begin another clause', () => {
  test.each([
    'nimelipa elfu mbili na moja ikarudi',
    'nilituma elfu tatu na mbili zikarudishwa',
    'elfu mbili na 1 haikufika',
    'I sent two thousand and one came back',
    'nimelipa elfu tatu na mbili za nauli',
    'nimelipa elfu tano na tatu zimebaki',
    'nimelipa elfu mbili na moja irudishwe',
    'nimelipa elfu mbili na mia tano zikarudi',
    'nililipa elfu nne na hamsini imerudi',
    'nilituma elfu kumi na tano ikarudishwa',
    'nimelipa elfu mbili na mia tano ya delivery',
    'nimelipa elfu mbili na mia za nauli',
  ])('is asked for: %s', (text) => {
    expect(readAmount(text)).toBeNull();
  });

  test.each([
    ['nimelipa elfu mbili na moja kwa till', 2_001],
    ['pesa elfu kumi na mbili imekatwa', 12_000],
    ['nimelipa elfu mbili na mia tano haijaonekana', 2_500],
    ['nimelipa elfu mbili na mia tano zirudishwe', 2_500],
    ['nimelipa elfu mbili mia tano ikarudi', 2_500],
    ['nimelipa elfu mbili na mia tano ya order', 2_500],
  ])('is read where nothing points away: %s', (text, shillings) => {
    expect(readAmount(text)).toBe(shillings * 100);
  });
});

describe('a range, a sum and a guess', () => {
  test.each([
    'kati ya elfu mbili na tatu',
    'between 2 and 3k',
    'baina ya mia tano na sita',
    'labda elfu mbili',
    'maybe 2,500',
    'pengine 2500',
    '2500 plus delivery 200',
    'elfu mbili pamoja na 100',
    '2500 less 200',
    'double charged 2500',
  ])('%s gives no figure', (sum) => {
    const text = `nimelipa ${sum}`;
    expect({ text, cents: findAmounts(text).filter(({ cents }) => cents !== null) }).toEqual({
      text,
      cents: [],
    });
  });
});

describe('figures with small marks', () => {
  test.each(['²500', '2500²', 'Ksh ²500', '5₀0', 'elfu 2½', '2½k', '¼ elfu'])(
    '%s are no figure that anybody can be sure of',
    (text) => {
      expect(findAmounts(`nimelipa ${text}`).filter(({ cents }) => cents !== null)).toEqual([]);
    },
  );

  test('do not hide the sums beside them', () => {
    expect(readAmount('chumba cha m², nimelipa 2,500')).toBe(250_000);
  });
});
