/**
 * Which figures of a message are what the customer says was paid. The kind of bug hunted: a demand, a till or a price taken for the payment.
 */
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/reading/message.ts';

describe('a figure is taken for the sum where paying leads to it', () => {
  test.each<[string, number[]]>([
    ['nimelipa 200 via simu', [20000]],
    ['nililipa via simu 200', [20000]],
    ['nililipa kwa simu 2500', [250000]],
    [
      'charged 9000 only 4500 valid na mpaka sasa sijaona chochote kwenye duka lenu, tafadhali angalieni jambo hili haraka iwezekanavyo',
      [900000, 450000],
    ],
    ['nimelipa 50', [5000]],
    ['nimelipa 25', [2500]],
    ['nimelipa 250000', [25000000]],
    ['nimelipa 5', []],
    ['nimelipa 1234567', []],
    ['2500 imekatwa', [250000]],
    ['pesa imekatwa 2500 tarehe 5', [250000]],
    ['2500 each', [250000]],
    ['viatu viwili 2500 kila moja', [250000]],
    ['2500 tu', [250000]],
    ['hii 2500 bob', [250000]],
    ['(nililipa) 2500', [250000]],
    ['nililipa 2500! order haijafika', [250000]],
    ['nilituma 2500 . sijapokea', [250000]],
    ['charged 9000 only 4500 valid', [900000, 450000]],
    ['nilituma 456', [45600]],
    ['nimelipa order 88213, 2500', [250000]],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});

describe('a figure that other words claim is not the sum', () => {
  test.each<[string, number[]]>([
    ['nimelipa via 144', []],
    ['(2500) hapo', []],
    ['hapo 2500 nililipa', []],
    ['hapo 2500 nguo each', []],
    ['nimelipa 2500 kwa 456 lakini', [250000]],
    ['nimelipa dial 456', []],
    ['nimepiga 456', []],
    ['nimelipa via 456 2500', [250000]],
    ['nimelipa size 42', []],
    ['nililipa kwa till 2500', []],
    ['2500 kwa order 88213', []],
    ['pin yangu ni 1234 nililipa 2500', []],
    ['nilituma kwa namba 456, 2500', []],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});

describe('a figure alone between commas counts beside other details, up to four digits', () => {
  test.each<[string, number[]]>([
    ['order 88213, 2500, haijafika', [250000]],
    ['order 88213. 2500', [250000]],
    ['UKN4X7M2QP, 2500, order 88213', [250000]],
    ['UKN4X7M2QP 2500', [250000]],
    ['UKN4X7M2QP, 15000', []],
    ['UKN4X7M2QP, nataka 2500', []],
    ['UKN4X7M2QP, 2500 hapo', []],
    ['UKN4X7M2QP, hapo 2500', []],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});

describe('the sum said again in brackets is the sum, a longer figure there is none', () => {
  test.each<[string, number[]]>([
    ['nimelipa elfu mbili (jana 2500)', [200000]],
    ['nimelipa elfu mbili(2500)', [200000, 250000]],
    ['nimelipa elfu mbili ( 2500 )', [200000, 250000]],
    ['nimelipa 2500 (2500)', [250000]],
    ['nimelipa elfu mbili (2000)', [200000]],
    ['nimelipa elfu mbili (2500)', [200000, 250000]],
    ['nimelipa elfu mbili (88213)', [200000]],
    ['nimelipa elfu mbili( 88213 )', [200000]],
    ['nimelipa elfu mbili  ( 88213)', [200000]],
    ['nimelipa elfu mbili jana (88213', [200000]],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});

describe('the same sum twice counts twice only when the two are listed', () => {
  test.each<[string, number[]]>([
    ['nililipa 2500 na 2500', [250000, 250000]],
    ['nililipa 2500 and 2500', [250000, 250000]],
    ['nililipa 2500 & 2500', [250000, 250000]],
    ['nililipa 2500 2500', [250000, 250000]],
    ['nililipa 2500  na  2500', [250000, 250000]],
    ['nililipa 2500 mara ya kwanza 2500', [250000]],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});

describe('the clause of a figure decides what it is', () => {
  test.each<[string, number[]]>([
    ['nataka 500 hapo 2500 bob', [250000]],
    ['nililipa 2500, si 3000', [250000]],
    ['nililipa 2500, nataka 500', [250000]],
    ['nataka refund ya 500, nililipa 2500', [250000]],
    ['jumla ilikuwa 3000. nililipa 2500', [250000]],
    ['nililipa 2500; bei ilikuwa 3000', [250000]],
    ['bei ni 3000 lakini nililipa 2500', [250000]],
    ['nililipa 2500 (bei ni 3000)', [250000]],
    ['nililipa 2500 badala ya 3000', [250000]],
    ['mnanidai 500 nililipa 2500', [250000]],
    ['nataka kujua, nililipa 2500', [250000]],
    ['nataka pesa yangu! nililipa 2500', [250000]],
    ['nataka pesa.nililipa 2500', [250000]],
    ['nataka pesa,nililipa 2500', [250000]],
    ['nililipa 2500.', [250000]],
  ])('%j states %j', (text, cents) => {
    expect(readMessage(text).amounts).toEqual(cents);
  });
});
