import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { Problem } from '../../src/core/errors.ts';
import { initDatabase } from '../../src/store/init.ts';
import { takeWorkerLock } from '../../src/store/lock.ts';
import { SCHEMA_VERSION } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/open.ts';
import { NOW, openTestStore } from './kit.ts';

// Goal: a database is opened with every guard in force or not at all. Method: real files, good, bad and foreign.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rudisha-open-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function problemOf(failing: Promise<unknown>): Promise<Problem> {
  const error: unknown = await failing.then(
    () => 'nothing was thrown',
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  expect((error as Problem).message).not.toContain('\n');
  return error as Problem;
}

const opening = (path: string): Promise<unknown> =>
  openApp(readConfig({ RUDISHA_DB: path }), { pays: false });

describe('an opened database', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['recursive_triggers', 1],
    ['trusted_schema', 0],
    ['busy_timeout', 0],
  ])('has %s = %s', async (pragma, value) => {
    const opened = await openTestStore();
    const { db } = opened;
    expect(db.pragma(pragma, { simple: true })).toBe(value);
    opened.close();
  });

  it('keeps every value in its type: all tables are STRICT', async () => {
    const opened = await openTestStore();
    const { db } = opened;
    const loose = db
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0`)
      .pluck()
      .all();
    expect(loose.filter((name) => !String(name).startsWith('sqlite_'))).toEqual([]);
    opened.close();
  });
});

describe('what is refused, with one line that says what to do', () => {
  it('a missing file', async () => {
    const path = join(folder, 'none.db');
    expect(await problemOf(opening(path))).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('rudisha init') as string,
    });
    expect(existsSync(path)).toBe(false);
  });

  it('a file that is no database, which stays as it is', async () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'not a database\n'.repeat(500));
    expect(await problemOf(opening(path))).toMatchObject({ code: 'database_unreadable' });
    expect(await problemOf(initDatabase(path, NOW))).toMatchObject({ code: 'database_unreadable' });
  });

  it('a folder', async () => {
    expect(await problemOf(opening(folder))).toMatchObject({ code: 'database_unreadable' });
  });

  it('a folder that is not there, to make a database in', async () => {
    expect(await problemOf(initDatabase(join(folder, 'no', 'such.db'), NOW))).toMatchObject({
      code: 'not_found',
    });
  });

  it('a database of another program', async () => {
    const path = join(folder, 'other.db');
    new Database(path).exec('CREATE TABLE other (x)').close();
    expect(await problemOf(opening(path))).toMatchObject({ code: 'database_unreadable' });
  });

  it('a database of a newer program, which names both versions and changes nothing', async () => {
    const path = join(folder, 'rudisha.db');
    await initDatabase(path, NOW);
    const raw = new Database(path);
    raw.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    raw.close();
    const problem = await problemOf(opening(path));
    expect(problem.code).toBe('database_newer');
    expect(problem.message).toContain(`schema ${SCHEMA_VERSION + 1}`);
    expect(problem.message).toContain(`knows ${SCHEMA_VERSION}`);
    expect((await problemOf(initDatabase(path, NOW))).code).toBe('database_newer');
  });
});

describe('init', () => {
  it('makes a database once; done again it changes nothing, the secret least of all', async () => {
    const path = join(folder, 'rudisha.db');
    expect(await initDatabase(path, NOW)).toMatchObject({
      created: true,
      from: 0,
      to: SCHEMA_VERSION,
      backup: null,
    });
    const secret = async (): Promise<unknown> => {
      const db = await openDatabase(path, { create: false });
      const found: unknown = db.prepare(`SELECT value FROM settings WHERE name = 'secret'`).pluck().get();
      db.close();
      return found;
    };
    const first = await secret();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await initDatabase(path, NOW + 1)).toMatchObject({ created: false, from: SCHEMA_VERSION });
    expect(await secret()).toBe(first);
  });

  it('never runs beneath a worker, whichever name the file is called by', async () => {
    const path = join(folder, 'rudisha.db');
    await initDatabase(path, NOW);
    const link = join(folder, 'link.db');
    symlinkSync(path, link);
    const lock = takeWorkerLock(path)!;
    expect((await problemOf(initDatabase(path, NOW))).code).toBe('already_running');
    expect((await problemOf(initDatabase(link, NOW))).code).toBe('already_running');
    lock.release();
    await initDatabase(link, NOW);
  });
});
