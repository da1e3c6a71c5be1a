import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../src/cases/ports.ts';
import { realWaiting } from '../../src/store/busy.ts';
import { initDatabase } from '../../src/store/init.ts';
import { openDatabase, type Db } from '../../src/store/open.ts';
import { sqliteStore } from '../../src/store/sqlite-store.ts';
import type { StoreHook } from '../../src/store/hook.ts';

export const NOW = Date.parse('2026-11-30T10:00:00+03:00');

/** A database of its own with the real store on it. */
export interface TestStore {
  readonly folder: string;
  readonly path: string;
  readonly db: Db;
  readonly store: Store;
  /** Called inside every writer; a test puts its own here. */
  hook: StoreHook;
  close(): void;
}

export async function openTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-store-'));
  const path = join(folder, 'rudisha.db');
  await initDatabase(path, NOW);
  const db = await openDatabase(path, { create: false });
  const opened: TestStore = {
    folder,
    path,
    db,
    store: sqliteStore(db, {
      clock: { now: () => NOW, monotonic: () => performance.now() },
      waiting: realWaiting,
      hook: (moment, writer) => {
        opened.hook(moment, writer);
      },
    }),
    hook: () => undefined,
    close: () => {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return opened;
}

/** Another process, which says lines and is told lines. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line that it says. */
  says(): Promise<string>;
  tell(line: string): void;
  /** Resolves when it is gone. */
  readonly gone: Promise<void>;
}

/** Starts one of `children/*.ts` with these arguments. */
export function startChild(name: string, ...args: readonly string[]): Child {
  const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const taker = waiting.shift();
      if (taker) taker(line);
      else lines.push(line);
    }
  });
  return {
    process: child,
    says: () => {
      const line = lines.shift();
      return line === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(line);
    },
    tell: (line) => child.stdin.write(`${line}\n`),
    gone: new Promise((resolve) =>
      child.once('exit', () => {
        resolve();
      }),
    ),
  };
}

/** Resolves when the condition holds, looked at on every turn of the event loop. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
