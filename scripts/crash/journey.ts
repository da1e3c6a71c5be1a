import Database from 'better-sqlite3';
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endingOf, type Ending } from './books.ts';

/** Roles of the processes of a journey; `listener` lives in the worker's process. */
export type Role = 'opener' | 'approver' | 'worker' | 'listener' | 'simulator';

export interface Kill {
  /** The boundary's whole name; its first word is the role. */
  readonly boundary: string;
}

export interface Scenario {
  readonly name: string;
  /** Fault rules of the simulator. */
  readonly faults: readonly unknown[];
  /** Other words than the straight complaint. */
  readonly message?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Kill only at boundaries that no scenario before it had. */
  readonly onlyNew?: boolean;
}

export interface Run {
  readonly ending: Ending;
  /** The process died of SIGKILL at the boundary. */
  readonly killed: boolean;
  readonly passed: readonly string[];
  readonly finished: boolean;
}

export const RECEIPT = 'UKT4X7M2QP';
export const AMOUNT_CENTS = 235_000;
const MESSAGE =
  'Nimelipa order 88213 kwa M-Pesa lakini bado inaonyesha unpaid. Code ni UKT4X7M2QP, Ksh 2,350.';

/** A run that is not over by then has lost its case. Generous: two runs share two cores. */
const OVER_AFTER_MS = 45_000;
const LOOK_EVERY_MS = 25;

/** Starts the processes of one straight case, kills one at a boundary, restarts it, and goes on to the end. */
export class Journey {
  readonly #folder: string;
  readonly #script: string;
  readonly #scenario: Scenario;
  readonly #kill: Kill | null;
  readonly #ports: { readonly simulator: number; readonly listener: number };
  readonly #running = new Map<string, ChildProcess>();
  #killed = false;

  constructor(options: {
    readonly folder: string;
    readonly template: string;
    readonly script: string;
    readonly scenario: Scenario;
    readonly kill: Kill | null;
    readonly ports: { readonly simulator: number; readonly listener: number };
  }) {
    this.#folder = options.folder;
    this.#script = options.script;
    this.#scenario = options.scenario;
    this.#kill = options.kill;
    this.#ports = options.ports;
    mkdirSync(options.folder, { recursive: true });
    cpSync(options.template, options.folder, { recursive: true });
  }

  async run(): Promise<Run> {
    const until = Date.now() + OVER_AFTER_MS;
    try {
      await this.#keep(
        'simulator',
        [
          'simulator',
          '--port',
          String(this.#ports.simulator),
          '--statement',
          join(this.#folder, 'statement.csv'),
          '--faults',
          this.#faults(),
          '--callback-delay',
          '150',
          '--quiet',
        ],
        'simulator ready',
      );
      await this.#keep('worker', ['worker', '--quiet'], 'worker ready');
      await this.#once(
        'opener',
        [
          'cases',
          'open',
          '--as',
          'otieno',
          '--from',
          '254712000391',
          '--message-id',
          'm-1',
          this.#scenario.message ?? MESSAGE,
        ],
        until,
      );
      const caseId = await this.#until(until, () => this.#case('waiting_for_approval'));
      if (caseId !== null) {
        const key = this.#key();
        await this.#once(
          'approver',
          ['approvals', 'approve', caseId, '--as', 'achieng', '--key', key.slice(0, 16)],
          until,
        );
      }
      const ending = await this.#until(until, () => this.#over());
      return {
        ending: ending ?? this.#look(),
        killed: this.#killed,
        passed: this.#passed(),
        finished: ending !== null,
      };
    } finally {
      await this.#stopAll();
    }
  }

  /** A process that runs on: started again when it dies at the boundary, as a service manager would. */
  async #keep(role: Role, args: readonly string[], ready: string): Promise<void> {
    for (;;) {
      const child = this.#start(role, args);
      this.#running.set(role, child);
      const died = new Promise<'died'>((resolve) =>
        child.once('exit', (_code, signal) => {
          if (signal === 'SIGKILL' && this.#isVictim(role)) {
            this.#killed = true;
            resolve('died');
            // It is started again at once, without its boundary; its waiting end is nobody's any more.
            if (this.#running.get(role) === child) void this.#keep(role, args, ready).catch(() => undefined);
          } else resolve('died');
        }),
      );
      const up = new Promise<'up'>((resolve) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream?.on('data', (data: Buffer) => {
            if (data.toString().includes(ready)) resolve('up');
          });
        }
      });
      await Promise.race([died, up]);
      return;
    }
  }

  /** A command: run again when it dies at the boundary, as a person would; a repeat that finds it done is fine. */
  async #once(role: Role, args: readonly string[], until: number): Promise<void> {
    for (let tries = 0; tries < 3 && Date.now() < until; tries += 1) {
      const child = this.#start(role, args);
      const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
        child.once('exit', (_code, how) => {
          resolve(how);
        }),
      );
      if (signal !== 'SIGKILL') return;
      this.#killed = true;
    }
  }

  #start(role: Role, args: readonly string[]): ChildProcess {
    const dieAt =
      this.#kill !== null && !this.#killed && this.#isVictim(role) ? this.#kill.boundary : undefined;
    const child = spawn(process.execPath, [this.#script, ...args], {
      cwd: this.#folder,
      env: {
        PATH: process.env['PATH'],
        ...journeySettings(this.#folder, this.#ports),
        ...this.#scenario.environment,
        CRASH_ROLE: role,
        CRASH_PASSED: join(this.#folder, 'passed'),
        ...(dieAt === undefined ? {} : { CRASH_AT: dieAt }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        appendFileSync(join(this.#folder, `${role}.log`), data);
      });
    }
    return child;
  }

  #isVictim(role: Role): boolean {
    const word = this.#kill?.boundary.split(' · ')[0];
    return word === role || (word === 'listener' && role === 'worker');
  }

  #faults(): string {
    const path = join(this.#folder, 'faults.json');
    if (!existsSync(path)) appendFileSync(path, JSON.stringify(this.#scenario.faults));
    return path;
  }

  #look(): Ending {
    return endingOf(this.#folder, RECEIPT);
  }

  #case(status: string): string | null {
    return this.#look().status === status ? caseIdOf(this.#folder) : null;
  }

  #key(): string {
    return keyOf(this.#folder);
  }

  /** Closed and told, or with a named person and told. */
  #over(): Ending | null {
    const ending = this.#look();
    if (ending.outboxWaiting > 0) return null;
    if (ending.status === 'closed') return ending;
    return ending.escalations.length > 0 && ending.told.length > 0 ? ending : null;
  }

  async #until<T>(until: number, look: () => T | null): Promise<T | null> {
    while (Date.now() < until) {
      const found = look();
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return null;
  }

  #passed(): readonly string[] {
    const path = join(this.#folder, 'passed');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  }

  async #stopAll(): Promise<void> {
    const ends = [...this.#running.values()].map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) {
            resolve();
            return;
          }
          child.once('exit', () => {
            resolve();
          });
          child.kill('SIGTERM');
          setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
        }),
    );
    this.#running.clear();
    await Promise.all(ends);
  }
}

/** The environment of every process of a journey: short waits, so that doubt ends within seconds. */
export function journeySettings(
  folder: string,
  ports: { readonly simulator: number; readonly listener: number },
): Record<string, string> {
  return {
    RUDISHA_DB: join(folder, 'rudisha.db'),
    RUDISHA_LISTEN_PORT: String(ports.listener),
    MODEL: 'rules',
    DARAJA_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    DARAJA_CERTIFICATE: join(folder, 'certificate.pem'),
    DARAJA_TIMEOUT: '5s',
    LANE_INTERVAL: '0ms',
    ASK_AFTER: '700ms,1500ms,3s',
    LAST_ANSWER_WITHIN: '1500ms',
    TELL_STAFF_AFTER: '2s',
    TELL_CUSTOMER_AFTER: '1h',
    WAIT_BEFORE_RETRY: '200ms',
    RETRY_PAUSES: '200ms',
  };
}

function caseIdOf(folder: string): string {
  return single(folder, 'SELECT id AS value FROM cases');
}

function keyOf(folder: string): string {
  return single(folder, 'SELECT key AS value FROM payouts');
}

function single(folder: string, sql: string): string {
  const db = new Database(join(folder, 'rudisha.db'), { readonly: true, timeout: 1_000 });
  try {
    return (db.prepare(sql).get() as { value: string }).value;
  } finally {
    db.close();
  }
}
