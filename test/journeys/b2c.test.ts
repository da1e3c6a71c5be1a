import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { importPayments } from '../../src/cases/import-records.ts';
import type { Payments } from '../../src/cases/ports.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cPaid,
  b2cRequestsFor,
  caseOf,
  complain,
  expectBooks,
  openReasons,
  overpaid,
  overpaymentComplaintOf,
  paidInSimulator,
  payoutOf,
  recordOrder,
  recordPayment,
  shillings,
  somebody,
  told,
  type Customer,
} from '../support/journey.ts';
import { outgoingRow } from '../support/statement-rows.ts';

// Goal: an overpayment goes back over B2C, once, after the provider confirmed the original payment. Method: real store,
// simulator over HTTP, judged by the simulator's books.

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk();
});
afterEach(async () => {
  await expectBooks(desk);
  await desk.close();
});

const faults = (...names: string[]) => ({ faults: names });

async function approvedCase(): Promise<Customer & { readonly caseId: string }> {
  const customer = await overpaid(desk);
  const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
  await approveAs(desk, caseId);
  return { ...customer, caseId };
}

describe('an overpayment', () => {
  it('goes back over B2C, once, after the original payment was confirmed', async () => {
    const customer = await overpaid(desk);
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    expect(await payoutOf(desk, caseId)).toMatchObject({
      refund: { rail: 'b2c', amountCents: 15_000, payee: customer.phone },
    });
    await approveAs(desk, caseId);
    await desk.settle();
    const [attempt] = await attemptsOf(desk, caseId);
    expect(b2cPaid(desk)).toEqual([
      expect.objectContaining({
        amountCents: 15_000,
        msisdn: customer.phone,
        ocid: attempt?.originatorConversationId,
      }),
    ]);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(await told(desk, caseId)).toContain('refund_paid');
    const asked = desk.simulator.books().requests.filter(({ operation }) => operation === 'status');
    expect(asked.map(({ body }) => body.includes(customer.receipt))).toEqual([true]);
  });

  it('of a payer known by hash goes to the sender whose hash it is', async () => {
    const customer = await overpaid(desk, (phone) => ({ sha256: msisdnHash(phone) }));
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    await approveAs(desk, caseId);
    await desk.settle();
    expect(b2cPaid(desk)).toMatchObject([{ msisdn: customer.phone, amountCents: 15_000 }]);
  });

  it('of a masked payer gets its rail from the provider, which knows the full number', async () => {
    const customer = await overpaid(desk, (phone) => ({
      masked: `${phone.slice(0, 4)}*****${phone.slice(-3)}`,
    }));
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
    await approveAs(desk, caseId);
    await desk.settle();
    expect(b2cPaid(desk)).toMatchObject([{ msisdn: customer.phone, amountCents: 15_000 }]);
  });

  it('of a payer whom the provider masks too goes to a person', async () => {
    await desk.close();
    desk = await openTestDesk({ simulator: { parties: 'masked' } });
    const customer = await overpaid(desk, (phone) => ({
      masked: `${phone.slice(0, 4)}*****${phone.slice(-3)}`,
    }));
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    expect(await openReasons(desk, caseId)).toEqual(['no_rail']);
    expect(b2cPaid(desk)).toEqual([]);
  });
});

describe('the confirmation of the original payment', () => {
  it('stops the payout when the payer has reversed the payment by SMS', async () => {
    const kase = await approvedCase();
    desk.simulator.reverseOutside(kase.receipt);
    await desk.settle();
    expect(b2cRequestsFor(desk, kase.phone)).toBe(0);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
  });

  it('is asked for three times before a person is called', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([faults('status_silent')]);
    await desk.settle();
    for (const asked of [1, 2, 3]) {
      expect(desk.simulator.books().requests.filter(({ operation }) => operation === 'status')).toHaveLength(
        asked,
      );
      expect(await openReasons(desk, kase.caseId)).toEqual([]);
      desk.clock.forward(6 * MINUTE);
      await desk.settle();
    }
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    expect(b2cRequestsFor(desk, kase.phone)).toBe(0);
  });

  it('that cannot be asked for in a short outage uses up one question, and the refund goes out after it', async () => {
    await desk.close();
    let outage = true;
    const payments = (real: Payments): Payments => ({
      ...real,
      ask: (query) =>
        outage
          ? Promise.resolve({ kind: 'ask_failed', detail: 'no answer', laneStop: null })
          : real.ask(query),
    });
    desk = await openTestDesk({ wrapping: { payments } });
    const kase = await approvedCase();
    await desk.settle();
    const { inquiries } = (await desk.app.desk.store.snapshot(kase.caseId)) ?? { inquiries: [] };
    expect(inquiries).toMatchObject([{ purpose: 'confirm', state: 'open' }]);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
    outage = false;
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ outcome: 'refunded' });
  });

  it('that comes late is asked for again', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([{ faults: ['status_silent'], times: 1 }]);
    await desk.settle();
    desk.clock.forward(6 * MINUTE);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ outcome: 'refunded' });
    expect(b2cPaid(desk)).toHaveLength(1);
  });

  it('that shows another payer stops the payout and holds the receipt', async () => {
    // The records say that the customer paid; the provider knows that somebody else did.
    const customer = somebody(desk, { shillings: 2_500 });
    paidInSimulator(desk, { ...customer, phone: '254711999888' as Msisdn });
    await recordPayment(desk, customer);
    await recordOrder(desk, customer, {
      status: 'paid',
      totalCents: shillings(2_350),
      paidBy: [customer.receipt],
    });
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    await approveAs(desk, caseId);
    await desk.settle();
    expect(b2cRequestsFor(desk, customer.phone)).toBe(0);
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
    expect(await desk.app.desk.store.holds(customer.receipt, 5)).toHaveLength(1);
  });
});

describe('a B2C request', () => {
  const refundedOnce = async (kase: Customer & { readonly caseId: string }): Promise<void> => {
    expect(b2cPaid(desk)).toMatchObject([{ msisdn: kase.phone, amountCents: 15_000 }]);
    expect(b2cRequestsFor(desk, kase.phone)).toBe(1);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect((await told(desk, kase.caseId)).filter((purpose) => purpose === 'refund_paid')).toHaveLength(1);
  };

  it.each(['cut_after_accept', 'http_500_after_accept', 'html_after_accept'])(
    'whose answer is lost (%s) is settled by its result',
    async (fault) => {
      const kase = await approvedCase();
      desk.simulator.setFaults([{ operation: 'b2c', faults: [fault] }]);
      await desk.settle();
      await refundedOnce(kase);
    },
  );

  it.each(['lose_callback', 'queue_timeout'])(
    'of which nothing more is heard (%s) is settled by asking with its own id',
    async (fault) => {
      const kase = await approvedCase();
      desk.simulator.setFaults([{ operation: 'b2c', faults: [fault] }]);
      await desk.settle();
      expect((await caseOf(desk, kase.caseId)).status).toBe('approved');
      desk.clock.forward(2 * MINUTE);
      await desk.settle();
      await refundedOnce(kase);
    },
  );

  it.each(['wrong_amount', 'wrong_party', 'foreign_ids'])(
    'whose result lies (%s) is flagged, and settled by asking',
    async (fault) => {
      const kase = await approvedCase();
      desk.simulator.setFaults([{ operation: 'b2c', faults: [fault] }]);
      await desk.settle();
      expect((await caseOf(desk, kase.caseId)).status).toBe('approved');
      expect(await openReasons(desk, kase.caseId)).toEqual(['fact_contradicts']);
      desk.clock.forward(2 * MINUTE);
      await desk.settle();
      expect(b2cPaid(desk)).toHaveLength(1);
      expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'paid' });
    },
  );

  it('to a number that is no M-Pesa customer fails, and goes back to people after the provider confirmed it', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['result:2040'] }]);
    await desk.settle();
    expect(b2cPaid(desk)).toEqual([]);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'not_paid' });
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
  });

  it('that was refused as a duplicate of our own id is not sent again', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([
      { operation: 'b2c', faults: ['refuse:500.002.1001', 'lose_callback'], times: 1 },
    ]);
    await desk.settle();
    for (const wait of [2 * DAY, HOUR]) {
      desk.clock.forward(wait);
      await desk.settle();
    }
    expect(b2cRequestsFor(desk, kase.phone)).toBe(1);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_in_doubt']);
  });

  it('that nobody answers for a day is in doubt with a named person, and a late result still settles it', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([{ operation: 'b2c', faults: [`delay_callback_ms:${3 * DAY}`] }]);
    await desk.settle();
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_silent'] }]);
    for (const wait of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY, HOUR]) {
      desk.clock.forward(wait);
      await desk.settle();
    }
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_in_doubt']);
    desk.clock.forward(2 * DAY);
    await desk.settle();
    await refundedOnce(kase);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
  });

  it('that never connected is tried again with another id, after a pause', async () => {
    await desk.close();
    let left = 1;
    const payments = (real: Payments): Payments => ({
      ...real,
      send: (request) =>
        left-- > 0 ? Promise.resolve({ kind: 'never_connected', detail: 'refused' }) : real.send(request),
    });
    desk = await openTestDesk({ wrapping: { payments } });
    const kase = await approvedCase();
    await desk.settle();
    expect(b2cPaid(desk)).toEqual([]);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'retry_due' });
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    const attempts = await attemptsOf(desk, kase.caseId);
    expect(new Set(attempts.map(({ originatorConversationId }) => originatorConversationId)).size).toBe(2);
    expect(b2cPaid(desk)).toMatchObject([{ ocid: attempts[1]?.originatorConversationId }]);
  });

  it('that was lost for good is settled by the row of the statement that it can only be', async () => {
    const kase = await approvedCase();
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['lose_callback'] }]);
    await desk.settle();
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_silent'] }]);
    const [paid] = b2cPaid(desk);
    const row = outgoingRow(paid?.receipt ?? '', desk.clock.now() + MINUTE, {
      masked: `${kase.phone.slice(0, 4)}*****${kase.phone.slice(-3)}`,
    });
    const imported = await importPayments([row], 'import', desk.app.desk, () => undefined);
    expect(imported).toMatchObject({ ours: 1, held: 0 });
    await desk.settle();
    await refundedOnce(kase);
  });

  it('is not made when the statement shows that somebody paid the excess by hand', async () => {
    const customer = await overpaid(desk);
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    const row = outgoingRow('UKU1HAND77', desk.clock.now(), { full: customer.phone });
    expect(await importPayments([row], 'import', desk.app.desk, () => undefined)).toMatchObject({ held: 1 });
    await desk.settle();
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
    expect(b2cRequestsFor(desk, customer.phone)).toBe(0);
  });
});
