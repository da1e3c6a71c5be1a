import { createHash } from 'node:crypto';
import { SECOND } from '../../core/clock.ts';
import type { EventDetail } from '../../cases/change.ts';
import { detailText } from '../rows.ts';
import { one, run } from '../statement.ts';
import type { WriteContext } from './context.ts';

/** Appends to a case's history. Each row's hash covers its content and the hash before it. */
export function addEvent(context: WriteContext, caseId: string, what: string, detail: EventDetail): void {
  const last = one(
    context.db,
    'SELECT seq, hash FROM events WHERE case_id = ? ORDER BY seq DESC LIMIT 1',
    caseId,
  );
  const seq = ((last?.['seq'] as number | undefined) ?? 0) + 1;
  const text = detailText(detail);
  const before = (last?.['hash'] as string | undefined) ?? '';
  run(
    context.db,
    'INSERT INTO events (case_id, seq, at, actor, what, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    caseId,
    seq,
    context.at,
    context.actor,
    what,
    text,
    eventHash(before, [caseId, seq, context.at, context.actor, what, text]),
  );
  rememberNewest(context);
}

/** The newest moment that an event carries: the gate refuses while the clock is far behind it (payouts.md §4). */
export const NEWEST_EVENT = 'newest_event_at';
/** It is kept to the second: the gate forgives a minute, and a page less is written with most commits of a busy desk. */
const NEWEST_EVENT_STEP = SECOND;

function rememberNewest(context: WriteContext): void {
  run(
    context.db,
    `INSERT INTO settings (name, value, changed_at, changed_by) VALUES (?, ?, ?, 'events')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
     WHERE CAST(value AS INTEGER) + ${NEWEST_EVENT_STEP} <= CAST(excluded.value AS INTEGER)`,
    NEWEST_EVENT,
    String(context.at),
    context.at,
  );
}

export function eventHash(before: string, content: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([before, ...content]))
    .digest('hex');
}
