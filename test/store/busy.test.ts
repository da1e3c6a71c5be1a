import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../src/core/errors.ts';
import { isBusy, realWaiting, whenFree } from '../../src/store/busy.ts';
import { openDatabase } from '../../src/store/open.ts';
import { immediately } from '../../src/store/transaction.ts';
import { NOW, openTestStore, startChild, until, type Child, type TestStore } from './kit.ts';

// Goal: a writer that finds the database busy waits without stopping anything else. Method: another process holds it.

let opened: TestStore;
let children: Child[] = [];
beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ gone }) => gone));
  children = [];
  opened.close();
});

function child(name: string): Child {
  const started = startChild(name, opened.path);
  children.push(started);
  return started;
}

const setLane = {
  at: NOW,
  actor: 'worker',
  writes: [{ kind: 'setting', name: 'lane', value: 'open' }],
} as const;

describe('while another process holds the write lock', () => {
  it('a writer waits and then writes, reads go on, and the event loop never stands still', async () => {
    const holder = child('holds-write-lock');
    expect(await holder.says()).toBe('held');
    let saved = false;
    let longest = 0;
    let last = performance.now();
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const committing = opened.store.commit(setLane).then((committed) => {
      saved = true;
      return committed;
    });
    await until(() => ticks >= 60);
    expect(saved).toBe(false);
    expect(await opened.store.setting('lane')).toBeNull();
    holder.tell('go');
    expect(await committing).toMatchObject({ kind: 'done' });
    clearInterval(ticking);
    expect(await opened.store.setting('lane')).toBe('open');
    // SQLite's own waiting would have stood still for the whole time; a busy machine delays a tick, not sixty.
    expect(longest).toBeLessThan(1_000);
  });

  it('and a killed one is no longer waited for', async () => {
    const holder = child('holds-write-lock');
    expect(await holder.says()).toBe('held');
    const committing = opened.store.commit(setLane);
    holder.process.kill('SIGKILL');
    expect(await committing).toMatchObject({ kind: 'done' });
  });

  it('a writer gives up after 30 s with one clear line, and nothing is written', async () => {
    const holder = await openDatabase(opened.path, { create: false });
    holder.exec('BEGIN IMMEDIATE');
    let now = 0;
    const waits: number[] = [];
    const waiting = {
      random: () => 0.5,
      monotonic: () => now,
      sleep: (ms: number) => {
        waits.push(ms);
        now += ms;
        return Promise.resolve();
      },
    };
    const writing = whenFree(() => {
      immediately(
        opened.db,
        () => undefined,
        'commit',
        () => undefined,
      );
    }, waiting);
    await expect(writing).rejects.toMatchObject({ code: 'database_busy' });
    await expect(writing).rejects.toBeInstanceOf(Problem);
    expect(now).toBeGreaterThan(30_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(150);
    expect(opened.db.inTransaction).toBe(false);
    holder.close();
  });
});

describe('an error that is not "busy"', () => {
  it('is thrown at once, not tried again', async () => {
    let tries = 0;
    const failing = whenFree(() => {
      tries += 1;
      opened.db.exec('INSERT INTO no_such_table VALUES (1)');
    }, realWaiting);
    await expect(failing).rejects.toThrow(/no such table/);
    expect(tries).toBe(1);
    expect(isBusy(new Error('SQLITE_BUSY'))).toBe(false);
  });
});

describe('a message that two processes hand in at once', () => {
  it('is one case with one message', async () => {
    const two = [child('opens-case'), child('opens-case')];
    for (const one of two) expect(await one.says()).toBe('ready');
    for (const one of two) one.tell('go');
    const got = await Promise.all(
      two.map(async (one) => JSON.parse(await one.says()) as { caseId: string; what: string }),
    );
    expect(got.map(({ what }) => what).toSorted()).toEqual(['known', 'opened']);
    expect(got[0]?.caseId).toBe(got[1]?.caseId);
    expect(await opened.store.cases({ limit: 10 })).toHaveLength(1);
  });
});
