/**
 * Measures reading: short messages a second, and how the time of each worst case grows with its length. All times are
 * processor time of this process, and speed also stands as a ratio to a baseline of the same run, because machines
 * differ and are shared. `--json` prints the figures for programs.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { readMessage } from '../../src/reading/message.ts';
import { findOrderNumbers } from '../../src/reading/order-numbers.ts';
import { findPhones } from '../../src/reading/phones.ts';
import { findReceipts } from '../../src/reading/receipts.ts';
import { holdsSecret, redact } from '../../src/reading/redact.ts';
import { readReply } from '../../src/reading/reply.ts';
import { parseSms } from '../../src/reading/sms.ts';
import { WORST_CASES, worstText, type WorstCase } from './worst-cases.ts';

/** One SMS. What people write to a shop is mostly shorter. */
const SHORT_LENGTH_MAX = 160;
/** Each measurement is the best of so many rounds of this long: what disturbs a round only makes it slower. */
const ROUNDS = 5;
const ROUND_MS = 300;

const MEGABYTE = 1_000_000;
const SIZES = [MEGABYTE / 4, MEGABYTE / 2, MEGABYTE];
/** Twice the text should take twice the time; the rest is for noise and for the caches of the processor. */
const GROWTH_MAX = 2.6;
/** Below this a growth is noise: no pattern that backtracks needs so little for a megabyte. */
const NOISE_MS = 25;

type Reader = (text: string) => unknown;

const FINDERS: Readonly<Record<string, Reader>> = {
  receipts: findReceipts,
  phones: findPhones,
  amounts: (text) => findAmounts(text),
  orders: (text) => findOrderNumbers(text),
};

function candidates(text: string): unknown {
  return Object.values(FINDERS).map((find) => find(text));
}

const READERS: Readonly<Record<string, Reader>> = {
  'baseline: JSON and one pattern': (text) => JSON.stringify(text).match(/\d+/g),
  ...FINDERS,
  candidates,
  redact: (text) => redact(text, {}),
  'candidates and redact': (text) => [candidates(text), redact(text, {})],
  readMessage,
  readReply: (text) => readReply(text, 'confirm'),
};

const WHOLE: Readonly<Record<string, Reader>> = {
  ...FINDERS,
  sms: parseSms,
  redact: (text) => redact(text, {}),
  guard: (text) => holdsSecret(text, { PHONE_1: '254712000391', CODE_1: 'UKN4X7M2QP' }),
};

interface Speed {
  readonly reader: string;
  readonly perSecond: number;
  /** How many times the baseline's time one message takes. */
  readonly timesBaseline: number;
}

interface Growth {
  readonly name: string;
  /** Milliseconds of all readers together at each of SIZES. */
  readonly ms: readonly number[];
  /** Time at 1 MB over time at half of it, of all readers together. */
  readonly growth: number;
  /** Readers whose own time grows faster than the text. */
  readonly flagged: readonly string[];
}

function shortTexts(): readonly string[] {
  return ['messages', 'replies']
    .flatMap((name) =>
      readFileSync(new URL(`../../data/eval/${name}.jsonl`, import.meta.url), 'utf8').split('\n'),
    )
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly text: string }).text)
    .filter((text) => text.length <= SHORT_LENGTH_MAX);
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function perSecond(reader: Reader, texts: readonly string[]): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let read = 0;
    const until = performance.now() + ROUND_MS;
    const ms = cpuMs(() => {
      while (performance.now() < until) {
        for (const text of texts) reader(text);
        read += texts.length;
      }
    });
    best = Math.max(best, (read * 1_000) / ms);
  }
  return Math.round(best);
}

function speeds(): readonly Speed[] {
  const texts = shortTexts();
  const measured = Object.entries(READERS).map(([reader, read]) => ({
    reader,
    perSecond: perSecond(read, texts),
  }));
  const baseline = measured[0]?.perSecond ?? 0;
  return measured.map((one) => ({ ...one, timesBaseline: Math.round((baseline * 10) / one.perSecond) / 10 }));
}

function timesOf(read: Reader, texts: readonly string[]): readonly number[] {
  return texts.map((text) => cpuMs(() => read(text)));
}

/** The least of several times at each size: what looked like growth may have been a busy machine. */
function bestOf(rounds: readonly (readonly number[])[]): readonly number[] {
  return SIZES.map((_, size) => Math.min(...rounds.map((round) => round[size] ?? Infinity)));
}

function grows([, half = 0, whole = 0]: readonly number[]): boolean {
  return whole > NOISE_MS && whole > half * GROWTH_MAX;
}

function growthOf(worst: WorstCase): Growth {
  const texts = SIZES.map((bytes) => worstText(worst, bytes));
  const flagged: string[] = [];
  const sums = SIZES.map(() => 0);
  for (const [name, read] of Object.entries(WHOLE)) {
    const once = timesOf(read, texts);
    const ms = grows(once) ? bestOf([once, timesOf(read, texts), timesOf(read, texts)]) : once;
    for (const [index, one] of ms.entries()) sums[index] = (sums[index] ?? 0) + one;
    const [, half = 0, whole = 0] = ms;
    if (grows(ms)) flagged.push(`${name} ${(whole / half).toFixed(1)}`);
  }
  const [, half = 0, whole = 0] = sums;
  return {
    name: worst.name,
    ms: sums.map(Math.round),
    growth: Math.round((whole / half) * 100) / 100,
    flagged,
  };
}

function print(measured: readonly Speed[], grown: readonly Growth[]): void {
  const speed = new Table({ head: ['short messages', 'a second', 'times baseline'], style: { head: [] } });
  for (const one of measured) speed.push([one.reader, one.perSecond, one.timesBaseline]);
  const growth = new Table({
    head: ['worst case', ...SIZES.map((bytes) => `${bytes / 1_000} KB, ms`), 'growth', `over ${GROWTH_MAX}`],
    style: { head: [] },
  });
  for (const { name, ms, growth: ratio, flagged } of grown) {
    growth.push([name, ...ms, ratio, flagged.join(', ')]);
  }
  console.log(`${speed.toString()}\n${growth.toString()}`);
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const measured = speeds();
const grown = WORST_CASES.map((worst) => {
  const grew = growthOf(worst);
  // It takes minutes: who waits sees where it is. Standard output holds the figures alone.
  console.error(`${grew.name}: ${grew.ms.join(', ')} ms ${grew.flagged.join(', ')}`);
  return grew;
});
if (values.json) console.log(JSON.stringify({ speeds: measured, growth: grown }, null, 2));
else print(measured, grown);
