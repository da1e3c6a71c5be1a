/**
 * Goal: the first thing that a newcomer runs tells the truth and leaves nothing behind. Method: the demo as a child
 * process, as people start it, judged by its JSON, its folder and its processes; the comparison of figures by books that
 * are made wrong on purpose.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chooseReader } from '../../src/cli/demo/reader.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Eight colleagues' test suites may run beside this one. */
const TIMEOUT_MS = 120_000;

interface Case {
  readonly scene: number;
  readonly row: string;
  readonly outcome: string;
  readonly receipt: string;
  readonly refund_cents: number | null;
  readonly reference: string | null;
  readonly books: {
    readonly requests_received: number;
    readonly times_paid: number;
    readonly paid_cents: number;
    readonly times_given_back_by_others: number;
  };
  readonly customer_told: string;
}

interface Printed {
  readonly model: string;
  readonly cases: readonly Case[];
  readonly total: {
    readonly refunds: number;
    readonly refund_cents: number;
    readonly requests_received: number;
    readonly times_paid: number;
    readonly paid_cents: number;
  };
  readonly every_refund_exactly_once: boolean;
  readonly wrong: readonly string[];
}

class Demo {
  out = '';
  talk = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(folder: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'demo', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], TMPDIR: folder, NO_COLOR: '1', MODEL: 'rules', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (data: Buffer) => (this.out += data.toString()));
    this.child.stderr?.on('data', (data: Buffer) => (this.talk += data.toString()));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Resolves when that text was printed. */
  printed(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if ((this.out + this.talk).includes(text)) resolve();
      };
      this.child.stdout?.on('data', look);
      this.child.stderr?.on('data', look);
      this.child.once('close', () => {
        reject(new Error(`ended before it printed ${text}: ${this.talk}`));
      });
      look();
    });
  }

  /** The ids of the processes that it says it started. */
  pids(): readonly number[] {
    return [...(this.out + this.talk).matchAll(/process (\d+)/g)].map((match) => Number(match[1]));
  }

  /** Resolves when none of them runs any more. */
  async leftNothing(): Promise<void> {
    expect(this.pids().length).toBeGreaterThan(0);
    await expect.poll(() => this.pids().filter(isRunning), { timeout: 10_000 }).toEqual([]);
  }
}

/** A killed process whose parent is gone can stay in the table as a zombie until somebody collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

describe('the demo', () => {
  let folder: string;
  let demo: Demo | null = null;

  /** One for all: what compiled the program once keeps its cache there too. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rudisha-demo-test-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function foldersLeft(): readonly string[] {
    return readdirSync(folder).filter((name) => name.startsWith('rudisha-demo-'));
  }

  afterEach(async () => {
    if (demo?.child.exitCode === null && demo.child.signalCode === null) {
      demo.child.kill('SIGTERM');
      await demo.ended;
    }
    for (const pid of demo?.pids().filter(isRunning) ?? []) process.kill(pid, 'SIGKILL');
    demo = null;
  });

  it(
    'pays every refund exactly once by the books of the simulator, also the one whose worker was killed',
    async () => {
      // Settings of the real M-Pesa in somebody's shell must not reach it.
      demo = new Demo(folder, ['--json'], {
        DARAJA_BASE_URL: 'http://127.0.0.1:9',
        RUDISHA_MAY_PAY: 'no',
        RUDISHA_DB: join(folder, 'not-this-one.db'),
      });
      expect([await demo.ended, demo.talk]).toEqual([0, expect.stringContaining('exactly once')]);
      const printed = JSON.parse(demo.out) as Printed;
      expect(printed).toMatchObject({ model: 'rules', every_refund_exactly_once: true, wrong: [] });
      const { cases, total } = printed;
      expect(cases.map(({ row, outcome }) => `${row} ${outcome}`)).toEqual([
        'D13 refunded',
        'D13 refunded',
        'D8 duplicate',
        'D14 refunded',
        'D13 refunded',
        'D13 refunded',
        'D8 refunded_outside',
        'D14 refunded',
        'D13 refunded',
      ]);
      const paid = cases.filter(({ refund_cents }) => refund_cents !== null);
      expect(paid.map(({ refund_cents }) => refund_cents)).toEqual([
        235_000, 180_000, 250_000, 120_000, 50_000, 15_000, 480_000,
      ]);
      for (const { books, refund_cents } of paid) {
        expect(books).toEqual({
          requests_received: 1,
          times_paid: 1,
          paid_cents: refund_cents,
          times_given_back_by_others: 0,
        });
      }
      expect(cases[6]?.books).toMatchObject({ times_paid: 0, times_given_back_by_others: 1 });
      expect(total).toEqual({
        refunds: 7,
        refund_cents: 1_330_000,
        requests_received: 7,
        times_paid: 7,
        paid_cents: 1_330_000,
      });
      expect(cases[8]).toMatchObject({ receipt: 'UKU2D5K8MN', customer_told: 'money_is_back' });
      expect(demo.talk).toContain('SIGKILL to the worker');
      expect(foldersLeft()).toEqual([]);
      await demo.leftNothing();
    },
    TIMEOUT_MS,
  );

  it(
    'leaves no process and no folder behind when it is stopped in the middle',
    async () => {
      demo = new Demo(folder, []);
      await demo.printed('approved');
      demo.child.kill('SIGINT');
      expect([await demo.ended, demo.talk]).toEqual([21, expect.stringContaining('stopped')]);
      await demo.leftNothing();
      expect(foldersLeft()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves no process and no folder behind when its reader goes away',
    async () => {
      demo = new Demo(folder, []);
      await demo.printed('approved');
      demo.child.stdout?.destroy();
      await demo.ended;
      await demo.leftNothing();
      expect(foldersLeft()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('who reads in the demo', () => {
  let server: Server | null = null;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });

  async function ollama(models: readonly string[] | 'silent'): Promise<string> {
    server = createServer((_request, response) => {
      if (models !== 'silent') response.end(JSON.stringify({ models: models.map((name) => ({ name })) }));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is the configured model where Ollama answers and has it', async () => {
    const host = await ollama(['llama3.2:1b', 'qwen2.5:3b']);
    const reader = await chooseReader({ OLLAMA_HOST: host });
    expect(reader.settings).toMatchObject({ MODEL: 'ollama', OLLAMA_HOST: host });
    expect(reader.sentence).toContain('qwen2.5:3b');
  });

  it('is rules, and it says why, where the model was not pulled', async () => {
    const reader = await chooseReader({ OLLAMA_HOST: await ollama(['llama3.2:1b']) });
    expect(reader.settings).toEqual({ MODEL: 'rules' });
    expect(reader.sentence).toContain('ollama pull qwen2.5:3b');
  });

  it('is rules soon, where somebody takes the connection and says nothing', async () => {
    const host = await ollama('silent');
    const began = performance.now();
    expect((await chooseReader({ OLLAMA_HOST: host })).name).toBe('rules');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is rules where the host is not this machine: it is not even asked', async () => {
    const reader = await chooseReader({ OLLAMA_HOST: 'http://192.0.2.7:11434' });
    expect(reader).toMatchObject({ name: 'rules', settings: { MODEL: 'rules' } });
    expect(reader.sentence).toContain('MODEL_HOSTS_ALLOWED');
  });

  it('is rules where the settings say so', async () => {
    expect((await chooseReader({ MODEL: 'rules' })).sentence).toContain('MODEL=rules');
  });
});
