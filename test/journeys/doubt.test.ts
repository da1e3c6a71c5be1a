import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { liftHold, reconcile } from '../../src/cases/staff/reconcile.ts';
import type { Receipt } from '../../src/reading/types.ts';
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
  paidInSimulator,
  payoutOf,
  recordOrder,
  recordPayment,
  requestsFor,
  seed,
  somebody,
  told,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: what nobody can prove is asked about, then given to people; nothing is guessed, and a late answer still counts.
// Method: real store, simulator over HTTP with scripted silence, a clock that the test moves; judged by both books.

describe('a payout in doubt', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  /** One whose request arrived, and of which the provider says nothing for so long. */
  async function silent(faults: readonly string[]): Promise<CustomerCase & { readonly attemptId: string }> {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: [...faults], times: 1 }]);
    await desk.settle();
    const [attempt] = await attemptsOf(desk, kase.caseId);
    expect(attempt).toMatchObject({ verdict: 'unresolved' });
    return { ...kase, attemptId: attempt?.id ?? '' };
  }

  /** The clock goes to so long after the start, in the steps of the schedule, and everything due is done. */
  async function pass(...moments: readonly number[]): Promise<void> {
    let before = 0;
    for (const moment of moments) {
      desk.clock.forward(moment - before + SECOND);
      await desk.settle();
      before = moment;
    }
  }

  const asks = (receipt: string): number =>
    desk.simulator
      .books()
      .requests.filter(({ operation, body }) => operation === 'status' && body.includes(receipt)).length;

  it.each([
    ['was cut off before it was accepted', ['cut_before_accept']],
    ['was taken and never carried out', ['no_processing']],
    ['was redirected', ['redirect']],
    ['was answered with HTML', ['html']],
    ['met a spike arrest', ['refuse:500.003.02']],
    ['met an answer without a code', ['response_code:1']],
  ])('whose request %s is never sent again, and ends with a named person', async (_, faults) => {
    const kase = await silent(faults);
    await pass(MINUTE, 5 * MINUTE);
    expect(asks(kase.receipt)).toBe(2);
    expect(await told(desk, kase.caseId, 'staff')).toEqual([]);
    await pass(30 * MINUTE);
    expect(await told(desk, kase.caseId, 'staff')).toEqual(['payout_unresolved']);
    expect(await told(desk, kase.caseId)).toEqual([]);
    await pass(2 * HOUR);
    expect(await told(desk, kase.caseId)).toEqual(['still_checking']);
    await pass(DAY);
    expect(asks(kase.receipt)).toBe(5);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
    await pass(10 * MINUTE);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_in_doubt']);
    expect(await told(desk, kase.caseId)).toEqual(['still_checking', 'handed_to_person']);
    expect(await told(desk, kase.caseId, 'staff')).toEqual(['payout_unresolved', 'escalation']);
    await pass(3 * DAY);
    expect(asks(kase.receipt)).toBe(5);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(moneyOut(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'approved' });
  });

  it('is settled by a callback that comes a day later, which also ends the escalation', async () => {
    const kase = await silent([`delay_processing_ms:${30 * HOUR}`]);
    await pass(MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY, DAY + 10 * MINUTE);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_in_doubt']);
    await pass(6 * HOUR);
    await expectRefunded(desk, kase);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  it('is not settled by the answer to a question that was put before the failure was known', async () => {
    const kase = await silent(['result:11', 'delay_callback_ms:120000']);
    await pass(MINUTE);
    expect(asks(kase.receipt)).toBe(1);
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_silent'] }]);
    await pass(MINUTE);
    expect(asks(kase.receipt), 'asked again at once').toBe(2);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
    desk.simulator.setFaults([]);
    await pass(4 * MINUTE);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'not_paid' }]);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
  });

  it('of which two people say that it was paid is closed with the receipt that they found', async () => {
    const kase = await silent(['lose_callback', 'cut_after_accept']);
    const paid = { kind: 'paid', providerReceipt: reversalOf(kase) } as const;
    const say = (by: string): Promise<{ readonly kind: string }> =>
      reconcile({ attemptId: kase.attemptId, by, finding: paid }, desk.app.desk);
    expect(await say('achieng')).toEqual({ kind: 'waits_for_second' });
    expect(await say('Achieng ')).toEqual({ kind: 'waits_for_second' });
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
    expect(await say('baraka')).toEqual({ kind: 'done' });
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ providerReceipt: paid.providerReceipt });
  });

  it('is not settled by a receipt that settles another payout, or by the payment itself', async () => {
    const other = await approved(desk);
    await desk.settle();
    const kase = await silent(['no_processing']);
    for (const providerReceipt of [reversalOf(other), kase.receipt]) {
      const finding = { kind: 'paid', providerReceipt } as const;
      await expect(
        reconcile({ attemptId: kase.attemptId, by: 'achieng', finding }, desk.app.desk),
      ).rejects.toThrow(/settles|payment itself/);
    }
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
  });

  it('of which two people say that it was not paid goes back to approval, and a new round pays it', async () => {
    const kase = await silent(['no_processing']);
    await expect(notPaid(kase.attemptId, 'achieng')).rejects.toThrow(/too early/);
    await pass(10 * MINUTE + 31 * SECOND);
    expect(await notPaid(kase.attemptId, 'achieng')).toEqual({ kind: 'waits_for_second' });
    expect(await notPaid(kase.attemptId, 'achieng')).toEqual({ kind: 'waits_for_second' });
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
    expect(await notPaid(kase.attemptId, 'baraka')).toEqual({ kind: 'done' });
    await desk.settle();
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    await goOn(desk, kase.caseId);
    await approveAs(desk, kase.caseId, 'chebet');
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ round: 1 }, { number: 2, round: 2 }]);
  });

  it('is decided by an answer that arrives between the two people', async () => {
    const kase = await silent([`delay_processing_ms:${12 * MINUTE}`]);
    await pass(11 * MINUTE);
    expect(await notPaid(kase.attemptId, 'achieng')).toEqual({ kind: 'waits_for_second' });
    await pass(2 * MINUTE);
    await expect(notPaid(kase.attemptId, 'baraka')).rejects.toThrow(/paid already/);
    await expectRefunded(desk, kase);
  });

  it('wants both people again when anything new was heard between them', async () => {
    const kase = await silent(['no_processing']);
    await pass(11 * MINUTE);
    expect(await notPaid(kase.attemptId, 'achieng')).toEqual({ kind: 'waits_for_second' });
    // The answer to the question of half an hour.
    await pass(20 * MINUTE);
    expect(await notPaid(kase.attemptId, 'baraka')).toEqual({ kind: 'waits_for_second' });
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
    expect(await notPaid(kase.attemptId, 'achieng')).toEqual({ kind: 'done' });
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'not_paid' }]);
  });

  it('that ends unpaid wakes the other case that waited for it', async () => {
    const first = await seed(desk, { status: 'paid' });
    const second = { ...somebody(desk), orderNumber: first.orderNumber, phone: first.phone };
    paidInSimulator(desk, second, first.orderNumber);
    await recordPayment(desk, second, { account: first.orderNumber });
    await recordOrder(desk, first, { status: 'paid', paidBy: [first.receipt, second.receipt] });
    const twice = (receipt: string): string =>
      `You charged me twice for order ${first.orderNumber}. Code ${receipt}`;
    const owner = await complain(desk, first, twice(second.receipt));
    desk.simulator.setFaults([
      { operation: 'reversal', faults: ['result:17'] },
      { operation: 'status', faults: ['status_silent'] },
    ]);
    await approveAs(desk, owner);
    await desk.settle();
    const waits = await complain(desk, first, twice(first.receipt));
    expect((await caseOf(desk, waits)).decision).toMatchObject({ route: 'wait' });
    desk.clock.forward(HOUR);
    await desk.settle();
    const [attempt] = await attemptsOf(desk, owner);
    for (const by of ['baraka', 'dida']) {
      await reconcile(
        { attemptId: attempt?.id ?? '', by, finding: { kind: 'not_paid', evidence: 'looked in the portal' } },
        desk.app.desk,
      );
    }
    await desk.settle();
    expect(await payoutOf(desk, owner)).toMatchObject({ state: 'not_paid' });
    expect((await caseOf(desk, waits)).decision).not.toMatchObject({ route: 'wait' });
  });

  it('that succeeds after two people denied it is booked late, holds the receipt, and is never paid again', async () => {
    const kase = await silent([`delay_processing_ms:${HOUR}`]);
    await pass(11 * MINUTE);
    await notPaid(kase.attemptId, 'achieng');
    await notPaid(kase.attemptId, 'baraka');
    await desk.settle();
    await goOn(desk, kase.caseId);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'proposed', round: 2 });
    await pass(HOUR);
    const view = await desk.app.desk.store.attempt(kase.attemptId);
    expect(view?.transfers.map(({ kind }) => kind)).toEqual(['pending', 'voided', 'late']);
    expect(await openReasons(desk, kase.caseId)).toContain('fact_contradicts');
    expect(await desk.app.desk.store.holds(kase.receipt, 10)).toHaveLength(1);
    expect(await told(desk, kase.caseId)).toContain('refund_paid');
    // Staff go on; the hold stops the case, and lifting it takes two.
    await goOn(desk, kase.caseId);
    expect(await openReasons(desk, kase.caseId)).toEqual(['records_conflict']);
    const lift = (by: string): Promise<{ readonly kind: string }> =>
      liftHold({ receipt: kase.receipt, by, because: 'the portal shows one reversal' }, desk.app.desk);
    expect(await lift('achieng')).toEqual({ kind: 'waits_for_second' });
    expect(await lift('achieng')).toEqual({ kind: 'waits_for_second' });
    expect(await desk.app.desk.store.holds(kase.receipt, 10)).toHaveLength(1);
    expect(await lift('baraka')).toEqual({ kind: 'done' });
    expect(await desk.app.desk.store.holds(kase.receipt, 10)).toEqual([]);
    await goOn(desk, kase.caseId);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed' });
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  function reversalOf({ receipt }: CustomerCase): Receipt {
    const out = desk.simulator.books().moneyOut.find(({ originalReceipt }) => originalReceipt === receipt);
    return (out?.receipt ?? '') as Receipt;
  }

  function notPaid(attemptId: string, by: string): Promise<{ readonly kind: string }> {
    const finding = { kind: 'not_paid', evidence: 'the portal shows no reversal' } as const;
    return reconcile({ attemptId, by, finding }, desk.app.desk);
  }
});
