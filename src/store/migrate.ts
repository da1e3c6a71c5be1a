import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Problem, invariant } from '../core/errors.ts';
import type { StoreHook } from './hook.ts';
import type { Db } from './open.ts';

/** Read and write for the owner, nothing for others. */
export const OWNER_ONLY = 0o600;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** The numbered SQL files of `migrations/`, in order. Append-only: a file that was released is never edited. */
function migrations(): readonly Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(name.slice(0, 4));
    invariant(number === index + 1, `migration ${name} is out of order`);
    return { number, name, sql: readFileSync(new URL(name, folder), 'utf8') };
  });
}

/** The schema version that this program writes. */
export const SCHEMA_VERSION = migrations().length;

export function schemaVersion(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Refuses a database made by a newer program; Problem names both versions. */
export function assertNotNewer(db: Db, path: string): void {
  const found = schemaVersion(db);
  if (found > SCHEMA_VERSION) {
    throw new Problem(
      'database_newer',
      `the database at ${path} has schema ${found}, this program knows ${SCHEMA_VERSION}: use the newer program; nothing was changed`,
    );
  }
}

export interface MigrateOptions {
  /** Where the copy of the old database goes before anything changes. */
  readonly backupPath: (fromVersion: number) => string;
  /** Called inside: tests stop a process there. */
  readonly hook: StoreHook;
}

/**
 * Brings a database to this program's schema in one transaction, with a backup first. The caller holds the worker
 * lock: never beneath a running worker. Returns the versions; equal ones mean that nothing was to do.
 */
export function migrate(db: Db, options: MigrateOptions): { readonly from: number; readonly to: number } {
  const from = schemaVersion(db);
  if (from === SCHEMA_VERSION) return { from, to: from };
  if (from > 0) copyTo(db, options.backupPath(from));
  const { hook } = options;
  hook('before-begin', 'migrate');
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrations()) {
      if (migration.number > schemaVersion(db)) {
        db.exec(migration.sql);
        db.pragma(`user_version = ${migration.number}`);
      }
    }
    hook('before-commit', 'migrate');
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
  hook('after-commit', 'migrate');
  return { from, to: SCHEMA_VERSION };
}

/** The copy holds what the database holds, so nobody else may read it either: the empty file is made so beforehand. */
function copyTo(db: Db, path: string): void {
  writeFileSync(path, '', { mode: OWNER_ONLY, flag: 'wx' });
  db.prepare('VACUUM INTO ?').run(path);
}
