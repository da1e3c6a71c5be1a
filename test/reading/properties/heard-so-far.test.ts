/** What an answer adds to a case and when it counts as one: each claim is one that a small change would break. */
import { describe, expect, test } from 'vitest';
import { cents } from '../../../src/core/money.ts';
import { readMessage } from '../../../src/reading/message.ts';
import { readReply } from '../../../src/reading/reply.ts';
import { firstSaid, gaveUsableAnswer, hearReply } from '../../../src/reading/said.ts';
import type { Asked, OrderNumber, Receipt, ReplyReading, StatedOrder } from '../../../src/reading/types.ts';

const COMPLAINT = 'nimelipa order 61177 ksh 2,200 tarehe 23/11/2026 lakini bado unpaid';

function order(number: string, fromSms = false): StatedOrder {
  return { number: number as OrderNumber, written: number, fromSms };
}

/** A reply that gives exactly what is said of it. */
function reply(
  message: Partial<ReplyReading['message']>,
  intent: ReplyReading['intent'] = 'other',
): ReplyReading {
  return { intent, message: { ...readMessage(''), complaint: 'no', ...message } };
}

describe('a reply', () => {
  const said = firstSaid(readMessage(COMPLAINT));

  test('never takes back the complaint, the wish for a person, words for the program or the day of payment', () => {
    expect(said.complaint).toBe('yes');
    expect(said.paidOn).toBe('2026-11-23');
    const after = hearReply(
      { ...said, wantsPerson: true, injection: true },
      readReply('sawa', 'confirm'),
      'confirm',
    );
    expect(after).toMatchObject({
      complaint: 'yes',
      wantsPerson: true,
      injection: true,
      paidOn: '2026-11-23',
    });
  });

  test('that means a person is a wish for one, also when the model understood it so', () => {
    expect(hearReply(said, reply({}, 'wants_person'), 'amount').wantsPerson).toBe(true);
    expect(hearReply(said, reply({}, 'other'), 'amount').wantsPerson).toBe(false);
  });

  test('keeps one of what is said twice and adds what is new', () => {
    const again = {
      receipts: ['UKN4X7M2QP', 'UKN81B6TQZ'] as Receipt[],
      orders: [order('61177'), order('61178')],
    };
    const before = {
      ...said,
      receipts: ['UKN4X7M2QP'] as Receipt[],
      orders: [order('61177'), order('61170')],
    };
    const after = hearReply(before, reply({ ...again, amounts: [cents(220_000)] }), null);
    expect(after.receipts).toEqual(['UKN4X7M2QP', 'UKN81B6TQZ']);
    expect(after.orders.map(({ number }) => number)).toEqual(['61177', '61170', '61178']);
    expect(after.amounts).toEqual(said.amounts);
  });

  test('with two order numbers replaces only those that it does not repeat', () => {
    const given = reply({ orders: [order('61177'), order('61178')] });
    const after = hearReply({ ...said, orders: [order('61177'), order('61170')] }, given, 'order_number');
    expect(after.ordersReplaced.map(({ number }) => number)).toEqual(['61170']);
  });

  test('gives a new day in place of the first', () => {
    expect(hearReply(said, reply({ paidOn: '2026-11-24' }), null).paidOn).toBe('2026-11-24');
  });
});

describe('an order number that was asked for', () => {
  const usable = (...orders: readonly StatedOrder[]): boolean =>
    gaveUsableAnswer(reply({ orders }, 'gives_detail'), 'order_number');

  test('is given by one number, however often, and not by two', () => {
    expect(usable(order('61177'))).toBe(true);
    expect(usable(order('61177'), order('61177'))).toBe(true);
    expect(usable(order('61177'), order('61178'))).toBe(false);
    expect(usable()).toBe(false);
  });

  test('is given by the account of an SMS only where nothing was written', () => {
    expect(usable(order('30529', true))).toBe(true);
    expect(usable(order('30529', true), order('61177'))).toBe(true);
    expect(usable(order('30529', true), order('30530', true))).toBe(false);
  });
});

test.each<[Asked, ReplyReading, boolean]>([
  ['phone', reply({}), false],
  ['confirm', reply({}, 'gives_detail'), true],
  ['confirm', reply({}, 'not_yet'), false],
  ['confirm', reply({}, 'unclear'), false],
  [null, reply({}, 'unclear'), true],
])('asked for %s, a reply %# is usable or not', (asked, heard, expected) => {
  expect(gaveUsableAnswer(heard, asked)).toBe(expected);
});
