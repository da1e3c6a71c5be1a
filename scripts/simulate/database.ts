import Database from 'better-sqlite3';
import { migrate } from '../../src/store/migrate.ts';
import type { Db } from '../../src/store/open.ts';
import { run } from '../../src/store/statement.ts';

let template: Buffer | null = null;

/**
 * A new database in memory, with the schema and a secret of its own. A process that dies loses nothing that it
 * committed: durability on a disk is what the crash sweep shows, with real files and SIGKILL.
 */
export function newDatabase(secret: string, now: number): Db {
  template ??= migrated();
  const db = new Database(template);
  for (const pragma of ['foreign_keys = ON', 'recursive_triggers = ON', 'trusted_schema = OFF'])
    db.pragma(pragma);
  run(
    db,
    `INSERT INTO settings (name, value, changed_at, changed_by) VALUES ('secret', ?, ?, 'init')`,
    secret,
    now,
  );
  return db;
}

/** The schema, made once a run: making it anew costs more than most worlds. */
function migrated(): Buffer {
  const db = new Database(':memory:');
  migrate(db, { backupPath: () => '', hook: () => undefined });
  const bytes = db.serialize();
  db.close();
  return bytes;
}
