import Database from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem, invariant, messageOf } from '../../core/errors.ts';
import { SCHEMA } from './schema.ts';

export type BooksFile = Database.Database;

/**
 * Opens the books so that they forget nothing when the process dies: write-ahead log, every commit synced.
 * Throws Problem `database_unreadable` when the file is no database of ours.
 */
export function openBooksFile(path: string): BooksFile {
  mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.exec(SCHEMA);
  } catch (error) {
    db.close();
    throw new Problem(
      'database_unreadable',
      `the simulator's books ${path} cannot be used: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  invariant(db.pragma('journal_mode', { simple: true }) === 'wal', 'the books keep a write-ahead log');
  invariant(db.pragma('synchronous', { simple: true }) === 2, 'the books sync every commit');
  return db;
}

/** Runs `work` in one immediate transaction. */
export function atomically<T>(db: BooksFile, work: () => T): T {
  return db.transaction(work).immediate();
}
