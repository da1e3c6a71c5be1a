import type { Db } from '../../../src/store/open.ts';
import { all } from '../../../src/store/statement.ts';
import { requestOf, reversalOf, type Books } from '../provider/books.ts';
import { peopleSaid } from './rows.ts';
import type { Violation } from './judge.ts';

export interface Ending {
  readonly violation: Violation | null;
  readonly inDoubt: number;
  /** Attempts whose books differ from the provider's, and of which people were told and the receipt put on hold. */
  readonly listed: number;
  readonly checks: number;
}

/** After everything: the ledger against the provider's books, and every case against its end. */
export function endingOf(db: Db, books: Books): Ending {
  const attempts = all(
    db,
    `SELECT a.id, a.verdict, a.next_ask_at, a.case_id, p.receipt FROM attempts a JOIN payouts p ON p.key = a.key`,
  );
  let inDoubt = 0;
  let listed = 0;
  let violation: Violation | null = null;
  const fail = (invariant: string, detail: string | null): void => {
    if (detail !== null) violation ??= { invariant, detail };
  };
  for (const row of attempts) {
    const fault = bookFault(db, books, row);
    if (row['verdict'] === 'unresolved') inDoubt += 1;
    if (fault === null) continue;
    if (isListed(db, row)) listed += 1;
    else fail('ledger_equals_the_providers_books', fault);
  }
  const cases = all(db, `SELECT id, status, decision FROM cases WHERE status <> 'closed'`);
  for (const row of cases) fail('every_case_ends_or_waits_for_a_person', endFault(db, row));
  for (const row of all(db, 'SELECT count(*) AS calls FROM model_calls GROUP BY case_id'))
    fail('at_most_five_model_calls', (row['calls'] as number) > 5 ? 'a case made more calls' : null);
  return { violation, inDoubt, listed, checks: attempts.length + cases.length };
}

type Row = Readonly<Record<string, unknown>>;

function bookFault(db: Db, books: Books, row: Row): string | null {
  const id = row['id'] as string;
  const state = requestOf(books, id)?.state ?? 'never received';
  const isBack = reversalOf(books, row['receipt'] as string) !== undefined;
  switch (row['verdict']) {
    case 'paid':
      // Two people who found somebody else's reversal of the payment call it paid: they cannot see whose it was.
      return state === 'paid' || (isBack && peopleSaid(db, id))
        ? null
        : `${id} is booked as paid, the provider has it as ${state}`;
    case 'already_back':
      return isBack ? null : `${id} is booked as back, the payment stands`;
    case 'not_paid':
      return state === 'paid' ? `${id} is booked as not paid, and the provider paid it` : null;
    default:
      return row['next_ask_at'] !== null || hasOpen(db, row['case_id'] as string)
        ? null
        : `${id} is unresolved and nobody is asked`;
  }
}

/** Open cases wait for an answer to an escalation, or for an approval. */
function endFault(db: Db, row: Row): string | null {
  if (row['status'] === 'waiting_for_approval' || hasOpen(db, row['id'] as string)) return null;
  if (toldOfLimit(db, row['id'] as string)) return null;
  const refusal = all(
    db,
    'SELECT reason FROM gate_refusals WHERE case_id = ? ORDER BY first_at DESC',
    row['id'] as string,
  )[0];
  const slept = sleptThroughEnd(db, row['decision']);
  // The payout that it waits for is in doubt, and a person was called for that one (`bookFault`).
  if (slept === 'in doubt') return null;
  const why =
    slept !== null
      ? ` (${slept})`
      : refusal === undefined
        ? ''
        : ` (the gate: ${refusal['reason'] as string})`;
  return `case ${row['id'] as string} is ${row['status'] as string} and waits for nobody${why}`;
}

function hasOpen(db: Db, caseId: string): boolean {
  return all(db, 'SELECT 1 FROM escalations WHERE case_id = ? AND resolved_at IS NULL', caseId).length > 0;
}

/** A refund above a limit waits for a setting, and staff were told which. */
function toldOfLimit(db: Db, caseId: string): boolean {
  const told = `SELECT 1 FROM outbound_messages WHERE case_id = ? AND purpose = 'payout_over_limit'`;
  return all(db, told, caseId).length > 0;
}

/** People were called about what does not go together, and nothing more of the receipt left before they looked. */
function isListed(db: Db, row: Row): boolean {
  const called = all(
    db,
    `SELECT 1 FROM escalations WHERE case_id = ? AND reason = 'fact_contradicts'`,
    row['case_id'] as string,
  );
  const held = all(db, 'SELECT 1 FROM holds WHERE receipt = ?', row['receipt'] as string);
  return called.length > 0 && held.length > 0;
}

/** What a case that waits for a refund waits for; null for one that waits for none. */
function sleptThroughEnd(db: Db, decision: unknown): string | null {
  const { route, receipt } = JSON.parse((decision as string | null) ?? '{}') as {
    route?: string;
    receipt?: string;
  };
  if (route !== 'wait' || receipt === undefined) return null;
  const states = all(db, 'SELECT state FROM payouts WHERE receipt = ?', receipt).map(
    (payout) => payout['state'],
  );
  return states.includes('unresolved') ? 'in doubt' : `the refund that it waits for is ${states.join(', ')}`;
}
