import Database from 'better-sqlite3';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approve } from '../../src/cases/staff/approve.ts';
import { randomOf } from '../simulate/random.ts';
import { rows } from './books.ts';
import { Crew } from './crew.ts';
import { portPair } from './ports.ts';
import { APPROVER, makeTemplate, makeWaiting, withApp } from './prepare.ts';
import type { Setup } from './setup.ts';
import { runSettings } from './settings.ts';
import { crowd } from './situations.ts';

export interface TwoWorkers {
  readonly runs: number;
  readonly cases: number;
  readonly kills: number;
  readonly paid_once: number;
  readonly paid_twice: number;
  readonly lost: number;
  readonly sent_more_than_once: number;
  /** Requests that each of the two sent: both worked. */
  readonly sent_by: Readonly<Record<string, number>>;
}

const CASES = 10;
/** One run without a death, two in which one of the two dies at a random instant. */
const KILLED = [false, true, true];
const OVER_AFTER_MS = 90_000;
const LOOK_EVERY_MS = 100;
/** Within the time that the work of the crowd takes. */
const KILL_WITHIN_MS = 400;
/** A kill that came too late is drawn again. */
const DRAWS = 6;

/** Two workers on one database with the worker lock off, and a provider that would carry out a repeat. */
export async function twoWorkers(setup: Setup): Promise<TwoWorkers> {
  const situations = crowd(CASES);
  const fresh = join(setup.home, 'crowd');
  const waiting = join(setup.home, 'crowd-waiting');
  await makeTemplate(fresh, situations);
  await makeWaiting(waiting, fresh, situations);
  const random = randomOf('two workers', setup.options.seed);
  let sum: TwoWorkers = {
    runs: 0,
    cases: 0,
    kills: 0,
    paid_once: 0,
    paid_twice: 0,
    lost: 0,
    sent_more_than_once: 0,
    sent_by: {},
  };
  for (const isKilled of KILLED) {
    let killAfterMs: number | null = null;
    let one: TwoWorkers;
    let draw = 0;
    do {
      draw += 1;
      if (isKilled) killAfterMs = Math.round((random.next() * KILL_WITHIN_MS) / draw);
      one = await compete(setup, waiting, killAfterMs);
    } while (isKilled && one.kills === 0 && draw < DRAWS);
    if (one.paid_twice + one.lost + one.sent_more_than_once > 0)
      setup.say(`FAILED two workers, one killed after ${String(killAfterMs)} ms: ${JSON.stringify(one)}`);
    sum = added(sum, one);
  }
  return sum;
}

async function compete(setup: Setup, waiting: string, killAfterMs: number | null): Promise<TwoWorkers> {
  const folder = setup.folder();
  const ports = await portPair();
  cpSync(waiting, folder, { recursive: true });
  writeFileSync(join(folder, 'faults.json'), '[]');
  await approveAll(folder);
  await setup.outside.start({ folder, ports, dedupe: false, situations: crowd(CASES) });
  const crew = new Crew({
    folder,
    environment: { PATH: process.env['PATH'], ...runSettings(folder, ports) },
  });
  // The one that listens stays: the provider has one address to call back.
  crew.start('first', [process.execPath, setup.bundles.lockless], { CRASH_LISTENS: 'yes' });
  const second = crew.start('second', [process.execPath, setup.bundles.lockless], {});
  if (killAfterMs !== null)
    detachedKill(
      second.ready.then(() => new Promise((done) => setTimeout(done, killAfterMs))),
      second.child,
    );
  const until = Date.now() + OVER_AFTER_MS;
  while (openCases(folder) > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  const kills = crew.deaths.length;
  await crew.stop();
  await setup.outside.stop(folder);
  const figures = figuresOf(folder, kills);
  if (!setup.options.keep && figures.lost === 0) rmSync(folder, { recursive: true, force: true });
  return figures;
}

function detachedKill(when: Promise<unknown>, child: { kill(signal: 'SIGKILL'): boolean }): void {
  when.then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
}

async function approveAll(folder: string): Promise<void> {
  await withApp(folder, async ({ desk }) => {
    for (const { id, payoutKey } of await desk.store.cases({ limit: CASES }))
      await approve({ caseId: id, by: APPROVER, key: payoutKey ?? '', orderChecked: false }, desk);
  });
}

/** Cases that are neither closed nor with a named person. */
function openCases(folder: string): number {
  return inBooks(folder, 'rudisha.db', (db) =>
    Number(
      rows(
        db,
        `SELECT count(*) AS n FROM cases WHERE status <> 'closed' AND id NOT IN
           (SELECT case_id FROM escalations WHERE resolved_at IS NULL)`,
      )[0]?.['n'],
    ),
  );
}

function figuresOf(folder: string, kills: number): TwoWorkers {
  const receipts = crowd(CASES);
  const out = inBooks(folder, 'simulator.db', (db) =>
    rows(db, 'SELECT coalesce(original_receipt, msisdn) AS whose, amount_cents AS cents FROM money_out'),
  );
  const times = receipts.map(
    ({ receipt, phone, refundCents }) =>
      out.filter(({ whose, cents }) => (whose === receipt || whose === phone) && cents === refundCents)
        .length,
  );
  const repeated = inBooks(folder, 'simulator.db', (db) =>
    rows(
      db,
      `SELECT result_path FROM requests WHERE operation IN ('reversal', 'b2c') GROUP BY result_path HAVING count(*) > 1`,
    ),
  );
  const once = times.filter((n) => n === 1).length;
  const doubted = inBooks(folder, 'rudisha.db', (db) =>
    rows(db, `SELECT id FROM escalations WHERE reason = 'payout_in_doubt' AND resolved_at IS NULL`),
  ).length;
  const refunded = inBooks(folder, 'rudisha.db', (db) =>
    rows(db, `SELECT id FROM cases WHERE status = 'closed' AND outcome = 'refunded'`),
  ).length;
  const sentBy = readFileSync(join(folder, 'passed'), 'utf8')
    .split('\n')
    .filter((name) => name.includes('payments.send before'))
    .map((name) => name.split(' · ')[0] ?? '');
  return {
    runs: 1,
    cases: CASES,
    kills,
    paid_once: once,
    paid_twice: times.filter((n) => n > 1).length + Math.max(0, out.length - CASES),
    // A death between reservation and request leaves a named doubt; anything else must be paid, closed and known.
    lost: CASES - refunded - doubted + Math.abs(once - refunded),
    sent_more_than_once: repeated.length,
    sent_by: { first: count(sentBy, 'first'), second: count(sentBy, 'second') },
  };
}

function count(names: readonly string[], name: string): number {
  return names.filter((one) => one === name).length;
}

function inBooks<T>(folder: string, file: string, read: (db: Database.Database) => T): T {
  const db = new Database(join(folder, file), { readonly: true, timeout: 5_000 });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function added(one: TwoWorkers, other: TwoWorkers): TwoWorkers {
  return {
    runs: one.runs + other.runs,
    cases: one.cases + other.cases,
    kills: one.kills + other.kills,
    paid_once: one.paid_once + other.paid_once,
    paid_twice: one.paid_twice + other.paid_twice,
    lost: one.lost + other.lost,
    sent_more_than_once: one.sent_more_than_once + other.sent_more_than_once,
    sent_by: Object.fromEntries(
      ['first', 'second'].map((role) => [role, (one.sent_by[role] ?? 0) + (other.sent_by[role] ?? 0)]),
    ),
  };
}
