import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';
import { leftCents } from '../../src/records/given-back.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import { refundDue, type RefundDue, type RefundQuestion } from '../../src/records/refund-due.ts';
import type { GivenBack, Order, Payment } from '../../src/records/types.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, JOHN, order, payment, refund } from '../support/rows.ts';

const FIRST = 'UKN4X7M2QP';
const SECOND = 'UKP6B1R8WX';
const NO_STAFF = { overruled: false, reference: null };

interface Rows {
  readonly payments: readonly Payment[];
  readonly orders: readonly Order[];
  readonly givenBack?: readonly GivenBack[];
}

function due(rows: Rows, differing: Partial<RefundQuestion> = {}): RefundDue {
  return refundDue({
    records: { givenBack: [], ...rows },
    receipt: rows.payments[0]!.receipt,
    order: rows.orders[0]!.number,
    numbers: [JANE],
    staff: NO_STAFF,
    ...differing,
  });
}

/** The values that a refund's key is made of, or what stands in place of a refund. */
function short(result: RefundDue): unknown {
  if (result.kind === 'refund') {
    const { receipt, amountCents, cause, rail, payee } = result.refund;
    return [result.row, receipt, amountCents / 100, cause, rail, payee];
  }
  if (result.kind === 'person') return [result.row, result.reason];
  return [result.row, result.kind === 'close' ? result.outcome : `wait for ${result.receipt}`];
}

describe('an unpaid order (D13)', () => {
  test.each(['unpaid', 'cancelled'])('that is %s gives the whole receipt back the way it came', (status) => {
    const result = due({
      payments: [payment(FIRST, { shillings: 3000 })],
      orders: [order('88213', { status })],
    });
    expect(short(result)).toEqual(['D13', FIRST, 3000, 'unpaid_order', 'reversal', 'payer-of-receipt']);
  });

  test('of a status that nobody knows is for a person', () => {
    const result = due({ payments: [payment(FIRST)], orders: [order('88213', { status: 'paid by CASH' })] });
    expect(short(result)).toEqual(['D13', 'records_conflict']);
  });

  test.each([
    ['paid', 1, 'records_conflict'],
    ['unresolved', 1, 'records_conflict'],
  ] as const)('with a part given back (%s) is for a person', (state, shillings, reason) => {
    const givenBack = [refund(FIRST, shillings, state)];
    expect(short(due({ payments: [payment(FIRST)], orders: [order('88213')], givenBack }))).toEqual([
      'D13',
      reason,
    ]);
  });

  test('with a refund that provably did not happen is still due', () => {
    const givenBack = [refund(FIRST, 2350, 'not_paid')];
    expect(due({ payments: [payment(FIRST)], orders: [order('88213')], givenBack }).kind).toBe('refund');
  });

  test('of a payment below its total is for a person, unless staff said to go on', () => {
    const rows = { payments: [payment(FIRST, { shillings: 2349 })], orders: [order('88213')] };
    expect(short(due(rows))).toEqual(['D13', 'amount_differs']);
    expect(due(rows, { staff: { overruled: true, reference: null } }).kind).toBe('refund');
  });

  test('made after a payment that only the customer ties to it is for a person, unless staff said to go on', () => {
    const made = { createdAt: november(24) };
    const rows = { payments: [payment(FIRST, { account: 'DUKA' })], orders: [order('88213', made)] };
    expect(short(due(rows))).toEqual(['D13', 'records_conflict']);
    expect(due(rows, { staff: { overruled: true, reference: null } }).kind).toBe('refund');
    expect(due({ ...rows, payments: [payment(FIRST)] }).kind).toBe('refund');
    expect(due({ ...rows, orders: [order('88213', { createdAt: november(22) })] }).kind).toBe('refund');
  });
});

describe('the order that a reference names (D12)', () => {
  test('and that is another one is for a person', () => {
    const rows = {
      payments: [payment(FIRST, { account: '90417' })],
      orders: [order('88213'), order('90417')],
    };
    expect(short(due(rows))).toEqual(['D12', 'records_conflict']);
  });

  test('is also the one that names the receipt in paid_by', () => {
    const other = order('90417', { status: 'paid', paidBy: [payment(FIRST).receipt] });
    expect(short(due({ payments: [payment(FIRST)], orders: [order('88213'), other] }))).toEqual([
      'D12',
      'records_conflict',
    ]);
  });

  test('is the one that staff state', () => {
    const rows = {
      payments: [payment(FIRST, { account: '90417' })],
      orders: [order('88213'), order('90417')],
    };
    const staff = { overruled: true, reference: normalOrderNumber('88213') };
    expect(due(rows, { staff }).kind).toBe('refund');
    expect(short(due(rows, { staff, order: normalOrderNumber('90417') }))).toEqual([
      'D12',
      'records_conflict',
    ]);
  });

  test('says nothing when it names no order', () => {
    expect(due({ payments: [payment(FIRST, { account: '88231' })], orders: [order('88213')] }).kind).toBe(
      'refund',
    );
  });
});

describe('a paid order (D14)', () => {
  const PAID = order('88213', { status: 'paid' });
  const TWICE = [payment(FIRST), payment(SECOND, { paidAt: november(25) })];

  test('that was paid twice gives back the later payment, whichever was complained about', () => {
    const expected = ['D14', SECOND, 2350, 'duplicate_payment', 'reversal', 'payer-of-receipt'];
    expect(short(due({ payments: TWICE, orders: [PAID] }))).toEqual(expected);
    expect(short(due({ payments: TWICE.toReversed(), orders: [PAID] }))).toEqual(expected);
  });

  test('does not give back a later payment that was touched', () => {
    const givenBack = [refund(SECOND, 1)];
    expect(short(due({ payments: TWICE, orders: [PAID], givenBack }))).toEqual(['D14', 'records_conflict']);
    // Here the sums happen to give an excess of exactly that payment.
    const payments = [payment(FIRST, { shillings: 3350 }), TWICE[1]!];
    const part = [refund(SECOND, 1000)];
    expect(short(due({ payments, orders: [PAID], givenBack: part }))).toEqual(['D14', 'records_conflict']);
  });

  test('that was paid by exactly this money is not due', () => {
    expect(short(due({ payments: [payment(FIRST)], orders: [PAID] }))).toEqual(['D14', 'not_due']);
  });

  test('whose second payment is on its way back waits for that', () => {
    const givenBack = [refund(SECOND, 2350, 'unresolved')];
    expect(short(due({ payments: TWICE, orders: [PAID], givenBack }))).toEqual(['D14', `wait for ${SECOND}`]);
  });

  test('that names a receipt which is not in the records was paid by something not seen here', () => {
    const orders = [{ ...PAID, paidBy: [payment('UKM3F7X2LB').receipt] }];
    expect(short(due({ payments: [payment(FIRST)], orders }))).toEqual(['D14', 'records_conflict']);
    expect(short(due({ payments: TWICE, orders }))).toEqual(['D14', 'records_conflict']);
  });

  test('that got less than its total is for a person', () => {
    const payments = [payment(FIRST, { shillings: 100 })];
    expect(short(due({ payments, orders: [PAID] }))).toEqual(['D14', 'records_conflict']);
  });

  test('does not count a payment that names no order, unless staff state it', () => {
    const payments = [payment(SECOND, { account: '8821', paidAt: november(25) }), payment(FIRST)];
    expect(short(due({ payments, orders: [PAID] }))).toEqual(['D14', 'records_conflict']);
    const staff = { overruled: true, reference: PAID.number };
    expect(short(due({ payments, orders: [PAID] }, { staff }))).toEqual([
      ...['D14', SECOND, 2350, 'duplicate_payment', 'reversal', 'payer-of-receipt'],
    ]);
  });

  test('does not give back a payment that another order names as its own', () => {
    const other = order('90417', { status: 'paid', paidBy: [TWICE[1]!.receipt] });
    expect(short(due({ payments: TWICE, orders: [PAID, other] }))).toEqual(['D14', 'records_conflict']);
  });
});

describe('an overpayment (D14, D16)', () => {
  const PAID = order('88213', { status: 'paid', shillings: 2000 });

  function overpaid(shillings: number, payer: Payment['payer'], numbers = [JANE]): unknown {
    const payments = [payment(FIRST, { shillings, payer })];
    return short(due({ payments, orders: [PAID] }, { numbers }));
  }

  test('goes to the recorded number, whoever writes', () => {
    expect(overpaid(2500, { full: JOHN })).toEqual(['D14', FIRST, 500, 'overpayment', 'b2c', JOHN]);
  });

  test('goes to whichever known number has the recorded hash', () => {
    const payer = { sha256: msisdnHash(JANE) };
    expect(overpaid(2500, payer, [JOHN, JANE])).toEqual(['D14', FIRST, 500, 'overpayment', 'b2c', JANE]);
    expect(overpaid(2500, payer, [JOHN])).toEqual(['D16', 'no_rail']);
  });

  test('never goes to a number that only a mask supports', () => {
    expect(overpaid(2500, { masked: '2547*****391' })).toEqual(['D16', 'no_rail']);
    expect(overpaid(2500, {})).toEqual(['D16', 'no_rail']);
  });

  test.each([
    [2009, false],
    [2009.99, false],
    [2010, true],
    [2010.5, false],
    [252_000, true],
    [252_001, false],
  ])('of a payment of %d shillings for 2,000 can be sent: %s', (shillings, sent) => {
    expect(overpaid(shillings, { full: JANE })).toEqual(
      sent ? ['D14', FIRST, shillings - 2000, 'overpayment', 'b2c', JANE] : ['D16', 'no_rail'],
    );
  });

  test('gives back only what is still over', () => {
    const rows = { payments: [payment(FIRST, { shillings: 2500 })], orders: [PAID] };
    expect(short(due({ ...rows, givenBack: [refund(FIRST, 300)] }))).toEqual([
      ...['D14', FIRST, 200, 'overpayment', 'b2c', JANE],
    ]);
    expect(short(due({ ...rows, givenBack: [refund(FIRST, 500)] }))).toEqual(['D14', 'not_due']);
    expect(short(due({ ...rows, givenBack: [refund(FIRST, 600)] }))).toEqual(['D14', 'records_conflict']);
    expect(short(due({ ...rows, givenBack: [refund(FIRST, 300, 'paid', 'outside')] }))).toEqual([
      ...['D14', FIRST, 200, 'overpayment', 'b2c', JANE],
    ]);
  });
});

describe('rows that are gone', () => {
  test('are named, and pay nothing', () => {
    const rows = { payments: [payment(FIRST)], orders: [order('88213')] };
    expect(short(due(rows, { receipt: payment(SECOND).receipt }))).toEqual(['D4', 'payment_not_found']);
    expect(short(due(rows, { order: normalOrderNumber('1') }))).toEqual(['D11', 'order_not_found']);
  });
});

/** Small worlds in which amounts, times and references meet often. */
const worlds = fc.record({
  payments: fc.uniqueArray(
    fc.record({
      receipt: fc.constantFrom('UKN4X7M2Q1', 'UKN4X7M2Q2', 'UKN4X7M2Q3', 'UKN4X7M2Q4'),
      shillings: fc.constantFrom(100, 200, 300, 350.5),
      account: fc.constantFrom('88213', '90417', 'DUKA', ''),
      day: fc.integer({ min: 20, max: 22 }),
    }),
    { selector: (row) => row.receipt, minLength: 1, maxLength: 4 },
  ),
  orders: fc.uniqueArray(
    fc.record({
      written: fc.constantFrom('88213', '90417'),
      shillings: fc.constantFrom(0, 100, 200, 300),
      status: fc.constantFrom('paid', 'unpaid', 'cancelled', 'shipped'),
      paidBy: fc.subarray(['UKN4X7M2Q1', 'UKN4X7M2Q2', 'UKN4X7M2Q3']),
    }),
    { selector: (row) => row.written, minLength: 1, maxLength: 2 },
  ),
  refunds: fc.array(
    fc.record({
      receipt: fc.constantFrom('UKN4X7M2Q1', 'UKN4X7M2Q2', 'UKN4X7M2Q3'),
      shillings: fc.constantFrom(50, 100, 200),
      state: fc.constantFrom('paid', 'unresolved', 'not_paid'),
      by: fc.constantFrom('us', 'outside'),
    }),
    { maxLength: 3 },
  ),
  overruled: fc.boolean(),
});

describe('in any world of payments, orders and refunds', () => {
  function questionOf(
    world: typeof worlds extends fc.Arbitrary<infer World> ? World : never,
  ): RefundQuestion {
    const payments = world.payments.map(({ receipt, day, ...rest }) =>
      payment(receipt, { ...rest, paidAt: november(day) }),
    );
    const orders = world.orders.map(({ written, paidBy, ...rest }) =>
      order(written, { ...rest, paidBy: paidBy as never }),
    );
    const givenBack = world.refunds.map((row) =>
      refund(row.receipt, row.shillings, row.state as never, row.by as never),
    );
    return {
      records: { payments, orders, givenBack },
      receipt: payments[0]!.receipt,
      order: orders[0]!.number,
      numbers: [JANE],
      staff: { overruled: world.overruled, reference: null },
    };
  }

  test('no refund is of more than what is left of its receipt', () => {
    let refunds = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const question = questionOf(world);
        const result = refundDue(question);
        if (result.kind !== 'refund') return;
        refunds += 1;
        const { refund: found } = result;
        const paid = question.records.payments.find((row) => row.receipt === found.receipt)!;
        expect(found.amountCents).toBeGreaterThan(0);
        expect(found.amountCents).toBeLessThanOrEqual(leftCents(paid, question.records.givenBack));
      }),
      { numRuns: 2_000 },
    );
    expect(refunds).toBeGreaterThan(50);
  });

  test('a paid order keeps its total', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const question = questionOf(world);
        const { payments, orders, givenBack } = question.records;
        const asked = orders[0]!;
        const result = refundDue(question);
        if (result.kind !== 'refund' || asked.status !== 'paid') return;
        const kept = payments
          .filter(
            (row) => asked.paidBy.includes(row.receipt) || normalOrderNumber(row.account) === asked.number,
          )
          .reduce((sum, row) => sum + leftCents(row, givenBack), 0);
        expect(kept - result.refund.amountCents).toBeGreaterThanOrEqual(asked.totalCents);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the order of the rows decides nothing', () => {
    fc.assert(
      fc.property(worlds, fc.infiniteStream(fc.nat()), (world, numbers) => {
        const question = questionOf(world);
        const shuffle = <Row>(rows: readonly Row[]): Row[] =>
          rows
            .map((row) => ({ row, at: numbers.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ row }) => row);
        const { payments, orders, givenBack } = question.records;
        const records = {
          payments: shuffle(payments),
          orders: shuffle(orders),
          givenBack: shuffle(givenBack),
        };
        expect(refundDue({ ...question, records })).toEqual(refundDue(question));
      }),
      { numRuns: 1_000 },
    );
  });
});
