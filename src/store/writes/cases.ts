import type { Write } from '../../cases/change.ts';
import { mentionsOf, type Mention } from '../../cases/mentions.ts';
import { assertMove } from '../../cases/transitions.ts';
import { slipForm } from '../../reading/receipts.ts';
import type { OrderNumber, Receipt } from '../../reading/types.ts';
import { caseColumns, namingOf, type Naming } from '../rows.ts';
import { all, marks, one, run } from '../statement.ts';
import { Lost } from '../transaction.ts';
import { resolveEscalation } from './escalations.ts';
import type { WriteContext } from './context.ts';

type WriteOf<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>;

export function openCase(context: WriteContext, write: WriteOf<'open_case'>): void {
  const columns = caseColumns(write.case);
  run(
    context.db,
    `INSERT INTO cases (${columns.map(([column]) => column).join(', ')}) VALUES (${marks(columns)})`,
    ...columns.map(([, value]) => value),
  );
  rememberMentions(context, write.case.id, [], namedBy(write.case));
}

/** Updates a case of exactly this version; any other version is lost. The version is counted here alone. */
export function updateCase(context: WriteContext, write: WriteOf<'update_case'>): void {
  const row = one(
    context.db,
    'SELECT version, status, said, receipt, order_number, staff_fact, decision FROM cases WHERE id = ?',
    write.caseId,
  );
  if (row?.['version'] !== write.version) throw new Lost(`version of case ${write.caseId}`);
  const before = namingOf(row);
  if (write.set.status !== undefined) assertMove(before.status, write.set.status);
  const columns = caseColumns(write.set);
  run(
    context.db,
    `UPDATE cases SET version = version + 1, changed_at = ?${columns.map(([column]) => `, ${column} = ?`).join('')}
     WHERE id = ?`,
    context.at,
    ...columns.map(([, value]) => value),
    write.caseId,
  );
  rememberMentions(context, write.caseId, namedBy(before), namedBy({ ...before, ...write.set }));
}

/** A closed case is woken by nothing, so it names nothing. */
function namedBy(kase: Naming): readonly Mention[] {
  return kase.status === 'closed' ? [] : mentionsOf(kase);
}

/** Most steps name what the one before named: then nothing is written. */
function rememberMentions(
  context: WriteContext,
  caseId: string,
  before: readonly Mention[],
  after: readonly Mention[],
): void {
  const isIn = (mentions: readonly Mention[], { kind, value }: Mention): boolean =>
    mentions.some((mention) => mention.kind === kind && mention.value === value);
  for (const mention of before.filter((old) => !isIn(after, old))) {
    run(
      context.db,
      'DELETE FROM case_mentions WHERE kind = ? AND value = ? AND case_id = ?',
      mention.kind,
      mention.value,
      caseId,
    );
  }
  for (const mention of after.filter((added) => !isIn(before, added))) {
    run(
      context.db,
      'INSERT INTO case_mentions (kind, value, case_id) VALUES (?, ?, ?)',
      mention.kind,
      mention.value,
      caseId,
    );
  }
}

/** Wakes open cases that name a receipt or order; a `payment_not_found` of theirs is taken back. */
export function wake(context: WriteContext, write: WriteOf<'wake'>): void {
  const woken = new Set<string>();
  for (const receipt of write.receipts)
    named(context, 'receipt', slipForm(receipt)).forEach((id) => woken.add(id));
  for (const order of write.orders) named(context, 'order', order).forEach((id) => woken.add(id));
  if (write.except !== undefined) woken.delete(write.except);
  for (const caseId of woken) {
    wakeCase(context, caseId);
    const open = all(
      context.db,
      `SELECT id FROM escalations WHERE case_id = ? AND reason = 'payment_not_found' AND resolved_at IS NULL`,
      caseId,
    );
    for (const escalation of open) {
      resolveEscalation(context, {
        kind: 'resolve_escalation',
        escalationId: escalation['id'] as string,
        by: 'records',
        answer: 'taken_back',
        because: 'new records came in: the case is decided again',
      });
    }
  }
}

function named(
  context: WriteContext,
  kind: 'receipt' | 'order',
  value: string | Receipt | OrderNumber,
): readonly string[] {
  return all(context.db, 'SELECT case_id FROM case_mentions WHERE kind = ? AND value = ?', kind, value).map(
    (row) => row['case_id'] as string,
  );
}

/** Counting the version makes a step that loaded the case before this moment lose and look again. */
export function wakeCase(context: WriteContext, caseId: string): void {
  run(
    context.db,
    `UPDATE cases SET wake_at = ?, version = version + 1, changed_at = ? WHERE id = ? AND status <> 'closed'`,
    context.at,
    context.at,
    caseId,
  );
}
