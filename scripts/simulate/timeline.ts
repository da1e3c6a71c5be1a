import type { Random } from './random.ts';

/** Virtual time: what is to happen, in its order, and what waits at a point where another piece may go first. */
export interface Timeline {
  /** The true time in milliseconds since 1970; the desk's wall clock may show another. */
  now(): number;
  at(when: number, run: () => void): void;
  /** Resolves that much later. */
  sleep(ms: number): Promise<void>;
  /** Resolves when the scheduler lets this piece go on: after any other that is ready too. */
  park(): Promise<void>;
  /** Lets one parked piece go on, whichever the seed says; false when none is parked. */
  resumeOne(random: Random): boolean;
  /** When the next thing happens; null when nothing is left. */
  next(): number | null;
  /** Moves time forward without letting anything happen. */
  moveTo(when: number): void;
  /** Moves to the next thing and lets it happen. */
  runNext(): void;
}

interface Entry {
  readonly when: number;
  readonly order: number;
  readonly run: () => void;
}

export function timelineFrom(start: number): Timeline {
  let now = start;
  let order = 0;
  const heap: Entry[] = [];
  const parked: (() => void)[] = [];
  const at = (when: number, run: () => void): void => {
    order += 1;
    push(heap, { when: Math.max(now, Math.ceil(when)), order, run });
  };
  return {
    now: () => now,
    at,
    sleep: (ms) =>
      new Promise((resolve) => {
        at(now + ms, resolve);
      }),
    park: () =>
      new Promise((resolve) => {
        parked.push(resolve);
      }),
    resumeOne: (random) => {
      const [resume] = parked.length === 0 ? [] : parked.splice(random.int(parked.length), 1);
      resume?.();
      return resume !== undefined;
    },
    next: () => heap[0]?.when ?? null,
    moveTo: (when) => {
      now = Math.max(now, when);
    },
    runNext: () => {
      const entry = pop(heap);
      if (entry === undefined) return;
      now = Math.max(now, entry.when);
      entry.run();
    },
  };
}

function before(left: Entry, right: Entry): boolean {
  return left.when < right.when || (left.when === right.when && left.order < right.order);
}

/** A binary heap: some worlds have a thousand things waiting. */
function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(entry, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
    if (!before(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return first;
}
