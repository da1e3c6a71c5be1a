import { invariant } from '../core/errors.ts';
import { Problem } from '../core/errors.ts';
import type { StoreHook } from './hook.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import type { Db } from './open.ts';
import { control, one } from './statement.ts';

/** Thrown inside a transaction to undo it: a version or condition was lost. */
export class Lost extends Error {
  readonly what: string;

  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

/**
 * Runs one synchronous function inside one immediate transaction. Every commit checks the schema version first: an
 * old process does not write after a newer one has migrated.
 */
export function immediately<T>(db: Db, hook: StoreHook, writer: string, run: () => T): T {
  hook('before-begin', writer);
  control(db, 'BEGIN IMMEDIATE');
  let result: T;
  try {
    assertSchema(db);
    result = run();
    invariant(db.inTransaction, `${writer} ended its own transaction`);
    hook('before-commit', writer);
    control(db, 'COMMIT');
  } catch (error) {
    if (db.inTransaction) control(db, 'ROLLBACK');
    throw error;
  }
  hook('after-commit', writer);
  return result;
}

/** Several reads that see one state of the database. */
export function reading<T>(db: Db, run: () => T): T {
  control(db, 'BEGIN');
  try {
    return run();
  } finally {
    if (db.inTransaction) control(db, 'COMMIT');
  }
}

export function assertSchema(db: Db): void {
  const found = one(db, 'PRAGMA user_version')?.['user_version'] as number;
  if (found !== SCHEMA_VERSION) {
    throw new Problem(
      'database_newer',
      `the database has schema ${found} now and this program writes ${SCHEMA_VERSION}: restart with the newer program; nothing was written`,
    );
  }
}
