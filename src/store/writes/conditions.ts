import { unreachable } from '../../core/errors.ts';
import type { Condition } from '../../cases/change.ts';
import type { Db } from '../open.ts';
import { settingOf } from '../settings.ts';
import { one } from '../statement.ts';
import { Lost } from '../transaction.ts';

/** Checks a condition inside the transaction; a false one undoes the whole change. */
export function assertCondition(db: Db, condition: Condition): void {
  if (!holds(db, condition)) throw new Lost(`${condition.kind} does not hold any more`);
}

function holds(db: Db, condition: Condition): boolean {
  switch (condition.kind) {
    case 'case_open':
      return (
        one(db, `SELECT 1 FROM cases WHERE id = ? AND status <> 'closed'`, condition.caseId) !== undefined
      );
    case 'escalation_open':
      return (
        one(db, 'SELECT 1 FROM escalations WHERE id = ? AND resolved_at IS NULL', condition.escalationId) !==
        undefined
      );
    case 'facts_of_attempt':
      return (
        one(db, 'SELECT count(*) AS n FROM facts WHERE attempt_id = ?', condition.attemptId)?.['n'] ===
        condition.count
      );
    case 'payout': {
      const row = one(db, 'SELECT round, state FROM payouts WHERE key = ?', condition.key);
      return row?.['round'] === condition.round && row['state'] === condition.state;
    }
    case 'receipt_untouched':
      return (
        one(
          db,
          `SELECT 1 FROM payouts WHERE receipt = ? AND state IN ('unresolved', 'retry_due', 'paid', 'already_back')`,
          condition.receipt,
        ) === undefined
      );
    case 'setting':
      return settingOf(db, condition.name) === condition.value;
    case 'message_unknown':
      return (
        one(
          db,
          'SELECT 1 FROM inbound_messages WHERE channel = ? AND provider_id = ?',
          condition.channel,
          condition.providerId,
        ) === undefined
      );
    default:
      return unreachable(condition);
  }
}
