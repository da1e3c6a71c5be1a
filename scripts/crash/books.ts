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
  /** Purposes of the messages that reached the customer. */
  readonly told: readonly string[];
  readonly ledger: Readonly<Record<string, number>>;
  readonly attempts: number;
  /** By the simulator's books. */
  readonly moneyOutCents: number;
  readonly moneyOutTimes: number;
  readonly requestsReceived: number;
  /** The most payout requests that one attempt's callback path was named in. */
  readonly mostRequestsAnAttempt: number;
}

const EMPTY = { status: 'none', outcome: null, escalations: [], outboxWaiting: 0, ledger: {}, attempts: 0 };

export function endingOf(folder: string, receipt: string): Ending {
  return {
    ...deskSide(join(folder, 'rudisha.db')),
    ...providerSide(join(folder, 'simulator.db'), receipt),
    told: toldTo(folder),
  };
}

type DeskSide = Pick<Ending, 'status' | 'outcome' | 'escalations' | 'outboxWaiting' | 'ledger' | 'attempts'>;

function deskSide(path: string): DeskSide {
  return reading(path, EMPTY, (db) => {
    const kase = db.prepare('SELECT id, status, outcome FROM cases').get() as
      { readonly id: string; readonly status: string; readonly outcome: string | null } | undefined;
    if (!kase) return EMPTY;
    const count = (sql: string): number => (db.prepare(sql).get() as { n: number }).n;
    const kinds = db.prepare('SELECT kind, count(*) AS n FROM transfers GROUP BY kind').all() as {
      kind: string;
      n: number;
    }[];
    return {
      status: kase.status,
      outcome: kase.outcome,
      escalations: (
        db.prepare('SELECT reason FROM escalations WHERE resolved_at IS NULL').all() as { reason: string }[]
      ).map(({ reason }) => reason),
      outboxWaiting: count('SELECT count(*) AS n FROM outbound_messages WHERE delivered_at IS NULL'),
      ledger: Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])),
      attempts: count('SELECT count(*) AS n FROM attempts'),
    };
  });
}

type ProviderSide = Pick<
  Ending,
  'moneyOutCents' | 'moneyOutTimes' | 'requestsReceived' | 'mostRequestsAnAttempt'
>;

function providerSide(path: string, receipt: string): ProviderSide {
  const none: ProviderSide = {
    moneyOutCents: 0,
    moneyOutTimes: 0,
    requestsReceived: 0,
    mostRequestsAnAttempt: 0,
  };
  return reading(path, none, (db) => {
    const out = db
      .prepare(
        'SELECT coalesce(sum(amount_cents), 0) AS cents, count(*) AS n FROM money_out WHERE original_receipt = ?',
      )
      .get(receipt) as { cents: number; n: number };
    const paths = db
      .prepare(
        `SELECT result_path, count(*) AS n FROM requests WHERE operation IN ('reversal', 'b2c') GROUP BY result_path`,
      )
      .all() as { n: number }[];
    return {
      moneyOutCents: out.cents,
      moneyOutTimes: out.n,
      requestsReceived: paths.reduce((sum, { n }) => sum + n, 0),
      mostRequestsAnAttempt: Math.max(0, ...paths.map(({ n }) => n)),
    };
  });
}

function toldTo(folder: string): readonly string[] {
  const path = join(folder, 'messages.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as { audience: string; purpose: string })
    .filter(({ audience }) => audience === 'customer')
    .map(({ purpose }) => purpose);
}

/** Another process may be writing or checkpointing: what cannot be read now is read at the next look. */
function reading<T>(path: string, otherwise: T, read: (db: Database.Database) => T): T {
  if (!existsSync(path)) return otherwise;
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { readonly: true, timeout: 1_000 });
    return read(db);
  } catch {
    return otherwise;
  } finally {
    db?.close();
  }
}
