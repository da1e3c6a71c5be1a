import { messageOf } from '../../core/errors.ts';
import type { BookedCallback } from './books-callbacks.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { carryOut } from './processing.ts';
import type { Workings } from './workings.ts';

/** How long a client may take to answer a callback before it counts as not taken. */
const CALLBACK_TIMEOUT_MS = 5_000;

/**
 * Callbacks on their way at once. Without a bound, a burst of payouts opens hundreds of connections, and callbacks run
 * out of time (measured: 500 of 2,000) that nobody scripted to be lost.
 */
const DELIVERIES_MAX = 16;

/** The clock that delays are measured by may be set by hand: it is looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** Carries out what is due and delivers what is due, from the books: what one process leaves the next one does. */
export interface Pump {
  /** Looks at the books for what is due next. Without a first call nothing starts by itself. */
  wake(): void;
  tick(): Promise<void>;
  /** Carries out one request and delivers its callbacks now, whatever their time. */
  rush(request: AcceptedRequest): Promise<void>;
  /** What is under way is broken off and stays pending in the books. */
  close(): void;
}

export function makePump(workings: Workings): Pump {
  const { books, settings } = workings;
  const ending = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const deliverOnce = (callback: BookedCallback): Promise<void> => {
    const running = underWay.get(callback.id);
    if (running !== undefined) return running;
    const started = deliver(workings, callback, ending.signal).finally(() => {
      underWay.delete(callback.id);
      sleep();
    });
    underWay.set(callback.id, started);
    return started;
  };
  /** Carries out what is due and starts as many deliveries as may be under way. */
  const start = (): void => {
    if (ending.signal.aborted) return;
    const now = settings.dueNow();
    for (const request of books.requests.due(now)) carryOut(workings, request);
    const free = Math.max(0, DELIVERIES_MAX - underWay.size);
    for (const callback of books.callbacks.due(underWay.keys(), now, free)) {
      deliverOnce(callback).catch(crash);
    }
  };
  const sleep = (): void => {
    clearTimeout(timer);
    if (ending.signal.aborted) return;
    const full = underWay.size >= DELIVERIES_MAX;
    const next = [books.requests.nextDueAt(), full ? null : books.callbacks.nextDueAt(underWay.keys())];
    const waits = next.flatMap((at) => (at === null ? [] : [at - settings.dueNow()]));
    timer = setTimeout(beat, Math.min(LOOK_EVERY_MS, ...waits));
  };
  const beat = (): void => {
    start();
    sleep();
  };

  return {
    wake: sleep,
    async tick(): Promise<void> {
      start();
      while (underWay.size > 0) {
        await Promise.all(underWay.values());
        start();
      }
    },
    async rush(request): Promise<void> {
      carryOut(workings, request);
      await Promise.all(books.callbacks.pendingOf(request.number).map(deliverOnce));
    },
    close(): void {
      ending.abort();
      clearTimeout(timer);
    },
  };
}

/** An error here is a bug of the simulator's, and its books may be wrong: the process must not go on. */
function crash(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/**
 * Posts one callback and books what became of it. Killed before that, it is posted again by the next process: a
 * client may hear the same thing twice, as it does from Safaricom (daraja.md §8).
 */
async function deliver(workings: Workings, callback: BookedCallback, ending: AbortSignal): Promise<void> {
  const { books, settings } = workings;
  const operation = books.requests.accepted(callback.request)?.operation ?? 'unknown';
  settings.moment(`${operation}:before-callback`);
  const answer = await post(callback, ending);
  if (ending.aborted) return;
  settings.moment(`${operation}:after-callback`);
  const tries = callback.attempts + 1;
  const next =
    answer === 'taken' ? 'delivered' : tries >= settings.callbackAttemptsMax ? 'given_up' : 'pending';
  books.callbacks.tried(callback, next, settings.dueNow() + settings.callbackRetryMs);
  settings.log(`${operation} request ${callback.request}: callback ${callback.id} ${next}, ${answer}`);
}

async function post(callback: BookedCallback, ending: AbortSignal): Promise<string> {
  try {
    const response = await fetch(callback.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: callback.body,
      redirect: 'manual',
      signal: AbortSignal.any([ending, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? 'taken' : `answered ${response.status}`;
  } catch (error) {
    return `not answered: ${messageOf(error)}`;
  }
}
