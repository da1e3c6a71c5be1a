import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/cases/ports.ts';
import { reject } from '../../src/cases/staff/approve.ts';
import { reconcile } from '../../src/cases/staff/reconcile.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
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
  requestsFor,
  type Customer,
} from '../support/journey.ts';
import { answers, byItsCommand, escalationOf, GO_ON } from '../support/talk.ts';

// Goal: whatever became of a payout, the command that staff are given brings the case to its end.
// Method: real store, simulator with scripted faults; the command is taken from the escalation and run.

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterEach(async () => {
  desk.simulator.setFaults([]);
  await expectBooks(desk);
});
afterAll(() => desk.close());

const store = (): Store => desk.app.desk.store;

async function expectPaidBySomebodyElse(caseId: string, customer: Customer): Promise<void> {
  expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval' });
  await expect(approveAs(desk, caseId, 'wanjiru')).rejects.toMatchObject({ code: 'not_allowed' });
  await approveAs(desk, caseId, 'achieng');
  await desk.settle();
  await expectRefunded(desk, { ...customer, caseId });
}

describe('what became of the payout', () => {
  it('payout_refused goes on to a new round, which wants its own approval', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['result:2028'], times: 1 }]);
    await desk.settle();
    await desk.settle();
    await byItsCommand(desk, kase.caseId, 'payout_refused');
    expect((await store().snapshot(kase.caseId))?.payout).toMatchObject({ round: 2, state: 'proposed' });
    await expectPaidBySomebodyElse(kase.caseId, kase);
  });

  it('payout_refused can end with a rejection', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['result:2028'], times: 1 }]);
    await desk.settle();
    await desk.settle();
    await answers(desk, kase.caseId, 'payout_refused', GO_ON);
    await reject({ caseId: kase.caseId, by: 'achieng', because: 'the shop gave the goods' }, desk.app.desk);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ outcome: 'rejected' });
    expect(moneyOut(desk, kase.receipt)).toBe(0);
  });

  it('payout_failed goes on to a new round, which wants its own approval', async () => {
    const kase = await approved(desk);
    await desk.simulatorDown();
    for (const pause of [0, MINUTE, 5 * MINUTE]) {
      desk.clock.forward(pause);
      await desk.settle();
    }
    await desk.simulatorUp();
    await byItsCommand(desk, kase.caseId, 'payout_failed');
    await expectPaidBySomebodyElse(kase.caseId, kase);
  });

  it('payout_in_doubt is answered by its own command alone, twice, by two people', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['cut_before_accept'], times: 1 }]);
    await desk.settle();
    for (const pause of [MINUTE, 4 * MINUTE, 25 * MINUTE, 2 * HOUR, DAY, 10 * MINUTE, MINUTE]) {
      desk.clock.forward(pause);
      await desk.settle();
    }
    const { command } = await escalationOf(desk, kase.caseId, 'payout_in_doubt');
    const [attempt] = await attemptsOf(desk, kase.caseId);
    expect(command).toContain(`rudisha payouts reconcile ${attempt!.id} --as NAME`);
    for (const resolution of [
      GO_ON,
      { kind: 'ask', field: 'amount' },
      { kind: 'reply', text: 'Subiri' },
      { kind: 'close', outcome: 'rejected' },
    ] as const) {
      const answering = answers(desk, kase.caseId, 'payout_in_doubt', resolution);
      await expect(answering).rejects.toThrow(
        /payout_in_doubt is not answered by .*use rudisha payouts reconcile/,
      );
    }
    const found = { kind: 'not_paid', evidence: 'no reversal in the portal' } as const;
    for (const by of ['wanjiru', 'otieno']) {
      await reconcile({ attemptId: attempt!.id, by, finding: found }, desk.app.desk);
    }
    await desk.settle();
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    await byItsCommand(desk, kase.caseId, 'payout_refused');
    await expectPaidBySomebodyElse(kase.caseId, kase);
    expect(requestsFor(desk, kase.receipt)).toBe(2);
  });

  it('fact_contradicts on a case that is closed ends with its command, and nothing is unbooked', async () => {
    const kase = await approved(desk);
    await desk.settle();
    await expectRefunded(desk, kase);
    const [attempt] = await attemptsOf(desk, kase.caseId);
    // A day later the provider says of the same payout that it failed.
    desk.clock.forward(DAY);
    await store().record({
      kind: 'attempt_fact',
      at: desk.clock.now(),
      attemptId: attempt!.id,
      fact: {
        kind: 'result',
        code: '2028',
        description: 'not permitted',
        transactionId: null,
        conversationId: null,
        originatorConversationId: null,
        amountCents: null,
        originalReceipt: null,
      },
    });
    await desk.settle();
    expect(await escalationOf(desk, kase.caseId, 'fact_contradicts')).toMatchObject({
      subReason: 'success_and_failure',
    });
    expect(await byItsCommand(desk, kase.caseId, 'fact_contradicts')).toMatchObject({ outcome: 'refunded' });
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
    await expectRefunded(desk, kase);
  });
});
