import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { importPayments } from '../../src/cases/import-records.ts';
import { liftHold, recordRefund } from '../../src/cases/staff/reconcile.ts';
import type { Receipt } from '../../src/reading/types.ts';
import type { StatementRow } from '../../src/records/statement.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { goOn } from '../support/go-on.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  complain,
  expectBooks,
  expectRefunded,
  moneyOut,
  openReasons,
  payoutOf,
  recordPayment,
  requestsFor,
  seed,
  shillings,
  told,
  waiting,
  type Customer,
} from '../support/journey.ts';

// Goal: money that may have gone back another way is not paid out again, and what the statement shows of our own
// attempts settles them. Method: imports between the steps of real cases; judged by the simulator's books.

describe('money outside', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  async function imported(...rows: readonly StatementRow[]): Promise<void> {
    await importPayments(rows, 'import', desk.app.desk, () => undefined);
    await desk.settle();
  }

  function reversalRow(original: Customer, receipt: string): StatementRow {
    const { amountCents } = original;
    return {
      kind: 'reversal',
      line: 2,
      receipt: receipt as Receipt,
      original: original.receipt,
      amountCents,
      at: desk.clock.now(),
    };
  }

  /** The reversal of a payment as the simulator booked it. */
  function reversalOf({ receipt }: Customer): string {
    return (
      desk.simulator.books().moneyOut.find(({ originalReceipt }) => originalReceipt === receipt)?.receipt ??
      ''
    );
  }

  async function liftedByTwo(receipt: Receipt): Promise<void> {
    for (const by of ['achieng', 'baraka']) {
      await liftHold({ receipt, by, because: 'the portal shows nothing of it' }, desk.app.desk);
    }
  }

  it('that fits payer and amount of a payment holds its refund until two people looked', async () => {
    const kase = await waiting(desk);
    await imported({
      kind: 'outgoing',
      line: 2,
      receipt: 'UKT9BYHAN1' as Receipt,
      amountCents: kase.amountCents,
      at: desk.clock.now(),
      payer: { full: kase.phone },
      name: '',
      linked: null,
    });
    expect(await openReasons(desk, kase.caseId)).toEqual(['records_conflict']);
    await expect(approveAs(desk, kase.caseId)).rejects.toThrow(/not waiting_for_approval|escalated/);
    await goOn(desk, kase.caseId);
    expect(await openReasons(desk, kase.caseId), 'going on lifts no hold').toEqual(['records_conflict']);
    await liftedByTwo(kase.receipt);
    await goOn(desk, kase.caseId);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('that two sources tell differently holds the receipt, and the first amount stands', async () => {
    const kase = await waiting(desk);
    await recordPayment(desk, kase, { amountCents: shillings(9_999) });
    await desk.settle();
    expect(await openReasons(desk, kase.caseId)).toEqual(['records_conflict']);
    await liftedByTwo(kase.receipt);
    await goOn(desk, kase.caseId);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('that was reversed in the portal closes the case as refunded outside', async () => {
    const kase = await waiting(desk);
    const receipt = desk.simulator.reverseOutside(kase.receipt);
    await imported(reversalRow(kase, receipt));
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded_outside' });
    expect(requestsFor(desk, kase.receipt)).toBe(0);
  });

  it('in a statement row of our own attempt settles it, with the receipt, when nothing else was heard', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['lose_callback', 'cut_after_accept'] }]);
    await desk.settle();
    await imported(reversalRow(kase, reversalOf(kase)));
    await expectRefunded(desk, kase, 'money_is_back');
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ providerReceipt: reversalOf(kase) });
  });

  it('in a statement row that comes after the answer by asking only adds the receipt', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['lose_callback'] }]);
    await desk.settle();
    desk.clock.forward(MINUTE + 1_000);
    await desk.settle();
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'already_back', providerReceipt: null });
    await imported(reversalRow(kase, reversalOf(kase)));
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ providerReceipt: reversalOf(kase) });
    await expectRefunded(desk, kase, 'money_is_back');
    expect(await desk.app.desk.store.holds(kase.receipt, 10)).toEqual([]);
  });

  it('in a statement row of a payout that is done is ours: nothing is counted twice and nothing held', async () => {
    const kase = await approved(desk);
    await desk.settle();
    await imported(reversalRow(kase, reversalOf(kase)));
    await imported(reversalRow(kase, reversalOf(kase)));
    expect(await desk.app.desk.store.holds(kase.receipt, 10)).toEqual([]);
    expect(await desk.app.desk.store.refundsOf([kase.receipt])).toHaveLength(1);
    await expectRefunded(desk, kase);
  });

  it('given back by hand counts once two people said so', async () => {
    const kase = await waiting(desk);
    const told = { receipt: kase.receipt, amountCents: kase.amountCents };
    const say = (by: string): Promise<{ readonly kind: string }> =>
      recordRefund({ ...told, providerReceipt: 'UKT9BYHAN2' as Receipt, by }, desk.app.desk);
    expect(await say('achieng')).toEqual({ kind: 'waits_for_second' });
    expect(await say('achieng')).toEqual({ kind: 'waits_for_second' });
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
    expect(await say('baraka')).toEqual({ kind: 'done' });
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded_outside' });
    expect(moneyOut(desk, kase.receipt)).toBe(0);
  });

  it('of a receipt on hold from the start is for people, and never put up for approval', async () => {
    const customer = await seed(desk);
    await recordPayment(desk, customer, { amountCents: shillings(1) });
    const caseId = await complain(desk, customer);
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
    expect(await told(desk, caseId)).toEqual(['handed_to_person']);
    expect(await desk.app.desk.store.payoutsOfReceipt(customer.receipt)).toEqual([]);
  });

  it('of an order whose refund went out is told to staff, who must not ship it', async () => {
    const kase = await approved(desk);
    await desk.settle();
    const staff = await desk.app.desk.store.outboundOf(kase.caseId);
    expect(staff.filter(({ purpose }) => purpose === 'order_refunded').map(({ text }) => text)).toEqual([
      expect.stringContaining(`Order ${kase.orderNumber} was refunded`),
    ]);
    expect(await attemptsOf(desk, kase.caseId)).toHaveLength(1);
  });
});
