import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { invariant } from '../../core/errors.ts';
import { showable, shorten } from '../../core/text.ts';

/** A child that does not end by itself within this time is killed: nothing of the demo may outlive it. */
const END_WITHIN_MS = 3_000;

export interface Child {
  readonly name: string;
  readonly pid: number;
  /** SIGKILL, and the end of the process awaited. */
  kill(): Promise<void>;
}

/** The processes of the demo: each is this program again, started as this process was (from a checkout or from dist). */
export class Children {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #running = new Map<ChildProcess, string>();
  readonly #expected = new Set<ChildProcess>();
  #died: string | null = null;
  readonly #atExit = (): void => {
    for (const child of this.#running.keys()) child.kill('SIGKILL');
  };

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#environment = environment;
    // The last resort: a reader of our output that goes away ends this process where it stands.
    process.once('exit', this.#atExit);
  }

  /** Starts a command of this program. What it prints goes to NAME.log in the folder. */
  start(name: string, args: readonly string[]): Child {
    const program = process.argv[1];
    invariant(program !== undefined, 'a program has a name');
    const log = openSync(this.#logOf(name), 'a');
    const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
      env: this.#environment,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#running.set(child, name);
    const ended = new Promise<void>((resolve) => {
      const over = (how: string): void => {
        this.#running.delete(child);
        if (!this.#expected.has(child)) this.#died ??= `the ${name} ended (${how}): ${this.#lastWords(name)}`;
        resolve();
      };
      child.once('exit', (code, signal) => {
        over(signal ?? `exit code ${code ?? 'unknown'}`);
      });
      child.once('error', (error) => {
        over(error.message);
      });
    });
    return {
      name,
      pid: child.pid ?? -1,
      kill: async () => {
        this.#expected.add(child);
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  /** Throws when one ended unasked; its last line says why. */
  assertAlive(): void {
    if (this.#died !== null) throw new Error(this.#died);
  }

  /** Ends every process that was started here, each by its own id, and waits for it. */
  async endAll(): Promise<void> {
    const ends = [...this.#running.keys()].map((child) => {
      this.#expected.add(child);
      return new Promise<void>((resolve) => {
        const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
        child.once('exit', () => {
          clearTimeout(late);
          resolve();
        });
        child.kill('SIGTERM');
      });
    });
    await Promise.all(ends);
    process.off('exit', this.#atExit);
  }

  #logOf(name: string): string {
    return join(this.#folder, `${name}.log`);
  }

  #lastWords(name: string): string {
    const lines = readFileSync(this.#logOf(name), 'utf8').trim().split('\n');
    const telling = lines.findLast((line) => /error|rudisha:/i.test(line));
    return shorten(showable(telling ?? lines.at(-1) ?? ''), 400);
  }
}

/** Whether the operating system still knows a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ports of this machine that were free a moment ago, different from each other. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listening()));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listening(): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}
