import type { Db } from '../../../src/store/open.ts';
import { all } from '../../../src/store/statement.ts';

/** An attempt as it was reserved. */
export interface KnownAttempt {
  readonly id: string;
  readonly key: string;
  readonly round: number;
  readonly caseId: string;
  readonly receipt: string;
  readonly amountCents: number;
  readonly order: string;
  /** True time of the reservation, and what the desk's clock showed. */
  readonly at: number;
  readonly reservedAt: number;
}

/** Attempts that were not there before. */
export function attemptsSince(
  db: Db,
  known: ReadonlyMap<string, KnownAttempt>,
  now: number,
): readonly KnownAttempt[] {
  return all(
    db,
    `SELECT a.id, a.key, a.round, a.case_id, a.reserved_at, p.receipt, p.amount_cents, p.order_number
     FROM attempts a JOIN payouts p ON p.key = a.key`,
  )
    .filter((row) => !known.has(row['id'] as string))
    .map((row) => ({
      id: row['id'] as string,
      key: row['key'] as string,
      round: row['round'] as number,
      caseId: row['case_id'] as string,
      receipt: row['receipt'] as string,
      amountCents: row['amount_cents'] as number,
      order: row['order_number'] as string,
      at: now,
      reservedAt: row['reserved_at'] as number,
    }));
}

/** payouts.md §5: a reservation is written within 30 s or never. */
const SEND_WINDOW = 30_000;

export function isLate(attempt: KnownAttempt, now: number): boolean {
  return now - attempt.at > SEND_WINDOW;
}
