// Goal: client and simulator, written from the same facts by different hands, understand each other: the money moves
// once, and what is heard is the same in every shape that the provider's bodies take. Judged by the simulator's books.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Payments } from '../../src/cases/ports.ts';
import { parseCallback } from '../../src/mpesa/callback.ts';
import type { RunningSimulator } from '../../src/mpesa/simulator/options.ts';
import { callbackPath, parseCallbackPath } from '../../src/payouts/callback-path.ts';
import type { Fact, PayoutReference } from '../../src/payouts/types.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { clientFor, REFERENCE, sendRequest, standingClock } from '../support/daraja-client.ts';
import { listenFor, NOW, PASSWORD, PAYMENT, simulatorWith } from './simulator-kit.ts';
import type { Ear, Heard } from './simulator-kit.ts';

const SECRET = 'a secret of this test';
const RECEIPT = PAYMENT.receipt as Receipt;
const SEND = sendRequest({
  refund: { ...sendRequest().refund, receipt: RECEIPT, amountCents: PAYMENT.amountCents },
  sendBy: NOW + 30_000,
});
const QUERY = { attemptId: SEND.attemptId, reference: REFERENCE, attemptNumber: 1, ask: 1, receipt: RECEIPT };

function clientOf(simulator: RunningSimulator, ear: Ear, initiatorPassword = PASSWORD): Payments {
  const clock = standingClock();
  clock.wall = NOW;
  return clientFor(simulator.url, {
    consumerKey: 'key',
    consumerSecret: 'secret',
    initiatorPassword,
    certificatePem: readFileSync(simulator.certificatePath, 'utf8'),
    callbackUrl: (kind, reference: PayoutReference, number, ask) =>
      new URL(callbackPath(SECRET, { kind, reference, number, ask }), ear.url).href,
    clock,
    laneIntervalMs: 0,
  });
}

function factHeard({ path, text }: Heard): Fact | null {
  const target = parseCallbackPath(SECRET, path);
  if (target === null || target === 'wrong_mac') throw new Error(`not one of our paths: ${path}`);
  return parseCallback(target.kind, target.ask, text).fact;
}

describe('a reversal against the simulator', () => {
  it.each(['plain', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const)(
    'is acknowledged, done once, told and found reversed, in the shapes of variant %j',
    async (variants) => {
      const [simulator, ear] = [await simulatorWith({ variants }), await listenFor()];
      const client = clientOf(simulator, ear);
      expect((await client.send(SEND)).kind).toBe('acknowledged');
      const result = factHeard(await ear.nth(1));
      const [moneyOut] = simulator.books().moneyOut;
      expect(result).toMatchObject({
        kind: 'result',
        code: '0',
        transactionId: moneyOut!.receipt,
        originalReceipt: RECEIPT,
        amountCents: PAYMENT.amountCents,
      });

      expect(await client.ask(QUERY)).toEqual({ kind: 'asked' });
      const answer = factHeard(await ear.nth(2));
      expect(answer).toMatchObject({ kind: 'status_answer', ask: 1, code: '0', receipt: RECEIPT });
      expect(answer).toMatchObject({ amountCents: PAYMENT.amountCents });
      expect((answer as { status: string }).status.toLowerCase()).toBe('reversed');
      expect(simulator.books().moneyOutCentsByReceipt).toEqual({ [RECEIPT]: PAYMENT.amountCents });
    },
  );

  it('with a wrong password is acknowledged, then told as 2001', async () => {
    const [simulator, ear] = [await simulatorWith(), await listenFor()];
    expect((await clientOf(simulator, ear, 'Wrong#One').send(SEND)).kind).toBe('acknowledged');
    expect(factHeard(await ear.nth(1))).toMatchObject({ kind: 'result', code: '2001' });
    expect(simulator.books().moneyOut).toEqual([]);
  });

  it.each([
    [['cut_after_accept'], 'unknown_answer'],
    [['cut_before_accept'], 'unknown_answer'],
    [['html'], 'unknown_answer'],
    [['html_200'], 'unknown_answer'],
    [['html_after_accept'], 'unknown_answer'],
    [['http_500'], 'unknown_answer'],
    [['http_500_after_accept'], 'unknown_answer'],
    [['redirect'], 'unknown_answer'],
    [['token_invalid'], 'refused'],
    [['refuse:400.002.02'], 'refused'],
    [['refuse_200:400.002.02'], 'refused'],
    [['refuse:500.003.02'], 'unknown_answer'],
    [['response_code:77'], 'unknown_answer'],
  ])('that meets %j is received once and known as %s', async (faults, kind) => {
    const [simulator, ear] = [await simulatorWith({ faults: [{ faults }] }), await listenFor()];
    expect((await clientOf(simulator, ear).send(SEND)).kind).toBe(kind);
    const received = simulator.books().requests.filter(({ operation }) => operation === 'reversal');
    expect(received).toHaveLength(1);
    if (kind === 'refused') expect(simulator.books().moneyOut).toEqual([]);
  });

  it.each(['queue_timeout', 'queue_timeout_envelope'])(
    'told as %s proves nothing and holds no credential',
    async (fault) => {
      const [simulator, ear] = [await simulatorWith({ faults: [{ faults: [fault] }] }), await listenFor()];
      await clientOf(simulator, ear).send(SEND);
      const heard = await ear.nth(1);
      expect(factHeard(heard)).toEqual({ kind: 'queue_timeout' });
      const credential = /"SecurityCredential":"([^"]+)"/.exec(heard.text)?.[1];
      const stored = JSON.stringify(parseCallback('timeout', null, heard.text).stored);
      expect(stored).not.toContain(credential ?? 'no credential came');
    },
  );
});

describe('a token of the simulator', () => {
  it('that another process replaced is refused once for money, and renewed for a query', async () => {
    const [simulator, ear] = [await simulatorWith({ tokenMode: 'newest_only' }), await listenFor()];
    const [ours, others] = [clientOf(simulator, ear), clientOf(simulator, ear)];
    (await ours.prepare()).release();
    (await others.prepare()).release();
    expect(await ours.send(SEND)).toMatchObject({ kind: 'refused' });
    (await ours.prepare()).release();
    (await others.prepare()).release();
    expect(await ours.ask(QUERY)).toEqual({ kind: 'asked' });
    expect(simulator.books().moneyOut).toEqual([]);
  });
});
