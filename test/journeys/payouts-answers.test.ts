import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approved,
  attemptsOf,
  caseOf,
  expectBooks,
  expectRefunded,
  moneyOut,
  openReasons,
  requestsFor,
  told,
} from '../support/journey.ts';

// Goal: whatever way the provider answers one payout request, the money leaves once and the customer is told once.
// Method: real store, simulator over HTTP with scripted faults, a clock that the test moves; judged by both books.

describe('one payout request', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk({ environment: { DARAJA_TIMEOUT: '250ms' } });
  });
  afterEach(async () => {
    await expectBooks(desk);
    desk.simulator.setFaults([]);
  });
  afterAll(() => desk.close());

  it.each([
    ['answered as it should be', []],
    ['whose callback comes before its answer', ['callback_before_answer']],
    ['whose callback comes twice', ['callback_twice']],
    ['whose callback comes twice with other words', ['changed_callback_twice']],
    ['whose callback comes late', ['delay_callback_ms:60000']],
    ['that times out in the queue and then succeeds', ['queue_timeout_then_result']],
    ['whose connection is cut once it is accepted', ['cut_after_accept']],
    ['answered with HTML once it is accepted', ['html_after_accept']],
    ['answered with a server error once it is accepted', ['http_500_after_accept']],
  ])('%s is one refund', async (_, faults) => {
    const kase = await approved(desk);
    if (faults.length > 0) desk.simulator.setFaults([{ receipt: kase.receipt, faults }]);
    await desk.settle();
    desk.clock.forward(61 * SECOND);
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ number: 1, verdict: 'paid' }]);
  });

  it.each([
    ['whose callback is lost', ['lose_callback']],
    ['that hangs and is never called back about', ['hang', 'lose_callback']],
    ['cut off and never called back about', ['cut_after_accept', 'lose_callback']],
    ['answered with HTML and never called back about', ['html_after_accept', 'lose_callback']],
  ])('%s is settled by asking, and told without saying who paid', async (_, faults) => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults }]);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'approved' });
    expect(await told(desk, kase.caseId)).toEqual([]);
    desk.clock.forward(MINUTE);
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ number: 1, verdict: 'already_back' }]);
    await expectRefunded(desk, kase, 'money_is_back');
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
  });
});
