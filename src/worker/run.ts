import type { App } from '../app.ts';
import { stopForOldCopy } from '../cases/lane.ts';
import { Problem } from '../core/errors.ts';
import { startListener, type Listener, type ListenerOptions } from '../server/listener.ts';
import { takeWorkerLock, type WorkerLock } from '../store/lock.ts';
import { createWorker } from './worker.ts';

export interface RunOptions {
  readonly app: App;
  /** Wait for a running worker to end instead of reporting that it runs. */
  readonly wait: boolean;
  readonly signal: AbortSignal;
  readonly log: (line: string, detail?: Readonly<Record<string, unknown>>) => void;
  /** Called once, when the worker holds the lock and listens. */
  readonly onReady?: (listening: { readonly port: number }) => void;
}

/**
 * How often the worker looks whether another process wrote or something became due. A look is a few index reads
 * (microseconds), and a CLI approval is picked up well within a second.
 */
const LOOK_EVERY_MS = 200;
const LOOK_FOR_LOCK_EVERY_MS = 50;

/** Runs the worker until the signal: one a database file, held by an operating-system lock. */
export async function runWorker(options: RunOptions): Promise<void> {
  const { app, signal, log } = options;
  const taken = await lockOf(options);
  if (taken === null) return;
  const { lock } = taken;
  try {
    let look = (): void => undefined;
    const worker = createWorker({
      desk: app.desk,
      channel: app.channel,
      inFlight: app.config.RUDISHA_CASES_IN_FLIGHT,
      onDone: () => {
        look();
      },
      log,
    });
    const listener = await listenSoon(taken.waited ? TAKEOVER_MS : 0, signal, {
      host: app.config.RUDISHA_LISTEN_HOST,
      port: app.config.RUDISHA_LISTEN_PORT,
      store: app.desk.store,
      secret: app.desk.fixed.secret,
      clock: app.desk.clock,
      onFact: () => {
        look();
      },
      onUnknown: (name) => stopForOldCopy(name, app.desk),
      log,
    });
    try {
      options.onReady?.({ port: listener.port });
      while (!signal.aborted) {
        // Whatever ends or comes in while the tick reads is looked at right after it.
        const during = { woken: false };
        look = () => {
          during.woken = true;
        };
        await worker.tick();
        if (!during.woken) await pause(LOOK_EVERY_MS, signal, (wake) => (look = wake));
      }
      worker.stop();
      await worker.idle();
    } finally {
      await listener.close();
    }
  } finally {
    lock.release();
  }
}

/** After a death the kernel frees the lock before the port; whoever took over gives it this long. */
const TAKEOVER_MS = 10_000;

/** Listens; while a dead worker's port is not free yet, again and again for that long. */
async function listenSoon(
  patienceMs: number,
  signal: AbortSignal,
  options: ListenerOptions,
): Promise<Listener> {
  const until = options.clock.monotonic() + patienceMs;
  for (;;) {
    try {
      return await startListener(options);
    } catch (error) {
      const inUse = error instanceof Problem && error.code === 'port_in_use';
      if (!inUse || signal.aborted || options.clock.monotonic() >= until) throw error;
      await pause(LOOK_FOR_LOCK_EVERY_MS, signal, () => undefined);
    }
  }
}

interface TakenLock {
  readonly lock: WorkerLock;
  /** Another worker held it when this one came. */
  readonly waited: boolean;
}

async function lockOf({ app, wait, signal, log }: RunOptions): Promise<TakenLock | null> {
  let told = false;
  while (!signal.aborted) {
    const lock = takeWorkerLock(app.config.RUDISHA_DB);
    if (lock !== null) return { lock, waited: told };
    if (!wait) {
      throw new Problem(
        'already_running',
        `a worker runs on ${app.config.RUDISHA_DB} already: --wait takes over when it ends`,
      );
    }
    if (!told) log('another worker runs on this database; waiting to take over');
    told = true;
    await pause(LOOK_FOR_LOCK_EVERY_MS, signal, () => undefined);
  }
  return null;
}

/** Resolves after a time, at the signal, or when woken. */
function pause(ms: number, signal: AbortSignal, onWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    onWake(end);
  });
}
