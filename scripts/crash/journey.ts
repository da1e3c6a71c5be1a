import Database from 'better-sqlite3';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endingOf, rows, type Ending } from './books.ts';
import { Crew, type Member } from './crew.ts';
import type { Outside } from './outside.ts';
import { APPROVER, openArguments } from './prepare.ts';
import type { Scenario } from './scenarios.ts';
import { CALLBACK_DELAY_MS, runSettings, type PortPair } from './settings.ts';
import { OVERPAID, UNPAID } from './situations.ts';
import type { Takeover } from './takeover.ts';

/** Processes that can be killed. The second worker and a restarted one are workers too. */
export type Role = 'opener' | 'approver' | 'worker' | 'simulator';

/** Where or when processes die. */
export type Kill =
  | { readonly kind: 'none' }
  | { readonly kind: 'boundary'; readonly name: string }
  /** So long after its start; and, when given, whoever took over once more, so long after the first death. */
  | {
      readonly kind: 'instant';
      readonly role: Role;
      readonly afterMs: number;
      readonly againAfterMs: number | null;
    };

export interface Run {
  readonly ending: Ending;
  /** Processes that died of SIGKILL before the case was over. At a boundary: which the dying process named last. */
  readonly kills: number;
  readonly passed: readonly string[];
  readonly finished: boolean;
  readonly tookMs: number;
  /** Workers that nobody killed and that ended all the same: one that took over while the port was still taken. */
  readonly endedByThemselves: number;
  readonly takeover: Takeover;
  /** How each approver's command ended: exit codes and signals. */
  readonly approvers: readonly (string | number | null)[];
}

export interface JourneyOptions {
  readonly folder: string;
  /** As it was before; copied. */
  readonly template: string;
  readonly script: string;
  readonly outside: Outside;
  readonly ports: PortPair;
  readonly scenario: Scenario;
  readonly kill: Kill;
  /** A simulator as `rudisha simulator` starts it, with its boundaries, though none is killed. */
  readonly ownSimulator?: boolean;
  /** Two processes approve at one moment. */
  readonly doubleClick?: boolean;
  /** What the worker's command begins with: a tracer. */
  readonly tracer?: readonly string[];
}

/** A run that is not over by then has lost its case. Generous: several runs share few cores. */
const OVER_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 40;
const LAST_DEATH_WITHIN_MS = 400;
/** Longer than a worker that takes over waits for a dead one's port. */
const TAKEOVER_WITHIN_MS = 12_000;
const WORKERS = ['worker', 'second', 'restarted'] as const;

/** Starts the processes of one case, kills as it is told, lets others take over, and goes on to the end. */
export class Journey {
  readonly folder: string;
  readonly #options: JourneyOptions;
  readonly #crew: Crew;
  readonly #until = Date.now() + OVER_AFTER_MS;
  #stopping = false;
  #second: Member | null = null;
  #waited = false;
  #workersKilled = 0;
  #restarts = 0;
  #endedByThemselves = 0;

  constructor(options: JourneyOptions) {
    const { folder, template, scenario, ports } = options;
    this.folder = folder;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    cpSync(template, folder, { recursive: true });
    writeFileSync(join(folder, 'faults.json'), JSON.stringify(scenario.faults));
    this.#crew = new Crew({
      folder,
      environment: { PATH: process.env['PATH'], ...runSettings(folder, ports), ...scenario.environment },
    });
  }

  async run(): Promise<Run> {
    const { folder, scenario, kill } = this.#options;
    const startedAt = performance.now();
    const approvers: (string | number | null)[] = [];
    try {
      await this.#startProvider();
      detached(this.#startWorkers());
      if (scenario.fromOpening) {
        await this.#command('opener', openArguments(scenario.situation, 'm-1'), this.#gated('second-waits'));
        await this.#wait(() => this.#look().status === 'waiting_for_approval');
      }
      approvers.push(...(await this.#approve()));
      let finished = await this.#wait(() => isOver(this.#look()));
      if (finished && kill.kind === 'boundary' && this.#crew.deaths.length === 0) {
        // The books can show the end a moment before the process that wrote it passes its boundary.
        await later(LAST_DEATH_WITHIN_MS);
        finished = await this.#wait(() => isOver(this.#look()));
      }
      const tookMs = performance.now() - startedAt;
      const takeover = await this.#takeover();
      const deaths = this.#crew.deaths.length;
      await this.#stop();
      const died = linesOf(join(folder, 'died'));
      return {
        // Once more after everything ended: what a stopping process still did counts.
        ending: this.#look(),
        kills: kill.kind === 'boundary' && died.at(-1) !== kill.name ? 0 : deaths,
        passed: linesOf(join(folder, 'passed')),
        finished,
        tookMs,
        endedByThemselves: this.#endedByThemselves,
        takeover,
        approvers,
      };
    } finally {
      await this.#stop();
    }
  }

  async #startProvider(): Promise<void> {
    const { folder, ports, scenario, outside } = this.#options;
    if (this.#hasOwnSimulator()) {
      await this.#keepSimulator();
      return;
    }
    const situations = [UNPAID, OVERPAID];
    await outside.start({ folder, ports, dedupe: scenario.dedupe, situations });
  }

  /** A simulator that dies is started again as it was. */
  async #keepSimulator(): Promise<void> {
    const { folder, ports, scenario } = this.#options;
    const statement = ['--statement', join(folder, 'statement.csv'), '--faults', join(folder, 'faults.json')];
    const member = this.#desk('simulator', [
      'simulator',
      ...['--port', String(ports.simulator), ...statement],
      ...['--callback-delay', String(CALLBACK_DELAY_MS), '--quiet'],
      ...(scenario.dedupe ? [] : ['--without-dedupe']),
    ]);
    detached(
      member.ended.then(async (how) => {
        if (how === 'SIGKILL' && !this.#stopping) await this.#keepSimulator();
      }),
    );
    await member.ready;
  }

  /** One worker works and a second one waits behind it, before anything is given to do: commands stand at the gate. */
  async #startWorkers(): Promise<void> {
    await this.#startWorker('worker').ready;
    if (this.#stopping) return;
    this.#second = this.#startWorker('second');
    await this.#second.waits;
    this.#waited = this.#second.said.waits && this.#workersKilled === 0;
    writeFileSync(join(this.folder, 'second-waits'), '');
  }

  /** When nobody is left another one is started, as a service manager would. */
  #startWorker(role: (typeof WORKERS)[number]): Member {
    const worker = this.#desk(role, ['worker', '--quiet', ...(role === 'worker' ? [] : ['--wait'])]);
    detached(
      worker.ended.then((how) => {
        if (this.#stopping) return;
        if (how === 'SIGKILL') {
          this.#workersKilled += 1;
          this.#strikeAgain();
        } else this.#endedByThemselves += 1;
        // The second one is about to be started behind a first that died at once.
        if (this.#second === null || this.#crew.running(...WORKERS).length > 0) return;
        this.#restarts += 1;
        this.#startWorker('restarted');
      }),
    );
    return worker;
  }

  /** What became of the one that waited; a case may be over a moment before it holds the lock and listens. */
  async #takeover(): Promise<Takeover> {
    const second = this.#second;
    const isDue = this.#workersKilled > 0 && this.#waited;
    if (second !== null && isDue) await Promise.race([second.ready, later(TAKEOVER_WITHIN_MS)]);
    return {
      waited: this.#waited,
      workersKilled: this.#workersKilled,
      secondKilled: second?.child.signalCode === 'SIGKILL',
      tookOver: isDue && second?.said.ready === true,
      restarts: this.#restarts,
    };
  }

  /** The environment of a process that stands at its first boundary until that file is there. */
  #gated(file: string): Readonly<Record<string, string>> {
    return { CRASH_GATE: join(this.folder, file) };
  }

  async #approve(): Promise<readonly (string | number | null)[]> {
    const { folder, doubleClick } = this.#options;
    const waiting = this.#gated('second-waits');
    const { id, key } = single(
      folder,
      'SELECT c.id, p.key FROM cases c JOIN payouts p ON p.key = c.payout_key',
    );
    const args = ['approvals', 'approve', id ?? '', '--as', APPROVER, '--key', (key ?? '').slice(0, 16)];
    if (doubleClick !== true) return [await this.#command('approver', args, waiting)];
    const both = ['approver', 'approver2'].map((role) => this.#command(role, args, this.#gated('gate')));
    await this.#wait(() => linesOf(join(folder, 'passed')).filter(isApprovers).length === 2);
    await this.#wait(() => existsSync(join(folder, 'second-waits')));
    writeFileSync(join(folder, 'gate'), '');
    return Promise.all(both);
  }

  /** A command: given again when it dies, as a person would; a repeat that finds it done is fine. */
  async #command(
    role: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string | number | null> {
    for (;;) {
      const how = await this.#desk(role, args, environment).ended;
      if (how !== 'SIGKILL' || Date.now() > this.#until) return how;
      this.#strikeAgain();
    }
  }

  #desk(role: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const { kill, script, tracer } = this.#options;
    const first = this.#crew.deaths.length === 0 && this.#isVictim(role);
    const dieAt: Record<string, string> = first && kill.kind === 'boundary' ? { CRASH_AT: kill.name } : {};
    const prefix = role === 'worker' ? (tracer ?? []) : [];
    const member = this.#crew.start(role, [...prefix, process.execPath, script, ...args], {
      ...environment,
      ...dieAt,
    });
    if (first && kill.kind === 'instant') setTimeout(() => member.child.kill('SIGKILL'), kill.afterMs);
    return member;
  }

  /** The second death of a pair: whichever worker lives then, or is being started. */
  #strikeAgain(): void {
    const { kill } = this.#options;
    if (kill.kind !== 'instant' || kill.againAfterMs === null || this.#crew.deaths.length !== 1) return;
    setTimeout(() => {
      if (!this.#stopping) this.#crew.running(...WORKERS)[0]?.child.kill('SIGKILL');
    }, kill.againAfterMs);
  }

  #hasOwnSimulator(): boolean {
    return this.#options.ownSimulator === true || this.#isVictim('simulator');
  }

  #isVictim(role: string): boolean {
    const { kill } = this.#options;
    if (kill.kind === 'none') return false;
    if (kill.kind === 'instant') return kill.role === role;
    const word = kill.name.split(' · ')[0];
    return word === role || (role === 'worker' && word === 'worker listener');
  }

  #look(): Ending {
    return endingOf(this.#options.folder);
  }

  async #wait(found: () => boolean): Promise<boolean> {
    while (Date.now() < this.#until) {
      if (found()) return true;
      await later(LOOK_EVERY_MS);
    }
    return false;
  }

  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await this.#crew.stop();
    if (!this.#hasOwnSimulator()) await this.#options.outside.stop(this.#options.folder);
  }
}

/** Closed and everybody told, or with a named person and the customer told, and nothing on its way any more. */
function isOver(ending: Ending): boolean {
  if (ending.outboxWaiting > 0 || ending.toJudge > 0) return false;
  if (ending.status === 'closed') return true;
  // Before anything was tried only staff are told: the customer waits for nothing that is in doubt.
  const isTold = ending.told.length > 0 || ending.attempts === 0;
  return ending.escalations.length > 0 && isTold && ending.providerBusy === 0;
}

function isApprovers(line: string): boolean {
  return line.startsWith('approver');
}

/** Work beside the run's own course; its failure is seen in what it should have brought. */
function detached(work: Promise<void>): void {
  work.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
  });
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

function single(folder: string, sql: string): Readonly<Record<string, string>> {
  const db = new Database(join(folder, 'rudisha.db'), { readonly: true, timeout: 1_000 });
  try {
    return (rows(db, sql)[0] ?? {}) as Readonly<Record<string, string>>;
  } finally {
    db.close();
  }
}
