/**
 * Goal: what the labelled situations do not reach: staff facts, windows and ties, and rules that must hold in any
 * situation. Method: one plain refundable situation, changed in one thing at a time.
 */
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/cases/decide.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { Records } from '../../src/records/types.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, JOHN, order, payment, refund } from '../support/rows.ts';
import { saidOf } from '../support/said.ts';
import { CODE, decided, LATER, NOW, open, situation, staff, type Changed } from '../support/situations.ts';

describe('a plain complaint', () => {
  test('is refunded from the records, with the receipt complained about and its order', () => {
    expect(decide(situation())).toEqual({
      route: 'refund',
      row: 'D13',
      refund: {
        receipt: CODE,
        amountCents: 235_000,
        cause: 'unpaid_order',
        rail: 'reversal',
        payee: 'payer-of-receipt',
      },
      receipt: CODE,
      order: '88213',
    });
  });

  test('of which nothing says whether it is one goes to a person', () => {
    expect(decided({ said: { complaint: 'undecided' } })).toBe('D2 person not_a_complaint');
  });
});

describe('a complaint without a receipt (D3)', () => {
  const noCode = { receipts: '' };

  test.each([
    ['thirty days', NOW - 30 * DAY, 'D13 refund'],
    ['a moment more', NOW - 30 * DAY - 1, 'D3 ask'],
  ])('finds a payment of up to thirty days ago: %s', (_, paidAt, expected) => {
    expect(decided({ said: noCode, records: { payments: [payment(CODE, { paidAt })] } })).toContain(expected);
  });

  test('leaves out payments given back in full, and keeps those given back in part', () => {
    const payments = [payment(CODE), payment(LATER)];
    expect(decided({ said: noCode, records: { payments } })).toBe('D3 ask mpesa_code');
    expect(decided({ said: noCode, records: { payments, givenBack: [refund(LATER, 2350)] } })).toBe(
      `D13 refund ${CODE}`,
    );
    expect(decided({ said: noCode, records: { payments, givenBack: [refund(LATER, 2349)] } })).toBe(
      'D3 ask mpesa_code',
    );
  });

  test('keeps only payments of a stated amount', () => {
    const payments = [payment(CODE), payment(LATER, { shillings: 2400 })];
    expect(decided({ said: noCode, records: { payments } })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { ...noCode, amounts: [99] }, records: { payments } })).toBe('D3 ask mpesa_code');
  });

  test('takes a payment found by its payer alone only with its amount, stated or the total of the stated order', () => {
    const records = { payments: [payment(CODE, { account: 'DUKA' })] };
    expect(decided({ said: { ...noCode, orders: '' }, records })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { ...noCode, amounts: [] }, records })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { ...noCode, orders: '', amounts: [] }, records })).toBe('D3 ask mpesa_code');
  });

  test('looks for the payments of the stated payer, and then not for those of the sender', () => {
    const records = { payments: [payment(CODE, { account: 'DUKA' })] };
    expect(decided({ said: { ...noCode, payer: JOHN }, records })).toBe('D3 ask mpesa_code');
    expect(decided({ sender: JOHN, said: { ...noCode, payer: JANE }, records })).toBe(`D13 refund ${CODE}`);
  });

  test('finds a payment by the stated order whoever paid it', () => {
    const masked = { records: { payments: [payment(CODE, { payer: { masked: '2547*****391' } })] } };
    expect(decided({ said: noCode, ...masked })).toBe(`D13 refund ${CODE}`);
    const paidBy = [order('88213', { paidBy: [payment(CODE).receipt] })];
    const payments = [payment(CODE, { payer: {}, account: '' })];
    expect(decided({ said: noCode, records: { payments, orders: paidBy } })).toBe(`D13 refund ${CODE}`);
  });

  test('is not helped by a mask, but by a hash', () => {
    const by = (payer: object): Changed => ({
      said: noCode,
      records: { payments: [payment(CODE, { account: 'DUKA', payer })] },
    });
    expect(decided(by({ masked: '2547*****391' }))).toBe('D3 ask mpesa_code');
    expect(decided(by({ sha256: msisdnHash(JANE) }))).toBe(`D13 refund ${CODE}`);
  });

  test('goes to a person after the second question without a usable answer', () => {
    const unfound = { said: noCode, records: { payments: [] } };
    expect(decided({ ...unfound, timesAsked: { mpesa_code: 1 } })).toBe('D3 ask mpesa_code');
    expect(decided({ ...unfound, timesAsked: { mpesa_code: 2 } })).toBe('D3 person details_missing');
    expect(decided({ ...unfound, timesAsked: { order_number: 2 } })).toBe('D3 ask mpesa_code');
  });
});

describe('given receipts (D4, D5)', () => {
  test('reach a record by O for 0 and I for 1, in either direction', () => {
    const payments = [payment('UKO4S1XW9B')];
    expect(decided({ said: { receipts: 'UK04SIXW9B' }, records: { payments } })).toBe(
      'D13 refund UKO4S1XW9B',
    );
  });

  test('that are exact go before one reached by a slip', () => {
    const payments = [payment('UKO4S1XW9B', { shillings: 7 }), payment(CODE)];
    expect(decided({ said: { receipts: `UK04SIXW9B ${CODE}` }, records: { payments } })).toBe(
      `D13 refund ${CODE}`,
    );
  });

  test('of which one was given back leave the other', () => {
    const records = { payments: [payment(CODE), payment(LATER)], givenBack: [refund(LATER, 2350)] };
    expect(decided({ said: { receipts: `${LATER} ${CODE}` }, records })).toBe(`D13 refund ${CODE}`);
  });

  test('of which one agrees with the stated order or amount are that one', () => {
    const payments = [payment(CODE), payment(LATER, { account: '5', shillings: 99, paidAt: november(25) })];
    const receipts = `${LATER} ${CODE}`;
    const records = { payments };
    expect(decided({ said: { receipts, amounts: [] }, records })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { receipts, orders: '' }, records })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { receipts, orders: '', amounts: [] }, records })).toBe('D5 ask mpesa_code');
    expect(decided({ said: { receipts, amounts: [99] }, records })).toBe('D5 ask mpesa_code');
  });

  test('that were all given back are answered by the latest', () => {
    const records = {
      payments: [payment(CODE, { paidAt: november(25) }), payment(LATER)],
      givenBack: [refund(LATER, 2350), refund(CODE, 2350, 'paid', 'outside')],
    };
    expect(decided({ said: { receipts: `${LATER} ${CODE}` }, records })).toBe('D8 close refunded_outside');
  });

  test('of one order, by reference or paid_by, are taken as the latest of them', () => {
    const payments = [payment(CODE), payment(LATER, { paidAt: november(25), account: '' })];
    const orders = [order('88213', { status: 'paid', paidBy: [payment(LATER).receipt] })];
    const said = { receipts: `${CODE} ${LATER}`, orders: '', amounts: [] };
    expect(decide(situation({ said, records: { payments, orders } })).receipt).toBe(LATER);
  });

  test('with the same reference to no order are not of one order', () => {
    const payments = [payment(CODE, { account: 'DUKA' }), payment(LATER, { account: 'DUKA' })];
    const said = { receipts: `${CODE} ${LATER}`, orders: '', amounts: [] };
    expect(decided({ said, records: { payments } })).toBe('D5 ask mpesa_code');
    const oneNames = [payment(CODE), payment(LATER, { account: '' })];
    expect(decided({ said, records: { payments: oneNames } })).toBe('D5 ask mpesa_code');
  });
});

describe('another case with the same receipt (D7)', () => {
  test('of another sender needs a person on both', () => {
    const openCases = [open('C-B', { sender: JOHN }), open('C-A', { sender: null }), open('C-C')];
    expect(decide(situation({ openCases }))).toMatchObject({
      reason: 'claimed_by_another_case',
      alsoOn: ['C-A', 'C-B'],
    });
  });

  test('is not known to be of the same sender when the channel told no sender on either', () => {
    expect(decided({ sender: null, openCases: [open('C-A', { sender: null })] })).toBe(
      'D7 person claimed_by_another_case',
    );
  });

  test('closes the later of two of the same sender, and never both', () => {
    expect(
      decide(situation({ openCases: [open('C-B'), open('C-A', { openedAt: NOW - 2 * HOUR })] })),
    ).toMatchObject({
      outcome: 'duplicate',
      duplicateOf: 'C-A',
    });
    expect(decided({ openCases: [open('C-A', { openedAt: NOW + 1 })] })).toBe(`D13 refund ${CODE}`);
  });

  test('that was opened at the same moment is earlier by its id', () => {
    expect(decided({ openCases: [open('C-A', { openedAt: NOW })] })).toBe('D7 close duplicate');
    expect(decided({ openCases: [open('C-Z', { openedAt: NOW })] })).toBe(`D13 refund ${CODE}`);
  });

  test('is never this case itself', () => {
    expect(decided({ openCases: [open('C-M', { sender: null })] })).toBe(`D13 refund ${CODE}`);
  });
});

describe('a receipt given back before (D8)', () => {
  test.each([
    [[refund(CODE, 2350)], 'D8 close duplicate'],
    [[refund(CODE, 2350, 'paid', 'outside')], 'D8 close refunded_outside'],
    [[refund(CODE, 2000), refund(CODE, 350, 'paid', 'outside')], 'D8 person records_conflict'],
    [[refund(CODE, 1, 'unresolved')], `D8 wait ${CODE}`],
    [[refund(CODE, 2350, 'paid', 'outside'), refund(CODE, 2350, 'unresolved')], `D8 wait ${CODE}`],
    [[refund(CODE, 2350, 'not_paid')], `D13 refund ${CODE}`],
  ])('%j leads to %s', (givenBack, expected) => {
    expect(decided({ records: { givenBack } })).toBe(expected);
  });
});

describe('amount and payer (D9, D10)', () => {
  test('any of several stated amounts may be the payment', () => {
    expect(decided({ said: { amounts: [99, 2350] } })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { amounts: [99, 100] } })).toBe('D9 person amount_differs');
  });

  test('nobody known, or nothing shown of the payer, is no difference', () => {
    expect(decided({ sender: null })).toBe(`D13 refund ${CODE}`);
    expect(decided({ sender: JOHN, records: { payments: [payment(CODE, { payer: {} })] } })).toBe(
      `D13 refund ${CODE}`,
    );
    expect(decided({ sender: JOHN })).toBe('D10 person payer_differs');
  });
});

describe('the order (D11)', () => {
  const noOrder = { orders: '' };

  test('that two different numbers state is not stated', () => {
    expect(decided({ said: { orders: '11111 22222' } })).toBe(`D13 refund ${CODE}`);
    expect(decided({ said: { orders: '11111' } })).toBe('D11 ask order_number');
  });

  test('that a pasted SMS names counts only when it exists', () => {
    expect(decided({ said: { orders: '', smsOrders: '11111' } })).toBe(`D13 refund ${CODE}`);
    const orders = [order('88213'), order('11111')];
    expect(decided({ said: { orders: '', smsOrders: '11111' }, records: { orders } })).toBe(
      'D12 person records_conflict',
    );
  });

  test('that a pasted SMS named and a later answer replaced is no second one', () => {
    const given = situation({ said: { orders: '22222' } });
    const ordersReplaced = saidOf({ smsOrders: '11111' }).orders;
    expect(decide({ ...given, said: { ...given.said, ordersReplaced } }).route).toBe('ask');
  });

  test('that does not exist is asked for once more, and then a person looks', () => {
    expect(decided({ said: { orders: '22222', replaced: '11111' } })).toBe('D11 person order_not_found');
    expect(decided({ said: { orders: '22222', replaced: '88213' } })).toBe('D11 ask order_number');
    expect(decided({ said: { orders: '22222' }, timesAsked: { order_number: 2 } })).toBe(
      'D11 person details_missing',
    );
  });

  test('is the only unpaid one with the phone of the sender and this total, cancelled or not', () => {
    const payments = [payment(CODE, { account: 'DUKA' })];
    const found = (orders: Records['orders'], sender = JANE): string =>
      decided({ sender, said: { ...noOrder, payer: JANE }, records: { payments, orders } });
    expect(found([order('88213', { status: 'cancelled' }), order('5', { status: 'paid' })])).toBe(
      `D13 refund ${CODE}`,
    );
    expect(found([order('88213'), order('5')])).toBe('D11 ask order_number');
    expect(found([order('88213', { shillings: 2351 })])).toBe('D11 ask order_number');
    expect(found([order('88213')], JOHN)).toBe('D11 ask order_number');
  });
});

describe('a refund of another receipt than the one complained about (D15)', () => {
  const records = {
    payments: [payment(CODE), payment(LATER, { paidAt: november(25) })],
    orders: [order('88213', { status: 'paid' })],
  };
  const other = { receipt: payment(LATER).receipt };

  test('goes ahead when nothing is in the way', () => {
    expect(decide(situation({ records }))).toMatchObject({ receipt: CODE, refund: { receipt: LATER } });
  });

  test.each<[string, Changed]>([
    [
      'on hold',
      { records: { ...records, payments: [payment(CODE), { ...records.payments[1]!, onHold: true }] } },
    ],
    ['of an open case of somebody else', { records, openCases: [open('C-A', { ...other, sender: JOHN })] }],
    ['of an earlier open case of the same sender', { records, openCases: [open('C-A', other)] }],
  ])('is for a person when that one is %s, whatever staff said', (_, changed) => {
    expect(decided(changed)).toBe('D15 person records_conflict');
    expect(decided({ ...changed, staffFact: staff() })).toBe('D15 person records_conflict');
  });

  test('goes ahead beside a later case of the same sender', () => {
    expect(decided({ records, openCases: [open('C-A', { ...other, openedAt: NOW + 1 })] })).toBe(
      `D14 refund ${LATER}`,
    );
  });
});

describe('what staff state with --go-on', () => {
  test.each<[string, Changed]>([
    ['D1', { said: { wantsPerson: true } }],
    ['D2', { said: { complaint: 'no' } }],
    ['D7', { openCases: [open('C-A', { sender: JOHN })] }],
    ['D9', { said: { amounts: [99] } }],
    ['D10', { sender: JOHN }],
    ['D11', { said: { orders: '22222', replaced: '11111' } }],
    ['D13', { records: { orders: [order('88213', { shillings: 9999 })] } }],
  ])('switches off %s', (row, changed) => {
    expect(decided(changed).split(' ')[0]).toBe(row);
    expect(decided({ ...changed, staffFact: staff() })).toBe(`D13 refund ${CODE}`);
  });

  test.each<[string, Changed]>([
    ['D6', { records: { payments: [payment(CODE, { onHold: true })] } }],
    ['D8', { records: { givenBack: [refund(CODE, 2350)] } }],
    [
      'D12',
      { records: { payments: [payment(CODE, { account: '5' })], orders: [order('88213'), order('5')] } },
    ],
    ['D13', { records: { givenBack: [refund(CODE, 1)] } }],
    [
      'D16',
      {
        records: {
          payments: [payment(CODE, { payer: { masked: '2547*****391' } })],
          orders: [order('88213', { status: 'paid', shillings: 2000 })],
        },
      },
    ],
  ])('never switches off %s', (row, changed) => {
    expect(decided({ ...changed, staffFact: staff() }).split(' ')[0]).toBe(row);
  });

  test('puts their receipt in place of what was said', () => {
    const records = { payments: [payment(CODE), payment(LATER)] };
    expect(decided({ records, staffFact: staff({ receipt: LATER }) })).toBe(`D13 refund ${LATER}`);
    expect(decided({ staffFact: staff({ receipt: 'UKZZZZZZZZ' }) })).toBe('D4 person payment_not_found');
  });

  test('puts their order in place of what was said, and it counts as the account reference', () => {
    const records = { payments: [payment(CODE, { account: '5' })], orders: [order('88213'), order('5')] };
    expect(decided({ records, said: { orders: '5' }, staffFact: staff({ order: '88213' }) })).toBe(
      `D13 refund ${CODE}`,
    );
    const paid = { ...records, orders: [order('88213', { status: 'paid', shillings: 2000 }), order('5')] };
    expect(decided({ records: paid, staffFact: staff({ order: '88213' }) })).toBe(`D14 refund ${CODE}`);
    expect(decided({ staffFact: staff({ order: '4' }) })).toBe('D11 person order_not_found');
  });

  test('leaves a case without an order to be asked for it', () => {
    const records = { payments: [payment(CODE, { account: 'DUKA' })], orders: [] };
    expect(decided({ said: { orders: '' }, records, staffFact: staff() })).toBe('D11 ask order_number');
  });
});
