// Goal: a status query asks as daraja.md §4 says, is sent again once with a new token and never more, and its failure
// stops the lane only for the operator's credentials.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientFor, RECEIPT, REFERENCE, statusQuery } from '../support/daraja-client.ts';
import type { FakeDaraja } from '../support/fake-daraja.ts';
import {
  ACK,
  hang,
  json,
  refusal,
  reset,
  startFakeDaraja,
  STATUS,
  text,
  token,
  TOKEN,
} from '../support/fake-daraja.ts';

let fake: FakeDaraja;
beforeEach(async () => {
  fake = await startFakeDaraja();
});
afterEach(async () => {
  await fake.close();
});

const REFUSED_TOKEN = refusal(404, '404.001.03', 'Invalid Access Token');

describe('a status query', () => {
  it('asks about the original payment by its receipt', async () => {
    expect(await clientFor(fake.url).ask(statusQuery())).toEqual({ kind: 'asked' });
    const { SecurityCredential: credential, ...body } = fake.seenAt(STATUS)[0]!.json;
    expect(String(credential)).toHaveLength(344);
    expect(body).toEqual({
      Initiator: 'refunds',
      CommandID: 'TransactionStatusQuery',
      TransactionID: RECEIPT,
      PartyA: '600992',
      IdentifierType: '4',
      ResultURL: `https://shop.example/cb/result/${REFERENCE}/1.2/mac`,
      QueueTimeOutURL: `https://shop.example/cb/timeout/${REFERENCE}/1.2/mac`,
      Remarks: `Status ${REFERENCE}`,
      Occasion: `Status ${REFERENCE}`,
    });
  });

  it('asks about our own payment to a customer by its id, in the name of the shortcode that pays out', async () => {
    const about = { kind: 'request', originatorConversationId: 'RF-7K3M9QXW-1-TEST' } as const;
    // What the shortcode of the payments is says nothing of the one that pays out: that is an organisation.
    const client = clientFor(fake.url, { b2cShortcode: '600997', identifierType: '2' });
    expect(await client.ask(statusQuery({ about }))).toEqual({ kind: 'asked' });
    const { SecurityCredential: credential, ...body } = fake.seenAt(STATUS)[0]!.json;
    expect(String(credential)).toHaveLength(344);
    expect(body).toEqual({
      Initiator: 'refunds',
      CommandID: 'TransactionStatusQuery',
      OriginalConversationID: 'RF-7K3M9QXW-1-TEST',
      PartyA: '600997',
      IdentifierType: '4',
      ResultURL: `https://shop.example/cb/result/${REFERENCE}/1.2/mac`,
      QueueTimeOutURL: `https://shop.example/cb/timeout/${REFERENCE}/1.2/mac`,
      Remarks: `Status ${REFERENCE}`,
      Occasion: `Status ${REFERENCE}`,
    });
  });

  it('asks about a payment to a till as one of a till, whatever pays out', async () => {
    await clientFor(fake.url, { b2cShortcode: '600997', identifierType: '2' }).ask(statusQuery());
    expect(fake.seenAt(STATUS)[0]!.json).toMatchObject({ PartyA: '600992', IdentifierType: '2' });
  });

  it('that is an inquiry goes by its own name, to its own address', async () => {
    const callback = { of: 'inquiry', id: 'Q-7K3M9QXW' } as const;
    expect(await clientFor(fake.url).ask(statusQuery({ callback }))).toEqual({ kind: 'asked' });
    expect(fake.seenAt(STATUS)[0]!.json).toMatchObject({
      TransactionID: RECEIPT,
      PartyA: '600992',
      ResultURL: 'https://shop.example/cb/result/Q-7K3M9QXW/mac',
      QueueTimeOutURL: 'https://shop.example/cb/timeout/Q-7K3M9QXW/mac',
      Remarks: 'Status Q-7K3M9QXW',
      Occasion: 'Status Q-7K3M9QXW',
    });
  });

  it('is sent again once, with a new token, when the token was refused', async () => {
    fake.script(TOKEN, token('first-token-000'), token('second-token-00'));
    fake.script(STATUS, REFUSED_TOKEN, json(200, ACK));
    expect(await clientFor(fake.url).ask(statusQuery())).toEqual({ kind: 'asked' });
    expect(fake.seenAt(STATUS).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-token-000',
      'Bearer second-token-00',
    ]);
  });

  it('is not sent a third time', async () => {
    fake.script(STATUS, text(401, ''));
    expect(await clientFor(fake.url).ask(statusQuery())).toMatchObject({ kind: 'ask_failed' });
    expect(fake.seenAt(STATUS)).toHaveLength(2);
  });

  it.each([
    ['a reset', reset],
    ['HTTP 500', refusal(500, '500.003.1001', 'Service is currently unreachable')],
    ['HTML', text(200, '<html></html>')],
    ['a bad request', refusal(400, '400.002.02', 'Bad Request - Invalid Remarks')],
  ])('that met %s failed, is not repeated, and stops nothing', async (_name, reply) => {
    fake.script(STATUS, reply);
    const outcome = await clientFor(fake.url).ask(statusQuery());
    expect(outcome).toMatchObject({ kind: 'ask_failed', laneStop: null });
    expect(fake.seenAt(STATUS)).toHaveLength(1);
  });

  it('that gets no answer failed after its time', async () => {
    fake.script(STATUS, hang);
    const outcome = await clientFor(fake.url, { timeoutMs: 400 }).ask(statusQuery());
    expect(outcome).toEqual({ kind: 'ask_failed', detail: 'no answer within 400 ms', laneStop: null });
  });

  it.each(['2001', '8006', 'TP40153'])('refused with %s stops the lane for its credential', async (code) => {
    fake.script(STATUS, json(200, { ...ACK, ResponseCode: code }));
    const outcome = await clientFor(fake.url).ask(statusQuery());
    expect(outcome).toMatchObject({ kind: 'ask_failed', laneStop: { why: 'credential', code } });
  });

  it('refused with 1 does not stop the lane: a query spends nothing', async () => {
    fake.script(STATUS, json(200, { ...ACK, ResponseCode: '1' }));
    expect(await clientFor(fake.url).ask(statusQuery())).toMatchObject({ laneStop: null });
  });

  it('fails without a token, and without an address to answer to', async () => {
    fake.script(TOKEN, text(400, ''));
    const noAddress = (): string => {
      throw new Error('no public address');
    };
    const failed = (detail: string) => ({ kind: 'ask_failed', detail, laneStop: null });
    expect(await clientFor(fake.url).ask(statusQuery())).toEqual(failed('no token: HTTP 400'));
    expect(await clientFor(fake.url, { callbackUrl: noAddress }).ask(statusQuery())).toEqual(
      failed('no public address'),
    );
    expect(fake.seenAt(STATUS)).toHaveLength(0);
  });
});

describe('preparing', () => {
  it('gives the end of the token, and asks for it with the consumer pair', async () => {
    const prepared = await clientFor(fake.url).prepare();
    expect(prepared).toMatchObject({ tokenUntil: Date.UTC(2026, 9, 6, 6, 30) + 3_599_000, why: null });
    const [request] = fake.seenAt(TOKEN);
    expect(request).toMatchObject({
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
    });
    const pair = String(request!.headers.authorization).replace('Basic ', '');
    expect(Buffer.from(pair, 'base64').toString()).toBe('test-consumer-key-0001:test-consumer-secret-0001');
  });

  it('says why there is no token, and holds the slot all the same', async () => {
    fake.script(TOKEN, refusal(400, '400.008.01', 'Invalid Authentication passed'));
    const prepared = await clientFor(fake.url).prepare();
    expect(prepared).toMatchObject({ tokenUntil: null, why: 'no token: HTTP 400, 400.008.01' });
    prepared.release();
  });
});
