import { rmSync, writeFileSync, readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database, { SqliteError } from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { stopForOldCopy } from '../../src/cases/lane.ts';
import { brakesOf } from '../../src/cases/staff/brakes.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { startListener } from '../../src/server/listener.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  b2cPaid,
  b2cRequestsFor,
  caseOf,
  expectBooks,
  expectRefunded,
  moneyOut,
  openReasons,
  payoutOf,
  requestsFor,
  restarted,
  told,
  waiting,
  waitingOn,
} from '../support/journey.ts';

// Goal: last night's database, and a disk without room, cost nobody any money. Method: real files, real simulator,
// judged by the simulator's books.

let desk: TestDesk;
afterEach(() => desk.close());

/** The database as it is now, in a file of its own. */
function copyOf({ config }: TestDesk): string {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-copy-'));
  const db = new Database(config.RUDISHA_DB, { readonly: true });
  db.prepare('VACUUM INTO ?').run(join(folder, 'last-night.db'));
  db.close();
  const path = join(folder, 'rudisha.db');
  writeFileSync(path, readFileSync(join(folder, 'last-night.db')));
  return path;
}

/** The desk on that copy, in place of the one that ran: it hears the provider's callbacks from now on. */
async function runOn(path: string): Promise<TestDesk> {
  const { config, clock } = desk;
  await desk.listener.close();
  const old = await restarted(desk, { RUDISHA_DB: path });
  const listener = await startListener({
    host: config.RUDISHA_LISTEN_HOST,
    port: config.RUDISHA_LISTEN_PORT,
    store: old.app.desk.store,
    secret: old.app.desk.fixed.secret,
    clock,
    onFact: () => undefined,
    onUnknown: (name) => stopForOldCopy(name, old.app.desk),
    log: () => undefined,
  });
  return {
    ...old,
    close: async () => {
      await listener.close();
      await old.close();
    },
  };
}

describe("last night's database, restored and run on", () => {
  it('pays nobody again: the second request has the id of the first, and the provider says what became of it', async () => {
    desk = await openTestDesk();
    const [reversal, b2c] = [await waiting(desk), await waitingOn(desk, 'b2c')];
    const path = copyOf(desk);
    for (const { caseId } of [reversal, b2c]) await approveAs(desk, caseId);
    await desk.settle();
    await expectRefunded(desk, reversal);
    expect(b2cPaid(desk)).toHaveLength(1);
    const references = [await payoutOf(desk, reversal.caseId), await payoutOf(desk, b2c.caseId)];

    const old = await runOn(path);
    try {
      expect((await caseOf(old, reversal.caseId)).status).toBe('waiting_for_approval');
      for (const { caseId } of [reversal, b2c]) await approveAs(old, caseId);
      await old.settle();
      desk.clock.forward(2 * MINUTE);
      await old.settle();
      expect(moneyOut(desk, reversal.receipt)).toBe(reversal.amountCents);
      expect(b2cPaid(desk)).toHaveLength(1);
      expect(b2cRequestsFor(desk, b2c.phone)).toBe(2);
      const again = [await payoutOf(old, reversal.caseId), await payoutOf(old, b2c.caseId)];
      expect(again.map(({ reference }) => reference)).toEqual(references.map(({ reference }) => reference));
    } finally {
      await old.close();
      rmSync(path, { force: true });
    }
  });

  it('stops its lane at the first callback about what it does not know, and tells why', async () => {
    desk = await openTestDesk();
    const kase = await waiting(desk);
    const other = await waiting(desk);
    const path = copyOf(desk);
    // What the newer books sent is answered when the older ones are already in their place.
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['late_callback:2m'] }]);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(1);

    const old = await runOn(path);
    try {
      desk.clock.forward(3 * MINUTE);
      await old.settle();
      expect((await brakesOf(old.app.desk)).laneStop).toMatchObject({ why: 'old_copy' });
      await approveAs(old, other.caseId);
      await old.settle();
      expect(requestsFor(desk, other.receipt)).toBe(0);
      const alerts = (await old.app.desk.store.cases({ limit: 10 })).map(({ id }) => told(old, id, 'staff'));
      expect((await Promise.all(alerts)).flat()).toContain('lane_stopped');
    } finally {
      await old.close();
    }
  });
});

describe('a full disk', () => {
  const full = (): never => {
    throw new SqliteError('database or disk is full', 'SQLITE_FULL');
  };

  it('before the reservation is saved sends nothing, and the refund goes out when there is room', async () => {
    let room = true;
    desk = await openTestDesk({
      wrapping: {
        hook: (moment, writer) => {
          if (!room && writer === 'reserve' && moment === 'before-commit') full();
        },
      },
    });
    const kase = await approved(desk);
    room = false;
    await expect(desk.settle()).rejects.toThrow('the disk is full');
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    room = true;
    const next = await restarted(desk, {});
    try {
      await next.settle();
      await expectRefunded(desk, kase);
      await expectBooks(desk);
    } finally {
      await next.close();
    }
  });

  it('after the request was sent loses no answer: the provider is asked, and nobody is paid twice', async () => {
    let room = true;
    desk = await openTestDesk({
      simulator: { callbackDelayMs: 0 },
      wrapping: {
        hook: (moment, writer) => {
          if (writer === 'reserve' && moment === 'after-commit') room = false;
          if (!room && moment === 'before-begin') full();
        },
      },
    });
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['lose_callback'] }]);
    await expect(desk.settle()).rejects.toThrow('the disk is full');
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    const next = await restarted(desk, {});
    try {
      desk.clock.forward(2 * MINUTE);
      room = true;
      await next.settle();
      await desk.simulator.tick();
      await next.settle();
      expect(requestsFor(desk, kase.receipt)).toBe(1);
      await expectRefunded(desk, kase, 'money_is_back');
      expect(await openReasons(desk, kase.caseId)).toEqual([]);
    } finally {
      await next.close();
    }
  });

  it('answers a callback with 503, so that the provider may say it again', async () => {
    let room = true;
    desk = await openTestDesk({
      wrapping: {
        hook: (moment, writer) => {
          if (!room && writer === 'record' && moment === 'before-begin') full();
        },
      },
    });
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['late_callback:1m'] }]);
    await desk.settle();
    room = false;
    desk.clock.forward(2 * MINUTE);
    await desk.simulator.tick();
    const answers = desk.simulator.books().callbacks.map(({ attempts, state }) => ({ attempts, state }));
    expect(answers).toEqual([expect.objectContaining({ attempts: 1 })]);
    expect(answers[0]?.state).not.toBe('delivered');
    room = true;
    desk.clock.forward(30 * MINUTE);
    await desk.settle();
    // By the callback said again or by asking, whatever came first.
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
  });
});
