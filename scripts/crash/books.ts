import Database from 'better-sqlite3';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run left behind, read from both sides: the desk's database and the simulator's own books. */
export interface Ending {
  readonly status: string;
  readonly outcome: string | null;
  /** Open escalations of the case. */
  readonly escalations: readonly string[];
  readonly outboxWaiting: number;
  /** Facts that wait to be judged. */
  readonly toJudge: number;
  /** Messages that reached the customer: purposes, one a message id. */
  readonly told: readonly string[];
  readonly ledger: Readonly<Record<string, number>>;
  readonly attempts: number;
  readonly approvals: number;
  /** What was recorded about attempts: kinds of facts, a result with its code (`result 0`). */
  readonly facts: readonly string[];
  /** By the simulator's books. */
  readonly moneyOutCents: number;
  readonly moneyOutTimes: number;
  readonly requestsReceived: number;
  readonly requestsAccepted: number;
  /** The most payout requests that one attempt's callback path was named in. */
  readonly mostRequestsAnAttempt: number;
  /** Requests not carried out and callbacks not told yet. */
  readonly providerBusy: number;
}

/** Both sides of a folder with one case. */
export function endingOf(folder: string): Ending {
  return {
    ...deskSide(join(folder, 'rudisha.db')),
    ...providerSide(join(folder, 'simulator.db')),
    told: toldTo(folder),
  };
}

type CaseRow = Pick<Ending, 'status' | 'outcome'>;
type DeskSide = Omit<Ending, keyof ProviderSide | 'told'>;

const NO_CASE: DeskSide = {
  status: 'none',
  outcome: null,
  escalations: [],
  outboxWaiting: 0,
  toJudge: 0,
  ledger: {},
  attempts: 0,
  approvals: 0,
  facts: [],
};

function deskSide(path: string): DeskSide {
  return reading(path, NO_CASE, (db) => {
    const [kase] = rows(db, 'SELECT status, outcome FROM cases') as readonly CaseRow[];
    if (!kase) return NO_CASE;
    return {
      status: kase.status,
      outcome: kase.outcome,
      escalations: rows(db, 'SELECT reason FROM escalations WHERE resolved_at IS NULL').map(({ reason }) =>
        String(reason),
      ),
      outboxWaiting: count(db, 'outbound_messages WHERE delivered_at IS NULL'),
      toJudge: count(db, 'attempts WHERE judge_at IS NOT NULL'),
      ledger: Object.fromEntries(
        rows(db, 'SELECT kind, count(*) AS n FROM transfers GROUP BY kind').map(({ kind, n }) => [
          String(kind),
          Number(n),
        ]),
      ),
      attempts: count(db, 'attempts'),
      approvals: count(db, 'approvals'),
      facts: rows(db, 'SELECT kind, body FROM facts ORDER BY at, rowid').map(({ kind, body }) => {
        const { code } = JSON.parse(String(body)) as { readonly code?: string };
        return kind === 'result' ? `result ${code ?? ''}` : String(kind);
      }),
    };
  });
}

type ProviderSide = Pick<
  Ending,
  | 'moneyOutCents'
  | 'moneyOutTimes'
  | 'requestsReceived'
  | 'requestsAccepted'
  | 'mostRequestsAnAttempt'
  | 'providerBusy'
>;

const NO_BOOKS: ProviderSide = {
  moneyOutCents: 0,
  moneyOutTimes: 0,
  requestsReceived: 0,
  requestsAccepted: 0,
  mostRequestsAnAttempt: 0,
  providerBusy: 0,
};

function providerSide(path: string): ProviderSide {
  return reading(path, NO_BOOKS, (db) => {
    const [out] = rows(db, 'SELECT coalesce(sum(amount_cents), 0) AS cents, count(*) AS n FROM money_out');
    const paths = rows(
      db,
      `SELECT count(*) AS n FROM requests WHERE operation IN ('reversal', 'b2c') GROUP BY result_path`,
    ).map(({ n }) => Number(n));
    return {
      moneyOutCents: Number(out?.['cents']),
      moneyOutTimes: Number(out?.['n']),
      requestsReceived: paths.reduce((sum, n) => sum + n, 0),
      requestsAccepted: count(db, `requests WHERE operation IN ('reversal', 'b2c') AND accepted = 1`),
      mostRequestsAnAttempt: Math.max(0, ...paths),
      providerBusy:
        count(db, 'requests WHERE accepted = 1 AND process_at IS NOT NULL AND processed_at IS NULL') +
        count(db, `callbacks WHERE state = 'pending'`),
    };
  });
}

function toldTo(folder: string): readonly string[] {
  const path = join(folder, 'messages.jsonl');
  if (!existsSync(path)) return [];
  const messages = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as { id: string; audience: string; purpose: string })
    .filter(({ audience }) => audience === 'customer');
  return [...new Map(messages.map(({ id, purpose }) => [id, purpose])).values()];
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of a query on a database that other processes have open. */
export function rows(db: Database.Database, sql: string): readonly Row[] {
  return db.prepare(sql).all() as Row[];
}

function count(db: Database.Database, fromWhere: string): number {
  return Number(rows(db, `SELECT count(*) AS n FROM ${fromWhere}`)[0]?.['n']);
}

/** Another process may be writing or checkpointing: what cannot be read now is read at the next look. */
export function reading<T>(path: string, otherwise: T, read: (db: Database.Database) => T): T {
  if (!existsSync(path)) return otherwise;
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { readonly: true, timeout: 1_000 });
    return read(db);
  } catch (error) {
    // A wrong query is a bug here, not a moment to wait for.
    if (/no such (table|column): (?!cases|requests|money_out)/.test(String(error))) throw error;
    return otherwise;
  } finally {
    db?.close();
  }
}
