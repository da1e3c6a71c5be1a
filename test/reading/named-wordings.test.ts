/**
 * Numbers that words make a name: of an order, a till, a short code. The kind of bug hunted: a name read as a sum, or a sum lost to a name.
 */
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';

/** What is found, each with its cents or its doubt. */
const read = (text: string) =>
  findAmounts(text)
    .map(({ start, end, cents, doubt }) => `${text.slice(start, end)}: ${cents ?? doubt}`)
    .join(' | ');

describe('a number that a label names is no amount, whatever stands between', () => {
  test.each([
    ['oda no elfu tatu', ''],
    ['order:88213', ''],
    ['order #88213', ''],
    ['order - 88213', ''],
    ['order = 88213', ''],
    ['order – 88213', ''],
    ["order '88213'", ''],
    ['order "88213"', ''],
    ['order “88213”', ''],
    ['order (88213)', ''],
    ['order *88213*', ''],
    ['oda yangu ya namba 88213', ''],
    ['namba za oda 88213 na 88214', ''],
    ['namba\n2500', ''],
    ['order yangu ni my ile sahihi 88213', ''],
    ['88213 is my order', ''],
    ['88213 is the order', ''],
    ['88213 is our order', ''],
    ['88213 ndio order yangu', ''],
    ['88213 ndiyo namba ya oda', ''],
    ['order kumi na mbili 2500', '2500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a label names nothing over an empty line, past a line break with more words, or from too far', () => {
  test.each([
    ['order\n\n2500', '2500: 250000'],
    ['namba\nyangu 2500', '2500: 250000'],
    ['till\nni elfu tatu', 'elfu tatu: 300000'],
    ['order yangu ile sahihi ni hiyo hii 88213', '88213: 8821300'],
    ['namba tokwa 45', '45: 4500'],
    ['namba kutoka 2500', '2500: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('money behind a label stays money', () => {
  test.each([
    ['namba ya 2500', '2500: 250000'],
    ['order kumi na mbili elfu tatu', 'kumi na mbili elfu tatu: grammar'],
    ['till yangu elfu tatu ksh', 'elfu tatu ksh: 300000'],
    ['namba ya till elfu tatu bob', 'elfu tatu bob: 300000'],
    ['order 45510, nimelipa elfu tatu', 'elfu tatu: 300000'],
    ['paybill 2500', '2500: 250000'],
    ['till 1,500', '1,500: 150000'],
    ['till 832911 2500', '2500: 250000'],
    ['order 2k', '2k: 200000'],
    ['ref 2k', '2k: 200000'],
    ['order 88213 elfu tatu', 'elfu tatu: 300000'],
    ['order moja elfu tatu', 'elfu tatu: 300000'],
    ['namba 2500 bob', '2500 bob: 250000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('another number beside a labelled one is a name only when it is as long and no money', () => {
  test.each([
    ['order 4521 na 15000', '15000: 1500000'],
    ['account 88312 badala ya 88213', ''],
    ['account 88312 instead of 882130', ''],
    ['account 88312 badala ya 2500', '2500: denied'],
    ['account 88312 badala ya 5071234567', ''],
    ['order 88213 na 88214', ''],
    ['order 88213 na 2500', '2500: 250000'],
    ['order 88213 au 15,000', '15,000: 1500000'],
    ['order 88213 na 45000 bob', '45000 bob: 4500000'],
    ['order 88213 badala ya 45000 bob', '45000 bob: denied'],
    ['order 4521 not 2500', '2500: denied'],
    ['order 88213 leo 45000', '45000: 4500000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what is said of a sum does not make a name of it', () => {
  test.each([
    ['2500 ni', '2500: 250000'],
    ['2500 ni pesa niliyotuma', '2500: 250000'],
    ['2500 is my money', '2500: 250000'],
    ['2500 is mystery order', '2500: 250000'],
    ['2500 nisaidie order', '2500: 250000'],
    ['2500 ni\norder 88213', '2500: 250000'],
    ['soo nane ni order', 'soo nane: 80000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a short code is dialled, not paid', () => {
  test.each([
    ['nimetoka Bukwa 456', '456: 45600'],
    ['nilipiga kwa 334', ''],
    ['nimejaribu via 456', ''],
    ['nilituma ombi to 234', ''],
    ['reversal on 456', ''],
    ['nilituma kwangu 456', '456: 45600'],
    ['nilipokea token 456', '456: 45600'],
    ['nililipa online 456', '456: 45600'],
    ['nilijaribu 456', '456: 45600'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a long figure behind a payment and `kwa`, `to`, `for` is where the money went', () => {
  test.each([
    ['soo nane kwa 40112', 'soo nane: 80000'],
    ['elfu tatu for 88214', 'elfu tatu: 300000'],
    ['2500 to 88214', '2500: 250000'],
    ['2500 kwa 881', '2500: 250000 | 881: 88100'],
    ['nilinunua moja kwa 12500', '12500: 1250000'],
    ['I sent 2500 today 12500 yesterday', '2500: 250000 | 12500: 1250000'],
    ['nililipa 2500 mpya 12500', '2500: 250000 | 12500: 1250000'],
    ['2500 kwa 15,000', '2500: 250000 | 15,000: 1500000'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what a name is set against is a name too, and what a sum is set against is denied', () => {
  test.each([
    ['order 45510, not 45501', ''],
    ['order 45510 sio 45501', ''],
    ['order 45510 siyo 45501', ''],
    ['order 45510, si 45501', ''],
    ['5071234 instead of 832911', ''],
    ['5071234 badala ya 832911', ''],
    ['45510 badala ya 45501', '45510: 4551000 | 45501: denied'],
    ['order 45510 note 12500', '12500: 1250000'],
    ['order 45510 sisi 12500', '12500: 1250000'],
    ['sio 88214', '88214: denied'],
    ['si 88214', '88214: denied'],
    ['not 88214', '88214: denied'],
    ['badala ya 88214', '88214: denied'],
    ['88213 si 88214', '88213: 8821300 | 88214: denied'],
    ['2500 badala ya 15000', '2500: 250000 | 15000: denied'],
    ['nililipa 2500 sio 15000', '2500: 250000 | 15000: denied'],
    ['order 88213 nothing 15000', '15000: 1500000'],
    ['7123456 88213', '88213: 8821300'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
