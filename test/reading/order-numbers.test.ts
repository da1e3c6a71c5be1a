import { describe, expect, it } from 'vitest';
import { findDates } from '../../src/reading/dates.ts';
import { findOrderNumbers, normalOrderNumber } from '../../src/reading/order-numbers.ts';
import { findPhones } from '../../src/reading/phones.ts';
import { findReceipts } from '../../src/reading/receipts.ts';

function orders(text: string): readonly string[] {
  const taken = [...findPhones(text), ...findReceipts(text), ...findDates(text)];
  return findOrderNumbers(text, taken).map(
    ({ written, named, denied }) => `${denied ? 'not ' : ''}${written} ${named}`,
  );
}

describe('normalOrderNumber', () => {
  it.each([
    ['KB-204417', 'KB204417'],
    ['kb 204417', 'KB204417'],
    ['#00417', '00417'],
    ['ord-2026/88213', 'ORD202688213'],
    ['٨٨٢١٣', '88213'],
  ])('%s is %s', (text, number) => {
    expect(normalOrderNumber(text)).toBe(number);
  });
});

describe('a named order number', () => {
  it.each([
    ['order 88213', ['88213 order']],
    ['oda namba 88213', ['88213 order']],
    ['#40112 haijaonekana', ['40112 order']],
    ['order KB-204417.', ['KB-204417 order']],
    ['ORDER NO 88213 BADO', ['88213 order']],
    ['Order ORD-2026-88213, nililipa', ['ORD-2026-88213 order']],
    ['nambari ya order ni 4521', ['4521 order']],
    ['order - 90417; mpesa', ['90417 order']],
    ['{"order_number":"88213"}', ['88213 order']],
    ['order=88213&x', ['88213 order']],
    ['order no. 12', ['12 order']],
    ['order kb 204417', ['kb 204417 order']],
    ['order 70218 Ksh 5,600', ['70218 order']],
    ['Order 51347 ya 2,500', ['51347 order']],
    ['order 88213 na 88214', ['88213 order', '88214 order']],
    ['paybill 554433 account 40112', ['40112 account']],
    ['account INV-1187', ['INV-1187 account']],
    ['order number ni elfu tisini mia nne kumi na saba', ['90417 order']],
    ['order number ni tisa sifuri nne moja saba', ['90417 order']],
    ['order namba mia mbili, nimelipa elfu moja', ['200 order']],
    ['order no 00417', ['00417 order']],
    ['Order yangu ya 2,500 (88213)', ['88213 order']],
    ['nimelipa oda ya elfu mbili mia tano (KB-204417)', ['KB-204417 order']],
    ['my order of KES 2,500 [order no. 88213] is unpaid', ['88213 order']],
    ['agizo la jana (88213) halijalipwa', ['88213 order']],
    ['order nimelipa 2,500 (88213)', ['88213 order']],
    ['oda ya 2500 namba 88213', ['88213 order']],
    ['order yangu ni ya elfu mbili, namba ni 88213', ['88213 order']],
    ['order yangu ya viatu, number: 4521', ['4521 order']],
    ['nimelipa order 88213 na 1200 order 88214', ['88213 order', '88214 order']],
  ])('%s', (text, expected) => {
    expect(orders(text)).toEqual(expected);
  });
});

describe('a denied number', () => {
  it.each([
    ['order ni 88213 si 88231', ['88213 order', 'not 88231 order']],
    ['my order 45510, not 45501. 1,750/=', ['45510 order', 'not 45501 order']],
    ['account 88312 badala ya 88213, kiasi ni 2,350', ['not 88312 account', '88213 account']],
    ['sio order 88213, ni 88231', ['not 88213 order', '88231 order']],
    ['order si 88213 ni 88214', ['not 88213 order', '88214 order']],
    ['order 88213, samahani 88231', ['not 88213 order', '88231 order']],
    ['wrong account 88312', ['not 88312 account']],
    ['si order 88213 imelipwa?', ['88213 order']],
  ])('%s', (text, expected) => {
    expect(orders(text)).toEqual(expected);
  });
});

describe('a bare number', () => {
  it.each([
    ['88213', ['88213 bare']],
    ['ni 61171 basi', ['61171 bare']],
    ['samahani ni 40112', ['40112 bare']],
    ['30585, ilikuwa ya 2,500', ['30585 bare']],
    ['nimelipa soo nane kwa 40112 na app', ['40112 bare']],
    ['order bado iko unpaid, 88213', ['88213 bare']],
    ['ni mbili sifuri nne nne moja saba', ['204417 bare']],
    ['Nimelipa 640 kwa KB-204417', ['KB-204417 bare']],
    ['UKN4X7M2QP,88213,2350.00,MATCHED', ['88213 bare']],
  ])('%s', (text, expected) => {
    expect(orders(text)).toEqual(expected);
  });
});

describe('what is no order number', () => {
  it.each([
    'till 832911',
    'till number 5071234',
    'Paid to wrong till by mistake, 5071234 instead of 832911',
    'order ya 2500',
    'order KES 2350',
    'order KES2350 haijafika',
    'order 1,200 haijafika',
    'order 2 za viatu',
    'Nimelipa mara mbili kwa order moja! 2,500 na 2,500',
    'asdfgh 12345',
    'customer no. C-10293',
    'tracking KB-204417 haijafika',
    'order no 0712000391',
    'code UKN4X7M2QP',
    'nililipa 23/11/2026 saa 0712',
    'elfu kumi',
    'I was charged 9000 only 4500 valid',
    'PIN yangu ni 4471',
    'piga *334#',
    '二500',
    'order ya elfu ishirini (20000)',
    'order ya elfu mbili (2000)',
    'order ya jana (2500)',
    'order yangu nimelipa (25000)',
    'order ya viatu (0712000391)',
    'order yangu (till 832911)',
    'order iko till yenu (832911)',
    'order yangu haijafika. Nimelipa jana (88213)',
    'order ya jana (88213 pesa)',
    'order ya jana namba 2500 bob',
    'order yangu bado, nyumba namba 4521',
    'order yangu size namba 42',
    'order yangu ni ya elfu mbili',
  ])('%s', (text) => {
    expect(orders(text)).toEqual([]);
  });
});
