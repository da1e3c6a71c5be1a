import type { Event } from './plan.ts';
import { planOf, runWorld, type WorldResult } from './run.ts';

export interface Shrunk {
  readonly events: readonly Event[];
  readonly result: WorldResult;
  readonly runs: number;
}

/** A list this small is read in a minute; halving it further costs more runs than it saves reading. */
const RUNS_MOST = 400;

/**
 * The smallest list of events that still breaks the same promise: pieces are left out, large ones first, as long as
 * it does (delta debugging). What befalls a request hangs on its name, so most of a world stays as it was.
 */
export async function shrink(seed: number, invariant: string): Promise<Shrunk> {
  const all = planOf(seed);
  let kept = all.map(({ id }) => id);
  let result = await runWorld(seed);
  let runs = 1;
  const breaks = async (ids: readonly number[]): Promise<boolean> => {
    runs += 1;
    const tried = await runWorld(seed, new Set(ids));
    const isSame = tried.violation?.invariant === invariant;
    if (isSame) result = tried;
    return isSame;
  };
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length && runs < RUNS_MOST;) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (await breaks(fewer)) kept = fewer;
      else start += size;
    }
  }
  return { events: all.filter(({ id }) => kept.includes(id)), result, runs };
}

/** One line an event, for people. */
export function eventLine(event: Event): string {
  const { id, afterMs, kind, ...what } = event;
  const minutes = Math.floor(afterMs / 60_000);
  const clock = `+${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const words = Object.entries(what).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `  ${String(id).padStart(3)}  ${clock}  ${kind} ${words.join(', ')}`;
}
