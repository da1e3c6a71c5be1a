import { SqliteError } from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realWaiting } from '../../src/store/busy.ts';
import { groupWriter, type GroupWriter } from '../../src/store/group.ts';
import type { StoreMoment } from '../../src/store/hook.ts';
import { openTestStore, type TestStore } from './kit.ts';

// Goal: many writers at once share one durable transaction, and none is harmed by another. Method: a real file; what
// another connection sees.

let opened: TestStore;
let moments: string[];
let write: GroupWriter;
let atMoment: (moment: StoreMoment, writer: string) => void;
beforeEach(async () => {
  opened = await openTestStore();
  opened.db.exec('CREATE TABLE marks (n INTEGER PRIMARY KEY) STRICT');
  moments = [];
  atMoment = () => undefined;
  write = groupWriter(
    opened.db,
    (moment, writer) => {
      moments.push(`${moment} ${writer}`);
      atMoment(moment, writer);
    },
    realWaiting,
  );
});
afterEach(() => {
  opened.close();
});

const mark = (n: number) => (): number => {
  opened.db.prepare('INSERT INTO marks VALUES (?)').run(n);
  return n;
};
const marks = (): readonly unknown[] => opened.db.prepare('SELECT n FROM marks ORDER BY n').pluck().all();

/** How many transactions are written meanwhile: in the log of SQLite, the last page of each carries the file's size. */
async function commitsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = commitsInLog();
  await work();
  return commitsInLog() - before;
}

function commitsInLog(): number {
  const log = readFileSync(`${opened.db.name}-wal`);
  const [header, frameHeader, pageSize] = [32, 24, log.readUInt32BE(8)];
  let commits = 0;
  for (let at = header; at + frameHeader + pageSize <= log.length; at += frameHeader + pageSize) {
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

describe('writers that are in flight together', () => {
  it('share one commit, and each hears its own value', async () => {
    let values: readonly number[] = [];
    const commits = await commitsDuring(async () => {
      values = await Promise.all([1, 2, 3, 4].map((n) => write('commit', mark(n))));
    });
    expect(values).toEqual([1, 2, 3, 4]);
    expect(commits).toBe(1);
    expect(marks()).toEqual([1, 2, 3, 4]);
  });

  it('are each undone alone: one that fails takes nothing of the others with it', async () => {
    const results = await Promise.allSettled([
      write('commit', mark(1)),
      write('commit', () => {
        mark(7)();
        throw new Error('version lost');
      }),
      write('record', mark(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(marks()).toEqual([1, 2]);
  });

  it('are told only after the commit', async () => {
    const told: string[] = [];
    atMoment = (moment) => told.push(moment);
    await Promise.all(
      [1, 2].map(async (n) => {
        await write('commit', mark(n));
        told.push(`told ${n}`);
      }),
    );
    expect(told.indexOf('told 1')).toBeGreaterThan(told.lastIndexOf('before-commit'));
  });

  it('see what those before them in the group wrote', async () => {
    const [, count] = await Promise.all([write('commit', mark(1)), write('reserve', () => marks().length)]);
    expect(count).toBe(1);
  });

  it('that take the whole transaction down are run one by one, so that what can be written is', async () => {
    const results = await Promise.allSettled([
      write('commit', mark(1)),
      write('commit', () => {
        opened.db.exec('ROLLBACK');
        throw new SqliteError('database or disk is full', 'SQLITE_FULL');
      }),
      write('commit', mark(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(marks()).toEqual([1, 2]);
  });

  it('of which none can be committed are all refused, and none is half written', async () => {
    atMoment = (moment) => {
      if (moment === 'before-commit') throw new SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    const results = await Promise.allSettled([write('commit', mark(1)), write('commit', mark(2))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(marks()).toEqual([]);
  });

  it('are never run again once they are durable, whatever goes wrong afterwards', async () => {
    let runs = 0;
    atMoment = (moment) => {
      if (moment === 'after-commit') throw new Error('died here');
    };
    const run = (n: number) => () => {
      runs += 1;
      return mark(n)();
    };
    await Promise.allSettled([write('commit', run(1)), write('commit', run(2))]);
    expect(runs).toBe(2);
    expect(marks()).toEqual([1, 2]);
  });
});

describe('a writer alone', () => {
  it('waits for no timer, and has a transaction without savepoints of its own', async () => {
    const commits = await commitsDuring(() => write('commit', mark(1)));
    expect(commits).toBe(1);
    expect(moments).toEqual(['before-begin commit', 'before-commit commit', 'after-commit commit']);
  });

  it('that comes while a group is written goes with the next one', async () => {
    const first = write('commit', mark(1));
    const second = first.then(() => Promise.all([2, 3].map((n) => write('commit', mark(n)))));
    const commits = await commitsDuring(() => second);
    expect(commits).toBe(2);
    expect(marks()).toEqual([1, 2, 3]);
  });
});
