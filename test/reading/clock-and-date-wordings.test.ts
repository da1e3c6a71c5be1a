/**
 * Clock times and dates beside sums. The kind of bug hunted: an hour or a year read as money, or a sum swallowed by the date next to it.
 */
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';

/** What is found, each with its cents or its doubt. */
const read = (text: string) =>
  findAmounts(text)
    .map(({ start, end, cents, doubt }) => `${text.slice(start, end)}: ${cents ?? doubt}`)
    .join(' | ');

describe('a clock time takes its minutes with it and nothing else', () => {
  test.each([
    ['saa tatu na', ''],
    ['saa tatu kasoro', ''],
    ['saa tatu na dakika', ''],
    ['saa nane', ''],
    ['saa nne na nusu', ''],
    ['saa nne na robo', ''],
    ['saa nne kasoro robo', ''],
    ['saa tatu kasoro dakika kumi', ''],
    ['saa tatu na dakika tano', ''],
    ['saa tatu na dakika 25', ''],
    ['saa tatu kasoro kumi', ''],
    ['saa tatu na ishirini', ''],
    ['saa tatu na ishirini na tano', ''],
    ['saa', ''],
    ['saa 10:45', ''],
    ['saa 10 : 45', ''],
    ['nusu saa', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a sum beside a clock time stays a sum', () => {
  test.each([
    ['nililipa saa nne na nusu elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu kasoro robo elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu na dakika kumi elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu kasoro dakika tano elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu na ishirini elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu kasoro kumi elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa tatu na dakika 25 elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa 10:45 elfu mbili', 'elfu mbili: 200000'],
    ['nililipa saa 10: jana 2500', '2500: 250000'],
    ['saa 10:45 nililipa 2500', '2500: 250000'],
    ['saa 4 : nililipa 2500', '2500: 250000'],
    ['saa 4 2500', '2500: 250000'],
    ['saa tatu na elfu mbili', 'elfu mbili: 200000'],
    ['saa tatu na 2500', '2500: 250000'],
    ['saa tatu na tano', ''],
    ['saa 3 nililipa 2500', '2500: 250000'],
    ['nililipa saa 4 2500 bob', '2500 bob: 250000'],
    ['nililipa saa mbili elfu tatu', 'elfu tatu: 300000'],
    ['nililipa saa mbili na elfu tatu', 'elfu tatu: 300000'],
    ['nililipa saa nne kamili 2500', '2500: 250000'],
    ['nililipa saa nne nusu elfu', 'nusu elfu: 50000'],
    ['nililipa saa nne ishirini', 'ishirini: 2000'],
    ['nililipa saa nne dakika kumi elfu mbili', 'elfu mbili: 200000'],
    ['saa\n2500', '2500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a day, a month or a year behind its word is no amount', () => {
  test.each([
    ['tarehe', ''],
    ['mwezi wa', ''],
    ['nililipa mwaka elfu mbili', ''],
    ['tarehe ya tano', ''],
    ['tarehe tano', ''],
    ['tarehe ni 23', ''],
    ['mwezi wa kumi', ''],
    ['mwezi wa 11', ''],
    ['mwaka 2026', ''],
    ['mwaka wa 2026', ''],
    ['mwaka elfu mbili ishirini na sita', ''],
    ['year of 2026', ''],
    ['date is 23', ''],
    ['date 23', ''],
    ['dated 23', ''],
    ['year 2026', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a sum beside a date stays a sum', () => {
  test.each([
    ['tarehe tano nililipa 2500', '2500: 250000'],
    ['tarehe 23 2500', '2500: 250000'],
    ['mwezi wa 11 2500', '2500: 250000'],
    ['mwezi wa kumi elfu mbili', 'elfu mbili: 200000'],
    ['mwaka 2026 nililipa 2500', '2500: 250000'],
    ['tarehe 2500 bob', '2500 bob: 250000'],
    ['tarehe\n2500', '2500: 250000'],
    ['tarehe niliyolipa 2500', '2500: 250000'],
    ['nilituma tarehe 5 ksh 2500', 'ksh 2500: 250000'],
    ['tarehe isiyo 2500', '2500: 250000'],
    ['tarehe kwanya 2500', '2500: 250000'],
    ['tarehe elfu mbili', 'elfu mbili: 200000'],
    ['year ofisi 2500', '2500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a month takes the day and the year beside it', () => {
  test.each([
    ['nov,', ''],
    ['nililipa 5 nov', ''],
    ['nililipa 23 nov, 2026', ''],
    ['23 Nov 2026', ''],
    ['5 Nov', ''],
    ['Nov 5', ''],
    ['Nov 23, 2026', ''],
    ['Nov 23 2026', ''],
    ['Nov 2026', ''],
    ['nov, 2026', ''],
    ['23 nov, 2026', ''],
    ['23 mei', ''],
    ['5 machi', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a sum beside a month stays a sum', () => {
  test.each([
    ['nililipa 5 nov elfu mbili', 'elfu mbili: 200000'],
    ['nililipa nov 5 elfu mbili', 'elfu mbili: 200000'],
    ['23 Nov 2500', '2500: 250000'],
    ['5 Nov 2500', '2500: 250000'],
    ['23 Nov 45', '45: 4500'],
    ['23 nov, 2500', '2500: 250000'],
    ['nilituma 23 nov 2500', '2500: 250000'],
    ['I paid 2500 Nov 23', '2500: 250000'],
    ['I paid 2500 november', '2500: 250000'],
    ['nililipa 250 mei', '250: 25000'],
    ['nililipa 2500 mwezi november', '2500: 250000'],
    ['Nov 23 2500', '2500: 250000'],
    ['Nov 2500', '2500: 250000'],
    ['Nov, 2500', '2500: 250000'],
    ['Nov 20265', '20265: 2026500'],
    ['Nov 12026', '12026: 1202600'],
    ['Nov 123', '123: 12300'],
    ['Nov 5th 2500', '2500: 250000'],
    ['may 2500', '2500: 250000'],
    ['may I pay 2500', '2500: 250000'],
    ['2500 mei', '2500: 250000'],
    ['250 nov', '250: 25000'],
    ['nililipa 250 nov 5', '250: 25000'],
    ['may', ''],
    ['nov', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
