/**
 * Goal: what holds of the table in any situation at all. Method: small worlds in which receipts, orders and amounts
 * meet often, and a count that refunds are among what came out.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/cases/decide.ts';
import type { Situation } from '../../src/cases/types.ts';
import { leftCents } from '../../src/records/given-back.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, JOHN, order, payment, refund } from '../support/rows.ts';
import { CODE, LATER, situation, staff } from '../support/situations.ts';

describe('in any situation', () => {
  const situations = fc.record({
    receipts: fc.subarray([CODE, LATER, 'UKO4S1XW9B', 'UK04S1XW9B', 'UKZZZZZZZZ']),
    orders: fc.subarray(['88213', '5', '4']),
    amounts: fc.subarray([2350, 100, 99]),
    payments: fc.uniqueArray(
      fc.record({
        receipt: fc.constantFrom(CODE, LATER, 'UKO4S1XW9B'),
        shillings: fc.constantFrom(2350, 100, 2450),
        account: fc.constantFrom('88213', '5', 'DUKA', ''),
        payer: fc.constantFrom({ full: JANE }, { full: JOHN }, { masked: '2547*****391' }, {}),
        paidAt: fc.integer({ min: 20, max: 29 }).map((day) => november(day)),
        onHold: fc.constantFrom(false, false, true),
      }),
      { selector: (row) => row.receipt, maxLength: 3 },
    ),
    status: fc.constantFrom('paid', 'unpaid', 'cancelled'),
    refunds: fc.array(
      fc.record({
        receipt: fc.constantFrom(CODE, LATER),
        shillings: fc.constantFrom(50, 100, 2350),
        state: fc.constantFrom('paid', 'unresolved', 'not_paid'),
        by: fc.constantFrom('us', 'outside'),
      }),
      { maxLength: 2 },
    ),
    overruled: fc.boolean(),
  });

  type World = typeof situations extends fc.Arbitrary<infer Made> ? Made : never;

  function made(world: World): Situation {
    return situation({
      said: {
        receipts: world.receipts.join(' '),
        orders: world.orders.join(' '),
        amounts: world.amounts,
      },
      records: {
        payments: world.payments.map(({ receipt, ...rest }) => payment(receipt, rest)),
        orders: [order('88213', { status: world.status }), order('5', { status: 'paid', shillings: 100 })],
        givenBack: world.refunds.map((row) =>
          refund(row.receipt, row.shillings, row.state as never, row.by as never),
        ),
      },
      staffFact: world.overruled ? staff() : null,
    });
  }

  test('no refund is of more than what is left of its receipt, nor of one with a refund under way', () => {
    let refunds = 0;
    fc.assert(
      fc.property(situations, (world) => {
        const given = made(world);
        const decision = decide(given);
        if (decision.route !== 'refund') return;
        refunds += 1;
        const { payments, givenBack } = given.records;
        const paid = payments.find((row) => row.receipt === decision.refund.receipt)!;
        expect(decision.refund.amountCents).toBeGreaterThan(0);
        expect(decision.refund.amountCents).toBeLessThanOrEqual(leftCents(paid, givenBack));
        expect(givenBack.some((row) => row.receipt === paid.receipt && row.state === 'unresolved')).toBe(
          false,
        );
      }),
      { numRuns: 3_000 },
    );
    expect(refunds).toBeGreaterThan(50);
  });

  test('the order of the rows decides nothing', () => {
    fc.assert(
      fc.property(situations, (world) => {
        const given = made(world);
        const { payments, orders, givenBack } = given.records;
        const records = {
          payments: payments.toReversed(),
          orders: orders.toReversed(),
          givenBack: givenBack.toReversed(),
        };
        expect(decide({ ...given, records })).toEqual(decide(given));
      }),
      { numRuns: 1_000 },
    );
  });
});
