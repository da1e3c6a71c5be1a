/** What is refused before anything is queued, in Daraja's own words, and counted all the same. */
import { describe, expect, it } from 'vitest';
import { NOW, PATHS, ask, askToken, simulatorWith, tokenOf } from './simulator-kit.ts';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('the access token', () => {
  it('is 28 characters, with its life in seconds as a string', async () => {
    const simulator = await simulatorWith();
    const response = await askToken(simulator, basic('key:secret'));
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body['access_token']).toMatch(/^.{28}$/);
    expect(body['expires_in']).toBe('3599');
  });

  it.each([
    ['a wrong pair', basic('key:wrong'), '?grant_type=client_credentials', '400.008.01'],
    ['another scheme', 'Bearer key', '?grant_type=client_credentials', '400.008.01'],
    ['another grant type', basic('key:secret'), '?grant_type=password', '400.008.02'],
  ])('is refused to %s', async (_name, authorization, query, code) => {
    const simulator = await simulatorWith();
    const response = await askToken(simulator, authorization, query);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Record<string, unknown>)['errorCode']).toBe(code);
  });

  it.each([
    ['reversal', 404, '404.001.03'],
    ['status', 400, '400.003.01'],
    ['b2c', 401, '401.002.01'],
  ] as const)('that is unknown is refused by %s in its own words', async (operation, http, code) => {
    const simulator = await simulatorWith();
    const answer = await ask(simulator, operation, {}, { authorization: 'Bearer nonsense' });
    expect([answer.http, answer.body?.['errorCode']]).toEqual([http, code]);
  });

  it('is not asked for in a header of another kind', async () => {
    const simulator = await simulatorWith();
    const answer = await ask(simulator, 'reversal', {}, { authorization: basic('key:secret') });
    expect([answer.http, answer.body?.['errorCode']]).toEqual([404, '404.001.04']);
  });

  it('runs out', async () => {
    let now = NOW;
    const simulator = await simulatorWith({ now: () => now });
    const authorization = `Bearer ${await tokenOf(simulator)}`;
    expect((await ask(simulator, 'status', {}, { authorization })).http).toBe(200);
    now += 3_599_000;
    expect((await ask(simulator, 'status', {}, { authorization })).http).toBe(400);
  });

  it('lives beside newer ones, or ends with the next, as the mode says', async () => {
    for (const [tokenMode, http] of [
      ['several', 200],
      ['newest_only', 404],
    ] as const) {
      const simulator = await simulatorWith({ tokenMode });
      const authorization = `Bearer ${await tokenOf(simulator)}`;
      await tokenOf(simulator);
      expect((await ask(simulator, 'reversal', {}, { authorization })).http).toBe(http);
    }
  });
});

describe('a request with a bad field', () => {
  const long = 'x'.repeat(101);
  it.each([
    ['reversal', 'Initiator', undefined],
    ['reversal', 'SecurityCredential', ''],
    ['reversal', 'CommandID', 'BusinessPayment'],
    ['reversal', 'TransactionID', undefined],
    ['reversal', 'Amount', '0'],
    ['reversal', 'Amount', 'lots'],
    ['reversal', 'ReceiverParty', '600111'],
    ['reversal', 'RecieverIdentifierType', '4'],
    ['reversal', 'Remarks', 'x'],
    ['reversal', 'Remarks', long],
    ['reversal', 'ResultURL', 'not a URL'],
    ['reversal', 'ResultURL', 'https://shop.example/result'],
    ['reversal', 'QueueTimeOutURL', undefined],
    ['reversal', 'Occasion', long],
    ['status', 'CommandID', undefined],
    ['status', 'TransactionID', undefined],
    ['status', 'PartyA', '1'],
    ['status', 'IdentifierType', undefined],
    ['b2c', 'OriginatorConversationID', undefined],
    ['b2c', 'OriginatorConversationID', 'x'.repeat(37)],
    ['b2c', 'InitiatorName', undefined],
    ['b2c', 'Amount', '12.50'],
    ['b2c', 'PartyA', '1'],
    ['b2c', 'PartyB', '0700000391'],
    ['b2c', 'Remarks', undefined],
  ] as const)('%s: %s is named when it is %j', async (operation, field, value) => {
    const simulator = await simulatorWith();
    const answer = await ask(simulator, operation, { [field]: value });
    expect(answer.http).toBe(400);
    expect(answer.body).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{33}$/),
      errorCode: '400.002.02',
      errorMessage: `Bad Request - Invalid ${field}`,
    });
    expect(simulator.books().requests).toContainEqual(
      expect.objectContaining({ operation, accepted: false, outcome: 'refused 400.002.02' }),
    );
  });

  it('is refused when it spells RecieverIdentifierType correctly', async () => {
    const simulator = await simulatorWith();
    const answer = await ask(simulator, 'reversal', {
      RecieverIdentifierType: undefined,
      ReceiverIdentifierType: '11',
    });
    expect(answer.body?.['errorMessage']).toBe('Bad Request - Invalid RecieverIdentifierType');
  });

  it('is blamed on its first field when the content type is wrong', async () => {
    const simulator = await simulatorWith();
    const answer = await ask(simulator, 'reversal', {}, { 'content-type': 'text/plain' });
    expect(answer.body?.['errorMessage']).toBe('Bad Request - Invalid Initiator');
  });

  it('is an invalid payload when it is no JSON object, and nothing of it is kept', async () => {
    const simulator = await simulatorWith();
    const response = await fetch(simulator.url + PATHS.reversal, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(simulator)}`, 'content-type': 'application/json' },
      body: '{"SecurityCredential":"abc"',
    });
    expect(((await response.json()) as Record<string, unknown>)['errorCode']).toBe('400.002.05');
    expect(JSON.stringify(simulator.books())).not.toContain('abc');
  });

  it('is refused on a path that Daraja lacks, and with the wrong method, and is counted', async () => {
    const simulator = await simulatorWith();
    expect((await fetch(`${simulator.url}/mpesa/b2c/v9/paymentrequest`, { method: 'POST' })).status).toBe(
      404,
    );
    expect((await fetch(simulator.url + PATHS.reversal)).status).toBe(405);
    expect(simulator.books().requests.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['/mpesa/b2c/v9/paymentrequest', 'refused 404.001.01'],
      [PATHS.reversal, 'refused 405.001'],
    ]);
  });
});
