import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { DAY } from '../../../src/core/clock.ts';
import { invariant } from '../../../src/core/errors.ts';
import { readableCode } from '../../../src/core/ids.ts';
import { eventHash } from '../../../src/store/writes/events.ts';
import type { CaseTemplate, RowTemplate } from './templates.ts';

type Value = string | number | null;

/** Columns that hold a moment. */
const TIMES: ReadonlySet<string> = new Set(
  `at opened_at changed_at closed_at wake_at asked_at read_at delivered_at imported_at paid_at seen_at expires_at
   reserved_at send_by resolved_at next_at`.split(/\s+/),
);

/** Closed cases lie this far back at most: two years of a shop. */
const YEARS_DAYS = 700;
const BATCH = 50_000;
/** So that pages that are written in no order stay in memory while a million cases are made. In KiB, negative. */
const CACHE_KIB = -3_000_000;

/**
 * Writes real cases again under other names and times, so many of them, past the engine: only the file is meant to be
 * large. Every name is new (random where the engine's are random, so that trees fill as they do in life), every text as
 * long as it was, every history's chain whole. The transfers of copies are of other days. `first` numbers the copies.
 */
export function writeCopies(
  path: string,
  templates: readonly CaseTemplate[],
  count: number,
  first: number,
): void {
  const db = new Database(path);
  try {
    // Nobody else has the file, and a machine that dies in between begins again.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    // Parents may come after their children within a batch; the whole is checked at the end.
    db.pragma('foreign_keys = OFF');
    db.pragma(`cache_size = ${CACHE_KIB}`);
    const indexes = dropIndexes(db);
    const insert = inserter(db);
    for (let done = 0; done < count; done += BATCH) {
      db.exec('BEGIN');
      for (let n = done; n < Math.min(done + BATCH, count); n += 1) {
        const template = templates[n % templates.length];
        invariant(template, 'there is a case to copy');
        copyCase(insert, template, first + n);
      }
      db.exec('COMMIT');
    }
    for (const sql of indexes) db.exec(sql);
    db.pragma('journal_mode = WAL');
    const broken = db.pragma('foreign_key_check') as readonly unknown[];
    invariant(broken.length === 0, `${broken.length} rows of the copies point to nothing`);
  } finally {
    db.close();
  }
}

/** Made again when all rows are there: sorting once is quicker than a million places in each. Their statements. */
function dropIndexes(db: Database.Database): readonly string[] {
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
    .all() as readonly { readonly name: string; readonly sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  return indexes.map(({ sql }) => sql);
}

type Insert = (row: RowTemplate, values: readonly Value[]) => void;

function inserter(db: Database.Database): Insert {
  const statements = new Map<string, Database.Statement>();
  return (row, values) => {
    let statement = statements.get(row.table);
    if (!statement) {
      const marks = row.columns.map(() => '?').join(', ');
      statement = db.prepare(`INSERT INTO ${row.table} (${row.columns.join(', ')}) VALUES (${marks})`);
      statements.set(row.table, statement);
    }
    statement.run(...values);
  };
}

function copyCase(insert: Insert, template: CaseTemplate, n: number): void {
  const renamed = new Map([...template.names].map(([kind, name]) => [name, newName(kind, n)]));
  const shift = -(1 + (n % YEARS_DAYS)) * DAY;
  let before = '';
  for (const row of template.rows) {
    const values = row.values.map((value, index): Value => {
      const column = row.columns[index] ?? '';
      if (typeof value === 'number') return TIMES.has(column) ? moved(column, value, shift) : value;
      if (value === null || typeof value === 'string') return value;
      return value.parts.reduce((text, part, place) => {
        return text + (renamed.get(value.names[place - 1] ?? '') ?? '') + part;
      });
    });
    if (row.table === 'events') before = rehash(row, values, before);
    insert(row, values);
  }
}

/** What is due in the future stays there, or every copy would be due at once. */
function moved(column: string, value: number, shift: number): number {
  return column === 'wake_at' || column === 'next_at' ? value - (shift % 997) : value + shift;
}

/** A history that was copied is a history: its chain holds. */
function rehash(row: RowTemplate, values: Value[], before: string): string {
  const at = (column: string): string | number => values[row.columns.indexOf(column)] ?? '';
  const content = ['case_id', 'seq', 'at', 'actor', 'what', 'detail'].map(at);
  const hash = eventHash(before, content);
  values[row.columns.indexOf('hash')] = hash;
  return hash;
}

/** A name of the n-th copy, as long as a real one of its kind and in nobody else's way. */
function newName(kind: string, n: number): string {
  const random = (): Buffer => createHash('sha256').update(`${kind} ${n}`).digest();
  switch (kind) {
    case 'case':
      return `D-${shuffled(n)}`;
    case 'reference':
      return `RF-ZZ${shuffled(n)}`;
    case 'phone':
      return `2541${digits(n, 8)}`;
    case 'receipt':
      return `VA${digits(n, 8)}`;
    case 'provider_receipt':
      return `VB${digits(n, 8)}`;
    case 'order':
      return digits(2_000_000 + n, 7);
    case 'provider_id':
      return `copy--${digits(n, 8)}`;
    case 'inbound':
      return readableCode(random(), 20);
    default:
      return random().toString('hex');
  }
}

function digits(n: number, length: number): string {
  return String(n).padStart(length, '0');
}

/** An odd factor turns the numbers below 2^30 into themselves in another order: six characters, none twice. */
const FACTOR = 0x2545f491n;

function shuffled(n: number): string {
  const bits = ((BigInt(n) * FACTOR) & 0x3fffffffn) << 2n;
  return readableCode(Buffer.from(bits.toString(16).padStart(8, '0'), 'hex'), 6);
}
