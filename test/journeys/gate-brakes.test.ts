import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { acceptClock, startPayouts, stopPayouts } from '../../src/cases/staff/brakes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  expectBooks,
  expectRefunded,
  openReasons,
  requestsFor,
  restarted,
  shillings,
  told,
  waiting,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: each check of the gate that only makes a payout wait does so, and lets it go once the hindrance is gone.
// Method: real store, simulator over HTTP; judged by the requests in the simulator's books. For each check, a journey
// that fails when the check is deleted.

const WHY = { by: 'baraka', because: 'an exercise' };

describe('the gate makes a payout wait', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  /** Nothing was sent, nobody was bothered, and the history names the check once. */
  async function expectWaits({ caseId, receipt }: CustomerCase, check: string): Promise<void> {
    expect(requestsFor(desk, receipt)).toBe(0);
    expect(await attemptsOf(desk, caseId)).toEqual([]);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'approved' });
    expect(await openReasons(desk, caseId)).toEqual([]);
    expect(await told(desk, caseId)).toEqual([]);
    const events = await desk.app.desk.store.eventsOf(caseId);
    const refusals = events.filter(({ what }) => what === 'gate_refused');
    expect(refusals.map(({ detail }) => detail['check'])).toEqual([check]);
  }

  it('while the kill switch is on', async () => {
    const kase = await waiting(desk);
    await stopPayouts(WHY, desk.app.desk);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    desk.clock.forward(HOUR);
    await desk.settle();
    await expectWaits(kase, 'payouts_live');
    await startPayouts(WHY, desk.app.desk);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('in a process that was not started to pay', async () => {
    const kase = await waiting(desk);
    const dry = await restarted(desk, { RUDISHA_MAY_PAY: false });
    await approveAs(dry, kase.caseId);
    await dry.settle();
    dry.clock.forward(HOUR);
    await dry.settle();
    await dry.close();
    await expectWaits(kase, 'process_may_send');
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('while the clock is behind the newest event', async () => {
    const kase = await waiting(desk);
    desk.clock.forward(-10 * MINUTE);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectWaits(kase, 'clock_sane');
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('until somebody accepts a clock that once ran ahead', async () => {
    const kase = await waiting(desk);
    desk.clock.forward(DAY);
    const other = await waiting(desk);
    desk.clock.forward(-DAY);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectWaits(kase, 'clock_sane');
    await acceptClock(WHY, desk.app.desk);
    await desk.settle();
    await expectRefunded(desk, kase);
    desk.clock.forward(DAY);
    await approveAs(desk, other.caseId);
    await desk.settle();
    await expectRefunded(desk, other);
  });

  it('while the provider gives no token', async () => {
    const bare = await openTestDesk();
    try {
      const kase = await approved(bare);
      bare.simulator.setFaults([{ operation: 'token', faults: ['http_500'] }]);
      await bare.settle();
      bare.clock.forward(5 * MINUTE);
      await bare.settle();
      expect(requestsFor(bare, kase.receipt)).toBe(0);
      expect(await attemptsOf(bare, kase.caseId)).toEqual([]);
      expect(await openReasons(bare, kase.caseId)).toEqual([]);
      bare.simulator.setFaults([]);
      bare.clock.forward(5 * MINUTE);
      await bare.settle();
      await expectRefunded(bare, kase);
      expect(await attemptsOf(bare, kase.caseId)).toMatchObject([{ number: 1, verdict: 'paid' }]);
      await expectBooks(bare);
    } finally {
      await bare.close();
    }
  });

  it('of more than the limit of a payout, until the limit is raised', async () => {
    const kase = await waiting(desk, { shillings: 5_000 });
    const strict = await restarted(desk, { LIMIT_PER_PAYOUT: shillings(4_999) });
    await approveAs(strict, kase.caseId);
    await strict.settle();
    strict.clock.forward(HOUR);
    await strict.settle();
    // No midnight mends it, so staff hear of it, once.
    expect(
      (await told(strict, kase.caseId, 'staff')).filter((text) => text === 'payout_over_limit'),
    ).toHaveLength(1);
    await strict.close();
    await expectWaits(kase, 'limits');
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('beyond the limit of the day, until the next day in Nairobi', async () => {
    // To the next day, so that what other journeys paid does not count.
    desk.clock.forward(DAY);
    const strict = await restarted(desk, { LIMIT_PER_DAY: shillings(5_000) });
    const [first, second] = [await waiting(strict, { shillings: 3_000 }), await waiting(strict)];
    await approveAs(strict, first.caseId);
    await strict.settle();
    await expectRefunded(strict, first);
    await approveAs(strict, second.caseId);
    await strict.settle();
    strict.clock.forward(2 * HOUR);
    await strict.settle();
    await expectWaits(second, 'limits');
    strict.clock.forward(DAY);
    await strict.settle();
    await expectRefunded(strict, second);
    await strict.close();
  });
});
