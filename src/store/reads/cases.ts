import type { InboundMessage } from '../../cases/change.ts';
import type { CaseFilter, StoredEvent, StoredModelCall, StoredOutbound } from '../../cases/reads.ts';
import type { Case } from '../../cases/types.ts';
import type { Msisdn } from '../../reading/types.ts';
import type { Db } from '../open.ts';
import { caseOf, inboundOf, outboundOf } from '../rows.ts';
import { all, one } from '../statement.ts';
import { eventHash } from '../writes/events.ts';

/** Newest first. */
export function listCases(db: Db, filter: CaseFilter): readonly Case[] {
  const conditions = [
    filter.status === undefined ? null : 'status = ?',
    // Said of an open status too: the index of open cases is used only where the statement says that it is enough.
    filter.open === true || (filter.status !== undefined && filter.status !== 'closed')
      ? 'closed_at IS NULL'
      : null,
  ].filter((condition) => condition !== null);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const values = filter.status === undefined ? [] : [filter.status];
  return all(
    db,
    `SELECT * FROM cases ${where} ORDER BY opened_at DESC, id DESC LIMIT ?`,
    ...values,
    filter.limit,
  ).map(caseOf);
}

/** An open one first: an answer to its question does not belong in a repeat of it that was closed since. */
export function newestCaseOf(db: Db, channel: string, sender: Msisdn): Case | null {
  const row = one(
    db,
    `SELECT * FROM cases WHERE channel = ? AND sender = ?
     ORDER BY status = 'closed', opened_at DESC, id DESC LIMIT 1`,
    channel,
    sender,
  );
  return row ? caseOf(row) : null;
}

export function inboundMessagesOf(db: Db, caseId: string): readonly InboundMessage[] {
  return all(db, 'SELECT * FROM inbound_messages WHERE case_id = ? ORDER BY at, rowid', caseId).map(
    inboundOf,
  );
}

export function caseOfMessage(db: Db, channel: string, providerId: string): string | null {
  const row = one(
    db,
    'SELECT case_id FROM inbound_messages WHERE channel = ? AND provider_id = ?',
    channel,
    providerId,
  );
  return (row?.['case_id'] as string | undefined) ?? null;
}

export function outboundMessagesOf(db: Db, caseId: string): readonly StoredOutbound[] {
  return all(db, 'SELECT * FROM outbound_messages WHERE case_id = ? ORDER BY at, rowid', caseId).map(
    outboundOf,
  );
}

export function eventsOf(db: Db, caseId: string): readonly StoredEvent[] {
  return all(db, 'SELECT * FROM events WHERE case_id = ? ORDER BY seq', caseId).map((row) => ({
    seq: row['seq'] as number,
    at: row['at'] as number,
    actor: row['actor'] as string,
    what: row['what'] as string,
    detail: JSON.parse(row['detail'] as string) as Readonly<Record<string, unknown>>,
  }));
}

export function eventsIntact(db: Db, caseId: string): boolean {
  let before = '';
  let seq = 0;
  for (const row of all(db, 'SELECT * FROM events WHERE case_id = ? ORDER BY seq', caseId)) {
    seq += 1;
    const content = [caseId, seq, row['at'], row['actor'], row['what'], row['detail']] as (string | number)[];
    if (row['seq'] !== seq || row['hash'] !== eventHash(before, content)) return false;
    before = row['hash'];
  }
  return true;
}

export function modelCallsOf(db: Db, caseId: string): readonly StoredModelCall[] {
  return all(db, 'SELECT * FROM model_calls WHERE case_id = ? ORDER BY at, rowid', caseId).map((row) => ({
    id: row['id'] as string,
    caseId,
    purpose: row['purpose'] as string,
    at: row['at'] as number,
    outcome: row['outcome'] as string | null,
    model: row['model'] as string | null,
    digest: row['digest'] as string | null,
    promptHash: row['prompt_hash'] as string | null,
    prompt: row['prompt'] as string | null,
    rawAnswer: row['raw_answer'] as string | null,
  }));
}
