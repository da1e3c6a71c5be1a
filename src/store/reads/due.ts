import type { Instant } from '../../core/clock.ts';
import type { StoredOutbound } from '../../cases/reads.ts';
import type { Db } from '../open.ts';
import { outboundOf } from '../rows.ts';
import { all, one } from '../statement.ts';

/** What the worker asks again and again: each query walks a partial index that holds only what waits. */

export function dueCases(db: Db, now: Instant, limit: number): readonly string[] {
  return all(db, 'SELECT id FROM cases WHERE wake_at <= ? ORDER BY wake_at LIMIT ?', now, limit).map(
    (row) => row['id'] as string,
  );
}

export function attemptsToJudge(db: Db, now: Instant, limit: number): readonly string[] {
  return all(db, 'SELECT id FROM attempts WHERE judge_at <= ? ORDER BY judge_at LIMIT ?', now, limit).map(
    (row) => row['id'] as string,
  );
}

export function attemptsToAsk(db: Db, now: Instant, limit: number): readonly string[] {
  return all(
    db,
    'SELECT id FROM attempts WHERE next_ask_at <= ? ORDER BY next_ask_at LIMIT ?',
    now,
    limit,
  ).map((row) => row['id'] as string);
}

/**
 * In the order in which they were written: a message whose delivery failed holds back the later ones of its case. The
 * index is named, for SQLite would rather walk the whole table in that order than sort the few that wait.
 */
export function dueMessages(db: Db, now: Instant, limit: number): readonly StoredOutbound[] {
  return all(
    db,
    `SELECT * FROM outbound_messages AS message INDEXED BY outbox_due WHERE next_at <= ?
       AND NOT EXISTS (SELECT 1 FROM outbound_messages AS earlier
         WHERE earlier.case_id = message.case_id AND earlier.audience = message.audience
           AND earlier.rowid < message.rowid AND earlier.next_at > ?)
     ORDER BY rowid LIMIT ?`,
    now,
    now,
    limit,
  ).map(outboundOf);
}

export function nextDue(db: Db): Instant | null {
  const row = one(
    db,
    `SELECT min(at) AS at FROM (
       SELECT min(wake_at) AS at FROM cases WHERE wake_at IS NOT NULL
       UNION ALL SELECT min(judge_at) FROM attempts WHERE judge_at IS NOT NULL
       UNION ALL SELECT min(next_ask_at) FROM attempts WHERE next_ask_at IS NOT NULL
       UNION ALL SELECT min(next_at) FROM inquiries WHERE next_at IS NOT NULL
       UNION ALL SELECT min(next_at) FROM outbound_messages WHERE next_at IS NOT NULL)`,
  );
  return (row?.['at'] as number | null | undefined) ?? null;
}
