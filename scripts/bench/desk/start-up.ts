import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { Grown } from './growth.ts';
import { environmentOf } from './desk.ts';
import { median, rounded } from './statistics.ts';

export interface StartUpOf {
  readonly closed: number;
  /** From the start of the process to its first saved step, in milliseconds. */
  readonly resumeMs: number;
  /** Processor time of the process in that time: what is left of it on a machine that others use too. */
  readonly resumeCpuMs: number;
  /** Resident memory of the worker when nothing is left to do, in bytes, and the part that JavaScript uses. */
  readonly rss: number;
  readonly heapUsed: number;
}

export interface StartUps {
  readonly files: readonly StartUpOf[];
  /** A process that does nothing: what no program written for Node can be faster than. */
  readonly bareNodeMs: number;
}

/** (c) and (e): real worker processes on each file in turn; the median of so many starts. */
export async function measureStartUps(
  folder: string,
  script: string,
  files: readonly Grown[],
  starts: number,
): Promise<StartUps> {
  const times = files.map((): number[] => []);
  const cpu = files.map((): number[] => []);
  const bare: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    bare.push(await untilGone(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })));
    for (const [index, { path }] of files.entries()) {
      const worker = await startWorker(folder, script, path);
      const { line, at } = await worker.says('resumed');
      times[index]?.push(at);
      cpu[index]?.push(Number(line.slice('resumed '.length)));
      worker.process.kill('SIGKILL');
      await worker.gone;
    }
  }
  const measured: StartUpOf[] = [];
  for (const [index, { closed, path }] of files.entries()) {
    measured.push({
      closed,
      resumeMs: rounded(median(times[index] ?? [])),
      resumeCpuMs: rounded(median(cpu[index] ?? [])),
      ...(await memoryOf(folder, script, path)),
    });
  }
  return { files: measured, bareNodeMs: rounded(median(bare)) };
}

async function memoryOf(
  folder: string,
  script: string,
  path: string,
): Promise<Pick<StartUpOf, 'rss' | 'heapUsed'>> {
  const worker = await startWorker(folder, script, path);
  const { line } = await worker.says('quiet');
  await worker.gone;
  return JSON.parse(line.slice('quiet '.length)) as Pick<StartUpOf, 'rss' | 'heapUsed'>;
}

interface WorkerProcess {
  readonly process: ChildProcess;
  /** Resolves with the first line that begins so, and the milliseconds since the start. */
  says(word: string): Promise<{ readonly line: string; readonly at: number }>;
  readonly gone: Promise<void>;
}

/** A worker needs longer than this only when something is wrong. */
const PATIENCE_MS = 60_000;

async function startWorker(folder: string, script: string, path: string): Promise<WorkerProcess> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environmentOf(folder, path), RUDISHA_LISTEN_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const heard: { readonly line: string; readonly at: number }[] = [];
  let look = (): void => undefined;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const at = performance.now() - start;
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    heard.push(...parts.map((line) => ({ line, at })));
    look();
  });
  return {
    process: child,
    gone: untilGone(child).then(() => undefined),
    says: (word) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          reject(new Error(`the worker on ${path} did not say "${word}"`));
        }, PATIENCE_MS);
        look = () => {
          const found = heard.find(({ line }) => line.startsWith(word));
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        look();
      }),
  };
}

/** Milliseconds until it ended. */
function untilGone(child: ChildProcess): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve(performance.now() - start);
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
