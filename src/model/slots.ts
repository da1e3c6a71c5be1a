import { invariant } from '../core/errors.ts';

/** Lets few calls run at a time; the rest wait in order of arrival. */
export interface Slots {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Slots for `limit` calls in flight. Ollama serves calls one after the other (ollama.md row 11), so more in flight
 * only spend their deadlines in its queue. Waiting here costs no deadline: that starts when the call goes out.
 */
export function slots(limit: number): Slots {
  invariant(
    Number.isInteger(limit) && limit > 0,
    `a limit of calls in flight is a positive integer, not ${limit}`,
  );
  const waiting: (() => void)[] = [];
  let free = limit;
  const take = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    // The slot is handed over directly, so that a newcomer cannot slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async run(work) {
      await take();
      try {
        return await work();
      } finally {
        give();
      }
    },
  };
}
