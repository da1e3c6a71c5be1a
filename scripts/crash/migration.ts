import Database from 'better-sqlite3';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { takeWorkerLock } from '../../src/store/lock.ts';
import { SCHEMA_VERSION } from '../../src/store/migrate.ts';
import { rows } from './books.ts';
import { Crew } from './crew.ts';
import { judgeRun } from './judge.ts';
import { makeOlder, OLD_SCHEMA } from './older-schema.ts';
import type { Scenario } from './scenarios.ts';
import { inLanes, note, runOne, type Setup } from './setup.ts';
import { runSettings } from './settings.ts';
import { tallyOf, type Tally, type Verdict } from './tally.ts';

export interface Migrations {
  readonly verdicts: readonly Verdict[];
  readonly figures: Tally & {
    readonly boundaries: number;
    /** Beneath a worker `init` does nothing, and a worker does nothing to a file that was not migrated. */
    readonly refused_beneath_worker: boolean;
    readonly worker_refused_before: boolean;
  };
}

/**
 * `rudisha init` on a file of the first schema, killed at every statement and every moment of its writers; then given
 * again. It must end migrated, whole, with a copy of the old file beside it, and its case must go on to be paid once.
 */
export async function migrations(setup: Setup, scenario: Scenario): Promise<Migrations> {
  const older = join(setup.home, 'older');
  cpSync(setup.waiting(scenario), older, { recursive: true });
  rmSync(join(older, 'rudisha.db'));
  makeOlder(join(older, 'rudisha.db'), join(setup.waiting(scenario), 'rudisha.db'));
  const boundaries = [...new Set((await migrated(setup, older, null)).passed)];
  setup.say(`migration: ${boundaries.length} boundaries`);
  const chosen = boundaries.filter(
    (name) => setup.options.only === null || name.includes(setup.options.only),
  );
  const verdicts: Verdict[] = [];
  await inLanes(setup, chosen, async (boundary) => {
    const first = await migrated(setup, older, boundary);
    const again = await migrated(setup, first.folder, null);
    const whole = again.code === 0 ? wholeness(again.folder) : `init again ended with ${String(again.code)}`;
    const run = await runOne(setup, { scenario, kill: { kind: 'none' }, template: again.folder });
    const judged = judgeRun({ scenario, place: 'before', ...run, kills: first.kills, killsWanted: 1 });
    const outcome =
      whole === null ? judged : { outcome: 'failed' as const, why: `lost: migration: ${whole}` };
    const verdict: Verdict = {
      scenario: 'migration',
      where: boundary,
      run: { ...run, kills: first.kills },
      ...outcome,
    };
    verdicts.push(verdict);
    note(setup, verdict);
  });
  return {
    verdicts,
    figures: {
      boundaries: chosen.length,
      ...tallyOf(verdicts),
      refused_beneath_worker: await isRefusedBeneathWorker(setup, older),
      worker_refused_before: await isWorkerRefused(setup, older),
    },
  };
}

interface Migrated {
  readonly folder: string;
  readonly code: number | string | null;
  readonly kills: number;
  readonly passed: readonly string[];
}

async function migrated(setup: Setup, template: string, dieAt: string | null): Promise<Migrated> {
  const folder = setup.folder();
  cpSync(template, folder, { recursive: true });
  rmSync(join(folder, 'passed'), { force: true });
  rmSync(join(folder, 'died'), { force: true });
  const code = await command(folder, setup, ['init'], {
    CRASH_STATEMENTS: 'yes',
    ...(dieAt === null ? {} : { CRASH_AT: dieAt }),
  });
  const died = existsSync(join(folder, 'died')) ? readFileSync(join(folder, 'died'), 'utf8').trim() : null;
  const passed = readFileSync(join(folder, 'passed'), 'utf8').trim().split('\n');
  return { folder, code, kills: code === 'SIGKILL' && died === dieAt ? 1 : 0, passed };
}

async function command(
  folder: string,
  setup: Setup,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number | string | null> {
  const settings = runSettings(folder, { simulator: 1, listener: 2 });
  const crew = new Crew({ folder, environment: { PATH: process.env['PATH'], ...settings } });
  return crew.start('migrator', [process.execPath, setup.bundles.process, ...args], environment).ended;
}

/** Migrated, undamaged, and the old file beside it, whole. Null, or what is wrong. */
function wholeness(folder: string): string | null {
  const now = looked(join(folder, 'rudisha.db'));
  if (now.version !== SCHEMA_VERSION || !now.isSound || now.cases !== 1)
    return `the file is ${JSON.stringify(now)}`;
  const backups = readdirSync(folder)
    .filter(
      (name) => name.startsWith(`rudisha.db.backup-schema-${OLD_SCHEMA}-`) && !name.endsWith('-journal'),
    )
    .map((name) => looked(join(folder, name)));
  const good = backups.filter(
    ({ version, isSound, cases }) => version === OLD_SCHEMA && isSound && cases === 1,
  );
  return good.length > 0 ? null : `no whole copy of the old file: ${JSON.stringify(backups)}`;
}

interface Looked {
  readonly version: number;
  readonly isSound: boolean;
  readonly cases: number;
}

function looked(path: string): Looked {
  const db = new Database(path, { readonly: true });
  try {
    const value = (sql: string): unknown => Object.values(rows(db, sql)[0] ?? {})[0];
    const isSound =
      value('PRAGMA integrity_check') === 'ok' && rows(db, 'PRAGMA foreign_key_check').length === 0;
    return {
      version: Number(value('PRAGMA user_version')),
      isSound,
      cases: Number(value('SELECT count(*) FROM cases')),
    };
  } catch {
    // A copy that was being written when the process died.
    return { version: 0, isSound: false, cases: 0 };
  } finally {
    db.close();
  }
}

async function isRefusedBeneathWorker(setup: Setup, older: string): Promise<boolean> {
  const folder = setup.folder();
  cpSync(older, folder, { recursive: true });
  // This process stands for the worker: the lock is the operating system's, whoever holds it.
  const lock = takeWorkerLock(join(folder, 'rudisha.db'));
  try {
    const code = await command(folder, setup, ['init']);
    return code === EXIT_CODES.already_running && looked(join(folder, 'rudisha.db')).version === OLD_SCHEMA;
  } finally {
    lock?.release();
  }
}

async function isWorkerRefused(setup: Setup, older: string): Promise<boolean> {
  const folder = setup.folder();
  cpSync(older, folder, { recursive: true });
  const code = await command(folder, setup, ['worker', '--quiet', '--wait']);
  return code === EXIT_CODES.database_unreadable && looked(join(folder, 'rudisha.db')).version === OLD_SCHEMA;
}
