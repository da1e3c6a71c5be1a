import { chmodSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem } from '../core/errors.ts';
import type { Instant } from '../core/clock.ts';
import { takeWorkerLock } from './lock.ts';
import type { StoreHook } from './hook.ts';
import { assertNotNewer, migrate, OWNER_ONLY, schemaVersion } from './migrate.ts';
import { openDatabase } from './open.ts';
import { makeSecret } from './settings.ts';
import { immediately } from './transaction.ts';

export interface Initialised {
  readonly created: boolean;
  readonly from: number;
  readonly to: number;
  /** The copy made before a migration; null when nothing was migrated. */
  readonly backup: string | null;
}

/**
 * Makes a database, or migrates one of an older program, under the worker lock and with a copy made first. Doing it
 * again changes nothing. Problem 'already_running' beneath a running worker, 'database_newer' for a newer program's.
 */
export async function initDatabase(
  path: string,
  now: Instant,
  hook: StoreHook = () => undefined,
): Promise<Initialised> {
  if (!existsSync(dirname(path))) {
    throw new Problem(
      'not_found',
      `there is no folder ${dirname(path)} to make the database in: make it first`,
    );
  }
  const created = !existsSync(path);
  const lock = takeWorkerLock(path);
  if (lock === null) {
    throw new Problem(
      'already_running',
      `a worker runs on ${path}: stop it before the database is made or migrated`,
    );
  }
  try {
    const db = await openDatabase(path, { create: true });
    try {
      // The file holds customers' numbers and the secret of the keys: SQLite gives its side files the same mode.
      if (created) chmodSync(path, OWNER_ONLY);
      assertNotNewer(db, path);
      const backup = `${path}.backup-schema-${schemaVersion(db)}-${now}`;
      const { from, to } = migrate(db, { backupPath: () => backup, hook });
      immediately(db, hook, 'init', () => {
        makeSecret(db, now);
      });
      return { created, from, to, backup: from > 0 && from !== to ? backup : null };
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}
