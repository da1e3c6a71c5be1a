import type Database from 'better-sqlite3';
import type { Db } from './open.ts';
import type { Row } from './rows.ts';

type Value = string | number | null;

const prepared = new WeakMap<Db, Map<string, Database.Statement>>();

function statement(db: Db, sql: string): Database.Statement {
  let statements = prepared.get(db);
  if (!statements) {
    statements = new Map();
    prepared.set(db, statements);
  }
  let found = statements.get(sql);
  if (!found) {
    found = db.prepare(sql);
    statements.set(sql, found);
  }
  return found;
}

/** Runs a statement (compiled once a connection); returns the number of rows changed. */
export function run(db: Db, sql: string, ...values: readonly Value[]): number {
  return statement(db, sql).run(...values).changes;
}

/** A statement that begins, ends or divides a transaction, compiled once like the others. */
export function control(
  db: Db,
  sql:
    'BEGIN' | 'BEGIN IMMEDIATE' | 'COMMIT' | 'ROLLBACK' | `${'SAVEPOINT' | 'RELEASE' | 'ROLLBACK TO'} writer`,
): void {
  statement(db, sql).run();
}

export function one(db: Db, sql: string, ...values: readonly Value[]): Row | undefined {
  return statement(db, sql).get(...values) as Row | undefined;
}

export function all(db: Db, sql: string, ...values: readonly Value[]): readonly Row[] {
  return statement(db, sql).all(...values) as Row[];
}

/** `?, ?, ?`: placeholders for a list; an empty list matches nothing. */
export function marks(values: readonly unknown[]): string {
  return values.length === 0 ? 'NULL' : values.map(() => '?').join(', ');
}
