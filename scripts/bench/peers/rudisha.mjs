/**
 * The same kills for Rudisha: a worker that has sent its one request, a provider that has accepted it and does not
 * answer, SIGKILL, another worker, and what the provider's books say when the case is closed.
 */
import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { complaint } from './journey.mjs';
import { countsOf } from './kills.mjs';
import { bundleDesk, openDesk } from './rudisha-desk.mjs';

const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 120_000;

/** One row of a database that another process has open; nothing yet while it is being made. */
function row(path, sql, ...given) {
  if (!existsSync(path)) return undefined;
  const db = new Database(path, { readonly: true, timeout: 1_000 });
  try {
    return db.prepare(sql).get(...given);
  } finally {
    db.close();
  }
}

async function until(what, found) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(LOOK_EVERY_MS)) {
    const value = found();
    if (value) return value;
  }
  throw new Error(`in ${PATIENCE_MS / 1_000} s ${what} did not come`);
}

async function oneKill(desk, files, worker, one) {
  const { phone, receipt } = one.payment;
  const caseRow = () =>
    row(
      files.desk,
      `SELECT c.id, c.status, c.outcome, c.payout_key AS key FROM cases c JOIN inbound_messages m ON m.case_id = c.id
       WHERE m.provider_id = ?`,
      one.caseId,
    );
  await desk
    .run('cases', 'open', '--as', 'otieno', '--from', phone, '--message-id', one.caseId, one.text)
    .done();
  const card = await until('the approval', () =>
    [caseRow()].find((it) => it?.status === 'waiting_for_approval'),
  );
  await desk.run('approvals', 'approve', card.id, '--as', 'achieng', '--key', card.key.slice(0, 16)).done();
  const accepted = `SELECT 1 FROM requests WHERE operation = 'reversal' AND accepted = 1 AND instr(body, ?) > 0`;
  await until('the acceptance', () => row(files.books, accepted, receipt));
  const how = await worker.kill('SIGKILL');
  if (how !== 'SIGKILL') throw new Error(`not killed but ended with ${how}`);
  const next = desk.run('worker', '--quiet');
  await next.ready();
  await until('the end of the case', () => [caseRow()].find((it) => it?.status === 'closed'));
  return next;
}

export async function killRudisha({ kills, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-peer-'));
  const files = { desk: join(folder, 'rudisha.db'), books: join(folder, 'simulator.db') };
  const running = new Set();
  try {
    const cases = Array.from({ length: kills }, (_, n) => complaint(n));
    const desk = await openDesk(await bundleDesk(), folder, cases);
    await desk.importRecords();
    const simulator = desk.run(...desk.simulatorArguments);
    running.add(simulator);
    await simulator.ready();
    let worker = desk.run('worker', '--quiet');
    running.add(worker);
    await worker.ready();
    for (const [n, one] of cases.entries()) {
      worker = await oneKill(desk, files, worker, one);
      running.add(worker);
      say(`rudisha: ${n + 1} of ${kills} kills`);
    }
    const paid = (one) =>
      row(files.books, 'SELECT count(*) AS n FROM money_out WHERE original_receipt = ?', one.payment.receipt)
        .n;
    return countsOf(cases.map(paid));
  } finally {
    await Promise.all([...running].map((member) => member.kill('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  }
}
