import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { fileReply } from '../../src/cases/inbound.ts';
import type { Payments } from '../../src/cases/ports.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  caseOf,
  complain,
  expectBooks,
  expectRefunded,
  incoming,
  moneyOut,
  openReasons,
  payoutOf,
  recordOrder,
  requestsFor,
  restarted,
  shillings,
  somebody,
  told,
  waiting,
} from '../support/journey.ts';
import { paidTwice, paidTwiceComplaintOf } from '../support/paid-twice.ts';

// Goal: whoever is first, one refund is one payout, and nobody is left without an answer.
// Method: real store, simulator over HTTP; two people or two cases act at once, or the world changes in the very moment
// between decision and reservation (a wrapped payments port says when that is). Judged by the simulator's books.

describe('a race', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  /** Pays with something happening at each of these moments, once. */
  async function meanwhile(
    moment: 'before the reservation' | 'before the request',
    happens: () => Promise<unknown>,
  ): Promise<void> {
    let todo: (() => Promise<unknown>) | null = happens;
    const once = async (): Promise<void> => {
      const now = todo;
      todo = null;
      await now?.();
    };
    const wrapping = {
      payments: (payments: Payments): Payments => ({
        ask: (query) => payments.ask(query),
        prepare: async () => {
          const prepared = await payments.prepare();
          if (moment === 'before the reservation') await once();
          return prepared;
        },
        send: async (request) => {
          if (moment === 'before the request') await once();
          return payments.send(request);
        },
      }),
    };
    const other = await restarted(desk, {}, { wrapping });
    await other.settle();
    await other.close();
    expect(todo, 'the moment came').toBeNull();
  }

  it('of two approvers has one winner and one payout', async () => {
    const kase = await waiting(desk);
    const both = await Promise.allSettled([
      approveAs(desk, kase.caseId, 'achieng'),
      approveAs(desk, kase.caseId, 'baraka'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  it('of two approvers, both needed, counts both', async () => {
    const kase = await waiting(desk);
    const strict = await restarted(desk, { TWO_PEOPLE_ABOVE: shillings(1_000) });
    const both = await Promise.all([
      approveAs(strict, kase.caseId, 'achieng'),
      approveAs(strict, kase.caseId, 'baraka'),
    ]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['approved', 'one_more']);
    await strict.settle();
    await strict.close();
    await expectRefunded(desk, kase);
  });

  it('of a double click is one approval and one payout', async () => {
    const kase = await waiting(desk);
    await Promise.allSettled([approveAs(desk, kase.caseId), approveAs(desk, kase.caseId)]);
    await desk.settle();
    await expectRefunded(desk, kase);
    const { key } = await payoutOf(desk, kase.caseId);
    expect(await desk.app.desk.store.approvalsOf(key)).toHaveLength(1);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  it('of mirrored complaints about an order paid twice returns one payment', async () => {
    const { first, second } = await paidTwice(desk);
    const one = await complain(desk, first, paidTwiceComplaintOf(first));
    const two = await complain(desk, second, paidTwiceComplaintOf(second));
    const cases = [await caseOf(desk, one), await caseOf(desk, two)];
    expect(new Set(cases.map(({ payoutKey }) => payoutKey).filter((key) => key !== null)).size).toBe(1);
    for (const { id, status } of cases) {
      if (status === 'waiting_for_approval' && (await openReasons(desk, id)).length === 0) {
        await approveAs(desk, id);
      }
    }
    await desk.settle();
    expect(moneyOut(desk, first.receipt) + moneyOut(desk, second.receipt)).toBe(second.amountCents);
    expect(requestsFor(desk, first.receipt) + requestsFor(desk, second.receipt)).toBe(1);
    for (const id of [one, two]) {
      const { status } = await caseOf(desk, id);
      const reasons = await openReasons(desk, id);
      expect(status === 'closed' || reasons.length > 0, `${id} is ${status}`).toBe(true);
    }
  });

  it('of two cases of one refund, approved by the same person on both cards, is one payout', async () => {
    const { first, second } = await paidTwice(desk);
    const [one, two] = [
      await complain(desk, first, paidTwiceComplaintOf(first)),
      await complain(desk, second, paidTwiceComplaintOf(second)),
    ];
    for (const id of [one, two]) await approveAs(desk, id);
    const { key } = await payoutOf(desk, one);
    expect((await payoutOf(desk, two)).key).toBe(key);
    expect((await desk.app.desk.store.approvalsOf(key)).map(({ caseId }) => caseId).sort()).toEqual(
      [one, two].sort(),
    );
    await desk.settle();
    expect(requestsFor(desk, second.receipt)).toBe(1);
    expect(moneyOut(desk, first.receipt)).toBe(0);
    const ends = [await caseOf(desk, one), await caseOf(desk, two)];
    expect(ends.map(({ outcome }) => outcome).sort()).toEqual(['duplicate', 'refunded']);
    for (const { id } of ends) expect(await told(desk, id)).toHaveLength(1);
  });

  it('of a second case with a payout on its way makes it wait, and tells it what became of that', async () => {
    const { first, second } = await paidTwice(desk);
    const one = await complain(desk, first, paidTwiceComplaintOf(first));
    await approveAs(desk, one);
    desk.simulator.setFaults([{ receipt: second.receipt, faults: ['delay_callback_ms:120000'] }]);
    await desk.settle();
    expect(await payoutOf(desk, one)).toMatchObject({ state: 'unresolved' });
    const two = await complain(desk, second, paidTwiceComplaintOf(second));
    expect(await told(desk, two)).toEqual(['waits_for_payout']);
    expect(await caseOf(desk, two)).toMatchObject({ status: 'extracted' });
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    expect(await caseOf(desk, one)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(await caseOf(desk, two)).toMatchObject({ status: 'closed', outcome: 'duplicate' });
    expect(await told(desk, two)).toEqual(['waits_for_payout', 'closed_duplicate']);
    const [, last] = await desk.app.desk.store.outboundOf(two);
    expect(last?.text).toContain((await payoutOf(desk, one)).reference);
    expect(moneyOut(desk, second.receipt)).toBe(second.amountCents);
    expect(moneyOut(desk, first.receipt)).toBe(0);
  });

  it('of a repeat after the refund answers with the same reference and pays nothing', async () => {
    const kase = await approved(desk);
    await desk.settle();
    await expectRefunded(desk, kase);
    const again = await complain(
      desk,
      { ...kase, phone: somebody(desk).phone },
      `Order ${kase.orderNumber} bado unpaid, code ${kase.receipt}`,
    );
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(await caseOf(desk, again)).toMatchObject({ status: 'closed', outcome: 'duplicate' });
  });

  it('won by a withdrawal before the reservation pays nothing', async () => {
    const kase = await approved(desk);
    await meanwhile('before the reservation', () =>
      fileReply(kase.caseId, incoming(kase, 'Imeshatatuliwa, asanteni'), 'customer', desk.app.desk),
    );
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
  });

  it('lost by a withdrawal after the reservation tells the customer that the money is on its way', async () => {
    const kase = await approved(desk);
    await meanwhile('before the request', () =>
      fileReply(kase.caseId, incoming(kase, 'Imeshatatuliwa, asanteni'), 'customer', desk.app.desk),
    );
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await told(desk, kase.caseId)).toContain('on_its_way');
  });

  it('won by an import that shows the order as paid pays nothing', async () => {
    const kase = await approved(desk);
    await meanwhile('before the reservation', () =>
      recordOrder(desk, kase, { status: 'paid', paidBy: [kase.receipt] }),
    );
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'not_due' });
  });

  it('won by a reversal outside is told as money that is back', async () => {
    const kase = await approved(desk);
    await meanwhile('before the reservation', () =>
      Promise.resolve(desk.simulator.reverseOutside(kase.receipt)),
    );
    await desk.settle();
    await expectRefunded(desk, kase, 'money_is_back');
  });
});
