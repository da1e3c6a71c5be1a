import type { Escalation, PersonStatement } from '../../cases/change.ts';
import type { Hold, Reads } from '../../cases/reads.ts';
import type { Receipt } from '../../reading/types.ts';
import type { Db } from '../open.ts';
import { escalationOf } from '../rows.ts';
import { all, one } from '../statement.ts';

/** Open ones oldest first (work that waits), all of them newest first. */
export function listEscalations(db: Db, filter: Parameters<Reads['escalations']>[0]): readonly Escalation[] {
  const conditions: string[] = [];
  const values: string[] = [];
  if (filter.open === true) conditions.push('resolved_at IS NULL');
  if (filter.caseId !== undefined) {
    conditions.push('case_id = ?');
    values.push(filter.caseId);
  }
  if (filter.reason !== undefined) {
    conditions.push('reason = ?');
    values.push(filter.reason);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = filter.open === true ? 'opened_at, id' : 'opened_at DESC, id';
  return all(db, `SELECT * FROM escalations ${where} ORDER BY ${order} LIMIT ?`, ...values, filter.limit).map(
    escalationOf,
  );
}

export function escalationById(db: Db, id: string): Escalation | null {
  const row = one(db, 'SELECT * FROM escalations WHERE id = ?', id);
  return row ? escalationOf(row) : null;
}

export function statementsAbout(db: Db, about: string): readonly PersonStatement[] {
  return all(db, 'SELECT * FROM statements WHERE about = ? ORDER BY at, id', about).map((row) => ({
    id: row['id'] as string,
    about: row['about'] as string,
    says: row['says'] as string,
    by: row['by'] as string,
    at: row['at'] as number,
  }));
}

/** Holds in force, newest first. */
export function holdsInForce(db: Db, receipt: Receipt | null, limit: number): readonly Hold[] {
  const where = receipt === null ? '' : 'AND receipt = ?';
  const values = receipt === null ? [] : [receipt];
  return all(
    db,
    `SELECT * FROM holds WHERE lifted_at IS NULL ${where} ORDER BY at DESC, receipt LIMIT ?`,
    ...values,
    limit,
  ).map((row) => ({
    receipt: row['receipt'] as Receipt,
    source: row['source'] as string,
    why: row['why'] as string,
    at: row['at'] as number,
  }));
}
