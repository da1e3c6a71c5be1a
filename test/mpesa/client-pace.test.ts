// Goal: the client's sends keep the pace of the lane, and what was never sent costs no time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../src/mpesa/lane.ts';
import { clientFor, NOW, sendRequest, statusQuery } from '../support/daraja-client.ts';
import type { FakeDaraja } from '../support/fake-daraja.ts';
import { startFakeDaraja, text, TOKEN } from '../support/fake-daraja.ts';

let fake: FakeDaraja;
let events: string[];
let lane: Lane;
beforeEach(async () => {
  fake = await startFakeDaraja();
  events = [];
  lane = {
    take: () => {
      events.push('taken');
      return Promise.resolve(() => events.push('released'));
    },
    posted: () => events.push('posted'),
  };
});
afterEach(async () => {
  await fake.close();
});

describe('the client and its lane', () => {
  it('takes a slot to prepare, and starts the interval when it sends', async () => {
    const client = clientFor(fake.url, { lane });
    const prepared = await client.prepare();
    await client.send(sendRequest());
    prepared.release();
    expect(events).toEqual(['taken', 'posted', 'released']);
  });

  it('starts the interval also for a line that is dead', async () => {
    const client = clientFor(fake.url, { lane });
    (await client.prepare()).release();
    await fake.close();
    expect((await client.send(sendRequest())).kind).toBe('never_connected');
    expect(events).toEqual(['taken', 'released', 'posted']);
  });

  it('starts none for what was not tried', async () => {
    fake.script(TOKEN, text(400, ''));
    await clientFor(fake.url, { lane }).send(sendRequest());
    expect(events).toEqual([]);
  });

  it('prepares the second of two at once only when the first has posted or let go', async () => {
    const client = clientFor(fake.url, { laneIntervalMs: 0 });
    const first = await client.prepare();
    let second = false;
    const next = client.prepare().then(() => (second = true));
    await client.ask(statusQuery());
    expect(second).toBe(false);
    first.release();
    await next;
  });

  it.each(['ftp://x.example', 'not an address', 'https://user:pass@x.example', ''])(
    'is not made for the base URL %j',
    (baseUrl) => {
      expect(() => clientFor(baseUrl)).toThrow(/base URL/);
      expect(() => clientFor(baseUrl)).not.toThrow(/pass@/);
    },
  );

  it('is not made without a password or with a wrong certificate', () => {
    expect(() => clientFor(fake.url, { initiatorPassword: '' })).toThrow(/password/);
    expect(() => clientFor(fake.url, { certificatePem: 'x' })).toThrow(/certificate/);
  });

  it('sends a request whose time is the next half minute', async () => {
    expect((await clientFor(fake.url).send(sendRequest({ sendBy: NOW + 1 }))).kind).toBe('acknowledged');
  });
});
