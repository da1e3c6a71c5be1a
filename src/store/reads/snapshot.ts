import type { Instant } from '../../core/clock.ts';
import type { Snapshot } from '../../cases/reads.ts';
import type { Case, OpenCase, Situation } from '../../cases/types.ts';
import type { Msisdn, OrderNumber, Receipt } from '../../reading/types.ts';
import type { Records } from '../../records/types.ts';
import type { Db } from '../open.ts';
import { approvalOf, caseOf, escalationOf, inboundOf, PAYOUT_SELECT, payoutOf } from '../rows.ts';
import { all, marks, one } from '../statement.ts';
import { inquiriesOf } from './inquiries.ts';
import { recordsInReach, refundsOf } from './records.ts';

export function caseById(db: Db, caseId: string): Case | null {
  const row = one(db, 'SELECT * FROM cases WHERE id = ?', caseId);
  return row ? caseOf(row) : null;
}

export function unreadOf(db: Db, caseId: string): Snapshot['unread'] {
  return all(
    db,
    'SELECT * FROM inbound_messages WHERE case_id = ? AND read_at IS NULL ORDER BY at, rowid',
    caseId,
  ).map(inboundOf);
}

export function snapshotOf(db: Db, caseId: string, now: Instant): Snapshot | null {
  const kase = caseById(db, caseId);
  if (!kase) return null;
  const payoutRow = kase.payoutKey ? one(db, `${PAYOUT_SELECT} WHERE key = ?`, kase.payoutKey) : undefined;
  const payout = payoutRow ? payoutOf(payoutRow) : null;
  const situation = situationOf(db, kase, now);
  return {
    case: kase,
    unread: unreadOf(db, caseId),
    openEscalations: all(
      db,
      'SELECT * FROM escalations WHERE case_id = ? AND resolved_at IS NULL ORDER BY opened_at, id',
      caseId,
    ).map(escalationOf),
    situation,
    refunds: refundsOf(
      db,
      (situation?.records.payments ?? []).map(({ receipt }) => receipt),
    ),
    inquiries: inquiriesOf(db, caseId),
    payout,
    approvals: payout
      ? all(
          db,
          'SELECT * FROM approvals WHERE key = ? AND round = ? ORDER BY at, by',
          payout.key,
          payout.round,
        ).map(approvalOf)
      : [],
  };
}

/** What `decide()` looks at, loaded in the transaction of the caller. Null until something was said. */
export function situationOf(db: Db, kase: Case, now: Instant): Situation | null {
  if (!kase.said) return null;
  const { said, staffFact } = kase;
  const receipts = present<Receipt>([...said.receipts, staffFact?.receipt]);
  const orders = present<OrderNumber>([
    ...said.orders.map((order) => order.number),
    ...said.ordersReplaced.map((order) => order.number),
    staffFact?.order,
  ]);
  const numbers = present<Msisdn>([kase.sender, said.payer]);
  const records = recordsInReach(db, { now, receipts, orders, numbers });
  return {
    now,
    caseId: kase.id,
    openedAt: kase.openedAt,
    sender: kase.sender,
    said,
    staffFact,
    timesAsked: kase.timesAsked,
    records,
    openCases: openCasesOf(db, kase.id, records),
  };
}

function openCasesOf(db: Db, caseId: string, records: Records): readonly OpenCase[] {
  const receipts = records.payments.map((payment) => payment.receipt);
  return all(
    db,
    `SELECT id, receipt, sender, opened_at FROM cases
     WHERE closed_at IS NULL AND receipt IN (${marks(receipts)}) AND id <> ? ORDER BY opened_at, id`,
    ...receipts,
    caseId,
  ).map((row) => ({
    id: row['id'] as string,
    receipt: row['receipt'] as Receipt,
    sender: row['sender'] as Msisdn | null,
    openedAt: row['opened_at'] as number,
  }));
}

function present<T>(values: readonly (T | null | undefined)[]): readonly T[] {
  return [...new Set(values.filter((value): value is T => value !== null && value !== undefined))];
}
