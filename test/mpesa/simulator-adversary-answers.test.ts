/** What a client sees at once: every refusal of daraja.md §7, and answers that mean one thing or another. */
import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { GATEWAY_CODES } from '../../src/mpesa/simulator/codes.ts';
import { DUPLICATE, PAID, RAILS, envelope, plain, sceneOf } from './simulator-adversary-kit.ts';
import type { Rail, Scene } from './simulator-adversary-kit.ts';
import { tokenOf, urlsOf, ask, seal } from './simulator-kit.ts';

/** daraja.md §7, in the test's own hand: code and HTTP status. */
const REFUSALS = [
  ['400.001', 400],
  ['400.002.02', 400],
  ['400.002.05', 400],
  ['400.003.01', 400],
  ['400.003.02', 400],
  ['400.008.01', 400],
  ['400.008.02', 400],
  ['401.001', 401],
  ['401.002.01', 401],
  ['403.002.1001', 403],
  ['404.001.01', 404],
  ['404.001.03', 404],
  ['404.001.04', 404],
  ['404.002.01', 404],
  ['404.003.01', 404],
  ['405.001', 405],
  ['500.001.1001', 500],
  ['500.002.1001', 500],
  ['500.003.02', 500],
  ['500.003.03', 500],
  ['500.003.1001', 500],
] as const;

const UNDER_MAINTENANCE = envelope(
  '500.002.1001',
  'The service is under maintenance. Please try again later.',
);

const BUSY = envelope('500.003.02', 'System is busy. Please try again in few minutes.');

const QUOTA = envelope('500.003.03', 'Quota Violation');

const GATEWAY_BUSY = /^\{"fault":\{"faultstring":.*"errorcode":"policies.ratelimit.SpikeArrestViolation"/;

it('every code of §7 is one that the simulator knows', () => {
  expect(GATEWAY_CODES.toSorted()).toEqual(REFUSALS.map(([code]) => code).toSorted());
});

describe.each(RAILS)('refused at once (%s)', (rail) => {
  it.each(REFUSALS)('%s comes with HTTP %i, or inside HTTP 200; nothing is accepted', async (code, http) => {
    const scene = await sceneOf(rail, [
      { request: 1, faults: [`refuse:${code}`] },
      { request: 2, faults: [`refuse_200:${code}`] },
    ]);
    for (const status of [http, 200]) {
      const seen = await scene.pay();
      expect(seen).toMatchObject({ http: status, text: expect.stringContaining(`"errorCode":"${code}"`) });
      expect(seen).toMatchObject({ text: expect.stringMatching(/"requestId":"[0-9a-f-]{33}"/) });
    }
    await scene.pass(3 * DAY);
    expect(scene.counted()).toEqual([2, 0, 0]);
    expect(scene.heard()).toEqual([]);
  });
});

/** The answers that exist before and after acceptance: what the client sees, to the byte. */
const ANSWERS: readonly (readonly [fault: string, value: string, seen: unknown])[] = [
  ['cut', '', 'closed'],
  ['reset', '', 'reset'],
  ['hang', '', 'silence'],
  ['html', '', { http: 503, text: expect.stringMatching(/^<html>.*Incapsula incident ID/) }],
  ['html_200', '', { http: 200, text: expect.stringMatching(/^<html>.*Incapsula incident ID/) }],
  ['empty', ':400', { http: 400, text: '' }],
  ['empty', ':200', { http: 200, text: '' }],
  ['http_500', '', { http: 500, text: envelope('500.003.1001', 'Internal Server Error') }],
  ['redirect', '', { http: 307, text: '' }],
  ['duplicate', '', { http: 500, text: DUPLICATE }],
  ['maintenance', '', { http: 500, text: UNDER_MAINTENANCE }],
  ['spike_arrest', ':500', { http: 500, text: BUSY }],
  ['spike_arrest', ':429', { http: 429, text: BUSY }],
  ['spike_arrest', ':fault_500', { http: 500, text: expect.stringMatching(GATEWAY_BUSY) }],
  ['spike_arrest', ':fault_429', { http: 429, text: expect.stringMatching(GATEWAY_BUSY) }],
  ['quota', ':500', { http: 500, text: QUOTA }],
  ['quota', ':fault_429', { http: 429, text: expect.stringContaining('policies.ratelimit.QuotaViolation') }],
  ['product_missing', '', { http: 401, text: expect.stringContaining('no apiproduct match found') }],
  ['refuse', ':403.002.1001', { http: 403, text: expect.stringContaining('"403.002.1001"') }],
  ['refuse_200', ':400.002.05', { http: 200, text: expect.stringContaining('"400.002.05"') }],
  ['response_code', ':17', { http: 200, text: expect.stringContaining('"ResponseCode":"17"') }],
];

describe.each(RAILS)('answered one way, meant another (%s)', (rail) => {
  it.each(ANSWERS)(
    '%s%s is the same to the byte whether the request got in or not',
    async (name, value, seen) => {
      const lost = await sceneOf(rail, [`${name}_before_accept${value}`]);
      expect(plain(await lost.pay())).toEqual(seen);
      await lost.pass(3 * DAY);
      expect(lost.counted()).toEqual([1, 0, 0]);
      expect(lost.heard()).toEqual([]);

      const taken = await sceneOf(rail, [`${name}_after_accept${value}`]);
      expect(plain(await taken.pay())).toEqual(seen);
      await taken.pass();
      expect(taken.counted()).toEqual([1, 1, PAID[rail]]);
      expect(taken.heard()).toEqual(['result 0']);
    },
  );

  it('the short names of earlier days mean what they meant', async () => {
    for (const [short, accepted] of [
      ['html', 0],
      ['html_200', 0],
      ['http_500', 0],
      ['redirect', 0],
      ['refuse:405.001', 0],
      ['hang', 1],
    ] as const) {
      const scene = await sceneOf(rail, [short]);
      await scene.pay();
      expect(scene.counted().slice(0, 2)).toEqual([1, accepted]);
    }
  });

  it('two redirects do not chase each other: the second post is a request like any other', async () => {
    const scene = await sceneOf(rail, ['redirect_after_accept']);
    await scene.pay();
    const again = await follow(scene, rail);
    await scene.pass();
    expect(scene.counted()).toEqual([2, rail === 'b2c' ? 1 : 2, PAID[rail]]);
    if (rail === 'b2c') expect(again).toContain('Duplicate');
    else expect(scene.heard()).toEqual(['result 0', 'result R000001']);
  });
});

/** Posts the same body to where the redirect leads, as Node's fetch would. */
async function follow(scene: Scene, rail: Rail): Promise<string> {
  const body = JSON.parse(scene.simulator.books().requests[1]!.body) as Record<string, unknown>;
  const path = scene.simulator.books().requests[1]!.path;
  const response = await fetch(`${scene.simulator.url}${path}?moved=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(scene.simulator)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...body, SecurityCredential: seal(scene.simulator), ...urlsOf(scene.ear, rail) }),
  });
  return response.text();
}

describe.each(RAILS)('the token (%s)', (rail) => {
  it('token_ended ends it between the token and the post: refused, and good again with a new one', async () => {
    const scene = await sceneOf(rail, [{ times: 1, faults: ['token_ended'] }]);
    const seen = await scene.pay();
    const [http, code] = rail === 'b2c' ? [401, '401.002.01'] : [404, '404.001.03'];
    expect(seen).toMatchObject({ http, text: expect.stringContaining(`"${code}"`) });
    expect(await scene.pay()).toMatchObject({ http: 200 });
    await scene.pass();
    expect(scene.counted()).toEqual([2, 1, PAID[rail]]);
  });

  it('endTokens ends every token that was given out', async () => {
    const scene = await sceneOf(rail, []);
    const authorization = `Bearer ${await tokenOf(scene.simulator)}`;
    scene.simulator.endTokens();
    expect((await ask(scene.simulator, rail, {}, { authorization })).http).toBe(rail === 'b2c' ? 401 : 404);
    expect(scene.counted()).toEqual([1, 0, 0]);
  });
});
