import type { Db } from '../../../src/store/open.ts';
import { all } from '../../../src/store/statement.ts';
import type { KnownAttempt } from './attempts.ts';

/** A person typed this key for this case: noted by the world, not by the desk. */
export interface Approving {
  readonly caseId: string;
  readonly key: string;
  readonly by: string;
}

/**
 * Why a reservation has no valid approvals; null when it has. Every one that counts is of this very key and round, not
 * expired, of somebody without a hand in the case who really typed that key, and there are as many people as needed.
 */
export function approvalsFault(
  db: Db,
  attempt: KnownAttempt,
  approvings: readonly Approving[],
  hands: ReadonlyMap<string, ReadonlySet<string>>,
  twoPeopleAboveCents: number | null,
): string | null {
  const rows = all(db, 'SELECT * FROM approvals WHERE case_id = ?', attempt.caseId);
  const people = new Set(
    rows
      .filter(
        (row) =>
          row['key'] === attempt.key &&
          row['round'] === attempt.round &&
          (row['expires_at'] as number) > attempt.reservedAt,
      )
      .map((row) => row['by'] as string)
      .filter((by) => hands.get(attempt.caseId)?.has(by) !== true)
      .filter((by) =>
        approvings.some((one) => one.by === by && one.caseId === attempt.caseId && one.key === attempt.key),
      ),
  );
  const needed = twoPeopleAboveCents !== null && attempt.amountCents > twoPeopleAboveCents ? 2 : 1;
  return people.size >= needed
    ? null
    : `${attempt.id} (round ${attempt.round}) was reserved with ${people.size} of ${needed} valid approvals`;
}
