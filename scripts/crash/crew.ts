import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Death {
  readonly role: string;
  /** Since the process was started. */
  readonly afterMs: number;
}

/** A process of a run, and how it ended. */
export interface Member {
  readonly role: string;
  readonly child: ChildProcess;
  readonly ended: Promise<NodeJS.Signals | number | null>;
  /** Resolves when it says that it is ready, or ends. */
  readonly ready: Promise<void>;
  /** The same when it says that it waits behind another worker, is ready or ends. */
  readonly waits: Promise<void>;
  /** What it has said so far. */
  readonly said: { readonly waits: boolean; readonly ready: boolean };
}

export interface CrewOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const READY = /worker ready|simulator ready/;
const WAITS = /waiting to take over/;
/** A worker that was asked to stop finishes what is in flight; longer than this nothing takes. */
const STOP_WITHIN_MS = 3_000;

/** The processes of one run: started, watched, and stopped together. */
export class Crew {
  readonly deaths: Death[] = [];
  readonly #options: CrewOptions;
  readonly #members = new Set<Member>();

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  start(role: string, command: readonly string[], environment: Readonly<Record<string, string>>): Member {
    const { folder } = this.#options;
    const startedAt = performance.now();
    const [program = process.execPath, ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      env: {
        ...this.#options.environment,
        CRASH_ROLE: role,
        CRASH_PASSED: join(folder, 'passed'),
        CRASH_DIED: join(folder, 'died'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { waits: false, ready: false };
    let isReady = (): void => undefined;
    let isWaiting = (): void => undefined;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    const waits = Promise.race([ready, new Promise<void>((resolve) => (isWaiting = resolve))]);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        appendFileSync(join(folder, `${role}.log`), data);
        said.waits ||= WAITS.test(data.toString());
        said.ready ||= READY.test(data.toString());
        if (said.ready) isReady();
        if (said.waits) isWaiting();
      });
    }
    const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
      child.once('exit', (code, signal) => {
        if (signal === 'SIGKILL') this.deaths.push({ role, afterMs: performance.now() - startedAt });
        this.#members.delete(member);
        isReady();
        resolve(signal ?? code);
      });
    });
    const member: Member = { role, child, ended, ready, waits, said };
    this.#members.add(member);
    return member;
  }

  running(...roles: readonly string[]): readonly Member[] {
    return [...this.#members].filter(({ role }) => roles.includes(role));
  }

  async stop(): Promise<void> {
    const members = [...this.#members];
    const ends = members.map(async ({ child, ended }) => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    });
    await Promise.all(ends);
  }
}
