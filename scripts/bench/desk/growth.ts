import { createWorker, type Worker } from '../../../src/worker/worker.ts';
import { openCase } from '../../../src/cases/inbound.ts';
import { invariant } from '../../../src/core/errors.ts';
import { openBenchDesk, type BenchDesk } from './desk.ts';
import { wholeCase } from './one-case.ts';
import { complaintOf, person, seedRecords, type Person } from './people.ts';
import { median, quantile, rounded } from './statistics.ts';

/** What is measured on each of the grown files in turn, so that a busy moment of the machine meets them all. */
export interface GrowthSize {
  readonly rounds: number;
  readonly pollsARound: number;
  readonly casesARound: number;
}

export interface Grown {
  readonly closed: number;
  readonly path: string;
}

export interface GrowthOf {
  readonly closed: number;
  /** One look of the worker when nothing is due, in microseconds. */
  readonly pollUs: number;
  readonly stepMs: { readonly p50: number; readonly p99: number };
  /** Processor time of one whole case, in milliseconds: what a step costs beside the disk. */
  readonly caseCpuMs: number;
}

interface Measured {
  readonly bench: BenchDesk;
  readonly worker: Worker;
  readonly people: Person[];
  readonly closed: number;
  readonly polls: number[];
  readonly steps: number[];
  readonly cpu: number[];
}

/** Far from the people of the seedling; each file gets the same ones. */
const FIRST_PERSON = 20_000;

/** (c) and (f) on files with more and more closed cases. */
export async function measureGrowth(
  folder: string,
  files: readonly Grown[],
  size: GrowthSize,
): Promise<readonly GrowthOf[]> {
  const measured: Measured[] = [];
  for (const file of files) measured.push(await opened(folder, file, (size.rounds + 1) * size.casesARound));
  // The first round is for the compiler and the caches.
  for (let round = 0; round <= size.rounds; round += 1) {
    for (const one of measured) await measureRound(one, size, round > 0);
  }
  return measured.map(({ bench, closed, polls, steps, cpu }) => {
    bench.close();
    return {
      closed,
      pollUs: rounded(median(polls), 1),
      stepMs: { p50: rounded(quantile(steps, 0.5), 2), p99: rounded(quantile(steps, 0.99), 2) },
      caseCpuMs: rounded(median(cpu), 2),
    };
  });
}

async function opened(folder: string, { closed, path }: Grown, people: number): Promise<Measured> {
  const steps: number[] = [];
  let last = Number.NaN;
  const bench = await openBenchDesk(folder, path, () => {
    const now = performance.now();
    if (!Number.isNaN(last)) steps.push(now - last);
    last = now;
  });
  const worker = createWorker({
    desk: bench.app.desk,
    channel: bench.app.channel,
    inFlight: bench.app.config.RUDISHA_CASES_IN_FLIGHT,
    log: (line, detail) => {
      throw new Error(`${line} ${JSON.stringify(detail ?? {})}`);
    },
  });
  const complainants = Array.from({ length: people }, (_, n) => person(FIRST_PERSON + n));
  await seedRecords(bench.app.desk.store, complainants, Date.now());
  return { bench, worker, people: complainants, closed, polls: [], steps, cpu: [] };
}

async function measureRound(one: Measured, size: GrowthSize, counts: boolean): Promise<void> {
  const { bench, worker, people, polls, steps, cpu } = one;
  for (let poll = 0; poll < size.pollsARound; poll += 1) {
    const start = performance.now();
    const started = await worker.tick();
    const us = (performance.now() - start) * 1_000;
    invariant(started === 0, 'nothing is due while idle looks are measured');
    if (counts) polls.push(us);
  }
  const before = steps.length;
  for (const next of people.splice(0, size.casesARound)) {
    const used = process.cpuUsage();
    await wholeCase(next, bench);
    const { user, system } = process.cpuUsage(used);
    if (counts) cpu.push((user + system) / 1_000);
  }
  // The first step of a round began before the other files had their turn.
  if (counts) steps.splice(before, 1);
  else steps.length = 0;
}

/** Puts complaints into a file that nobody has read yet: what a worker that starts finds to do. */
export async function leaveWork(folder: string, path: string, complaints: number): Promise<void> {
  const bench = await openBenchDesk(folder, path);
  const firstOne = FIRST_PERSON + 10_000;
  for (let n = 0; n < complaints; n += 1) {
    await openCase(complaintOf(person(firstOne + n)), 'customer', bench.app.desk);
  }
  bench.close();
}
