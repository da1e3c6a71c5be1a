/**
 * How money is written and said, and what looks like it. The kind of bug hunted: a doubt that is read as a figure.
 */
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';

/** What is found, each with its cents or its doubt. */
const read = (text: string) =>
  findAmounts(text)
    .map(({ start, end, cents, doubt }) => `${text.slice(start, end)}: ${cents ?? doubt}`)
    .join(' | ');

describe('cents behind the shillings join them, and anything else there is asked for', () => {
  test.each([
    ['mia tano /= hamsini', 'mia tano /=: grammar'],
    ['500 bob na senti 50', '500 bob na senti 50: 50050'],
    ['500 bob senti 50', '500 bob senti 50: 50050'],
    ['ten shillings and fifty cents', 'ten shillings and fifty cents: 1050'],
    ['mia tano bob na senti hamsini', 'mia tano bob na senti hamsini: 50050'],
    ['500 bob na nusu', '500 bob: grammar'],
    ['500 bob cents', '500 bob: grammar'],
    ['mia tano bob hamsini', 'mia tano bob: grammar'],
    ['mia tano bob tano', 'mia tano bob: grammar'],
    ['mia tano bob kumi', 'mia tano bob: grammar'],
    ['500 bob twelve', '500 bob: grammar'],
    ['Ksh 500.50 na senti 50', 'Ksh 500.50 na senti 50: grammar'],
    ['nililipa 500 ksh 50', '500: 50000 | ksh 50: 5000'],
    ['500 bob na', '500 bob: 50000'],
    ['elfu mia tano bob na senti 50', 'elfu mia tano bob na senti 50: grammar'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('spaces group thousands where the figure is surely money', () => {
  test.each([
    ['nililipa 25 000', '25 000: 2500000'],
    ['2 500', '2 500: 250000'],
    ['nililipa 2 500', '2 500: 250000'],
    ['999 999', '999 999: 99999900'],
    ['ni 2 500 tu tafadhali', '2 500: 250000'],
    ['ndiyo ni 2 500', '2 500: 250000'],
    ['2 500!', '2 500: 250000'],
    ['ksh 712 345 678', 'ksh 712 345 678: 71234567800'],
    ['order ilikuwa 2 500 tafadhali', '2 500: digits'],
    ['nilienda 2 500 hapo', '2 500: digits'],
    ['nililipa 712 345 678', ''],
    ['nililipa 1 234 567', '1 234 567: digits'],
    ['nililipa 25 00', '25: digits'],
    ['nililipa 25 05', '25: digits'],
    ['nililipa 25 053', '25 053: 2505300'],
    ['nililipa 2500 a05', '2500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('Sheng for a sum counts where a word of paying leads to it or the sources agree', () => {
  test.each([
    ['nililipa ndovu', 'ndovu: slang'],
    ['nililipa jirongo', 'jirongo: slang'],
    ['nililipa kapaa', 'kapaa: slang'],
    ['nililipa hamsa', 'hamsa: slang'],
    ['nililipa salasa', 'salasa: slang'],
    ['nililipa jongo', 'jongo: slang'],
    ['nililipa buku', 'buku: slang'],
    ['nililipa jero', 'jero: slang'],
    ['ndovu', ''],
    ['jirongo', ''],
    ['nililipa kioo', ''],
    ['finje', 'finje: 5000'],
    ['nililipa punch', 'punch: 50000'],
    ['punch', ''],
    ['ashu', 'ashu: 1000'],
    ['blue', ''],
    ['nililipa mbao', 'mbao: 2000'],
    ['mbao', ''],
    ['mbao za mlango', ''],
    ['nililipa mbao za mlango', ''],
    ['nililipa mbao tatu', 'mbao tatu: grammar'],
    ['nililipa soo', 'soo: 10000'],
    ['soo I paid', ''],
    ['soo', 'soo: 10000'],
    ['soo nane', 'soo nane: 80000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a bare number word is asked for, or is no amount', () => {
  test.each([
    ['nililipa jana\nleo ishirini', ''],
    ['elfu', 'elfu: bare'],
    ['nililipa elfu', 'elfu: bare'],
    ['thousand', ''],
    ['nililipa thousand', ''],
    ['nililipa moja', ''],
    ['nililipa one', ''],
    ['nililipa tano', 'tano: bare'],
    ['tano', 'tano: bare'],
    ['moja', 'moja: bare'],
    ['ishirini', 'ishirini: bare'],
    ['nililipa ishirini', 'ishirini: 2000'],
    ['kumi na mbili', 'kumi na mbili: bare'],
    ['nililipa kwa order yangu ya viatu vya mtoto wangu ishirini', ''],
    ['nililipa, ishirini', ''],
    ['nililipa; ishirini', ''],
    ['nililipa\nleo ishirini', 'ishirini: 2000'],
    ['nililipa kwa wewe ishirini', 'ishirini: 2000'],
    ['nililipa jana jioni kwa yule mzee tano', ''],
    ['order elfu tatu', 'elfu tatu: label'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a long figure without a mark is an identity, unless it is all that is said and round', () => {
  test.each([
    ['12345678', ''],
    ['5000000', '5000000: 500000000'],
    ['2000000', '2000000: 200000000'],
    ['500000', '500000: 50000000'],
    ['nililipa 12345678', ''],
    ['nililipa 5000000', ''],
    ['nilipewa 1234567', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a count and an hour are no amount, and a sum before the same words is', () => {
  test.each([
    ['10 pm', ''],
    ['5 am', ''],
    ['2.30 pm', ''],
    ['I paid 2500 am waiting', '2500: 250000'],
    ['I paid 250 pm', '250: 25000'],
    ['I paid 25 pmt', '25: 2500'],
    ['I paid 25 spam', '25: 2500'],
    ['2500 days', ''],
    ['I paid 2500 days ago', '2500: 250000'],
    ['I paid 500 items', ''],
    ['I paid 50 shoes', ''],
    ['elfu mbili shoes', ''],
    ['I paid elfu mbili days ago', ''],
    ['3 days', ''],
    ['250 days', ''],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a word against a figure is read when it belongs to money, and makes a code otherwise', () => {
  test.each([
    ['hapo\nelfumbili', 'elfumbili: 200000'],
    ['hapo\nelfu3', 'elfu3: 300000'],
    ['elfu tano\nmia5', 'elfu tano: 500000 | mia5: 50000'],
    ['elfu tano\nmiatano', 'elfu tano: 500000 | miatano: 50000'],
    ['nimelipa2500', '2500: 250000'],
    ['2500bob', '2500bob: 250000'],
    ['ksh2500', 'ksh2500: 250000'],
    ['ksh2,500.00Amount', 'ksh2,500.00: 250000'],
    ['Ksh15.00.Amount', 'Ksh15.00: 1500'],
    ['1,500nilituma', '1,500: 150000'],
    ['1,500.00na', '1,500.00: 150000'],
    ['2500nilituma', ''],
    ['4G', ''],
    ['UKN4X7M2QP', ''],
    ['1st', ''],
    ['k24', ''],
    ['2k25', ''],
    ['k', ''],
    ['2k', '2k: 200000'],
    ['2.5k', '2.5k: 250000'],
    ['elfu3', 'elfu3: 300000'],
    ['mia5', 'mia5: 50000'],
    ['elfumbili', 'elfumbili: 200000'],
    ['miatano', 'miatano: 50000'],
    ['nililipa elfumbili jana', 'elfumbili: 200000'],
    ['elfumbilinanusu', 'elfumbilinanusu: 250000'],
    ['kuminatano elfu', 'kuminatano elfu: 1500000'],
    ['2000ish', '2000: approximate'],
    ['ish2000', ''],
    ['na2000', '2000: 200000'],
    ['2500na', '2500: 250000'],
    ['2500x', ''],
    ['x2500', ''],
    ['15.00pm', ''],
    ['2,500am', ''],
    ['ab2,500', ''],
    ['abc2,500', '2,500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a hyphen inside a number is nothing', () => {
  test.each([
    ['elfu-mbili', 'elfu-mbili: 200000'],
    ['thirty-five thousand', 'thirty-five thousand: 3500000'],
    ['ishirini-na-tano elfu', 'ishirini-na-tano elfu: 2500000'],
    ['nililipa-mbili', 'mbili: bare'],
    ['thirty -five', ''],
    ['elfu-', 'elfu: bare'],
    ['-elfu mbili', 'elfu mbili: 200000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('signs of shillings and of other money count on their side of the figure', () => {
  test.each([
    ['KES ... 500', '500: 50000'],
    ['2500/=', '2500/=: 250000'],
    ['2500/-', '2500/-: 250000'],
    ['2500=/', '2500=/: 250000'],
    ['2500 /=', '2500 /=: 250000'],
    ['/= 2500', '2500: 250000'],
    ['2500 / =', '2500: 250000'],
    ['$25', '$25: foreign'],
    ['25$', '25$: foreign'],
    ['€ 30', '€ 30: foreign'],
    ['£5', '£5: foreign'],
    ['USD 25', 'USD 25: foreign'],
    ['2500 tsh', '2500 tsh: foreign'],
    ['elfu mbili za uganda', 'elfu mbili: foreign'],
    ['ksh. 450', 'ksh. 450: 45000'],
    ['KES: 500', 'KES: 500: 50000'],
    ['KES - 500', 'KES - 500: 50000'],
    ['KES = 500', 'KES = 500: 50000'],
    ['ksh .. 500', 'ksh .. 500: 50000'],
    ['ksh\n500', '500: 50000'],
    ['500\nksh', '500: 50000'],
    ['832911 ksh 500', '832911: 83291100 | ksh 500: 50000'],
    ['500 ksh elfu', '500: 50000 | ksh elfu: 100000'],
    ['elfu mbili bob', 'elfu mbili bob: 200000'],
    ['500 bob 20', '500 bob: 50000 | 20: 2000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a finding says how the sum was written', () => {
  test.each([
    ['nililipa elfu mbili', { marked: true, words: true, currency: false, approximate: false, digits: null }],
    ['hapo 2500', { marked: false, words: false, currency: false, approximate: false, digits: '2500' }],
    ['nililipa 2500', { marked: true, words: false, currency: false, approximate: false, digits: '2500' }],
    ['ksh 2500', { marked: true, words: false, currency: true, approximate: false, digits: null }],
    ['$2500', { marked: true, words: false, currency: false, approximate: false, digits: null }],
    ['kama 2500', { marked: false, words: false, currency: false, approximate: true, digits: '2500' }],
    ['2 point 5k', { marked: true, words: true, currency: false, approximate: false, digits: null }],
  ])('%j', (text, expected) => {
    expect(findAmounts(text)[0]).toMatchObject(expected);
  });
});
