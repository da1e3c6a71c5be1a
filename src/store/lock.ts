import Database from 'better-sqlite3';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBusy } from './busy.ts';

/** A lock that the kernel gives back at any death of the process. */
export interface WorkerLock {
  release(): void;
}

/**
 * Takes the worker lock of a database, or null when another process holds it.
 *
 * It is an exclusive transaction on a side file beside the database's real path (two names of one file share one
 * lock). The side file uses a rollback journal, whose exclusive lock is an ordinary file lock, and nothing else in
 * the process may open it: POSIX drops all locks of a process on a file when any of its descriptors is closed.
 * The lock is for order and speed only; payments stay single without it (DESIGN §8).
 */
export function takeWorkerLock(databasePath: string): WorkerLock | null {
  const real = join(realpathSync(dirname(databasePath)), basename(databasePath));
  const side = new Database(`${resolveLink(real)}-worker-lock.db`, { timeout: 0 });
  try {
    side.pragma('journal_mode = DELETE');
    side.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    side.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    release: () => {
      side.close();
    },
  };
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
