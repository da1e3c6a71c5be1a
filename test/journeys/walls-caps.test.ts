import { afterEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/cases/advance.ts';
import { inquire } from '../../src/cases/inquire.ts';
import { pay } from '../../src/cases/pay.ts';
import { recordRefund } from '../../src/cases/staff/reconcile.ts';
import { payoutKey, payoutReference } from '../../src/payouts/key.ts';
import type { PayoutReference } from '../../src/payouts/types.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { PAYER_OF_RECEIPT } from '../../src/records/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { goOn } from '../support/go-on.ts';
import {
  approveAs,
  approved,
  b2cPaid,
  b2cRequestsFor,
  caseOf,
  complain,
  expectBooks,
  moneyOut,
  overpaid,
  overpaymentComplaintOf,
  paidInSimulator,
  payoutOf,
  recordOrder,
  recordPayment,
  requestsFor,
  shillings,
  somebody,
  type Customer,
} from '../support/journey.ts';

// Goal: never more out of a receipt than it brought, whichever of the walls before it is down. Method: real store,
// simulator over HTTP, people who give money back by hand, a worker in a hurry; judged by the simulator's books. What
// the desk itself makes of each case is left open where a wall more or less changes it.

let desk: TestDesk;
afterEach(() => desk.close());

/** A worker that skips the steps which would have seen some of it before; whether it was refused or failed is not asked. */
async function hasty(caseId: string): Promise<void> {
  const snapshot = await desk.app.desk.store.snapshot(caseId);
  if (snapshot === null) throw new Error(`no case ${caseId}`);
  await pay(snapshot, desk.app.desk).catch(() => 'refused by the schema');
}

/** Two people tell the books of money that went back without the desk. */
async function givenBack(customer: Customer, providerReceipt: string, amountCents = customer.amountCents) {
  for (const by of ['achieng', 'baraka']) {
    await recordRefund(
      { receipt: customer.receipt, amountCents, providerReceipt: providerReceipt as Receipt, by },
      desk.app.desk,
    );
  }
}

describe('a receipt', () => {
  it('of which a part was given back by hand is not reversed, although its order brought enough', async () => {
    desk = await openTestDesk();
    const kase = await approved(desk);
    const second = { ...somebody(desk), orderNumber: kase.orderNumber, phone: kase.phone };
    paidInSimulator(desk, second);
    await recordPayment(desk, second);
    // Somebody in the office sends KES 1,000 with the same operator; its result goes elsewhere.
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['lose_callback'], times: 1 }]);
    await desk.app.desk.payments.send({
      attemptId: 'RF-22222222/1',
      reference: 'RF-22222222' as PayoutReference,
      attemptNumber: 1,
      refund: {
        receipt: kase.receipt,
        amountCents: shillings(1_000),
        cause: 'overpayment',
        rail: 'b2c',
        payee: kase.phone,
      },
      originatorConversationId: 'sent-by-hand-1',
      sendBy: desk.clock.now() + 60_000,
    });
    await desk.simulator.tick();
    const [byHand] = b2cPaid(desk);
    expect(byHand?.amountCents).toBe(shillings(1_000));
    await givenBack(kase, byHand?.receipt ?? '', shillings(1_000));
    await desk.settle();
    const out = moneyOut(desk, kase.receipt) + shillings(1_000);
    expect(out, 'given back of the receipt').toBeLessThanOrEqual(kase.amountCents);
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect((await caseOf(desk, kase.caseId)).status).not.toBe('closed');
  });

  it('is never reversed for a part of it, whatever an older program proposed', async () => {
    desk = await openTestDesk({ simulator: { partialReversals: 'allowed' } });
    const customer = await overpaid(desk);
    const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
    const kase = await caseOf(desk, caseId);
    const { refund, orderNumber } = await payoutOf(desk, caseId);
    const part = { ...refund, rail: 'reversal', payee: PAYER_OF_RECEIPT } as const;
    const key = payoutKey(desk.app.desk.fixed.secret, part);
    await desk.app.desk.store.commit({
      at: desk.clock.now(),
      actor: 'worker',
      writes: [
        { kind: 'propose', key, reference: payoutReference(key), refund: part, orderNumber },
        { kind: 'update_case', caseId, version: kase.version, set: { payoutKey: key } },
      ],
    });
    await approveAs(desk, caseId);
    await desk.settle();
    expect(requestsFor(desk, customer.receipt)).toBe(0);
    expect(moneyOut(desk, customer.receipt)).toBe(0);
    await expectBooks(desk);
  });

  it('of which a reversal is out, unheard of, is not paid out of by another refund', async () => {
    desk = await openTestDesk();
    const customer = somebody(desk, { shillings: 2_500 });
    paidInSimulator(desk, customer);
    await recordPayment(desk, customer);
    const totalCents = shillings(2_350);
    await recordOrder(desk, customer, { totalCents });
    // The customer and somebody of the household complain; staff look at both and let them go on.
    const one = await complain(desk, customer);
    const two = await complain(desk, { ...customer, phone: somebody(desk).phone });
    await goOn(desk);
    await approveAs(desk, one);
    // The shop books the order as paid before anything went out: now only a part is due, over the other rail.
    await recordOrder(desk, customer, { status: 'paid', totalCents, paidBy: [customer.receipt] });
    await advance(two, desk.app.desk);
    expect((await payoutOf(desk, one)).refund).toMatchObject({ amountCents: 250_000, rail: 'reversal' });
    expect((await payoutOf(desk, two)).refund).toMatchObject({ amountCents: 15_000, rail: 'b2c' });
    await approveAs(desk, two);
    await hasty(two);
    const { inquiries } = (await desk.app.desk.store.snapshot(two)) ?? { inquiries: [] };
    for (const ask of [1, 2]) {
      await inquire(inquiries[0]?.id ?? String(ask), desk.app.desk);
      await desk.simulator.tick();
    }
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['lose_callback'] }]);
    await hasty(one);
    await desk.simulator.tick();
    await hasty(two);
    await desk.simulator.tick();
    const out =
      moneyOut(desk, customer.receipt) + b2cPaid(desk).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(out, 'given back of the receipt').toBeGreaterThan(0);
    expect(out, 'given back of the receipt').toBeLessThanOrEqual(customer.amountCents);
    expect(requestsFor(desk, customer.receipt) + b2cRequestsFor(desk, customer.phone)).toBe(1);
  });
});
