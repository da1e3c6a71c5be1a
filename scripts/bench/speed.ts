import { readFileSync } from 'node:fs';
import { cpuMs } from './processor-time.ts';
import { SHORT_READERS, type Reader } from './readers.ts';

/** One SMS. What people write to a shop is mostly shorter. */
const SHORT_LENGTH_MAX = 160;
/** Each measurement is the best of so many rounds of this long: what disturbs a round only makes it slower. */
const ROUNDS = 7;
const ROUND_MS = 400;
/** Until the compiler has done what it will do. */
const WARM_UP_MS = 400;

export interface Speed {
  readonly reader: string;
  readonly perSecond: number;
  /** How many times the baseline's time one message takes. */
  readonly timesBaseline: number;
}

/** The labelled messages and replies that are as short as an SMS. */
export function shortTexts(): readonly string[] {
  return ['messages', 'replies']
    .flatMap((name) =>
      readFileSync(new URL(`../../data/eval/${name}.jsonl`, import.meta.url), 'utf8').split('\n'),
    )
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly text: string }).text)
    .filter((text) => text.length <= SHORT_LENGTH_MAX);
}

/** Reads all texts over and over for that long, and gives how many it has read. */
function readFor(ms: number, reader: Reader, texts: readonly string[]): number {
  const until = performance.now() + ms;
  let read = 0;
  while (performance.now() < until) {
    for (const text of texts) reader(text);
    read += texts.length;
  }
  return read;
}

function perSecond(reader: Reader, texts: readonly string[]): number {
  readFor(WARM_UP_MS, reader, texts);
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let read = 0;
    const ms = cpuMs(() => {
      read = readFor(ROUND_MS, reader, texts);
    });
    best = Math.max(best, (read * 1_000) / ms);
  }
  return Math.round(best);
}

/** Messages that each reader reads in a second of processor time. */
export function speeds(texts: readonly string[]): readonly Speed[] {
  const measured = Object.entries(SHORT_READERS).map(([reader, read]) => ({
    reader,
    perSecond: perSecond(read, texts),
  }));
  const baseline = measured[0]?.perSecond ?? 0;
  return measured.map((one) => ({ ...one, timesBaseline: Math.round((baseline * 10) / one.perSecond) / 10 }));
}
