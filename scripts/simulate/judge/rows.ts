import type { Db } from '../../../src/store/open.ts';
import { all } from '../../../src/store/statement.ts';

/**
 * Why the ledger does not balance; null when it does: each attempt has one `pending`, at most one line that resolves
 * it, lines that say what its verdict says, and each receipt has at most one payout of which nobody knows the end.
 */
export function moneyRowsFault(db: Db): string | null {
  const unresolved = new Map<string, string>();
  const rows = all(
    db,
    `SELECT a.id, a.verdict, p.receipt, p.amount_cents,
       sum(t.kind = 'pending') AS pending, sum(t.kind = 'posted') AS posted, sum(t.kind = 'voided') AS voided,
       sum(t.kind = 'late') AS late, min(t.amount_cents) AS least, max(t.amount_cents) AS most
     FROM attempts a JOIN payouts p ON p.key = a.key LEFT JOIN transfers t ON t.attempt_id = a.id GROUP BY a.id`,
  );
  for (const row of rows) {
    const id = row['id'] as string;
    const receipt = row['receipt'] as string;
    if (row['verdict'] === 'unresolved') {
      const other = unresolved.get(receipt);
      if (other !== undefined) return `${id} and ${other} of one receipt are both unresolved`;
      unresolved.set(receipt, id);
    }
    const lines = ['pending', 'posted', 'voided', 'late'].map((kind) => row[kind] as number);
    const fits = EXPECTED[row['verdict'] as string]?.includes(lines.join(' ')) === true;
    if (!fits && !wasTurnedAround(db, row['verdict'] as string, lines, receipt))
      return `${id} is ${row['verdict'] as string} with lines pending/posted/voided/late ${lines.join('/')}`;
    if (row['least'] !== row['amount_cents'] || row['most'] !== row['amount_cents'])
      return `${id} has a line of another amount`;
  }
  return null;
}

/** Held to be unpaid, and now nobody knows again: the reservation stays voided, and the receipt is on hold for it. */
function wasTurnedAround(db: Db, verdict: string, lines: readonly number[], receipt: string): boolean {
  if (verdict !== 'unresolved' || lines.join(' ') !== '1 0 1 0') return false;
  return all(db, `SELECT 1 FROM holds WHERE receipt = ? AND source LIKE 'settlement: %'`, receipt).length > 0;
}

/** Lines (pending posted voided late) that go with a verdict. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  unresolved: ['1 0 0 0'],
  paid: ['1 1 0 0', '1 0 1 1'],
  already_back: ['1 1 0 0', '1 0 1 1'],
  not_paid: ['1 0 1 0'],
};

/** What ended, and how. */
export interface Terminal {
  readonly cases: Map<string, string>;
  readonly payouts: Map<string, string>;
}

/** Why something that ended did not stay so; null when all did. Remembers what ended since. */
export function terminalFault(db: Db, seen: Terminal): string | null {
  const cases = all(db, `SELECT id, status, outcome, model_calls, reading_steps FROM cases`);
  for (const row of cases) {
    const id = row['id'] as string;
    const outcome = seen.cases.get(id);
    if (outcome !== undefined && (row['status'] !== 'closed' || row['outcome'] !== outcome))
      return `case ${id} was closed (${outcome}) and is ${row['status'] as string} now`;
    if (row['status'] === 'closed') seen.cases.set(id, row['outcome'] as string);
    if ((row['model_calls'] as number) > 5 || (row['reading_steps'] as number) > 10)
      return `case ${id} overspent its budget`;
  }
  const done = ['paid', 'already_back'];
  for (const row of all(db, 'SELECT key, state, reference FROM payouts')) {
    const key = row['key'] as string;
    const state = row['state'] as string;
    if (seen.payouts.has(key) && !done.includes(state))
      return `payout ${row['reference'] as string} was done and is ${state} now`;
    if (done.includes(state)) seen.payouts.set(key, state);
  }
  return null;
}

/** Whether two people said what became of an attempt whose id begins so. */
export function peopleSaid(db: Db, attempt: string): boolean {
  return (
    all(db, `SELECT 1 FROM facts WHERE kind = 'people' AND attempt_id LIKE ? || '%'`, attempt).length > 0
  );
}
