import { SqliteError } from 'better-sqlite3';
import type { Write, WriteOutcome } from '../../cases/change.ts';
import { PAYOUT_SELECT, payoutOf } from '../rows.ts';
import { one, run } from '../statement.ts';
import { Lost } from '../transaction.ts';
import type { WriteContext } from './context.ts';

type WriteOf<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>;

/**
 * Opens a round of a key. A key that was never proposed begins at round 1; one whose last round ended (not paid or
 * rejected) begins the next; one that is proposed, unresolved or done is joined as it is.
 */
export function propose(context: WriteContext, write: WriteOf<'propose'>): WriteOutcome {
  const { db, at } = context;
  const row = one(db, `${PAYOUT_SELECT} WHERE key = ?`, write.key);
  if (row) {
    const payout = payoutOf(row);
    if (payout.state !== 'not_paid' && payout.state !== 'rejected') return 'same';
    run(
      db,
      `UPDATE payouts SET round = round + 1, state = 'proposed', next_attempt_at = NULL WHERE key = ?`,
      write.key,
    );
    return 'written';
  }
  const { refund } = write;
  run(
    db,
    `INSERT INTO payouts (key, reference, receipt, amount_cents, cause, rail, payee, order_number, round, state, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 'proposed', ?)`,
    write.key,
    write.reference,
    refund.receipt,
    refund.amountCents,
    refund.cause,
    refund.rail,
    refund.payee,
    write.orderNumber,
    at,
  );
  return 'written';
}

/** Approvals are append-only; while one is valid, the same person's repeat of it on the same card is the same row. */
export function approve(context: WriteContext, write: WriteOf<'approve'>): WriteOutcome {
  const { key, round, caseId, by, revision, at, expiresAt } = write.approval;
  const card = [key, round, caseId, by, revision] as const;
  const valid = one(
    context.db,
    `SELECT 1 FROM approvals WHERE key = ? AND round = ? AND case_id = ? AND by = ? AND revision = ?
       AND expires_at > ?`,
    ...card,
    at,
  );
  if (valid) return 'same';
  run(
    context.db,
    'INSERT INTO approvals (key, round, case_id, by, revision, at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...card,
    at,
    expiresAt,
  );
  return 'written';
}

export function updatePayout(context: WriteContext, write: WriteOf<'update_payout'>): void {
  const changed = runOrLost(
    `payout ${write.key}`,
    context.db,
    `UPDATE payouts SET state = ?, next_attempt_at = ?, provider_receipt = coalesce(provider_receipt, ?) WHERE key = ?`,
    write.state,
    write.nextAttemptAt,
    write.providerReceipt,
    write.key,
  );
  if (changed === 0) throw new Lost(`payout ${write.key} is gone`);
}

/**
 * The tables know two things that a settlement may have read a moment too early: one provider receipt settles one
 * payout, and one payout of a receipt is unresolved. Whoever comes second looks again.
 */
function runOrLost(what: string, ...statement: Parameters<typeof run>): number {
  try {
    return run(...statement);
  } catch (error) {
    if (error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE')
      throw new Lost(`${what}: ${error.message}`);
    throw error;
  }
}

/** Writes what a verdict made of an attempt, and that its facts are judged. */
export function updateAttempt(context: WriteContext, write: WriteOf<'update_attempt'>): void {
  run(
    context.db,
    `UPDATE attempts SET verdict = ?, resolved_at = ?, next_ask_at = ?, judge_at = NULL, judged_facts = ?
     WHERE id = ?`,
    write.verdict,
    write.resolvedAt,
    write.nextAskAt,
    JSON.stringify(write.judgedFacts),
    write.attemptId,
  );
}

/** Ids are deterministic: a repeat is a no-op. */
export function addTransfer(context: WriteContext, write: WriteOf<'transfer'>): WriteOutcome {
  const { transfer } = write;
  const added = run(
    context.db,
    `INSERT INTO transfers (id, attempt_id, kind, receipt, order_number, amount_cents, resolves, provider_receipt, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    transfer.id,
    transfer.attemptId,
    transfer.kind,
    transfer.receipt,
    transfer.orderNumber,
    transfer.amountCents,
    transfer.resolves,
    transfer.providerReceipt,
    transfer.at,
  );
  return added === 1 ? 'written' : 'same';
}
