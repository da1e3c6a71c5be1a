import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { startLane } from '../../src/cases/staff/brakes.ts';
import { callbackPath } from '../../src/payouts/callback-path.ts';
import { openTestDesk, type TestDesk, type TestDeskOptions } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  expectBooks,
  expectRefunded,
  openReasons,
  payoutOf,
  requestsFor,
  told,
  waiting,
} from '../support/journey.ts';

// Goal: a stop of the lane holds every payout back with one alert, fails none, and lets them go on when it is mended.
// Method: real store, simulator over HTTP with scripted results; judged by both books.

const MENDED = { by: 'baraka', because: 'topped up and looked' };

describe('the lane', () => {
  let desk: TestDesk;
  const open = async (options: TestDeskOptions = {}): Promise<void> => {
    desk = await openTestDesk(options);
  };
  afterEach(async () => {
    await expectBooks(desk);
    await desk.close();
  });

  async function alerts(caseIds: readonly string[]): Promise<number> {
    const all = await Promise.all(caseIds.map((caseId) => told(desk, caseId, 'staff')));
    return all.flat().filter((purpose) => purpose === 'lane_stopped').length;
  }

  it('stops for an empty float with one alert, holds the next case back, and pays both once it is opened', async () => {
    await open();
    const first = await approved(desk);
    desk.simulator.setFaults([{ faults: ['result:1'], times: 1 }]);
    await desk.settle();
    expect(await desk.app.desk.store.setting('lane')).toContain('"float"');
    const second = await approved(desk);
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    expect(requestsFor(desk, first.receipt)).toBe(1);
    expect(requestsFor(desk, second.receipt)).toBe(0);
    expect(await openReasons(desk, first.caseId)).toEqual([]);
    expect(await alerts([first.caseId, second.caseId])).toBe(1);
    await startLane(MENDED, desk.app.desk);
    await desk.settle();
    await expectRefunded(desk, first);
    await expectRefunded(desk, second);
    expect(await attemptsOf(desk, first.caseId)).toMatchObject([
      { number: 1, round: 1, verdict: 'not_paid' },
      { number: 2, round: 1, verdict: 'paid' },
    ]);
  });

  it('gives one alert, however many payouts find the float empty at once', async () => {
    await open();
    const cases = [await waiting(desk), await waiting(desk), await waiting(desk)];
    for (const { caseId } of cases) await approveAs(desk, caseId);
    desk.simulator.setFaults([{ faults: ['result:1', 'delay_callback_ms:5000'], times: 3 }]);
    await desk.settle();
    desk.clock.forward(5 * SECOND);
    await desk.settle();
    for (const { receipt } of cases) expect(requestsFor(desk, receipt)).toBe(1);
    expect(await alerts(cases.map(({ caseId }) => caseId))).toBe(1);
    await startLane(MENDED, desk.app.desk);
    desk.clock.forward(MINUTE);
    await desk.settle();
    for (const kase of cases) await expectRefunded(desk, kase);
  });

  it('stops for a bad credential before the operator is locked, and lets not even a question out', async () => {
    await open({ environment: { DARAJA_INITIATOR_PASSWORD: 'Mistyped#1' } });
    const first = await approved(desk);
    await desk.settle();
    expect(await desk.app.desk.store.setting('lane')).toContain('"credential"');
    const others = [await waiting(desk), await waiting(desk), await waiting(desk)];
    for (const { caseId } of others) await approveAs(desk, caseId);
    for (let minutes = 0; minutes < 8; minutes += 1) {
      desk.clock.forward(MINUTE);
      await desk.settle();
    }
    const requests = desk.simulator.books().requests.filter(({ operation }) => operation !== 'token');
    expect(requests).toHaveLength(1);
    expect(desk.simulator.books().credentialLocked).toBe(false);
    expect(await alerts([first, ...others].map(({ caseId }) => caseId))).toBe(1);
    for (const { caseId } of others) expect(await openReasons(desk, caseId)).toEqual([]);
  });

  it('asks and pays again once the credential is mended', async () => {
    await open();
    const kase = await approved(desk);
    desk.simulator.setFaults([{ faults: ['result:2001'], times: 1 }]);
    await desk.settle();
    desk.clock.forward(MINUTE);
    await desk.settle();
    expect(desk.simulator.books().requests.some(({ operation }) => operation === 'status')).toBe(false);
    await startLane(MENDED, desk.app.desk);
    desk.clock.forward(MINUTE);
    await desk.settle();
    desk.clock.forward(MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'not_paid' }, { round: 1 }]);
  });

  it('is not stopped again by the old fact after people opened it', async () => {
    await open();
    const kase = await approved(desk);
    desk.simulator.setFaults([{ faults: ['result:1', 'callback_twice'], times: 1 }]);
    await desk.settle();
    await startLane(MENDED, desk.app.desk);
    desk.clock.forward(5 * MINUTE);
    await desk.settle();
    expect(await desk.app.desk.store.setting('lane')).toBe('open');
    await expectRefunded(desk, kase);
  });

  it('stops when a valid callback comes for an attempt that these books do not know', async () => {
    await open();
    const kase = await waiting(desk);
    const { reference } = await payoutOf(desk, kase.caseId);
    const path = callbackPath(desk.app.desk.fixed.secret, {
      of: 'attempt',
      reference,
      number: 1,
      ask: null,
      kind: 'result',
    });
    const { RUDISHA_LISTEN_HOST: host, RUDISHA_LISTEN_PORT: port } = desk.config;
    const answer = await fetch(`http://${host}:${port}${path}`, { method: 'POST', body: '{"Result":{}}' });
    expect(answer.status).toBe(200);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(JSON.parse((await desk.app.desk.store.setting('lane')) ?? '')).toMatchObject({ why: 'old_copy' });
    expect((await desk.app.desk.store.outboundOf(kase.caseId)).map(({ text }) => text).join()).toContain(
      'old copy',
    );
  });
});
