import { invariant } from '../core/errors.ts';
import type { ReserveGiven, Reserved, ReserveRequest } from '../cases/change.ts';
import { gate } from '../payouts/gate.ts';
import { attemptId } from '../payouts/key.ts';
import { originatorConversationId } from '../payouts/callback-path.ts';
import { transferOf } from '../payouts/ledger.ts';
import { nextAsk } from '../payouts/schedule.ts';
import type { Attempt, Payout } from '../payouts/types.ts';
import { gateRows } from './gate-rows.ts';
import type { Db } from './open.ts';
import { payoutBy } from './reads/payouts.ts';
import { caseById } from './reads/snapshot.ts';
import { secretOf } from './settings.ts';
import { run } from './statement.ts';
import { Lost } from './transaction.ts';
import type { WriteContext } from './writes/context.ts';
import { addEvent } from './writes/events.ts';
import { addTransfer } from './writes/payouts.ts';

/**
 * The one place where money is reserved: the whole gate on rows loaded here, then attempt, ledger line, payout and
 * case together, or the refusal. Runs inside one immediate transaction.
 */
export function reserveInTransaction(db: Db, request: ReserveRequest, given: ReserveGiven): Reserved {
  const kase = caseById(db, request.caseId);
  if (kase?.version !== request.version) throw new Lost(`version of case ${request.caseId}`);
  const payout = payoutBy(db, 'key', request.key);
  invariant(payout, `case ${kase.id} has no payout to reserve`);
  const sendBy = given.now + request.limits.sendWindowMs;
  const verdict = gate(gateRows(db, kase, payout, request, given.now), { ...given, sendBy });
  const context: WriteContext = { db, at: given.now, actor: 'worker' };
  if (!verdict.ok) {
    const added = run(
      db,
      `INSERT INTO gate_refusals (key, round, case_id, gate, reason, first_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      payout.key,
      payout.round,
      kase.id,
      verdict.check,
      verdict.reason,
      given.now,
    );
    return { kind: 'refused', refusal: verdict, isNew: added === 1 };
  }
  const attempt = newAttempt(db, payout, kase.id, request, given.now, sendBy);
  writeReservation(context, payout, attempt, kase.version);
  return {
    kind: 'reserved',
    attempt,
    version: kase.version + 1,
    request: {
      attemptId: attempt.id,
      reference: payout.reference,
      attemptNumber: attempt.number,
      refund: payout.refund,
      originatorConversationId: attempt.originatorConversationId,
      sendBy,
    },
  };
}

function newAttempt(
  db: Db,
  payout: Payout,
  caseId: string,
  request: ReserveRequest,
  reservedAt: number,
  sendBy: number,
): Attempt {
  const number = payout.attempts + 1;
  return {
    id: attemptId(payout.reference, number),
    key: payout.key,
    number,
    round: payout.round,
    caseId,
    refund: payout.refund,
    reservedAt,
    sendBy,
    originatorConversationId: originatorConversationId(secretOf(db), payout.key, number),
    verdict: 'unresolved',
    resolvedAt: null,
    asks: 0,
    nextAskAt: nextAsk(request.limits.askAfterMs, { from: reservedAt, after: reservedAt }),
  };
}

function writeReservation(context: WriteContext, payout: Payout, attempt: Attempt, version: number): void {
  const { db, at } = context;
  run(
    db,
    `INSERT INTO attempts (id, key, number, round, case_id, reserved_at, send_by, originator_conversation_id, verdict,
       asks, next_ask_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'unresolved', 0, ?)`,
    attempt.id,
    attempt.key,
    attempt.number,
    attempt.round,
    attempt.caseId,
    attempt.reservedAt,
    attempt.sendBy,
    attempt.originatorConversationId,
    attempt.nextAskAt,
  );
  addTransfer(context, {
    kind: 'transfer',
    transfer: transferOf(attempt, payout, 'pending', { at, providerReceipt: null }),
  });
  run(db, `UPDATE payouts SET state = 'unresolved', next_attempt_at = NULL WHERE key = ?`, payout.key);
  const changed = run(
    db,
    'UPDATE cases SET version = version + 1, changed_at = ?, wake_at = NULL WHERE id = ? AND version = ?',
    at,
    attempt.caseId,
    version,
  );
  if (changed !== 1) throw new Lost(`version of case ${attempt.caseId}`);
  addEvent(context, attempt.caseId, 'reserved', {
    attempt: attempt.id,
    amount_cents: payout.refund.amountCents,
    rail: payout.refund.rail,
    round: attempt.round,
  });
}
