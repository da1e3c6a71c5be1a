import type { AttemptView, PayoutFilter, StoredCallback } from '../../cases/reads.ts';
import type { Approval, Attempt, Payout, PayoutKey } from '../../payouts/types.ts';
import type { Receipt } from '../../reading/types.ts';
import type { Db } from '../open.ts';
import {
  approvalOf,
  ATTEMPT_SELECT,
  attemptOf,
  caseOf,
  escalationOf,
  factOf,
  PAYOUT_SELECT,
  payoutOf,
  transferOf,
} from '../rows.ts';
import { all, one } from '../statement.ts';
import { caseById } from './snapshot.ts';

/** A payout by one of its unique columns. */
export function payoutBy(
  db: Db,
  column: 'key' | 'reference' | 'provider_receipt',
  value: string,
): Payout | null {
  const row = one(db, `${PAYOUT_SELECT} WHERE ${column} = ?`, value);
  return row ? payoutOf(row) : null;
}

/** Newest first; those that were only ever proposed come with `state: 'proposed'` alone. */
export function listPayouts(db: Db, filter: PayoutFilter): readonly Payout[] {
  const where = filter.state === undefined ? `state <> 'proposed' OR round > 1` : 'state = ?';
  const values = filter.state === undefined ? [] : [filter.state];
  return all(
    db,
    `${PAYOUT_SELECT} WHERE ${where} ORDER BY at DESC, key LIMIT ?`,
    ...values,
    filter.limit,
  ).map(payoutOf);
}

/** Every payout of a receipt, oldest first. */
export function payoutsOfReceipt(db: Db, receipt: Receipt): readonly Payout[] {
  return all(db, `${PAYOUT_SELECT} WHERE receipt = ? ORDER BY at, key`, receipt).map(payoutOf);
}

/** Not done yet, newest first; walks the index of B2C amounts. */
export function openB2cPayouts(db: Db, amountCents: number, limit: number): readonly Payout[] {
  return all(
    db,
    `${PAYOUT_SELECT} WHERE rail = 'b2c' AND amount_cents = ? AND state NOT IN ('paid', 'already_back')
     ORDER BY at DESC, key LIMIT ?`,
    amountCents,
    limit,
  ).map(payoutOf);
}

export function attemptsOf(db: Db, key: PayoutKey): readonly Attempt[] {
  return all(db, `${ATTEMPT_SELECT} WHERE attempts.key = ? ORDER BY number`, key).map(attemptOf);
}

export function approvalsOf(db: Db, key: PayoutKey): readonly Approval[] {
  return all(db, 'SELECT * FROM approvals WHERE key = ? ORDER BY round, at, by', key).map(approvalOf);
}

export function attemptView(db: Db, attemptId: string): AttemptView | null {
  const row = one(db, `${ATTEMPT_SELECT} WHERE attempts.id = ?`, attemptId);
  if (!row) return null;
  const attempt = attemptOf(row);
  const payout = payoutBy(db, 'key', attempt.key);
  const own = caseById(db, attempt.caseId);
  if (!payout || !own) return null;
  return {
    attempt,
    payout,
    facts: all(db, 'SELECT * FROM facts WHERE attempt_id = ? ORDER BY at, id', attemptId).map(factOf),
    transfers: all(db, 'SELECT * FROM transfers WHERE attempt_id = ? ORDER BY at, id', attemptId).map(
      transferOf,
    ),
    judgedFacts: JSON.parse(row['judged_facts'] as string) as string[],
    openDoubts: all(
      db,
      `SELECT * FROM escalations WHERE case_id = ? AND reason = 'payout_in_doubt' AND resolved_at IS NULL
         AND coalesce(sub_reason, ?) = ?`,
      attempt.caseId,
      attempt.id,
      attempt.id,
    ).map(escalationOf),
    othersInDoubt: all(
      db,
      `SELECT id FROM attempts WHERE case_id = ? AND id <> ? AND verdict = 'unresolved' AND next_ask_at IS NULL
       ORDER BY reserved_at, id`,
      attempt.caseId,
      attempt.id,
    ).map((other) => other['id'] as string),
    own,
    others: all(
      db,
      `SELECT * FROM cases WHERE payout_key = ? AND status <> 'closed' AND id <> ? ORDER BY opened_at, id`,
      attempt.key,
      attempt.caseId,
    ).map(caseOf),
  };
}

/** Unresolved attempts, oldest first. */
export function doubtfulAttempts(db: Db, limit: number): readonly AttemptView[] {
  return all(db, `SELECT id FROM attempts WHERE verdict = 'unresolved' ORDER BY reserved_at LIMIT ?`, limit)
    .map((row) => attemptView(db, row['id'] as string))
    .filter((view) => view !== null);
}

export function callbacksOf(db: Db, attemptId: string): readonly StoredCallback[] {
  return all(db, 'SELECT * FROM callbacks WHERE attempt_id = ? ORDER BY id', attemptId).map((row) => ({
    at: row['at'] as number,
    attemptId,
    why: row['why'] as string | null,
    body: row['body'] as string,
  }));
}
