import { seedOf } from './random.ts';
import { runWorld, type WorldResult } from './run.ts';

export interface Batch {
  readonly worlds: number;
  readonly cases: number;
  readonly events: number;
  readonly checks: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly endings: ReadonlyMap<string, number>;
  readonly paid: { readonly reversal: number; readonly b2c: number };
  readonly inDoubt: number;
  readonly listed: number;
  /** Worlds in which a promise was broken. */
  readonly broken: readonly WorldResult[];
  /** One hash over the event logs of all worlds: equal runs have equal ones. */
  readonly hash: string;
  readonly seconds: number;
}

export interface BatchOptions {
  readonly cases: number;
  readonly seed: number;
  /** Ends earlier, after this many broken worlds. */
  readonly stopAfter: number;
  readonly isKnown: (result: WorldResult) => boolean;
  readonly onWorld?: (soFar: { readonly cases: number; readonly seconds: number }) => void;
}

/** The seed of the n-th world of a run. */
export function worldSeed(seed: number, nth: number): number {
  return seedOf('world', seed, nth);
}

/** Runs worlds until so many cases were opened. */
export async function runBatch(options: BatchOptions): Promise<Batch> {
  const began = performance.now();
  const faults = new Map<string, number>();
  const endings = new Map<string, number>();
  const broken: WorldResult[] = [];
  const sums = { cases: 0, events: 0, checks: 0, reversal: 0, b2c: 0, inDoubt: 0, listed: 0 };
  let worlds = 0;
  let hash = options.seed;
  const seconds = (): number => (performance.now() - began) / 1_000;
  let isEnough = false;
  while (sums.cases < options.cases && !isEnough) {
    const result = await runWorld(worldSeed(options.seed, worlds));
    worlds += 1;
    sums.cases += result.cases;
    sums.events += result.events;
    sums.checks += result.checks;
    sums.reversal += result.paid.reversal;
    sums.b2c += result.paid.b2c;
    sums.inDoubt += result.inDoubt;
    sums.listed += result.listed;
    add(faults, result.faults);
    add(endings, result.endings);
    hash = seedOf(hash, result.hash);
    if (result.violation !== null) broken.push(result);
    isEnough = broken.filter((one) => !options.isKnown(one)).length >= options.stopAfter;
    options.onWorld?.({ cases: sums.cases, seconds: seconds() });
  }
  const { reversal, b2c, ...counts } = sums;
  return {
    ...counts,
    worlds,
    faults,
    endings,
    paid: { reversal, b2c },
    broken,
    hash: hash.toString(16).padStart(8, '0'),
    seconds: seconds(),
  };
}

function add(to: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [name, count] of more) to.set(name, (to.get(name) ?? 0) + count);
}
