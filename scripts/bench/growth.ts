import { cpuMs } from './processor-time.ts';
import { LONG_READERS, type Reader } from './readers.ts';
import { worstText, type WorstCase } from './worst-cases.ts';

const MEGABYTE = 1_048_576;
export const SIZES = [MEGABYTE / 8, MEGABYTE / 4, MEGABYTE / 2, MEGABYTE];
/** Before anything is timed, so that the first size does not pay for the compiler. */
const WARM_UP_BYTES = 32_768;

/**
 * The power of the length with which the time may grow from the first size to the last: 1 is linear and 2 is square.
 * The rest is for the caches of the processor and the collector, which cost more for each character of a long text.
 */
export const POWER_MAX = 1.5;
/** And twice the text may take so many times the time, from the last size but one to the last. */
export const RATIO_MAX = 2.6;
/** Below this a growth is noise: no pattern that backtracks needs so little for a megabyte. */
const NOISE_MS = 25;
/** What looks like growth is measured so often again, and the least time of each size counts. */
const AGAIN = 3;

/** How the time of one reader grows with one kind of text. */
export interface Growth {
  readonly reader: string;
  /** Milliseconds at each of SIZES. */
  readonly ms: readonly number[];
  /** Time at 1 MB over time at half of it; null when there is too little time to divide. */
  readonly ratio: number | null;
  readonly power: number | null;
  /** It grows faster than the text, also after it was measured again. */
  readonly flagged: boolean;
}

export function growthsOf(worst: WorstCase): readonly Growth[] {
  const texts = SIZES.map((bytes) => worstText(worst, bytes));
  const warmUp = worstText(worst, WARM_UP_BYTES);
  return Object.entries(LONG_READERS).map(([reader, read]) => {
    read(warmUp);
    const ms = timesOf(read, texts);
    return { reader, ms: ms.map(rounded), ratio: ratioOf(ms), power: powerOf(ms), flagged: grows(ms) };
  });
}

/** The times of each size; where they look like growth, the least of several: a busy machine looks so too. */
function timesOf(read: Reader, texts: readonly string[]): readonly number[] {
  const once = (): readonly number[] => texts.map((text) => timeOf(read, text));
  let least = once();
  for (let again = 0; again < AGAIN && grows(least); again += 1) {
    const next = once();
    least = least.map((ms, size) => Math.min(ms, next[size] ?? Infinity));
  }
  return least;
}

/** What was left over before is cleared first: it would be charged to whoever comes next. */
function timeOf(read: Reader, text: string): number {
  globalThis.gc?.();
  return cpuMs(() => read(text));
}

function grows(ms: readonly number[]): boolean {
  return (ratioOf(ms) ?? 0) > RATIO_MAX && (powerOf(ms) ?? 0) > POWER_MAX;
}

function ratioOf(ms: readonly number[]): number | null {
  const [half = 0, whole = 0] = ms.slice(-2);
  return whole < NOISE_MS || half === 0 ? null : rounded(whole / half);
}

function powerOf(ms: readonly number[]): number | null {
  const first = ms[0] ?? 0;
  const last = ms.at(-1) ?? 0;
  return last < NOISE_MS || first === 0 ? null : rounded(Math.log2(last / first) / (SIZES.length - 1));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
