/** How often the demo looks at the database and at the simulator's books: below what a reader notices. */
const LOOK_EVERY_MS = 25;

/**
 * The longest wait for one thing. On an idle machine none takes two seconds; a machine so busy that this is not
 * enough shows nothing worth seeing, and the demo must not hang.
 */
const GIVE_UP_AFTER_MS = 30_000;

/** Ctrl-C. */
export class Stopped extends Error {}

/** What every wait watches besides what it waits for. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Throws when a process of the demo died unasked. */
  readonly assertAlive: () => void;
}

/** Looks until there is something to see. Throws Stopped at the signal, and an Error that names what never came. */
export async function until<T>(
  what: string,
  watch: Watch,
  look: () => Promise<T | null>,
  describe?: () => Promise<string>,
): Promise<T> {
  const end = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    if (watch.signal.aborted) throw new Stopped();
    watch.assertAlive();
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) {
      const seen = describe === undefined ? '' : `; it is ${await describe()}`;
      throw new Error(`the demo waited ${GIVE_UP_AFTER_MS / 1_000} s for ${what}${seen}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
