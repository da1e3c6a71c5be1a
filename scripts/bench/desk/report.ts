import { cpus, loadavg, release, totalmem } from 'node:os';
import type { BytesPerCase } from './bytes.ts';
import type { GrowthOf } from './growth.ts';
import type { Peers } from './peers.ts';
import type { StartUps } from './start-up.ts';
import { rounded } from './statistics.ts';
import type { Throughput } from './throughput.ts';

/** Everything that one run measured. */
export interface Measured {
  readonly throughput: Throughput;
  readonly bytes: BytesPerCase;
  readonly growth: readonly GrowthOf[];
  readonly startUps: StartUps;
  readonly peers: Peers | string | null;
  readonly loadBefore: number;
}

/** Under its number of closed cases; null for a size that this run left out. */
type BySize = Readonly<Record<string, number | null>>;

/** The JSON of a run. What a program may rely on is what README names; the rest explains it. */
export function jsonOf(measured: Measured, sizes: readonly number[]): Readonly<Record<string, unknown>> {
  const { throughput, bytes, growth, startUps, peers } = measured;
  const bySize = <One extends { readonly closed: number }>(
    all: readonly One[],
    value: (one: One) => number,
  ): BySize =>
    Object.fromEntries(
      sizes.map((size) => {
        const one = all.find(({ closed }) => closed === size);
        return [String(size), one === undefined ? null : value(one)];
      }),
    );
  const last = startUps.files.at(-1);
  return {
    cases_per_s_single: throughput.casesPerSecondSingle,
    cases_per_s_many: throughput.casesPerSecondMany,
    limit_commits_per_s: throughput.limitCommitsPerSecond,
    commits_per_case: throughput.commitsPerCase,
    share_of_limit: throughput.shareOfLimit,
    resume_ms: bySize(startUps.files, ({ resumeMs }) => resumeMs),
    idle_poll_us: bySize(growth, ({ pollUs }) => pollUs),
    bytes_per_closed_case: bytes.total,
    step_ms: throughput.stepMs,
    double_payouts: throughput.doublePayouts,
    peers: typeof peers === 'string' || peers === null ? {} : peers,
    share_of_limit_range: throughput.shareRange,
    limit_range: throughput.limitRange,
    processor_share: throughput.processorShare,
    cases: throughput.cases,
    bytes_by_table: bytes.byTable,
    step_ms_p50_by_closed: bySize(growth, ({ stepMs }) => stepMs.p50),
    case_cpu_ms_by_closed: bySize(growth, ({ caseCpuMs }) => caseCpuMs),
    resume_cpu_ms: bySize(startUps.files, ({ resumeCpuMs }) => resumeCpuMs),
    worker_rss_bytes: last?.rss ?? null,
    worker_heap_bytes: last?.heapUsed ?? null,
    bare_node_ms: startUps.bareNodeMs,
    machine: machineOf(measured.loadBefore),
  };
}

/** What stands beside the figures so that somebody else can judge them. */
function machineOf(loadBefore: number): Readonly<Record<string, unknown>> {
  return {
    node: process.version,
    system: `${process.platform} ${release()}`,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memory_bytes: totalmem(),
    load_before: rounded(loadBefore, 2),
    load_after: rounded(loadavg()[0] ?? 0, 2),
  };
}

/** How much a figure of the largest file is of the smallest one's. */
export function growthFactor(values: readonly number[]): number | null {
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined || first === 0 ? null : rounded(last / first, 2);
}
