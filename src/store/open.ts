import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { invariant, messageOf, Problem } from '../core/errors.ts';
import { realWaiting, whenFree } from './busy.ts';

export type Db = Database.Database;

/**
 * Set and then asserted on every open: SQLite keeps most of these per connection, and a misspelt or overridden one
 * is silent (`synchronous` falls to NORMAL in WAL mode, where a power cut may lose the last commits).
 */
const PRAGMAS: readonly (readonly [name: string, set: string, expected: unknown])[] = [
  ['journal_mode', 'WAL', 'wal'],
  // 2 = FULL: a commit that was reported is on the disk.
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  // Without it INSERT OR REPLACE deletes rows behind the backs of the append-only triggers.
  ['recursive_triggers', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  // Busy is met by an async retry (busy.ts), never by blocking the event loop.
  ['busy_timeout', '0', 0],
];

export interface OpenOptions {
  /** Make the file when it is missing; otherwise a missing file is a Problem that names `rudisha init`. */
  readonly create: boolean;
}

/** Opens a database file with every pragma in force. Problem 'not_found' or 'database_unreadable' otherwise. */
export async function openDatabase(path: string, options: OpenOptions): Promise<Db> {
  if (!options.create && !existsSync(path)) {
    throw new Problem(
      'not_found',
      `there is no database at ${path}: run "rudisha init" first, or set RUDISHA_DB`,
    );
  }
  let db: Db | null = null;
  try {
    const opened = new Database(path, { timeout: 0 });
    db = opened;
    // journal_mode takes a lock for a moment: processes that open at once must not fail each other.
    await whenFree(() => {
      for (const [name, value] of PRAGMAS) opened.pragma(`${name} = ${value}`);
    }, realWaiting);
    for (const [name, , expected] of PRAGMAS) {
      const found: unknown = opened.pragma(name, { simple: true });
      invariant(found === expected, `pragma ${name} is ${String(found)}, not ${String(expected)}`);
    }
    return opened;
  } catch (error) {
    db?.close();
    if (error instanceof Problem || !(error instanceof Database.SqliteError || error instanceof TypeError))
      throw error;
    throw new Problem('database_unreadable', `cannot open the database at ${path}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
