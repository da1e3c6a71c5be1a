import { join } from 'node:path';
import { bareCommits, type BareCommits } from './bare-commits.ts';
import { openBenchDesk, type BenchDesk } from './desk.ts';
import { wholeCase } from './one-case.ts';
import { person, seedRecords, type Person } from './people.ts';
import { median, quantile, rounded, total } from './statistics.ts';

/** How much is measured. A round is one at a time, the bare limit before and after it, and many in flight. */
export interface ThroughputSize {
  readonly rounds: number;
  readonly singleCases: number;
  readonly manyCases: number;
  readonly inFlight: number;
  readonly bareCommits: number;
}

export interface Throughput {
  readonly casesPerSecondSingle: number;
  readonly casesPerSecondMany: number;
  readonly limitCommitsPerSecond: number;
  readonly commitsPerCase: number;
  /** Median over the rounds of cases a second ÷ (limit ÷ commits a case), each with the limit of its own round. */
  readonly shareOfLimit: number;
  /** The least and the most of any round. */
  readonly shareRange: readonly [number, number];
  readonly limitRange: readonly [number, number];
  readonly stepMs: { readonly p50: number; readonly p99: number };
  /** Share of one case's time in which a processor worked for this process; the rest is the disk's. */
  readonly processorShare: number;
  readonly cases: number;
  readonly doublePayouts: number;
  readonly path: string;
}

interface Round {
  readonly limit: number;
  readonly single: number;
  readonly many: number;
  readonly share: number;
  readonly commits: number;
  readonly steps: readonly number[];
  /** Processor time over wall time, one at a time. */
  readonly processor: number;
}

/** Cases before anything is timed, so that no figure pays for the compiler. */
const WARM_UP = 30;

/** (a), (b) and (f): disks swing within seconds, so that each round has the limit measured around it. */
export async function measureThroughput(folder: string, size: ThroughputSize): Promise<Throughput> {
  const path = join(folder, 'throughput.db');
  const commitTimes: number[] = [];
  const bench = await openBenchDesk(folder, path, () => {
    commitTimes.push(performance.now());
  });
  const bare = await bareCommits(join(folder, 'bare.db'));
  const count = WARM_UP + size.rounds * (size.singleCases + size.manyCases);
  const people = Array.from({ length: count }, (_, n) => person(n));
  await seedRecords(bench.app.desk.store, people, Date.now());
  await oneByOne(people.splice(0, WARM_UP), bench);
  const rounds: Round[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    rounds.push(await measureRound({ bench, bare, commitTimes, people, size }));
  }
  bare.close();
  const doublePayouts = bench.provider.doublePayouts();
  bench.close();
  return { ...summary(rounds, size), cases: count, doublePayouts, path };
}

interface Running {
  readonly bench: BenchDesk;
  readonly bare: BareCommits;
  /** When each transaction was durable; emptied by whoever looks. */
  readonly commitTimes: number[];
  /** Who has not complained yet. */
  readonly people: Person[];
  readonly size: ThroughputSize;
}

async function measureRound({ bench, bare, commitTimes, people, size }: Running): Promise<Round> {
  const bareBefore = bare.run(size.bareCommits);
  commitTimes.length = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const took = await oneByOne(people.splice(0, size.singleCases), bench);
  const { user, system } = process.cpuUsage(cpu);
  // A step is all that happens from one commit to the next: load, decide, save.
  const steps = commitTimes.map((at, index) => at - (commitTimes[index - 1] ?? start));
  const bareMs = bareBefore + bare.run(size.bareCommits);
  const limit = (2 * size.bareCommits * 1_000) / bareMs;
  const single = (size.singleCases * 1_000) / took;
  const many = await inFlight(people.splice(0, size.manyCases), size.inFlight, bench);
  return {
    limit,
    single,
    many: (size.manyCases * 1_000) / many,
    share: (single * steps.length) / size.singleCases / limit,
    commits: steps.length,
    steps,
    processor: (user + system) / 1_000 / took,
  };
}

function summary(
  rounds: readonly Round[],
  size: ThroughputSize,
): Omit<Throughput, 'cases' | 'doublePayouts' | 'path'> {
  const of = (value: (round: Round) => number): readonly number[] => rounds.map(value);
  const range = (values: readonly number[], digits: number): readonly [number, number] => [
    rounded(Math.min(...values), digits),
    rounded(Math.max(...values), digits),
  ];
  const limits = of(({ limit }) => limit);
  const shares = of(({ share }) => share);
  const steps = rounds.flatMap((round) => round.steps);
  return {
    casesPerSecondSingle: rounded(median(of(({ single }) => single)), 1),
    casesPerSecondMany: rounded(median(of(({ many }) => many)), 1),
    limitCommitsPerSecond: rounded(median(limits)),
    commitsPerCase: rounded(total(of(({ commits }) => commits)) / (rounds.length * size.singleCases), 2),
    shareOfLimit: rounded(median(shares), 3),
    shareRange: range(shares, 3),
    limitRange: range(limits, 0),
    stepMs: { p50: rounded(quantile(steps, 0.5), 2), p99: rounded(quantile(steps, 0.99), 2) },
    processorShare: rounded(median(of(({ processor }) => processor)), 2),
  };
}

/** Milliseconds. */
async function oneByOne(people: readonly Person[], bench: BenchDesk): Promise<number> {
  const start = performance.now();
  for (const one of people) await wholeCase(one, bench);
  return performance.now() - start;
}

/** So many cases at once until all are done: the next one begins when one ends. Milliseconds. */
async function inFlight(people: readonly Person[], most: number, bench: BenchDesk): Promise<number> {
  const start = performance.now();
  const waiting = [...people];
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await wholeCase(one, bench);
  };
  await Promise.all(Array.from({ length: most }, lane));
  return performance.now() - start;
}
