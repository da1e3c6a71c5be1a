import { SqliteError } from 'better-sqlite3';
import { Problem } from '../core/errors.ts';

/**
 * Waits between tries of a busy database. SQLite's own busy timeout blocks the event loop and starved two of three
 * busy writers for 5 s when measured; an immediate transaction with timeout 0 and a jittered, asynchronous retry
 * shared fairly (DESIGN §8).
 */
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 100;
/** A writer that found no gap for this long reports that the database is busy; nothing was written. */
const GIVE_UP_AFTER_MS = 30_000;

export interface Waiting {
  /** From 0 to 1. */
  readonly random: () => number;
  readonly monotonic: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const realWaiting: Waiting = {
  random: Math.random,
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export function isBusy(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** No room for the change, or none for the log that goes before it. SQLite has undone the transaction. */
function isFull(error: unknown): boolean {
  return error instanceof SqliteError && error.code === 'SQLITE_FULL';
}

/** Runs a synchronous transaction, again and again while another connection holds the write lock. */
export async function whenFree<T>(run: () => T, waiting: Waiting): Promise<T> {
  const start = waiting.monotonic();
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return run();
    } catch (error) {
      if (isFull(error)) {
        throw new Problem('disk_full', 'the disk is full; nothing was written: make room and try again', {
          cause: error,
        });
      }
      if (!isBusy(error)) throw error;
      if (waiting.monotonic() - start > GIVE_UP_AFTER_MS) {
        throw new Problem(
          'database_busy',
          `the database was locked by another process for ${GIVE_UP_AFTER_MS / 1_000} s; nothing was written: try again`,
          { cause: error },
        );
      }
      await waiting.sleep(wait * (0.5 + waiting.random()));
    }
  }
}
