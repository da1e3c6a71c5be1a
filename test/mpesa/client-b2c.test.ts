// Goal: a payment to a customer is asked for as daraja.md §2 says, once, and its answer is believed like a reversal's.
// Method: the real client over real HTTP against a scripted provider that counts what it receives.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { originatorConversationId } from '../../src/payouts/callback-path.ts';
import { SYNC_CODES } from '../../src/payouts/sync-codes.ts';
import { payoutKey } from '../../src/payouts/key.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { b2cRequest, clientFor, REFERENCE, sendRequest, standingClock } from '../support/daraja-client.ts';
import {
  ACK,
  cutShort,
  hang,
  json,
  refusal,
  reset,
  REVERSAL,
  startFakeDaraja,
  startRelay,
  text,
  TOKEN,
  type FakeDaraja,
  type Reply,
} from '../support/fake-daraja.ts';

const B2C = '/b2c/v3/paymentrequest';

let fake: FakeDaraja;
beforeEach(async () => {
  fake = await startFakeDaraja();
  fake.script(B2C, json(200, ACK));
});
afterEach(async () => {
  await fake.close();
});

async function factOf(reply: Reply): Promise<Record<string, unknown>> {
  fake.script(B2C, reply);
  const fact = await clientFor(fake.url).send(b2cRequest());
  expect(fake.seenAt(B2C)).toHaveLength(1);
  return { ...fact };
}

describe('the request of a payment to a customer', () => {
  it('is the B2C v3 of daraja.md §2, field by field, once, and in the name of the shortcode that pays out', async () => {
    const client = clientFor(fake.url, { b2cShortcode: '600997' });
    expect((await client.send(b2cRequest())).kind).toBe('acknowledged');
    const [request, ...others] = fake.seenAt(B2C);
    expect(others).toHaveLength(0);
    expect(fake.seenAt(REVERSAL)).toHaveLength(0);
    const { SecurityCredential: credential, ...body } = request!.json;
    expect(String(credential)).toHaveLength(344);
    expect(body).toEqual({
      OriginatorConversationID: `${REFERENCE}-1-TEST`,
      InitiatorName: 'refunds',
      CommandID: 'BusinessPayment',
      Amount: '500',
      PartyA: '600997',
      PartyB: '254700000001',
      Remarks: `Refund ${REFERENCE}`,
      QueueTimeOutURL: `https://shop.example/cb/timeout/${REFERENCE}/1/mac`,
      ResultURL: `https://shop.example/cb/result/${REFERENCE}/1/mac`,
      Occassion: `Refund ${REFERENCE}`,
    });
    expect(request).toMatchObject({ method: 'POST', path: '/mpesa/b2c/v3/paymentrequest' });
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', connection: 'close' });
  });

  it('is in the name of the only shortcode when there is no other', async () => {
    await clientFor(fake.url).send(b2cRequest());
    expect(fake.seenAt(B2C)[0]!.json).toMatchObject({ PartyA: '600992' });
  });

  it('carries an id that fits the provider’s field, made of key, number and secret', async () => {
    const { refund } = b2cRequest();
    const id = originatorConversationId(
      'a-secret-of-the-tests-only',
      payoutKey('a-secret-of-the-tests-only', refund),
      9_999,
    );
    await clientFor(fake.url).send(b2cRequest({ originatorConversationId: id }));
    const sent = String(fake.seenAt(B2C)[0]!.json['OriginatorConversationID']);
    expect(sent).toBe(id);
    expect(sent).toMatch(/^[A-Za-z0-9_-]{20,36}$/);
  });

  it('states whole shillings, and is never sent for less than one', async () => {
    const { refund } = b2cRequest();
    const client = clientFor(fake.url);
    for (const amountCents of [1_000, 25_000_000].map(cents)) {
      await client.send(b2cRequest({ refund: { ...refund, amountCents } }));
    }
    expect(fake.seenAt(B2C).map(({ json: body }) => body['Amount'])).toEqual(['10', '250000']);
    const odd = await client.send(b2cRequest({ refund: { ...refund, amountCents: cents(50_050) } }));
    expect(odd).toMatchObject({ kind: 'never_sent', detail: expect.stringContaining('whole shillings') });
    expect(fake.seenAt(B2C)).toHaveLength(2);
  });

  it('is never sent to "whoever paid": it needs a number', async () => {
    const refund = { ...b2cRequest().refund, payee: sendRequest().refund.payee };
    expect((await clientFor(fake.url).send(b2cRequest({ refund }))).kind).toBe('never_sent');
    expect(fake.seen).toHaveLength(0);
  });

  it('goes to another path when one is configured', async () => {
    fake.script('/pay', json(200, ACK));
    await clientFor(fake.url, { paths: { b2c: '/pay' } }).send(b2cRequest());
    expect(fake.seen.map(({ path }) => path.split('?')[0])).toEqual(['/oauth/v1/generate', '/pay']);
  });

  it('is not written when the time for it had passed', async () => {
    const clock = standingClock();
    const client = clientFor(fake.url, {
      clock,
      callbackUrl: () => {
        clock.wall += 15_000;
        return 'https://shop.example/cb';
      },
    });
    expect((await client.send(b2cRequest())).kind).toBe('never_sent');
    expect(fake.seenAt(B2C)).toHaveLength(0);
  });
});

describe('the answer to a payment to a customer', () => {
  it('is an acknowledgement with our own id echoed', async () => {
    const echo = { ...ACK, OriginatorConversationID: `${REFERENCE}-1-TEST` };
    expect(await factOf(json(200, echo))).toEqual({
      kind: 'acknowledged',
      conversationId: 'AG_20261006_test',
      originatorConversationId: `${REFERENCE}-1-TEST`,
    });
  });

  it('that our id is a duplicate says that the first request got in', async () => {
    const fact = await factOf(refusal(500, '500.002.1001', 'Duplicate OriginatorConversationID.'));
    expect(fact).toEqual({ kind: 'acknowledged', conversationId: null, originatorConversationId: null });
  });

  it.each(['The service is under maintenance', 'Duplicated', 'System is busy', ''])(
    'under the same code with the words %j proves nothing',
    async (words) => {
      expect(await factOf(refusal(500, '500.002.1001', words))).toMatchObject({ kind: 'unknown_answer' });
    },
  );

  const REFUSALS = SYNC_CODES.filter(({ means }) => means === 'refused').map(({ code }) => code);
  it.each(REFUSALS)('%s is a refusal, in its own status and inside HTTP 200', async (code) => {
    for (const status of [Number(code.slice(0, 3)), 200]) {
      fake.script(B2C, refusal(status, code, 'not this'));
      const fact = await clientFor(fake.url).send(b2cRequest());
      expect(fact).toMatchObject({ kind: 'refused', code });
    }
    expect(fake.seenAt(B2C)).toHaveLength(2);
  });

  const SILENT: readonly (readonly [string, Reply])[] = [
    ['the page of a firewall', text(200, '<html>Request unsuccessful. Incapsula</html>')],
    ['HTTP 500', refusal(500, '500.003.1001', 'Service is currently unreachable')],
    ['a spike arrest', refusal(500, '500.003.02', 'Spike arrest violation')],
    ['a quota', refusal(500, '500.003.03', 'Quota violation')],
    ['a result code', json(200, { ...ACK, ResponseCode: '2001' })],
    ['a 401 without a body', text(401, '')],
    ['a reset', reset],
    ['an answer cut short', cutShort],
  ];
  it.each(SILENT)('proves nothing as %s, and nothing is sent again', async (_what, reply) => {
    expect(await factOf(reply)).toMatchObject({ kind: 'unknown_answer' });
  });

  it('that does not come proves nothing', async () => {
    fake.script(B2C, hang);
    const fact = await clientFor(fake.url, { timeoutMs: 400 }).send(b2cRequest());
    expect(fact).toEqual({ kind: 'unknown_answer', detail: 'no answer within 400 ms' });
    expect(fake.seenAt(B2C)).toHaveLength(1);
  });

  it('from a line that is dead is that nothing was connected', async () => {
    const relay = await startRelay(fake.url);
    const client = clientFor(relay.url);
    (await client.prepare()).release();
    await relay.close();
    expect(await client.send(b2cRequest())).toEqual({ kind: 'never_connected', detail: 'ECONNREFUSED' });
  });

  it.each([307, 308])('HTTP %i sends the body nowhere else', async (status) => {
    const elsewhere = await startFakeDaraja();
    const reply = text(status, '', { Location: `${elsewhere.url}/mpesa${B2C}` });
    expect(await factOf(reply)).toMatchObject({ kind: 'unknown_answer' });
    expect(elsewhere.seen).toHaveLength(0);
    await elsewhere.close();
  });

  it.each([
    ['404.001.03', 404],
    ['400.003.01', 400],
    ['401.002.01', 401],
    ['401.002.01', 200],
  ])('that the token is refused (%s, HTTP %i) is a refusal, never a second request', async (code, status) => {
    fake.script(B2C, refusal(status, code, 'Invalid Access Token'));
    const client = clientFor(fake.url, { laneIntervalMs: 0 });
    expect(await client.send(b2cRequest())).toMatchObject({ kind: 'refused', code });
    expect(fake.seenAt(B2C)).toHaveLength(1);
    expect(fake.seenAt(TOKEN)).toHaveLength(1);
    (await client.prepare()).release();
    expect(fake.seenAt(TOKEN)).toHaveLength(2);
  });

  it('holds no phone number, though the provider repeats it', async () => {
    const payee: Msisdn = '254700000001' as Msisdn;
    const fact = await factOf(refusal(400, '400.002.02', `Bad Request - Invalid PartyB ${payee}`));
    expect(JSON.stringify(fact)).not.toContain(payee);
  });
});
