// Goal: any number of callers cost one token request, a token is renewed before its end, and a refused one is forgotten.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { exchange } from '../../src/mpesa/http.ts';
import { keepToken } from '../../src/mpesa/token.ts';
import type { Tokens } from '../../src/mpesa/token.ts';
import { NOW, standingClock } from '../support/daraja-client.ts';
import type { StandingClock } from '../support/daraja-client.ts';
import type { FakeDaraja, Reply } from '../support/fake-daraja.ts';
import { hang, json, refusal, startFakeDaraja, text, token, TOKEN } from '../support/fake-daraja.ts';

let fake: FakeDaraja;
let clock: StandingClock;
let tokens: Tokens;
beforeEach(async () => {
  fake = await startFakeDaraja();
  clock = standingClock();
  const url = new URL(`${fake.url}${TOKEN}`);
  const request = { method: 'GET', headers: {}, body: null, caPem: null, tooLate: () => null } as const;
  tokens = keepToken(() => exchange({ ...request, url, timeoutMs: 400 }), clock);
});
afterEach(async () => {
  await fake.close();
});

async function valueNow(): Promise<string> {
  const answer = await tokens.get();
  return answer.kind === 'token' ? answer.token.value : answer.why;
}

describe('a token', () => {
  it('is asked for once by twenty callers at the same time', async () => {
    fake.script(TOKEN, token('one'), token('two'));
    const values = await Promise.all(Array.from({ length: 20 }, valueNow));
    expect(new Set(values)).toEqual(new Set(['one']));
    expect(fake.seen).toHaveLength(1);
  });

  it.each(['3599', 3599, ' 3599 ', '3599.0'])('lives as long as expires_in %j says', async (expiresIn) => {
    fake.script(TOKEN, token('one', expiresIn));
    expect(await tokens.get()).toMatchObject({ kind: 'token', token: { until: NOW + 3_599_000 } });
  });

  it('is used until five minutes before its end, then renewed by one request', async () => {
    fake.script(TOKEN, token('one', 3600), token('two', 3600));
    expect(await valueNow()).toBe('one');
    clock.wall = NOW + 55 * MINUTE - 1;
    expect(await valueNow()).toBe('one');
    clock.wall = NOW + 55 * MINUTE;
    expect(await Promise.all(Array.from({ length: 20 }, valueNow))).toEqual(Array(20).fill('two'));
    expect(fake.seen).toHaveLength(2);
  });

  it('of a short life is not renewed at every use', async () => {
    fake.script(TOKEN, token('one', 60), token('two', 60));
    expect([await valueNow(), await valueNow()]).toEqual(['one', 'one']);
    clock.wall = NOW + 45_000;
    expect(await valueNow()).toBe('two');
  });

  it('stays in use until its end when the renewal fails, and not longer', async () => {
    fake.script(TOKEN, token('one', 3600), text(503, '<html></html>'));
    await valueNow();
    clock.wall = NOW + HOUR - 1;
    expect(await valueNow()).toBe('one');
    clock.wall = NOW + HOUR;
    expect(await valueNow()).toBe('no token: HTTP 503');
  });

  it('is forgotten after a refusal; a newer one is not', async () => {
    fake.script(TOKEN, token('one'), token('two'), token('three'));
    const first = await tokens.get();
    if (first.kind !== 'token') throw new Error(first.why);
    tokens.drop(first.token);
    expect(await valueNow()).toBe('two');
    tokens.drop(first.token);
    expect(await valueNow()).toBe('two');
  });

  const failures: readonly (readonly [string, Reply, string])[] = [
    ['400 without a body', text(400, ''), 'no token: HTTP 400'],
    ['401', text(401, ''), 'no token: HTTP 401'],
    [
      'a refusal',
      refusal(400, '400.008.01', 'Invalid Authentication passed'),
      'no token: HTTP 400, 400.008.01',
    ],
    [
      'a refusal inside 200',
      refusal(200, '400.008.02', 'Invalid grant type'),
      'no token: HTTP 200, 400.008.02',
    ],
    ['HTML', text(200, '<html></html>'), 'no token: HTTP 200 without a token that could be read'],
    [
      'no lifetime',
      json(200, { access_token: 'one' }),
      'no token: HTTP 200 without a token that could be read',
    ],
    ['a lifetime of nothing', token('one', '0'), 'no token: HTTP 200 without a token that could be read'],
    ['a lifetime in words', token('one', '1e9'), 'no token: HTTP 200 without a token that could be read'],
    [
      'a token with a line break',
      token('a\r\nX: b'),
      'no token: HTTP 200 without a token that could be read',
    ],
    ['an empty token', token(''), 'no token: HTTP 200 without a token that could be read'],
    ['silence', hang, 'no token: no answer within 400 ms'],
  ];
  it.each(failures)(
    '%s gives none, the reason in one line, and the next caller asks again',
    async (_n, reply, why) => {
      fake.script(TOKEN, reply, token('later'));
      expect(await valueNow()).toBe(why);
      expect(await valueNow()).toBe('later');
    },
  );
});
