import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { openCase } from '../../src/cases/inbound.ts';
import { apply, approve, reject } from '../../src/cases/staff/approve.ts';
import { resolve } from '../../src/cases/staff/resolve.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  complain,
  complaintOf,
  expectBooks,
  expectRefunded,
  incoming,
  moneyOut,
  payoutOf,
  requestsFor,
  seed,
  told,
  waiting,
} from '../support/journey.ts';

// Goal: money leaves only on the word of people who may say it, about exactly the refund that they saw.
// Method: staff actions on real cases; judged by the simulator's books.

describe('people', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk({ environment: { TWO_PEOPLE_ABOVE: '5000' } });
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  it('must be two above the amount that was set, and one person twice is one', async () => {
    const kase = await waiting(desk, { shillings: 5_000.5 });
    expect(await approveAs(desk, kase.caseId, 'achieng')).toMatchObject({ kind: 'one_more' });
    expect(await approveAs(desk, kase.caseId, 'achieng')).toMatchObject({ kind: 'one_more' });
    expect(await approveAs(desk, kase.caseId, 'Achieng')).toMatchObject({ kind: 'one_more' });
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await approveAs(desk, kase.caseId, 'baraka')).toMatchObject({ kind: 'approved' });
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('one is enough at exactly that amount', async () => {
    const kase = await waiting(desk, { shillings: 5_000 });
    expect(await approveAs(desk, kase.caseId)).toMatchObject({ kind: 'approved' });
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('whose first approval is over when the second comes must both approve again', async () => {
    const kase = await waiting(desk, { shillings: 6_000 });
    await approveAs(desk, kase.caseId, 'achieng');
    desk.clock.forward(3 * DAY);
    expect(await approveAs(desk, kase.caseId, 'baraka')).toMatchObject({ kind: 'one_more' });
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await approveAs(desk, kase.caseId, 'achieng')).toMatchObject({ kind: 'approved' });
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('who opened a case do not approve it', async () => {
    const customer = await seed(desk);
    const message = incoming(customer, complaintOf(customer));
    const { caseId } = await openCase(message, 'staff:achieng', desk.app.desk);
    await desk.settle();
    await expect(approveAs(desk, caseId, 'Achieng')).rejects.toThrow(/cannot approve/);
    await desk.settle();
    expect(requestsFor(desk, customer.receipt)).toBe(0);
    await approveAs(desk, caseId, 'baraka');
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId });
  });

  it('who stated a fact for a case do not approve it', async () => {
    const customer = await seed(desk);
    const caseId = await complain(
      desk,
      customer,
      `Order ${customer.orderNumber} unpaid, code ${customer.receipt}, nililipa Ksh 99`,
    );
    const [open] = await desk.app.desk.store.escalations({ caseId, open: true, limit: 1 });
    expect(open?.reason).toBe('amount_differs');
    const resolution = { kind: 'go-on', receipt: null, order: null } as const;
    await resolve(
      { escalationId: open?.id ?? '', by: 'achieng', because: 'typo', resolution },
      desk.app.desk,
    );
    await desk.settle();
    await expect(approveAs(desk, caseId, 'achieng')).rejects.toThrow(/cannot approve/);
    await approveAs(desk, caseId, 'baraka');
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId });
  });

  it('who type the key of another refund approve nothing', async () => {
    const [kase, other] = [await waiting(desk), await waiting(desk)];
    const { key } = await payoutOf(desk, other.caseId);
    const input = { caseId: kase.caseId, by: 'achieng', orderChecked: true };
    await expect(approve({ ...input, key }, desk.app.desk)).rejects.toThrow(/look at the card again/);
    await expect(approve({ ...input, key: key.slice(0, 4) }, desk.app.desk)).rejects.toThrow(/at least/);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt) + requestsFor(desk, other.receipt)).toBe(0);
  });

  it('cannot approve twice, apply or reject once money is on its way', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['delay_callback_ms:60000'] }]);
    await desk.settle();
    const input = { caseId: kase.caseId, by: 'baraka', because: 'changed my mind' };
    await expect(approveAs(desk, kase.caseId)).rejects.toThrow(/not waiting_for_approval/);
    await expect(apply(input, desk.app.desk)).rejects.toThrow(/not waiting_for_approval/);
    await expect(reject(input, desk.app.desk)).rejects.toThrow(/not waiting_for_approval/);
    desk.clock.forward(60_000);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('who reject use up the round, and a later complaint opens the next one', async () => {
    const kase = await waiting(desk);
    await reject({ caseId: kase.caseId, by: 'achieng', because: 'goods were sent' }, desk.app.desk);
    await desk.settle();
    expect(await told(desk, kase.caseId)).toEqual(['closed_rejected']);
    expect(moneyOut(desk, kase.receipt)).toBe(0);
    const again = await complain(desk, kase);
    expect(await payoutOf(desk, again)).toMatchObject({ round: 2, state: 'proposed' });
    await approveAs(desk, again, 'baraka');
    await desk.settle();
    await expectRefunded(desk, { ...kase, caseId: again });
    expect(await attemptsOf(desk, again)).toMatchObject([{ number: 1, round: 2 }]);
  });

  it('who give the goods instead of the money pay nothing out, now or later', async () => {
    const kase = await waiting(desk);
    await apply({ caseId: kase.caseId, by: 'achieng' }, desk.app.desk);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'applied_to_order' });
    const again = await complain(desk, kase);
    expect(await caseOf(desk, again)).toMatchObject({ status: 'closed', outcome: 'not_due' });
    expect(requestsFor(desk, kase.receipt)).toBe(0);
  });
});
