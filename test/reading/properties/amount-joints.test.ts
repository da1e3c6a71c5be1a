/** How the parts of a spoken sum join: each case is one that a small change of the reader would get wrong. */
import { describe, expect, test } from 'vitest';
import { readAmount, readNumberWords } from '../../../src/reading/amounts/read.ts';

describe('halves and quarters behind a scale word', () => {
  test.each([
    ['elfu mbili na robo', 2_250],
    ['elfu mbili na robo tatu', 2_750],
    ['laki moja na robo tatu', 175_000],
    ['elfu mbili unusu', 2_500],
    ['milioni moja na nusu', 1_500_000],
  ])('%s is read', (text, value) => {
    expect(readNumberWords(text)).toBe(value);
    expect(readAmount(`nimelipa ${text} kwa till`)).toBe(value * 100);
  });

  test.each(['soo na nusu', 'tano na nusu', 'hamsini na nusu', 'mia tatu na robo'])(
    '%s has two readings or none',
    (text) => {
      expect(readNumberWords(text)).toBeNull();
    },
  );
});

describe('cents behind shillings', () => {
  test.each([
    ['elfu mbili na senti hamsini', 200_050],
    ['elfu mbili senti hamsini', 200_050],
    ['shilingi 500 na senti 50', 50_050],
    ['shilingi hamsini na senti tano', 5_005],
    ['mia mbili, senti hamsini', 20_050],
    ['two hundred shillings and fifty cents', 20_050],
  ])('%s are added once', (text, cents) => {
    expect(readAmount(`nimelipa ${text}`)).toBe(cents);
  });

  test.each(['senti kumi na senti tano', 'elfu mbili senti hamsini na senti tano'])(
    '%s are no sum',
    (text) => {
      expect(readAmount(text)).toBeNull();
    },
  );
});

describe('a number behind a smaller scale word', () => {
  test.each([
    'mia moja elfu',
    'mia tano elfu',
    'mia moja laki',
    'mia na mia',
    'elfu moja laki',
    'elfu moja na elfu moja',
    'mia moja na elfu',
    'kumi na tano na mia',
  ])('%s is not added up', (text) => {
    expect(readNumberWords(text)).toBeNull();
    expect(readAmount(text)).toBeNull();
  });
});

describe('a unit behind a comma', () => {
  test.each(['elfu moja, tano', 'elfu moja, tano.', 'elfu moja, tano bob', 'elfu moja, tano shilingi'])(
    '%s ends the sum',
    (text) => {
      expect(readAmount(`nimelipa ${text}`)).toBe(100_500);
    },
  );

  test.each(['elfu moja, tano viatu', 'elfu moja, tano kwa till'])('%s may count the next thing', (text) => {
    expect(readAmount(`nimelipa ${text}`)).toBeNull();
  });
});

describe('a figure behind a spoken sum without na', () => {
  test.each(['elfu mbili 5', 'elfu mbili 50', 'elfu mbili 500'])('%s is asked for', (text) => {
    expect(readNumberWords(text)).toBeNull();
    expect(readAmount(text)).toBeNull();
  });
});
