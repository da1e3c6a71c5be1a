import type { Db } from '../../../src/store/open.ts';

type Value = string | number | null;

/** Where the rows of one case are found, table by table, in an order in which they may be written. */
const ROWS_OF_CASE: readonly (readonly [table: string, where: string])[] = [
  ['payments', 'receipt = @receipt'],
  ['orders', 'number = @order'],
  ['payouts', 'key = @key'],
  ['cases', 'id = @caseId'],
  ['case_mentions', 'case_id = @caseId'],
  ['inbound_messages', 'case_id = @caseId'],
  ['outbound_messages', 'case_id = @caseId'],
  ['events', 'case_id = @caseId ORDER BY seq'],
  ['approvals', 'case_id = @caseId'],
  ['attempts', 'case_id = @caseId'],
  ['facts', 'attempt_id IN (SELECT id FROM attempts WHERE case_id = @caseId)'],
  ['transfers', 'attempt_id IN (SELECT id FROM attempts WHERE case_id = @caseId)'],
  ['callbacks', 'attempt_id IN (SELECT id FROM attempts WHERE case_id = @caseId)'],
];

/** A text of a row, taken apart at the names that every case has for itself. */
interface Text {
  readonly parts: readonly string[];
  /** The names between the parts. */
  readonly names: readonly string[];
}

export interface RowTemplate {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly (Value | Text)[];
}

/** A real case's rows, ready to be written again under other names. */
export interface CaseTemplate {
  /** Kind and value: `key` and the hash, `receipt` and the code … Texts hold these. */
  readonly names: ReadonlyMap<string, string>;
  readonly rows: readonly RowTemplate[];
}

export function caseTemplate(db: Db, caseId: string): CaseTemplate {
  const names = namesOf(db, caseId);
  // The longest first, so that a name inside another one is not found there.
  const longest = [...names.values()].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longest.join('|'), 'g');
  const rows = ROWS_OF_CASE.flatMap(([table, where]) => {
    const found = db.prepare(`SELECT * FROM ${table} WHERE ${where}`).all({
      caseId,
      key: names.get('key') ?? '',
      receipt: names.get('receipt') ?? '',
      order: names.get('order') ?? '',
    }) as readonly Record<string, Value>[];
    return found.map((row) => rowTemplate(table, row, pattern));
  });
  return { names, rows };
}

/** `callbacks` counts its rows by itself. */
function rowTemplate(table: string, row: Record<string, Value>, pattern: RegExp): RowTemplate {
  const columns = Object.keys(row).filter((column) => table !== 'callbacks' || column !== 'id');
  return {
    table,
    columns,
    values: columns.map((column) => {
      const value = row[column] ?? null;
      if (typeof value !== 'string') return value;
      const names = value.match(pattern);
      return names === null ? value : { parts: value.split(pattern), names };
    }),
  };
}

function namesOf(db: Db, caseId: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>([['case', caseId]]);
  const add = (kind: string, value: unknown): void => {
    if (typeof value === 'string') names.set(kind, value);
  };
  const kase = db.prepare('SELECT * FROM cases WHERE id = ?').get(caseId) as Record<string, Value>;
  add('phone', kase['sender']);
  add('receipt', kase['receipt']);
  add('order', kase['order_number']);
  add('key', kase['payout_key']);
  const payout = db
    .prepare('SELECT reference, provider_receipt FROM payouts WHERE key = ?')
    .get(kase['payout_key']) as Record<string, Value> | undefined;
  add('reference', payout?.['reference']);
  add('provider_receipt', payout?.['provider_receipt']);
  const inbound = db
    .prepare('SELECT id, provider_id FROM inbound_messages WHERE case_id = ?')
    .get(caseId) as Record<string, Value>;
  add('inbound', inbound['id']);
  add('provider_id', inbound['provider_id']);
  const facts = db
    .prepare('SELECT id FROM facts WHERE attempt_id IN (SELECT id FROM attempts WHERE case_id = ?)')
    .pluck()
    .all(caseId);
  facts.forEach((id, index) => {
    add(`fact ${index}`, id);
  });
  return names;
}
