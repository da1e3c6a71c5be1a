import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { resolve } from '../../src/cases/staff/resolve.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  expectBooks,
  expectRefunded,
  moneyOut,
  openReasons,
  payoutOf,
  requestsFor,
  told,
} from '../support/journey.ts';

// Goal: what is provably not paid is tried again, or handed to staff, and never under an id that was used before.
// Method: real store, simulator over HTTP with scripted faults, a clock that the test moves; judged by both books.

describe('a payout that fails', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
    // The token is in hand from here on.
    await approved(desk);
    await desk.settle();
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  /** Staff look at the escalation and put the refund up again. */
  async function putUpAgain(caseId: string): Promise<void> {
    const [open] = await desk.app.desk.store.escalations({ caseId, open: true, limit: 1 });
    await resolve(
      {
        escalationId: open?.id ?? '',
        by: 'baraka',
        because: 'looked at the portal',
        resolution: { kind: 'go-on', receipt: null, order: null },
      },
      desk.app.desk,
    );
    await desk.settle();
  }

  it('without a connection is tried again in the same round, under its own number and path', async () => {
    const kase = await approved(desk);
    await desk.simulatorDown();
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ number: 1, verdict: 'not_paid' }]);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'retry_due', round: 1 });
    await desk.simulatorUp();
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
    const attempts = await attemptsOf(desk, kase.caseId);
    expect(attempts.map(({ number, round, verdict }) => [number, round, verdict])).toEqual([
      [1, 1, 'not_paid'],
      [2, 1, 'paid'],
    ]);
    const { reference } = await payoutOf(desk, kase.caseId);
    const paths = desk.simulator.books().requestsByPath.map(({ resultPath }) => resultPath);
    expect(paths.filter((path) => path.includes(`/${reference}/`))).toEqual([
      expect.stringContaining(`/${reference}/2/`),
    ]);
  });

  it('three times without a connection goes to staff, and a new round of theirs pays it', async () => {
    const kase = await approved(desk);
    await desk.simulatorDown();
    for (const pause of [0, MINUTE, 5 * MINUTE]) {
      desk.clock.forward(pause);
      await desk.settle();
    }
    expect(await attemptsOf(desk, kase.caseId)).toHaveLength(3);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_failed']);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
    expect(await told(desk, kase.caseId)).toEqual(['handed_to_person']);
    await desk.simulatorUp();
    desk.clock.forward(60 * MINUTE);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    await putUpAgain(kase.caseId);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'proposed', round: 2 });
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{}, {}, {}, { number: 4, round: 2 }]);
  });

  it.each(['400.002.02', '401.002.01', '404.001.03'])(
    'refused with %s before anything was queued is tried again with another id',
    async (code) => {
      const kase = await approved(desk);
      desk.simulator.setFaults([{ receipt: kase.receipt, faults: [`refuse:${code}`], times: 1 }]);
      await desk.settle();
      expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'retry_due' });
      desk.clock.forward(MINUTE);
      await desk.settle();
      await expectRefunded(desk, kase);
      expect(requestsFor(desk, kase.receipt)).toBe(2);
      const [first, second] = await attemptsOf(desk, kase.caseId);
      expect(first?.originatorConversationId).not.toBe(second?.originatorConversationId);
    },
  );

  it('whose approval expires before the next attempt is approved again, in the same round', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['refuse:400.002.02'], times: 1 }]);
    await desk.settle();
    desk.clock.forward(3 * DAY);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    await approveAs(desk, kase.caseId, 'baraka');
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ round: 1 }, { number: 2, round: 1 }]);
  });

  it.each(['11', '24', 'R000002'])(
    'with result %s is asked about, and ends the round once the payment stands',
    async (code) => {
      const kase = await approved(desk);
      desk.simulator.setFaults([{ receipt: kase.receipt, faults: [`result:${code}`], times: 1 }]);
      await desk.settle();
      expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'not_paid', asks: 1 }]);
      expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
      desk.clock.forward(60 * MINUTE);
      await desk.settle();
      expect(requestsFor(desk, kase.receipt)).toBe(1);
      await putUpAgain(kase.caseId);
      await approveAs(desk, kase.caseId);
      await desk.settle();
      await expectRefunded(desk, kase);
      expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ round: 1 }, { number: 2, round: 2 }]);
    },
  );

  it('with a failure result though the money moved is not paid a second time', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['moved_but_result:11'] }]);
    await desk.settle();
    await expectRefunded(desk, kase, 'money_is_back');
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  it('because somebody else gave the money back (R000001) closes as refunded, without saying by whom', async () => {
    const kase = await approved(desk);
    desk.simulator.reverseOutside(kase.receipt);
    await desk.settle();
    await expectRefunded(desk, kase, 'money_is_back');
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'already_back' }]);
    const text = (await desk.app.desk.store.outboundOf(kase.caseId)).find(
      ({ purpose }) => purpose === 'money_is_back',
    );
    expect(text?.text).toMatch(/imesharudi/);
  });

  it('with a code that nobody knows is asked about until somebody can tell', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['result:9999'] }]);
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved', asks: 1 }]);
    desk.clock.forward(90 * SECOND);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(moneyOut(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'approved' });
  });
});
