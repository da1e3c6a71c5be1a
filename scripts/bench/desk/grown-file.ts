import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { advance } from '../../../src/cases/advance.ts';
import { deliver } from '../../../src/cases/deliver.ts';
import { openCase, type Incoming } from '../../../src/cases/inbound.ts';
import { openDatabase } from '../../../src/store/open.ts';
import { writeCopies } from './copies.ts';
import { openBenchDesk, type BenchDesk } from './desk.ts';
import { wholeCase } from './one-case.ts';
import { complaintOf, person, seedRecords, vagueComplaintOf } from './people.ts';
import { caseTemplate, type CaseTemplate } from './templates.ts';

/** Real cases of each kind to copy: their texts differ in language and amount. */
const REAL_ONES = 24;
/** Far from the people of every other part. */
const FIRST_PERSON = 40_000;

/** A small file of real cases, and its cases by kind. */
export interface Seedling {
  readonly path: string;
  readonly closed: readonly CaseTemplate[];
  readonly open: readonly CaseTemplate[];
}

/** Closed cases; cases that wait for approval, and cases that wait for their customer with a reminder ahead. */
export async function seedling(folder: string): Promise<Seedling> {
  const path = join(folder, 'seedling.db');
  const bench = await openBenchDesk(folder, path);
  const people = Array.from({ length: 3 * REAL_ONES }, (_, n) => person(FIRST_PERSON + n));
  const [done, vague, rest] = [0, 1, 2].map((kind) => people.filter(({ n }) => n % 3 === kind));
  await seedRecords(bench.app.desk.store, [...(done ?? []), ...(rest ?? [])], Date.now());
  const closed: string[] = [];
  const open: string[] = [];
  for (const one of done ?? []) closed.push(await wholeCase(one, bench));
  for (const one of vague ?? []) open.push(await waitingCase(vagueComplaintOf(one), bench));
  for (const one of rest ?? []) open.push(await waitingCase(complaintOf(one), bench));
  bench.close();
  const db = await openDatabase(path, { create: false });
  try {
    const templates = (ids: readonly string[]): readonly CaseTemplate[] =>
      ids.map((id) => caseTemplate(db, id));
    const grown = { path, closed: templates(closed), open: templates(open) };
    db.pragma('wal_checkpoint(TRUNCATE)');
    return grown;
  } finally {
    db.close();
  }
}

/** A case as far as it goes without staff or customer, with its messages delivered. */
async function waitingCase(message: Incoming, { app }: BenchDesk): Promise<string> {
  const { caseId } = await openCase(message, 'customer', app.desk);
  await advance(caseId, app.desk);
  const messages = await app.desk.store.outboundOf(caseId);
  if (messages.length > 0) await deliver(messages, app.channel, app.desk);
  return caseId;
}

/** A file with so many closed and open cases; its path. */
export function grownFile(
  folder: string,
  from: Seedling,
  size: { readonly closed: number; readonly open: number },
): string {
  const path = join(folder, `closed-${size.closed}.db`);
  copyFileSync(from.path, path);
  const open = size.open - from.open.length;
  writeCopies(path, from.open, open, 0);
  writeCopies(path, from.closed, size.closed - from.closed.length, open);
  toDisk(path);
  return path;
}

/** Or the system would write gigabytes in the background of what is measured next. */
function toDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
