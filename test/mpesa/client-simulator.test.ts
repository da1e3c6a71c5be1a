// Goal: client and simulator, written from the same facts by different hands, understand each other: the money moves
// once, and what is heard is the same in every shape that the provider's bodies take. Judged by the simulator's books.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Payments, StatusQuery } from '../../src/cases/ports.ts';
import { parseCallback } from '../../src/mpesa/callback.ts';
import type { RunningSimulator } from '../../src/mpesa/simulator/options.ts';
import { callbackPath, parseCallbackPath } from '../../src/payouts/callback-path.ts';
import { factId } from '../../src/payouts/facts.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact } from '../../src/payouts/types.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import { b2cRequest, clientFor, REFERENCE, sendRequest, standingClock } from '../support/daraja-client.ts';
import { listenFor, NOW, PASSWORD, PAYMENT, simulatorWith } from './simulator-kit.ts';
import type { Ear, Heard } from './simulator-kit.ts';

const SECRET = 'a secret of this test';
const RECEIPT = PAYMENT.receipt as Receipt;
const SEND = sendRequest({
  refund: { ...sendRequest().refund, receipt: RECEIPT, amountCents: PAYMENT.amountCents },
  sendBy: NOW + 30_000,
});
const QUERY: StatusQuery = {
  callback: { of: 'attempt', reference: REFERENCE, number: 1, ask: 1 },
  about: { kind: 'receipt', receipt: RECEIPT },
};

function clientOf(simulator: RunningSimulator, ear: Ear, initiatorPassword = PASSWORD): Payments {
  const clock = standingClock();
  clock.wall = NOW;
  return clientFor(simulator.url, {
    consumerKey: 'key',
    consumerSecret: 'secret',
    initiatorPassword,
    certificatePem: readFileSync(simulator.certificatePath, 'utf8'),
    callbackUrl: (target) => new URL(callbackPath(SECRET, target), ear.url).href,
    clock,
    laneIntervalMs: 0,
  });
}

function factHeard({ path, text }: Heard): Fact | null {
  const target = parseCallbackPath(SECRET, path);
  if (target === null || target === 'wrong_mac' || target.of !== 'attempt')
    throw new Error(`not one of our paths: ${path}`);
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

describe('a payment to a customer against the simulator', () => {
  const PAYEE = PAYMENT.msisdn as Msisdn;
  const PART = b2cRequest({
    refund: { ...b2cRequest().refund, receipt: RECEIPT, payee: PAYEE },
    sendBy: NOW + 30_000,
  });
  const OWN: StatusQuery = {
    callback: QUERY.callback,
    about: { kind: 'request', originatorConversationId: PART.originatorConversationId },
  };
  /** What the facts prove of the attempt. */
  const verdictOf = (...facts: readonly (Fact | null)[]) =>
    judge(
      PART,
      facts.map((fact) => ({ id: factId(PART.attemptId, fact!), at: NOW, fact: fact! })),
    );

  it.each(['plain', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const)(
    'is done once, and result and answer each prove it, in the shapes of variant %j',
    async (variants) => {
      const [simulator, ear] = [await simulatorWith({ variants }), await listenFor()];
      const client = clientOf(simulator, ear);
      const acknowledged = await client.send(PART);
      expect(acknowledged.kind).toBe('acknowledged');
      const result = factHeard(await ear.nth(1));
      const [moneyOut] = simulator.books().moneyOut;
      const paid = { kind: 'paid', providerReceipt: moneyOut!.receipt, flags: [] };
      expect(result).toMatchObject({ kind: 'result', code: '0', receiver: PAYEE });
      expect(verdictOf(acknowledged, result)).toEqual(paid);

      expect(await client.ask(OWN)).toEqual({ kind: 'asked' });
      const answer = factHeard(await ear.nth(2));
      expect(answer).toMatchObject({ kind: 'status_answer', code: '0', creditParty: PAYEE });
      expect(verdictOf(answer)).toEqual(paid);
      expect(simulator.books().moneyOut).toHaveLength(1);
    },
  );

  it('sent twice under one id is acknowledged twice and done once', async () => {
    const [simulator, ear] = [await simulatorWith(), await listenFor()];
    const client = clientOf(simulator, ear);
    expect((await client.send(PART)).kind).toBe('acknowledged');
    expect((await client.send(PART)).kind).toBe('acknowledged');
    expect(verdictOf(factHeard(await ear.nth(1)))).toMatchObject({ kind: 'paid' });
    expect(simulator.books().moneyOut).toHaveLength(1);
  });

  it('that never came is not known to the provider', async () => {
    const [simulator, ear] = [await simulatorWith(), await listenFor()];
    expect(await clientOf(simulator, ear).ask(OWN)).toEqual({ kind: 'asked' });
    expect(factHeard(await ear.nth(1))).toMatchObject({ kind: 'status_answer', code: '2032' });
    expect(simulator.books().moneyOut).toEqual([]);
  });
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
