// Goal: every row of the decision table of daraja.md §7 gives the fact it should, and whatever the answer, one POST.
// Method: the real client over real HTTP against a scripted provider that counts what it receives.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SYNC_CODES } from '../../src/payouts/sync-codes.ts';
import { ANSWER_BYTES_MAX } from '../../src/mpesa/http.ts';
import { clientFor, SECRETS, sendRequest } from '../support/daraja-client.ts';
import type { FakeDaraja, Reply } from '../support/fake-daraja.ts';
import {
  ACK,
  json,
  refusal,
  REVERSAL,
  startFakeDaraja,
  TEST_TOKEN,
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

async function factOf(reply: Reply): Promise<Record<string, unknown>> {
  fake.script(REVERSAL, reply);
  const fact = await clientFor(fake.url).send(sendRequest());
  expect(fake.seenAt(REVERSAL)).toHaveLength(1);
  return { ...fact };
}

const ACKNOWLEDGED = {
  kind: 'acknowledged',
  conversationId: 'AG_20261006_test',
  originatorConversationId: 'f1e2-4b95-a71d-test',
};

const HTTP_OF = (code: string): number => Number(code.slice(0, 3));
const REFUSALS = SYNC_CODES.filter((row) => row.means === 'refused').map((row) => row.code);
const UNPROVEN = SYNC_CODES.filter((row) => row.means === 'unknown').map((row) => row.code);

const REFUSAL_TEXT = JSON.stringify({ errorCode: '400.002.02', errorMessage: 'Bad Request' });

describe('an answer that proves that nothing moved', () => {
  it.each(REFUSALS)('%s under its own status is a refusal', async (code) => {
    const fact = await factOf(refusal(HTTP_OF(code), code, 'Bad Request - Invalid Amount'));
    expect(fact).toMatchObject({ kind: 'refused', code });
    expect(fact['detail']).toBe(`HTTP ${HTTP_OF(code)}, ${code}: Bad Request - Invalid Amount`);
  });

  it.each(REFUSALS)('%s inside HTTP 200 is a refusal too', async (code) => {
    expect(await factOf(refusal(200, code, 'Bad Request'))).toMatchObject({ kind: 'refused', code });
  });

  it('reads the envelope in its other casing', async () => {
    const reply = json(400, { RequestId: '1', ErrorCode: '400.002.02', ErrorMessage: 'Bad Request' });
    expect(await factOf(reply)).toMatchObject({ kind: 'refused', code: '400.002.02' });
  });

  it('takes a listed code in ResponseCode of HTTP 200 for a refusal', async () => {
    const reply = json(200, { ResponseCode: '400.002.02', ResponseDescription: 'Bad Request' });
    expect(await factOf(reply)).toMatchObject({ kind: 'refused', code: '400.002.02' });
  });
});

describe('an answer that says that the provider has it', () => {
  it.each(['0', '00000000', 0])('ResponseCode %j with HTTP 200 is an acknowledgement', async (code) => {
    expect(await factOf(json(200, { ...ACK, ResponseCode: code }))).toEqual(ACKNOWLEDGED);
  });

  it('an acknowledgement without ids, or with ids of absurd length, is one', async () => {
    const none = { kind: 'acknowledged', conversationId: null, originatorConversationId: null };
    expect(await factOf(json(200, { ResponseCode: '0', ConversationID: 'A'.repeat(500) }))).toEqual(none);
  });

  it.each([500, 400, 200])('a duplicate id under HTTP %i says that the first one got in', async (status) => {
    const reply = refusal(status, '500.002.1001', 'Duplicate OriginatorConversationID.');
    expect(await factOf(reply)).toMatchObject({ kind: 'acknowledged' });
  });
});

describe('an answer that proves nothing', () => {
  it.each(UNPROVEN)('%s is unknown', async (code) => {
    expect(await factOf(refusal(500, code, 'System is busy'))).toMatchObject({ kind: 'unknown_answer' });
  });

  it.each(REFUSALS)('%s under a 5xx is unknown', async (code) => {
    expect(await factOf(refusal(503, code, 'Bad Request'))).toMatchObject({ kind: 'unknown_answer' });
  });

  const rows: readonly (readonly [string, Reply])[] = [
    ['the page of a firewall with HTTP 200', text(200, '<html>Request unsuccessful. Incapsula</html>')],
    ['the page of a firewall with HTTP 503', text(503, '<html>Request unsuccessful. Incapsula</html>')],
    ['an empty 200', text(200, '')],
    ['an empty 400', text(400, '')],
    ['a 401 without an envelope', text(401, '')],
    [
      'a 401 of the gateway',
      json(401, { fault: { faultstring: 'Invalid API call as no apiproduct match' } }),
    ],
    ['a 403 as HTML', text(403, '<html>Forbidden</html>')],
    ['JSON that is a list', json(200, [ACK])],
    ['JSON that is a text', json(200, '0')],
    ['a spike arrest of the gateway', json(429, { fault: { faultstring: 'Spike arrest violation' } })],
    ['a code that is in no table, with HTTP 400', refusal(400, '400.999.99', 'Something new')],
    ['a code that is in no table, with HTTP 200', json(200, { ...ACK, ResponseCode: '77' })],
    ['a result code as the synchronous answer', json(200, { ...ACK, ResponseCode: '2001' })],
    ['0 under HTTP 500', json(500, ACK)],
    ['0 under HTTP 400', json(400, ACK)],
    ['a refusal code as ResponseCode under HTTP 400', json(400, { ResponseCode: '400.002.02' })],
    ['a refusal that also says 0', json(200, { ...ACK, errorCode: '400.002.02', errorMessage: 'Bad' })],
    ['a ResponseCode that is an object', json(200, { ...ACK, ResponseCode: { value: '0' } })],
    ['the duplicate code with other words', refusal(500, '500.002.1001', 'System under maintenance')],
    ['an answer longer than we read', json(200, { filler: 'x'.repeat(ANSWER_BYTES_MAX), ...ACK })],
    ['a refusal lost in more than we read', text(400, `${REFUSAL_TEXT}${' '.repeat(ANSWER_BYTES_MAX)}x`)],
    ['an error code 0 under HTTP 500', json(500, { errorCode: '0' })],
    ['an error code 0 under HTTP 200', json(200, { errorCode: '0' })],
    ['a compressed answer', text(200, '\u001f\u008b nonsense', { 'Content-Encoding': 'gzip' })],
  ];
  it.each(rows)('%s is unknown', async (_name, reply) => {
    expect(await factOf(reply)).toMatchObject({ kind: 'unknown_answer' });
  });

  it.each([301, 302, 303, 307, 308])('HTTP %i is unknown and the body goes nowhere else', async (status) => {
    const elsewhere = await startFakeDaraja();
    const reply = text(status, JSON.stringify(ACK), { Location: `${elsewhere.url}/mpesa${REVERSAL}` });
    expect(await factOf(reply)).toEqual({ kind: 'unknown_answer', detail: `HTTP ${status}, not followed` });
    expect(elsewhere.seen).toHaveLength(0);
    await elsewhere.close();
  });
});

describe('what a fact keeps', () => {
  it('holds no token, credential, password or phone number, though the provider repeats them', async () => {
    const reply: Reply = (response, request) => {
      const credential = String(request.json['SecurityCredential']);
      const words = `Invalid Access Token - ${TEST_TOKEN} ${credential} ${SECRETS.initiatorPassword} 254700000001 0700 000 001`;
      refusal(401, '401.002.01', words)(response, request);
    };
    const fact = JSON.stringify(await factOf(reply));
    const credential = String(fake.seenAt(REVERSAL)[0]!.json['SecurityCredential']);
    for (const secret of [TEST_TOKEN, credential, credential.slice(0, 40), SECRETS.initiatorPassword])
      expect(fact).not.toContain(secret);
    expect(fact).not.toMatch(/\d[\d ]{8,}/);
    expect(fact).toContain('Invalid Access Token');
  });

  it('holds no token, also one that looks like a word', async () => {
    fake.script(TOKEN, token('justletters'));
    const fact = await factOf(refusal(401, '401.002.01', 'Invalid Access Token - justletters'));
    expect(fact['detail']).toBe('HTTP 401, 401.002.01: Invalid Access Token - [removed]');
  });

  it('holds no token of another process', async () => {
    const fact = await factOf(
      refusal(401, '401.002.01', 'Invalid Access Token - Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Q'),
    );
    expect(fact['detail']).toBe('HTTP 401, 401.002.01: Invalid Access Token - [removed]');
  });

  it('keeps the names of fields, which are what mends a refusal', async () => {
    const fact = await factOf(refusal(400, '400.002.02', 'Bad Request - Invalid RecieverIdentifierType'));
    expect(fact['detail']).toContain('RecieverIdentifierType');
  });

  it('holds no control characters and no more than a line', async () => {
    const fact = await factOf(refusal(400, '400.002.02', `\u001b[2J${'long '.repeat(500)}`));
    expect(String(fact['detail']).length).toBeLessThanOrEqual(200);
    expect(String(fact['detail'])).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe('a refused token', () => {
  const refusals: readonly (readonly [string, Reply])[] = [
    ['401 without a body', text(401, '')],
    ['404.001.03', refusal(404, '404.001.03', 'Invalid Access Token')],
    ['400.003.01', refusal(400, '400.003.01', 'Invalid Access Token')],
    ['401.002.01 inside HTTP 200', refusal(200, '401.002.01', 'Invalid Access Token')],
  ];
  it.each(refusals)(
    '%s is not answered by a second money request, but by a new token later',
    async (_n, reply) => {
      fake.script(REVERSAL, reply);
      const client = clientFor(fake.url, { laneIntervalMs: 0 });
      await client.send(sendRequest());
      expect(fake.seenAt(REVERSAL)).toHaveLength(1);
      expect(fake.seenAt(TOKEN)).toHaveLength(1);
      (await client.prepare()).release();
      expect(fake.seenAt(TOKEN)).toHaveLength(2);
    },
  );

  it('another refusal leaves the token in use', async () => {
    fake.script(REVERSAL, refusal(400, '400.002.02', 'Bad Request - Invalid Amount'));
    const client = clientFor(fake.url, { laneIntervalMs: 0 });
    await client.send(sendRequest());
    await client.send(sendRequest());
    expect(fake.seenAt(TOKEN)).toHaveLength(1);
  });
});
