import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Condition } from '../../src/cases/change.ts';
import { openCase } from '../../src/cases/inbound.ts';
import { changeOf, event } from '../../src/cases/step.ts';
import { Problem } from '../../src/core/errors.ts';
import type { PayoutKey } from '../../src/payouts/types.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import { SCHEMA_VERSION } from '../../src/store/migrate.ts';
import { openTestDesk } from '../support/desk.ts';
import { approved, attemptsOf, moneyOut } from '../support/journey.ts';
import { NOW, openTestStore, type TestStore } from './kit.ts';

// Goal: a writer saves all of what it was given or nothing. Method: real files; the whole content before and after.

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(() => {
  opened.close();
});

/** Every row of every table. */
function content({ db }: Pick<TestStore, 'db'>): string {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all();
  return JSON.stringify(tables.map((name) => [name, db.prepare(`SELECT * FROM ${String(name)}`).all()]));
}

async function aCase(): Promise<string> {
  const message = {
    channel: 'test',
    providerId: 'm1',
    sender: '254712000391' as Msisdn,
    text: 'Nililipa, bado',
  };
  const desk = {
    store: opened.store,
    clock: { now: () => NOW, monotonic: () => 0 },
    ids: { caseId: () => 'C-TEST01', escalationId: () => 'E-TEST01', rowId: () => 'row-1' },
  };
  return (await openCase(message, 'customer', desk as unknown as Parameters<typeof openCase>[2])).caseId;
}

describe('a change', () => {
  it('of another version of the case is lost, and nothing of it is written', async () => {
    const caseId = await aCase();
    const kase = (await opened.store.case(caseId))!;
    const change = (version: number): Change =>
      changeOf({ id: caseId, version }, { language: 'en' }, { now: NOW }, [event(caseId, 'noted')], {
        first: [{ kind: 'setting', name: 'lane', value: 'open' }],
        actor: 'staff:achieng',
      });
    const before = content(opened);
    for (const version of [kase.version - 1, kase.version + 1, 99]) {
      expect(await opened.store.commit(change(version))).toMatchObject({ kind: 'lost' });
    }
    expect(content(opened)).toBe(before);
    expect(await opened.store.commit(change(kase.version))).toMatchObject({ kind: 'done' });
    expect(await opened.store.case(caseId)).toMatchObject({ language: 'en', version: kase.version + 1 });
  });

  const CONDITIONS: readonly Condition[] = [
    { kind: 'case_open', caseId: 'C-NOBODY' },
    { kind: 'escalation_open', escalationId: 'E-NOBODY' },
    { kind: 'message_unknown', channel: 'test', providerId: 'm1' },
    { kind: 'facts_of_attempt', attemptId: 'nobody', count: 1 },
    { kind: 'payout', key: 'k' as PayoutKey, round: 1, state: 'proposed' },
  ];
  it.each(CONDITIONS)(
    'whose condition $kind does not hold is lost, and nothing is written',
    async (condition) => {
      const caseId = await aCase();
      const before = content(opened);
      const change: Change = {
        at: NOW,
        actor: 'staff:achieng',
        conditions: [condition],
        writes: [event(caseId, 'noted')],
      };
      expect(await opened.store.commit(change)).toMatchObject({ kind: 'lost' });
      expect(content(opened)).toBe(before);
    },
  );

  it('that breaks a rule of the tables in its last write leaves nothing of its first', async () => {
    const caseId = await aCase();
    const before = content(opened);
    const broken = opened.store.commit({
      at: NOW,
      actor: 'worker',
      writes: [
        event(caseId, 'noted'),
        {
          kind: 'given_back_outside',
          providerReceipt: 'UKT4X7M2QP' as Receipt,
          receipt: 'UKT4X7M2QQ' as Receipt,
          amountCents: 0 as never,
          source: 'test',
        },
      ],
    });
    await expect(broken).rejects.toThrow(/CHECK/);
    expect(content(opened)).toBe(before);
    expect(opened.db.inTransaction).toBe(false);
  });

  it.each(['closed', 'refunded', 'approved'] as const)(
    'cannot move a new case to %s: that is a bug, and throws',
    async (status) => {
      const caseId = await aCase();
      const { version } = (await opened.store.case(caseId))!;
      const before = content(opened);
      const moving = opened.store.commit(changeOf({ id: caseId, version }, { status }, { now: NOW }));
      await expect(moving).rejects.toThrow(/cannot move from new/);
      expect(content(opened)).toBe(before);
    },
  );

  it('of a process older than the database is refused, and nothing is written', async () => {
    const caseId = await aCase();
    const before = content(opened);
    opened.db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    const writers: (() => Promise<unknown>)[] = [
      () => opened.store.commit({ at: NOW, actor: 'worker', writes: [event(caseId, 'noted')] }),
      () =>
        opened.store.record({
          kind: 'callback',
          at: NOW,
          path: '/x',
          body: '{}',
          attemptId: null,
          fact: null,
          why: 'x',
        }),
    ];
    for (const write of writers) {
      await expect(write()).rejects.toMatchObject({ code: 'database_newer' });
      await expect(write()).rejects.toBeInstanceOf(Problem);
    }
    expect(content(opened)).toBe(before);
  });
});

describe('the newest moment of an event', () => {
  it('is known to the second, and a clock that was set back does not move it back', async () => {
    const caseId = await aCase();
    const at = async (now: number): Promise<number> => {
      await opened.store.commit({ at: now, actor: 'worker', writes: [event(caseId, 'noted')] });
      return Number(await opened.store.setting('newest_event_at'));
    };
    for (const now of [NOW + 1_000, NOW + 1_400, NOW + 2_100, NOW + 90_000]) {
      const newest = await at(now);
      expect(now - newest).toBeGreaterThanOrEqual(0);
      expect(now - newest).toBeLessThan(1_000);
    }
    expect(await at(NOW + 10)).toBe(NOW + 90_000);
  });
});

describe('a process that stops before COMMIT', () => {
  it('leaves nothing of what the writer did: neither a change nor a fact', async () => {
    const caseId = await aCase();
    const before = content(opened);
    opened.hook = (moment) => {
      if (moment === 'before-commit') throw new Error('stopped here');
    };
    const writers: (() => Promise<unknown>)[] = [
      () => opened.store.commit({ at: NOW, actor: 'worker', writes: [event(caseId, 'noted')] }),
      () =>
        opened.store.record({
          kind: 'callback',
          at: NOW,
          path: '/x',
          body: '{}',
          attemptId: null,
          fact: null,
          why: 'x',
        }),
    ];
    for (const write of writers) await expect(write()).rejects.toThrow('stopped here');
    expect(content(opened)).toBe(before);
  });

  it('leaves no reservation, and no request was sent; the next try pays once', async () => {
    let stop: string | null = null;
    const hook = (moment: string, writer: string): void => {
      if (stop === `${writer}:${moment}`) throw new Error('stopped here');
    };
    const desk = await openTestDesk({ wrapping: { hook } });
    const kase = await approved(desk);
    stop = 'reserve:before-commit';
    await expect(desk.settle()).rejects.toThrow('stopped here');
    expect(await attemptsOf(desk, kase.caseId)).toEqual([]);
    expect(desk.simulator.books().requests.filter(({ operation }) => operation === 'reversal')).toEqual([]);
    stop = null;
    desk.clock.forward(10_000);
    await desk.settle().catch(() => undefined);
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    await desk.close();
  });
});
