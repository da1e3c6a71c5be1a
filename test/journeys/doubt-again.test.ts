import { afterEach, describe, expect, it } from 'vitest';
import { reconcile, type Reconciling } from '../../src/cases/staff/reconcile.ts';
import { startPayouts, stopPayouts } from '../../src/cases/staff/brakes.ts';
import { resolve } from '../../src/cases/staff/resolve.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cRequestsFor,
  caseOf,
  complain,
  expectBooks,
  moneyOut,
  openReasons,
  paidInSimulator,
  payoutOf,
  recordOrder,
  recordPayment,
  requestsFor,
  shillings,
  somebody,
  told,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: an attempt that was settled and is in doubt again stops everything on its receipt, also where another payout of
// the receipt is out. Method: real store, simulator over HTTP, two days of simulated time.

const WHY = { by: 'dida', because: 'an exercise' };

let desk: TestDesk;
afterEach(() => desk.close());

async function goOn(caseId: string): Promise<void> {
  const resolution = { kind: 'go-on', receipt: null, order: null } as const;
  for (const { id } of await desk.app.desk.store.escalations({ caseId, open: true, limit: 9 })) {
    await resolve({ escalationId: id, by: 'dida', because: 'looked', resolution }, desk.app.desk);
  }
  await desk.settle();
}

async function twoPeopleFind(attemptId: string, finding: Reconciling['finding']): Promise<void> {
  for (const by of ['achieng', 'baraka']) await reconcile({ attemptId, by, finding }, desk.app.desk);
  await desk.settle();
}

/** A reversal that failed, and then a part of the same receipt that people approved to go over B2C. */
async function twoRailsOfOneReceipt(faultsOfLateSuccess: readonly string[]): Promise<CustomerCase> {
  const customer = somebody(desk, { shillings: 2_500 });
  paidInSimulator(desk, customer);
  await recordPayment(desk, customer);
  const totalCents = shillings(2_350);
  await recordOrder(desk, customer, { totalCents });
  const caseId = await complain(desk, customer);
  desk.simulator.setFaults([
    { operation: 'reversal', faults: ['failed_then_paid:11', 'second_after:2d', ...faultsOfLateSuccess] },
    { operation: 'b2c', faults: ['no_processing'] },
  ]);
  await approveAs(desk, caseId);
  await desk.settle();
  expect(await openReasons(desk, caseId)).toEqual(['payout_refused']);
  // The shop books the order as paid meanwhile: a part is due now.
  await recordOrder(desk, customer, { status: 'paid', totalCents, paidBy: [customer.receipt] });
  await goOn(caseId);
  expect((await payoutOf(desk, caseId)).refund).toMatchObject({ amountCents: 15_000, rail: 'b2c' });
  await approveAs(desk, caseId);
  return { ...customer, caseId };
}

describe('a late success of a refused reversal, of another amount, while a part goes back over B2C', () => {
  it('is kept and told, and nothing more is paid of the receipt until people have said what happened', async () => {
    desk = await openTestDesk();
    const kase = await twoRailsOfOneReceipt(['wrong_amount']);
    await desk.settle();
    expect((await payoutOf(desk, kase.caseId)).state).toBe('unresolved');
    const [reversal] = await desk.app.desk.store.payoutsOfReceipt(kase.receipt);
    const [first] = await desk.app.desk.store.attemptsOf(reversal!.key);
    desk.clock.forward(2 * DAY);
    await desk.settle();
    await desk.settle();
    expect((await desk.app.desk.store.attempt(first!.id))?.attempt.verdict).toBe('unresolved');
    expect(await openReasons(desk, kase.caseId)).toContain('fact_contradicts');
    expect(await desk.app.desk.store.holds(kase.receipt, 9)).toHaveLength(1);

    // The B2C turns out not to have left. Its people let the case go on: the reversal's doubt still stands before it.
    const [b2c] = await attemptsOf(desk, kase.caseId);
    await twoPeopleFind(b2c!.id, { kind: 'not_paid', evidence: 'the portal shows none' });
    await goOn(kase.caseId);
    const { status, payoutKey } = (await desk.app.desk.store.case(kase.caseId))!;
    if (status === 'waiting_for_approval' && payoutKey !== null) await approveAs(desk, kase.caseId);
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(b2cRequestsFor(desk, kase.phone)).toBe(1);
    expect(requestsFor(desk, kase.receipt)).toBe(1);

    const out = desk.simulator.books().moneyOut.find(({ kind }) => kind === 'reversal');
    await twoPeopleFind(first!.id, { kind: 'paid', providerReceipt: out?.receipt as Receipt });
    expect((await desk.app.desk.store.payout(reversal!.key))?.state).toBe('paid');
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    await expectBooks(desk);
  });
});

describe('a late success of a refused reversal, while a part that was approved over B2C has not left', () => {
  it('is told to the customer, and the case neither ends as that refund nor pays it', async () => {
    desk = await openTestDesk();
    const kase = await twoRailsOfOneReceipt([]);
    await stopPayouts(WHY, desk.app.desk);
    desk.clock.forward(2 * DAY);
    await desk.settle();
    await desk.settle();
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    expect((await told(desk, kase.caseId)).filter((purpose) => purpose === 'refund_paid')).toHaveLength(1);
    await startPayouts(WHY, desk.app.desk);
    await desk.settle();
    const now = await caseOf(desk, kase.caseId);
    expect(now).toMatchObject({ closedAt: null });
    expect(now.status).not.toBe('refunded');
    expect(await openReasons(desk, kase.caseId)).toContain('fact_contradicts');
    expect(b2cRequestsFor(desk, kase.phone)).toBe(0);
    await expectBooks(desk);
  });
});
