import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { fileReply } from '../../src/cases/inbound.ts';
import { pay } from '../../src/cases/pay.ts';
import { startPayouts, stopPayouts } from '../../src/cases/staff/brakes.ts';
import { liftHold, recordRefund } from '../../src/cases/staff/reconcile.ts';
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
  incoming,
  openReasons,
  paidInSimulator,
  payoutOf,
  recordOrder,
  recordPayment,
  requestsFor,
  restarted,
  seed,
  shillings,
  somebody,
  waiting,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: each check of the gate about case, people, records and caps stops the payout that it is there for.
// Method: what the check is about changes between approval and reservation; judged by the requests in the simulator's
// books. `pay()` itself stands for a hasty worker: it skips the steps that would have seen some of it before.

const WHY = { by: 'baraka', because: 'an exercise' };

describe('the gate stops a payout', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(() => expectBooks(desk));
  afterAll(() => desk.close());

  async function hasty(caseId: string): Promise<void> {
    const snapshot = await desk.app.desk.store.snapshot(caseId);
    if (snapshot === null) throw new Error(`no case ${caseId}`);
    await pay(snapshot, desk.app.desk);
  }

  async function refusals(caseId: string): Promise<readonly unknown[]> {
    const events = await desk.app.desk.store.eventsOf(caseId);
    return events.filter(({ what }) => what === 'gate_refused').map(({ detail }) => detail['reason']);
  }

  async function approveAndSettle(kase: CustomerCase, by = 'achieng'): Promise<void> {
    await approveAs(desk, kase.caseId, by);
    await desk.settle();
  }

  it('of a case that holds a message nobody read (case_current)', async () => {
    const kase = await approved(desk);
    await fileReply(kase.caseId, incoming(kase, 'Asanteni, nasubiri'), 'customer', desk.app.desk);
    await hasty(kase.caseId);
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['case_has_unread_message']);
    // Thanks change nothing, but who approved did not see them: the decision and the card come again.
    await desk.settle();
    await approveAndSettle(kase);
    await expectRefunded(desk, kase);
  });

  it('whose customer withdraws in the moment before it', async () => {
    const kase = await approved(desk);
    await fileReply(kase.caseId, incoming(kase, 'Imeshatatuliwa, asanteni'), 'customer', desk.app.desk);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
  });

  it('of a receipt on hold, and lets it go when two people lifted the hold (receipt_free)', async () => {
    const kase = await approved(desk);
    await desk.app.desk.store.commit({
      at: desk.clock.now(),
      actor: 'import',
      writes: [{ kind: 'hold', receipt: kase.receipt, why: 'looks given back', source: 'test' }],
    });
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['receipt_on_hold']);
    expect(await openReasons(desk, kase.caseId)).toEqual(['records_conflict']);
    const lift = { receipt: kase.receipt, because: 'the portal shows nothing' };
    await liftHold({ ...lift, by: 'achieng' }, desk.app.desk);
    await liftHold({ ...lift, by: 'baraka' }, desk.app.desk);
    await goOn(desk, kase.caseId);
    await approveAndSettle(kase);
    await expectRefunded(desk, kase);
  });

  it('whose approval expired, until it is approved again (approval)', async () => {
    const kase = await waiting(desk);
    await stopPayouts(WHY, desk.app.desk);
    await approveAndSettle(kase);
    desk.clock.forward(3 * DAY + MINUTE);
    await startPayouts(WHY, desk.app.desk);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toContain('approval_expired');
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
    await approveAndSettle(kase);
    await expectRefunded(desk, kase);
  });

  it('whose approver has had a hand in the case since, until somebody else approves (approval)', async () => {
    const kase = await approved(desk);
    await fileReply(kase.caseId, incoming(kase, 'Asante'), 'staff:achieng', desk.app.desk);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['approver_not_allowed']);
    await expect(approveAs(desk, kase.caseId, 'achieng')).rejects.toThrow(/cannot approve/);
    await approveAndSettle(kase, 'baraka');
    await expectRefunded(desk, kase);
  });

  it('that needs a second person by the rule in force now (approval)', async () => {
    const kase = await approved(desk);
    const strict = await restarted(desk, { TWO_PEOPLE_ABOVE: shillings(1_000) });
    await strict.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['too_few_approvers']);
    expect(await approveAs(strict, kase.caseId, 'achieng')).toMatchObject({ kind: 'one_more' });
    await strict.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await approveAs(strict, kase.caseId, 'baraka')).toMatchObject({ kind: 'approved' });
    await strict.settle();
    await expectRefunded(desk, kase);
    await strict.close();
  });

  it('that an import between approval and reservation made wrong (records_agree)', async () => {
    const kase = await approved(desk);
    await recordOrder(desk, kase, { status: 'paid', paidBy: [kase.receipt] });
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['refund_no_longer_due']);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'not_due' });
  });

  it('of a receipt that was given back outside in between (records_agree)', async () => {
    const kase = await approved(desk);
    desk.simulator.reverseOutside(kase.receipt);
    await desk.app.desk.store.commit({
      at: desk.clock.now(),
      actor: 'import',
      writes: [
        {
          kind: 'given_back_outside',
          providerReceipt: 'UKT9OUTS1D' as Receipt,
          receipt: kase.receipt,
          amountCents: kase.amountCents,
          source: 'statement',
        },
      ],
    });
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded_outside' });
  });

  it('of an order whose customer got more back than is left of what came in (caps)', async () => {
    // Paid twice; the second payment was given back twice over, once in the portal and once by hand.
    const kase = await approved(desk);
    const second = { ...somebody(desk), orderNumber: kase.orderNumber, phone: kase.phone };
    paidInSimulator(desk, second);
    await recordPayment(desk, second);
    desk.simulator.reverseOutside(second.receipt);
    for (const providerReceipt of ['UKT9PORTA1', 'UKT9BYHAN1']) {
      const told = { receipt: second.receipt, amountCents: second.amountCents };
      for (const by of ['achieng', 'baraka']) {
        await recordRefund({ ...told, providerReceipt: providerReceipt as Receipt, by }, desk.app.desk);
      }
    }
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await refusals(kase.caseId)).toEqual(['over_order_cap']);
    expect(await openReasons(desk, kase.caseId)).toEqual(['records_conflict']);
  });

  it('of a part whose original payment the provider does not call completed (payment_confirmed)', async () => {
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_word:Reversed'] }]);
    const customer = await seed(desk, { shillings: 2_500, totalShillings: 2_350, status: 'paid' });
    await recordOrder(desk, customer, {
      status: 'paid',
      totalCents: shillings(2_350),
      paidBy: [customer.receipt],
    });
    const caseId = await complain(
      desk,
      customer,
      `I paid KES 2,500 for order ${customer.orderNumber} but it cost less, refund the excess. Code ${customer.receipt}`,
    );
    expect(await payoutOf(desk, caseId)).toMatchObject({ refund: { rail: 'b2c', amountCents: 15_000 } });
    await approveAs(desk, caseId);
    await desk.settle();
    expect(desk.simulator.books().requests.filter(({ operation }) => operation === 'b2c')).toEqual([]);
    expect(requestsFor(desk, customer.receipt)).toBe(0);
    expect(await attemptsOf(desk, caseId)).toEqual([]);
    expect(await openReasons(desk, caseId)).toEqual(['payout_refused']);
  });

  it('that is tried again before its time (reserve)', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['refuse:400.002.02'], times: 1 }]);
    await desk.settle();
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'retry_due' });
    await hasty(kase.caseId);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(await refusals(kase.caseId)).toEqual(['next_attempt_not_due']);
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('of a key whose attempt is out already, however hasty the worker (reserve)', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['delay_callback_ms:60000'] }]);
    await desk.settle();
    for (let times = 0; times < 3; times += 1) await hasty(kase.caseId);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(await refusals(kase.caseId)).toEqual(['attempt_unresolved']);
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });
});
