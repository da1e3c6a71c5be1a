import { afterEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { Problem } from '../../src/core/errors.ts';
import { fileReply, openCase } from '../../src/cases/inbound.ts';
import type { Store } from '../../src/cases/ports.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cPaid,
  caseOf,
  complaintOf,
  expectBooks,
  incoming,
  moneyOut,
  openReasons,
  recordOrder,
  recordPayment,
  requestsFor,
  shillings,
  waitingOn,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: whatever lands between any two steps of a payout, on either rail, nobody is paid twice or too much. Method: a
// wrapper of the store's writers does the deed just before the n-th write after the approval, for every n there is.

const RAILS = ['reversal', 'b2c'] as const;

type Deed = (kase: CustomerCase, desk: TestDesk) => Promise<unknown>;

const OUTSIDE = 'a reversal outside';

const DEEDS: Readonly<Record<string, Deed>> = {
  'an edit of the order that makes it paid': (kase, desk) =>
    recordOrder(desk, kase, { status: 'paid', paidBy: [kase.receipt], totalCents: kase.amountCents }),
  'an edit of the order that makes it dearer': (kase, desk) =>
    recordOrder(desk, kase, { totalCents: shillings(kase.amountCents / 100 + 500) }),
  'an import that says another amount': (kase, desk) =>
    recordPayment(desk, kase, { amountCents: shillings(1) }),
  'a withdrawal': (kase, desk) =>
    fileReply(
      kase.caseId,
      incoming(kase, 'Basi, nimeshapata pesa yangu. Msirudishe'),
      'customer',
      desk.app.desk,
    ),
  'a reply that nobody understands': (kase, desk) =>
    fileReply(kase.caseId, incoming(kase, 'mambo vipi hapo kwenu leo'), 'customer', desk.app.desk),
  [OUTSIDE]: (kase, desk) => {
    const payment = desk.simulator.books().payments.find(({ receipt }) => receipt === kase.receipt);
    if (payment?.status === 'Completed') desk.simulator.reverseOutside(kase.receipt);
    return Promise.resolve();
  },
  'a second complaint of the same customer': (kase, desk) =>
    openCase(incoming(kase, complaintOf(kase)), 'customer', desk.app.desk),
  'a second complaint of somebody else': (kase, desk) =>
    openCase(incoming({ phone: '254799111222' as never }, complaintOf(kase)), 'customer', desk.app.desk),
};

let desk: TestDesk;
afterEach(() => desk.close());

/** A desk whose store does a deed before its n-th write once it is armed. */
async function openArmed(): Promise<{
  arm: (at: number, deed: () => Promise<unknown>) => void;
  writes: () => number;
}> {
  let count = -1;
  let wanted = Number.POSITIVE_INFINITY;
  let deed: () => Promise<unknown> = () => Promise.resolve();
  const before = async (): Promise<void> => {
    if (count < 0) return;
    count += 1;
    if (count !== wanted) return;
    wanted = Number.POSITIVE_INFINITY;
    await deed();
  };
  const store = (real: Store): Store => ({
    ...real,
    commit: async (change) => {
      await before();
      return real.commit(change);
    },
    reserve: async (request, given) => {
      await before();
      return real.reserve(request, given);
    },
    record: async (fact) => {
      await before();
      return real.record(fact);
    },
  });
  desk = await openTestDesk({ wrapping: { store } });
  return {
    arm: (at, what) => {
      count = 0;
      wanted = at;
      deed = what;
    },
    writes: () => count,
  };
}

/** Time passes until nothing is left to happen by itself. */
async function wait(): Promise<void> {
  for (const ms of [0, MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, DAY, DAY]) {
    desk.clock.forward(ms);
    await desk.settle();
  }
}

describe.each(RAILS)('between any two steps of a payout by %s', (rail) => {
  it.each(Object.keys(DEEDS))('%s pays nobody twice', async (name) => {
    const deed = DEEDS[name];
    if (!deed) throw new Error(name);
    let happened = 0;
    let paid = 0;
    for (let at = 1; ; at += 1) {
      const armed = await openArmed();
      const kase = await waitingOn(desk, rail);
      const deeds = { done: 0 };
      armed.arm(at, async () => {
        deeds.done += 1;
        await deed(kase, desk);
      });
      // An approval that comes after the deed may be refused: the case is another one by then.
      await approveAs(desk, kase.caseId).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
      await desk.settle();
      if (deeds.done > 0) {
        happened += 1;
        await wait();
        // A payer who reverses what was already refunded in part takes more than came in; nobody can keep them from it.
        if (name !== OUTSIDE || rail === 'reversal') await expectBooks(desk);
        const ours = desk.simulator.books().moneyOut.filter(({ kind }) => kind !== 'outside');
        expect(ours.length, `money went out before write ${at}`).toBeLessThanOrEqual(1);
        paid += ours.length;
        const all =
          moneyOut(desk, kase.receipt) + b2cPaid(desk).reduce((sum, out) => sum + out.amountCents, 0);
        if (name !== OUTSIDE || rail === 'reversal') expect(all).toBeLessThanOrEqual(kase.amountCents);
        expect(requestsFor(desk, kase.receipt)).toBeLessThanOrEqual(1);
        const { status } = await caseOf(desk, kase.caseId);
        const isSomebodys =
          status === 'closed' ||
          status === 'waiting_for_approval' ||
          status === 'waiting_for_customer' ||
          (await openReasons(desk, kase.caseId)).length > 0;
        expect(isSomebodys, `case is ${status} before write ${at}`).toBe(true);
        const attempts = await attemptsOf(desk, kase.caseId).catch(() => []);
        expect(attempts.filter(({ verdict }) => verdict === 'unresolved')).toEqual([]);
      }
      await desk.close();
      if (deeds.done === 0) break;
    }
    // Approval, reservation, answer, callback, settlement, delivery at least; the money went out in some of them.
    expect(happened).toBeGreaterThanOrEqual(6);
    expect(paid).toBeGreaterThan(0);
    desk = await openTestDesk();
  });
});
