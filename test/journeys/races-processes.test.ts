import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/build.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  expectBooks,
  expectRefunded,
  requestsFor,
  restarted,
  waiting,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: however many processes pay at once, one attempt is one request and one refund is one payout.
// Method: real processes on one database file without the worker lock, let go at the same moment; judged by the
// requests in the simulator's books.

const PROCESSES = 8;

describe('processes that pay at once', () => {
  let desk: TestDesk;
  let child: string;
  beforeAll(async () => {
    [desk, child] = await Promise.all([
      openTestDesk(),
      bundle('test/support/race-child.ts', 'race-child', 'child.js'),
    ]);
  });
  afterAll(() => desk.close());

  function start(caseId: string): ChildProcessByStdio<Writable, Readable, null> {
    const { config } = desk;
    return spawn(process.execPath, [child, caseId, String(desk.clock.now())], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        RUDISHA_DB: config.RUDISHA_DB,
        RUDISHA_LISTEN_PORT: String(config.RUDISHA_LISTEN_PORT),
        MODEL: 'rules',
        DARAJA_BASE_URL: config.DARAJA_BASE_URL,
        DARAJA_CONSUMER_KEY: config.DARAJA_CONSUMER_KEY,
        DARAJA_CONSUMER_SECRET: config.DARAJA_CONSUMER_SECRET,
        DARAJA_INITIATOR: config.DARAJA_INITIATOR,
        DARAJA_INITIATOR_PASSWORD: config.DARAJA_INITIATOR_PASSWORD,
        DARAJA_CERTIFICATE: config.DARAJA_CERTIFICATE,
        LANE_INTERVAL: '0ms',
      },
    });
  }

  async function race(caseId: string): Promise<void> {
    const children = Array.from({ length: PROCESSES }, () => start(caseId));
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    const ends = children.map((process) => once(process, 'exit'));
    for (const { stdin } of children) stdin.end('go\n');
    const codes = (await Promise.all(ends)).map(([code]) => code as number | null);
    expect(codes).toEqual(Array.from({ length: PROCESSES }, () => 0));
  }

  it('make one payout of one key, eight of them racing', async () => {
    const kase = await approved(desk);
    await race(kase.caseId);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ number: 1, verdict: 'paid' }]);
    await expectRefunded(desk, kase);
    await expectBooks(desk);
  });

  it('as two workers without the lock send one request for each of many cases', async () => {
    const cases: CustomerCase[] = [];
    for (let n = 0; n < 6; n += 1) cases.push(await waiting(desk));
    const other = await restarted(desk, {});
    for (const { caseId } of cases) await approveAs(desk, caseId);
    await Promise.all([desk.settle(), other.settle()]);
    desk.clock.forward(MINUTE);
    await Promise.all([desk.settle(), other.settle()]);
    for (const kase of cases) {
      expect(requestsFor(desk, kase.receipt)).toBe(1);
      await expectRefunded(desk, kase);
    }
    await expectBooks(desk);
    await other.close();
  });
});
