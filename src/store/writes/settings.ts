import type { PersonStatement, Write } from '../../cases/change.ts';
import { run } from '../statement.ts';
import type { WriteContext } from './context.ts';

export function changeSetting(context: WriteContext, write: Extract<Write, { kind: 'setting' }>): void {
  run(
    context.db,
    `INSERT INTO settings (name, value, changed_at, changed_by) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at,
       changed_by = excluded.changed_by`,
    write.name,
    write.value,
    context.at,
    context.actor,
  );
}

/** A name that acts for the first time becomes a member of staff: the approvals and statements refer to it. */
export function rememberStaff(context: WriteContext, name: string): void {
  run(
    context.db,
    'INSERT INTO staff (name, since) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    context.at,
  );
}

export function addStatement(context: WriteContext, statement: PersonStatement): 'written' | 'same' {
  rememberStaff(context, statement.by);
  const added = run(
    context.db,
    'INSERT INTO statements (id, about, says, by, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    statement.id,
    statement.about,
    statement.says,
    statement.by,
    statement.at,
  );
  return added === 1 ? 'written' : 'same';
}
