import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { callbackPath } from '../../src/payouts/callback-path.ts';
import type { Attempt } from '../../src/payouts/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cPaid,
  caseOf,
  expectBooks,
  moneyOut,
  openReasons,
  payoutOf,
  waitingOn,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: a callback that lies is kept, flagged and moves no money, on either rail. Method: posts to the real listener;
// judged by the simulator's books.

const RAILS = ['reversal', 'b2c'] as const;
type Rail = (typeof RAILS)[number];

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk();
});
afterEach(async () => {
  await expectBooks(desk);
  await desk.close();
});

/** Approved and sent, and the provider says nothing of it. `faults` are of the payout request. */
async function unheard(rail: Rail, ...faults: readonly string[]): Promise<[CustomerCase, Attempt]> {
  const kase = await waitingOn(desk, rail);
  desk.simulator.setFaults(faults.length === 0 ? [] : [{ operation: rail, faults: [...faults] }]);
  await approveAs(desk, kase.caseId);
  await desk.settle();
  const [attempt] = await attemptsOf(desk, kase.caseId);
  if (!attempt) throw new Error('nothing was sent');
  return [kase, attempt];
}

function paidOut(kase: CustomerCase, rail: Rail): number {
  return rail === 'reversal'
    ? moneyOut(desk, kase.receipt)
    : b2cPaid(desk)
        .filter(({ msisdn }) => msisdn === kase.phone)
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const due = (kase: CustomerCase, rail: Rail): number => (rail === 'reversal' ? kase.amountCents : 15_000);

interface Said {
  readonly code?: string;
  readonly receipt?: string;
  readonly amount?: number;
  readonly original?: string;
  readonly receiver?: string;
  readonly ocid?: string;
  readonly conversation?: string;
}

/** A result as the provider would write it for this attempt, but for what is said otherwise. */
function resultOf(attempt: Attempt, kase: CustomerCase, said: Said = {}): string {
  const { refund } = attempt;
  const amount = said.amount ?? refund.amountCents / 100;
  const items =
    refund.rail === 'reversal'
      ? [
          { Key: 'Amount', Value: amount },
          { Key: 'OriginalTransactionID', Value: said.original ?? kase.receipt },
        ]
      : [
          { Key: 'TransactionAmount', Value: amount },
          { Key: 'ReceiverPartyPublicName', Value: `${said.receiver ?? kase.phone} - JANE MFANO` },
        ];
  return JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: said.code ?? '0',
      ResultDesc: 'forged',
      TransactionID: said.receipt ?? 'UKU9F0RGED',
      ...(said.ocid === undefined ? {} : { OriginatorConversationID: said.ocid }),
      ...(said.conversation === undefined ? {} : { ConversationID: said.conversation }),
      ResultParameters: { ResultParameter: items },
    },
  });
}

function pathOf(attempt: Attempt): string {
  const [reference, number] = attempt.id.split('/');
  return callbackPath(desk.app.desk.fixed.secret, {
    of: 'attempt',
    reference: reference as never,
    number: Number(number),
    ask: null,
    kind: 'result',
  });
}

async function post(path: string, body: string): Promise<number> {
  const { RUDISHA_LISTEN_HOST: host, RUDISHA_LISTEN_PORT: port } = desk.config;
  const { status } = await fetch(`http://${host}:${port}${path}`, { method: 'POST', body });
  await desk.settle();
  return status;
}

async function payoutStateOf(kase: CustomerCase): Promise<string> {
  return (await payoutOf(desk, kase.caseId)).state;
}

describe.each(RAILS)('a callback about a %s', (rail) => {
  it('with a wrong token is refused and changes nothing', async () => {
    const [kase, attempt] = await unheard(rail, 'lose_callback');
    const path = pathOf(attempt).replace(/[0-9a-f]{32}$/, '0'.repeat(32));
    expect(await post(path, resultOf(attempt, kase))).toBe(404);
    expect(await payoutStateOf(kase)).toBe('unresolved');
  });

  it.each([
    ['another amount', { amount: 1 }],
    ['another party', { original: 'UKT1AB2CD3', receiver: '254700000001' }],
    ['ids of another request', { conversation: 'AG_20261130_somebodyelse', ocid: '1-2-3' }],
  ] as const)('that shows %s proves nothing, is flagged once, and asking settles it', async (_, said) => {
    const [kase, attempt] = await unheard(rail, 'lose_callback');
    for (const times of [1, 2, 3]) {
      expect(await post(pathOf(attempt), resultOf(attempt, kase, said)), String(times)).toBe(200);
    }
    expect(await payoutStateOf(kase)).toBe('unresolved');
    expect(await openReasons(desk, kase.caseId)).toEqual(['fact_contradicts']);
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    expect(paidOut(kase, rail)).toBe(due(kase, rail));
    expect(['paid', 'already_back']).toContain(await payoutStateOf(kase));
  });

  it("that replays another attempt's success proves nothing", async () => {
    const [first, attempt] = await unheard(rail);
    const books = desk.simulator.books();
    const told = books.callbacks.find(({ url, state }) => state === 'delivered' && url.includes(attempt.id));
    expect(await payoutStateOf(first)).toBe('paid');
    const [second, other] = await unheard(rail, 'no_processing', 'lose_callback');
    await post(pathOf(other), told?.body ?? '');
    expect(await payoutStateOf(second)).toBe('unresolved');
    expect(paidOut(second, rail)).toBe(0);
    expect(await openReasons(desk, second.caseId)).toEqual(['fact_contradicts']);
  });

  it('that says "not paid" of a refund that was paid triggers no second payout', async () => {
    const [kase, attempt] = await unheard(rail, 'lose_callback');
    for (const code of ['2040', '11', '1', '2001', 'R000002', '17', 'ABC']) {
      await post(pathOf(attempt), resultOf(attempt, kase, { code }));
    }
    for (const wait of [MINUTE, 10 * MINUTE, HOUR, DAY]) {
      desk.clock.forward(wait);
      await desk.settle();
    }
    expect(await attemptsOf(desk, kase.caseId)).toHaveLength(1);
    expect(paidOut(kase, rail)).toBe(due(kase, rail));
  });

  it('that says "not paid" after the success changes nothing but an alert', async () => {
    const [kase, attempt] = await unheard(rail);
    expect(await payoutStateOf(kase)).toBe('paid');
    await post(pathOf(attempt), resultOf(attempt, kase, { code: '11' }));
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(await payoutStateOf(kase)).toBe('paid');
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(await openReasons(desk, kase.caseId)).toEqual(['fact_contradicts']);
    expect(await attemptsOf(desk, kase.caseId)).toHaveLength(1);
  });

  it('of a success after a proven failure is booked as late, holds the receipt, and nothing is paid again', async () => {
    const [kase] = await unheard(rail, 'failed_then_paid:11', 'second_after:2d');
    expect(await payoutStateOf(kase)).toBe('not_paid');
    expect(paidOut(kase, rail)).toBe(0);
    desk.clock.forward(3 * DAY);
    await desk.settle();
    expect(paidOut(kase, rail)).toBe(due(kase, rail));
    expect(await payoutStateOf(kase)).toBe('paid');
    expect(await desk.app.desk.store.holds(kase.receipt, 5)).toHaveLength(1);
    expect(await openReasons(desk, kase.caseId)).toContain('fact_contradicts');
    expect(await attemptsOf(desk, kase.caseId)).toHaveLength(1);
  });

  it('that is no JSON, empty, or far too long is kept or refused, and changes nothing', async () => {
    const [kase, attempt] = await unheard(rail, 'lose_callback');
    for (const body of ['', 'null', '[]', '{"Result":{}}', '<html>', '{"Result":{"ResultCode":[0]}}']) {
      expect(await post(pathOf(attempt), body)).toBe(200);
    }
    expect(await post(pathOf(attempt), 'x'.repeat(70_000))).toBe(413);
    expect(await payoutStateOf(kase)).toBe('unresolved');
    const kept = await desk.app.desk.store.callbacksOf(attempt.id);
    expect(kept.filter(({ why }) => why !== null).length).toBeGreaterThanOrEqual(6);
  });
});
