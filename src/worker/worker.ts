import { messageOf } from '../core/errors.ts';
import { advance } from '../cases/advance.ts';
import { type Desk } from '../cases/desk.ts';
import { askAbout } from '../cases/ask.ts';
import { deliver } from '../cases/deliver.ts';
import { inquire } from '../cases/inquire.ts';
import type { Channel } from '../cases/ports.ts';
import type { StoredOutbound } from '../cases/reads.ts';
import { settle } from '../cases/settle.ts';

export interface WorkerOptions {
  readonly desk: Desk;
  readonly channel: Channel;
  /** How many cases (and attempts, and messages) may be in flight at once. */
  readonly inFlight: number;
  /** Called when a piece of work ends: what follows from it may be due. */
  readonly onDone?: () => void;
  readonly log: (line: string, detail?: Readonly<Record<string, unknown>>) => void;
}

/** The work of one desk: cases that are due, attempts to settle and to ask about, inquiries, messages to deliver. */
export interface Worker {
  /** Starts everything that is due now and not in flight; returns how much that was. */
  tick(): Promise<number>;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
  /** Ticks until nothing is due any more; for tests and for one-shot runs. */
  drain(): Promise<void>;
  /** Starts nothing new from now on. */
  stop(): void;
}

/** After a bug in one piece of work the others go on; the piece is tried again, but not in a tight circle. */
const AFTER_FAILURE_MS = 5_000;

export function createWorker(options: WorkerOptions): Worker {
  const { desk, log } = options;
  const running = new Map<string, Promise<void>>();
  const failedAt = new Map<string, number>();
  let stopped = false;

  const start = (name: string, work: () => Promise<unknown>): boolean => {
    const failed = failedAt.get(name);
    if (stopped || running.has(name) || running.size >= options.inFlight) return false;
    if (failed !== undefined && desk.clock.monotonic() - failed < AFTER_FAILURE_MS) return false;
    const done = work()
      .then(
        () => failedAt.delete(name),
        (error: unknown) => {
          failedAt.set(name, desk.clock.monotonic());
          log('work failed and will be tried again', { work: name, error: messageOf(error) });
        },
      )
      .then(() => {
        running.delete(name);
        options.onDone?.();
      });
    running.set(name, done);
    return true;
  };

  const tick = async (): Promise<number> => {
    if (stopped) return 0;
    const now = desk.clock.now();
    const { store } = desk;
    const limit = options.inFlight * 2;
    let started = 0;
    // Settling first: it frees cases, and nothing is more urgent than knowing where money is.
    for (const id of await store.attemptsToJudge(now, limit))
      if (start(`settle ${id}`, () => settle(id, desk))) started += 1;
    for (const id of await store.attemptsToAsk(now, limit))
      if (start(`ask ${id}`, () => askAbout(id, desk))) started += 1;
    for (const id of await store.inquiriesDue(now, limit))
      if (start(`inquiry ${id}`, () => inquire(id, desk))) started += 1;
    for (const id of await store.dueCases(now, limit))
      if (start(`case ${id}`, () => advance(id, desk))) started += 1;
    for (const [caseId, messages] of byCase(await store.dueMessages(now, limit))) {
      if (start(`messages ${caseId}`, () => deliver(messages, options.channel, desk))) started += 1;
    }
    return started;
  };

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
  };

  return {
    tick,
    idle,
    drain: async () => {
      while ((await tick()) > 0) await idle();
      await idle();
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** Messages of one case go out one after the other, in the order in which they were written. */
function byCase(messages: readonly StoredOutbound[]): ReadonlyMap<string, readonly StoredOutbound[]> {
  const cases = new Map<string, StoredOutbound[]>();
  for (const message of messages) cases.set(message.caseId, [...(cases.get(message.caseId) ?? []), message]);
  return cases;
}
