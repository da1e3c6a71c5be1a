import type { Escalation, Write } from '../../cases/change.ts';
import { one, run } from '../statement.ts';
import { Lost } from '../transaction.ts';
import type { WriteContext } from './context.ts';

/** Opens an escalation; one that is open for the same case and reason already stays as it is. */
export function escalate(
  context: WriteContext,
  write: Extract<Write, { kind: 'escalate' }>,
): 'written' | 'same' {
  const { escalation } = write;
  if (write.unlessReserved && isReserved(context, escalation)) return 'same';
  const added = run(
    context.db,
    `INSERT INTO escalations (id, case_id, reason, sub_reason, sentence, command, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (case_id, reason) WHERE resolved_at IS NULL DO NOTHING`,
    escalation.id,
    escalation.caseId,
    escalation.reason,
    escalation.subReason,
    escalation.sentence,
    escalation.command,
    escalation.openedAt,
  );
  return added === 1 ? 'written' : 'same';
}

function isReserved(context: WriteContext, escalation: Escalation): boolean {
  return (
    one(
      context.db,
      `SELECT 1 FROM attempts WHERE case_id = ? AND verdict <> 'not_paid'`,
      escalation.caseId,
    ) !== undefined
  );
}

export function resolveEscalation(
  context: WriteContext,
  write: Extract<Write, { kind: 'resolve_escalation' }>,
): void {
  const resolved = run(
    context.db,
    `UPDATE escalations SET resolved_at = ?, resolved_by = ?, answer = ?, because = ?
     WHERE id = ? AND resolved_at IS NULL`,
    context.at,
    write.by,
    write.answer,
    write.because,
    write.escalationId,
  );
  if (resolved === 0) throw new Lost(`escalation ${write.escalationId} is resolved already`);
}
