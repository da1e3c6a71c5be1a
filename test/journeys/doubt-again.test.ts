import { afterEach, describe, expect, it } from 'vitest';
import { decide } from '../../src/cases/decide.ts';
import { liftHold, reconcile, type Reconciling } from '../../src/cases/staff/reconcile.ts';
import { startPayouts, stopPayouts } from '../../src/cases/staff/brakes.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import type { Receipt } from '../../src/reading/types.ts';
import type { ReserveRequest } from '../../src/cases/change.ts';
import type { Payout } from '../../src/payouts/types.ts';
import { gateRows } from '../../src/store/gate-rows.ts';
import { openDatabase } from '../../src/store/open.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { goOn } from '../support/go-on.ts';
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

/** The attempt that people are called for. */
async function doubtOf(caseId: string): Promise<string | null> {
  const open = await desk.app.desk.store.escalations({ caseId, open: true, limit: 9 });
  return open.find(({ reason }) => reason === 'payout_in_doubt')?.subReason ?? null;
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
  await goOn(desk, caseId);
  expect((await payoutOf(desk, caseId)).refund).toMatchObject({ amountCents: 15_000, rail: 'b2c' });
  await approveAs(desk, caseId);
  return { ...customer, caseId };
}

/** What the gate would look at, were the part put up again. */
async function unresolvedForGate(kase: CustomerCase): Promise<readonly string[]> {
  const { store } = desk.app.desk;
  const part = (await store.payoutsOfReceipt(kase.receipt)).find(({ refund }) => refund.rail === 'b2c');
  const request = { limits: {} } as ReserveRequest;
  const db = await openDatabase(desk.config.RUDISHA_DB, { create: false });
  try {
    return gateRows(db, await caseOf(desk, kase.caseId), part!, request, desk.clock.now())
      .unresolvedOnReceipt;
  } finally {
    db.close();
  }
}

describe('a late success of a refused reversal, of another amount, while a part goes back over B2C', () => {
  /** The doubt is back: the reversal's payout, its attempt and the attempt over B2C. */
  async function doubtIsBack(): Promise<{
    readonly kase: CustomerCase;
    readonly reversal: Payout;
    readonly first: string;
    readonly b2c: string;
  }> {
    const kase = await twoRailsOfOneReceipt(['wrong_amount']);
    await desk.settle();
    expect((await payoutOf(desk, kase.caseId)).state).toBe('unresolved');
    const [b2c] = await attemptsOf(desk, kase.caseId);
    const [reversal] = await desk.app.desk.store.payoutsOfReceipt(kase.receipt);
    const [first] = await desk.app.desk.store.attemptsOf(reversal!.key);
    // Long enough for the late success, and for every question about the B2C to stay unanswered.
    for (let halfDays = 0; halfDays < 8; halfDays += 1) {
      desk.clock.forward(DAY / 2);
      await desk.settle();
    }
    expect((await desk.app.desk.store.attempt(first!.id))?.attempt.verdict).toBe('unresolved');
    return { kase, reversal: reversal!, first: first!.id, b2c: b2c!.id };
  }

  async function peopleFindTheReversal(attemptId: string): Promise<void> {
    const out = desk.simulator.books().moneyOut.find(({ kind }) => kind === 'reversal');
    await twoPeopleFind(attemptId, { kind: 'paid', providerReceipt: out?.receipt as Receipt });
  }

  it('is kept and told, and the receipt is on hold', async () => {
    desk = await openTestDesk();
    const { kase } = await doubtIsBack();
    expect(await openReasons(desk, kase.caseId)).toEqual(
      expect.arrayContaining(['fact_contradicts', 'payout_in_doubt']),
    );
    expect(await desk.app.desk.store.holds(kase.receipt, 9)).toHaveLength(1);
  });

  it('stops the receipt until people have said what happened, also when they lift the hold', async () => {
    desk = await openTestDesk();
    const { kase, reversal, first, b2c } = await doubtIsBack();
    // What went over B2C turns out not to have left, and somebody lifts the hold and lets the case go on.
    await twoPeopleFind(b2c, { kind: 'not_paid', evidence: 'the portal shows none' });
    expect(await doubtOf(kase.caseId)).toBe(first);
    for (const by of ['achieng', 'baraka'])
      await liftHold({ receipt: kase.receipt, by, because: 'looked' }, desk.app.desk);
    await goOn(desk, kase.caseId);
    // The decision sees the doubt: it puts nothing up. The gate sees it too, whoever put up what.
    const { situation } = (await desk.app.desk.store.snapshot(kase.caseId))!;
    expect(decide(situation!).route).not.toBe('refund');
    expect(await unresolvedForGate(kase)).toEqual([reversal.reference]);
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(b2cRequestsFor(desk, kase.phone)).toBe(1);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    await peopleFindTheReversal(first);
    expect((await desk.app.desk.store.payout(reversal.key))?.state).toBe('paid');
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    await expectBooks(desk);
  });

  it('does not take the other doubt of the case with it when it is settled', async () => {
    desk = await openTestDesk();
    const { kase, first, b2c } = await doubtIsBack();
    expect(await doubtOf(kase.caseId)).toBe(b2c);
    await peopleFindTheReversal(first);
    expect(await doubtOf(kase.caseId)).toBe(b2c);
    await twoPeopleFind(b2c, { kind: 'not_paid', evidence: 'the portal shows none' });
    expect(await openReasons(desk, kase.caseId)).not.toContain('payout_in_doubt');
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
