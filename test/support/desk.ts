import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp, type App, type Wrapping } from '../../src/app.ts';
import type { Clock } from '../../src/cases/ports.ts';
import { stopForOldCopy } from '../../src/cases/lane.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { startSimulator } from '../../src/mpesa/simulator/simulator.ts';
import type { RunningSimulator, SimulatorOptions } from '../../src/mpesa/simulator/options.ts';
import { startListener, type Listener } from '../../src/server/listener.ts';
import { initDatabase } from '../../src/store/init.ts';
import { createWorker, type Worker } from '../../src/worker/worker.ts';

/** A clock that runs by itself and can be set: waiting three days takes no time. */
export interface TestClock extends Clock {
  /** By less than nothing: the wall clock is set back, as people do; the monotonic one never is. */
  forward(ms: number): void;
}

export function testClock(start: number): TestClock {
  const began = performance.now();
  let skipped = 0;
  let passed = 0;
  return {
    now: () => Math.floor(start + skipped + performance.now() - began),
    monotonic: () => performance.now() + passed,
    forward: (ms) => {
      skipped += ms;
      passed += Math.max(0, ms);
    },
  };
}

/** Monday 30 November 2026, 10:00 in Nairobi. */
export const MONDAY = Date.parse('2026-11-30T10:00:00+03:00');

export interface TestDesk {
  readonly folder: string;
  readonly config: Config;
  readonly clock: TestClock;
  readonly app: App;
  readonly worker: Worker;
  readonly simulator: RunningSimulator;
  readonly listener: Listener;
  /** The provider is not to be reached; with its books it comes back at the same port. */
  simulatorDown(): Promise<void>;
  simulatorUp(): Promise<void>;
  /** Everything due is done, callbacks awaited, until nothing moves any more. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface TestDeskOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly simulator?: Partial<SimulatorOptions>;
  readonly wrapping?: Wrapping;
  readonly now?: number;
  /** A database file to start from, of this program's schema or an older one. */
  readonly database?: Buffer;
}

const OPERATOR = {
  consumerKey: 'key-for-tests',
  consumerSecret: 'secret-for-tests',
  initiatorName: 'refunds',
  initiatorPassword: 'Password#1',
  shortcode: '600992',
};

/** A whole desk in one process: real SQLite file, real simulator over real HTTP, a clock that tests move. */
export async function openTestDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-test-'));
  const clock = testClock(options.now ?? MONDAY);
  const keyPath = join(folder, 'key.pem');
  writeFileSync(keyPath, sharedKey(), { mode: 0o600 });
  const simulatorOptions: SimulatorOptions = {
    ...OPERATOR,
    keyPath,
    booksPath: join(folder, 'simulator.db'),
    certificatePath: join(folder, 'certificate.pem'),
    now: () => clock.now(),
    dueNow: () => clock.now(),
    callbackDelayMs: 0,
    ...options.simulator,
  };
  let simulator = await startSimulator(simulatorOptions);
  let isUp = true;
  const config = readConfig({
    RUDISHA_DB: join(folder, 'rudisha.db'),
    RUDISHA_LISTEN_PORT: String(await freePort()),
    MODEL: 'rules',
    DARAJA_BASE_URL: simulator.url,
    DARAJA_CONSUMER_KEY: OPERATOR.consumerKey,
    DARAJA_CONSUMER_SECRET: OPERATOR.consumerSecret,
    DARAJA_INITIATOR: OPERATOR.initiatorName,
    DARAJA_INITIATOR_PASSWORD: OPERATOR.initiatorPassword,
    DARAJA_SHORTCODE: OPERATOR.shortcode,
    DARAJA_CERTIFICATE: simulator.certificatePath,
    DARAJA_TIMEOUT: '2s',
    LANE_INTERVAL: '0ms',
    ...options.environment,
  });
  if (options.database) writeFileSync(config.RUDISHA_DB, options.database);
  await initDatabase(config.RUDISHA_DB, clock.now());
  const app = await openApp(config, { pays: true, wrapping: { clock, ...options.wrapping } });
  const problems: string[] = [];
  const log = (line: string, detail?: Readonly<Record<string, unknown>>): void => {
    problems.push(`${line} ${JSON.stringify(detail ?? {})}`);
  };
  const worker = createWorker({ desk: app.desk, channel: app.channel, inFlight: 16, log });
  const listener = await startListener({
    host: config.RUDISHA_LISTEN_HOST,
    port: config.RUDISHA_LISTEN_PORT,
    store: app.desk.store,
    secret: app.desk.fixed.secret,
    clock,
    onFact: () => undefined,
    onUnknown: (name) => stopForOldCopy(name, app.desk),
    log,
  });
  // A callback can fall due in the very millisecond after the simulator looked.
  const callsBackSoon = (): boolean =>
    isUp &&
    simulator.books().callbacks.some(({ state, dueAt }) => state === 'pending' && dueAt <= clock.now() + 5);
  return {
    folder,
    config,
    clock,
    app,
    worker,
    get simulator() {
      return simulator;
    },
    listener,
    simulatorDown: async () => {
      isUp = false;
      await simulator.close();
    },
    simulatorUp: async () => {
      simulator = await startSimulator({ ...simulatorOptions, port: simulator.port });
      isUp = true;
    },
    settle: async () => {
      do {
        await worker.drain();
        if (isUp) await simulator.tick();
      } while ((await worker.tick()) > 0 || callsBackSoon());
      const failed = problems.filter((line) => line.startsWith('work failed'));
      if (failed.length > 0) throw new Error(failed.join('\n'));
    },
    close: async () => {
      worker.stop();
      await worker.idle();
      await listener.close();
      app.close();
      if (isUp) await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let key: string | null = null;

/** One private key for all simulators of a test file: making one takes longer than most journeys. */
function sharedKey(): string {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
  return key;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
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
