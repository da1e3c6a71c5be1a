import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { rows } from './books.ts';

/** The schema that the file of a migration test has: the first that was released. */
export const OLD_SCHEMA = 1;

/**
 * Makes a database of the first schema with everything in it that a newer one holds: the first migration alone, and
 * the rows of the tables and columns that it knows. What an older program would have left when it was stopped.
 */
export function makeOlder(path: string, newerPath: string): void {
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = OFF');
    db.exec(readFileSync('src/store/migrations/0001-first.sql', 'utf8'));
    db.prepare('ATTACH ? AS newer').run(newerPath);
    for (const table of tablesOf(db)) {
      const columns = columnsOf(db, 'main', table)
        .filter((name) => columnsOf(db, 'newer', table).includes(name))
        .join(', ');
      db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`);
    }
    db.exec('DETACH newer');
    db.pragma(`user_version = ${OLD_SCHEMA}`);
    if (rows(db, 'PRAGMA foreign_key_check').length > 0) throw new Error('the older database does not hold');
  } finally {
    db.close();
  }
}

function tablesOf(db: Database.Database): readonly string[] {
  const sql = `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  return rows(db, sql).map(({ name }) => String(name));
}

function columnsOf(db: Database.Database, schema: string, table: string): readonly string[] {
  return rows(db, `PRAGMA ${schema}.table_info(${table})`).map(({ name }) => String(name));
}
