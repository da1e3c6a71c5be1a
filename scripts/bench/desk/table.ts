import Table from 'cli-table3';
import { growthFactor, type Measured } from './report.ts';

type Row = readonly [what: string, figure: string, aim: string];

const KIB = 1_024;

/** The figures for people, with the aim beside each that has one. */
export function tableOf({ throughput, bytes, growth, startUps, peers }: Measured): string {
  const table = new Table({ head: ['', 'measured', 'aim'], style: { head: [], border: [] } });
  const range = ([least, most]: readonly [number, number]): string => `${least} to ${most}`;
  const rows: readonly Row[] = [
    ['(a) whole cases a second, one at a time', String(throughput.casesPerSecondSingle), ''],
    ['(a) whole cases a second, many in flight', String(throughput.casesPerSecondMany), ''],
    [
      '(b) bare one-row commits a second',
      `${throughput.limitCommitsPerSecond} (${range(throughput.limitRange)})`,
      '',
    ],
    ['(b) commits a case', String(throughput.commitsPerCase), ''],
    [
      '(b) share of limit ÷ commits, one at a time',
      `${throughput.shareOfLimit} (${range(throughput.shareRange)})`,
      'at least 0.7',
    ],
    ['(b) of a case, the processor worked', String(throughput.processorShare), ''],
    ...growth.map(({ closed, pollUs }): Row => [`(c) idle look, ${closed} closed`, `${pollUs} µs`, '']),
    ['(c) idle look, largest ÷ smallest', factor(growth.map(({ pollUs }) => pollUs)), 'at most 1.2'],
    ...startUps.files.map(({ closed, resumeMs, resumeCpuMs }): Row => [
      `(c) start to first step, ${closed} closed`,
      `${resumeMs} ms, of it ${resumeCpuMs} ms of processor`,
      'under 300 ms',
    ]),
    ['(c) a bare node process', `${startUps.bareNodeMs} ms`, ''],
    [
      '(c) start to first step, largest ÷ smallest',
      factor(startUps.files.map(({ resumeMs }) => resumeMs)),
      'at most 1.2',
    ],
    [
      '(c) its processor time, largest ÷ smallest',
      factor(startUps.files.map(({ resumeCpuMs }) => resumeCpuMs)),
      'at most 1.2',
    ],
    ['(d) bytes a closed case', String(bytes.total), `under ${8 * KIB}`],
    ...Object.entries(bytes.byTable).map(([name, size]): Row => [`    ${name}`, String(size), '']),
    ...startUps.files.map(({ closed, rss, heapUsed }): Row => [
      `(e) worker memory, ${closed} closed`,
      `${megabytes(rss)} MB, of it ${megabytes(heapUsed)} MB heap`,
      '',
    ]),
    ['(f) one step, p50 / p99', `${throughput.stepMs.p50} / ${throughput.stepMs.p99} ms`, ''],
    ...growth.map(({ closed, stepMs, caseCpuMs }): Row => [
      `(f) one step, ${closed} closed, p50 / p99`,
      `${stepMs.p50} / ${stepMs.p99} ms; a case ${caseCpuMs} ms of processor`,
      '',
    ]),
    ['(f) step, largest ÷ smallest', factor(growth.map(({ stepMs }) => stepMs.p50)), 'at most 1.2'],
    [
      '(f) processor time of a case, largest ÷ smallest',
      factor(growth.map(({ caseCpuMs }) => caseCpuMs)),
      'at most 1.2',
    ],
    ['double payouts, by the provider’s books', String(throughput.doublePayouts), '0'],
    ...peerRows(peers),
  ];
  for (const row of rows) table.push([...row]);
  return table.toString();
}

function peerRows(peers: Measured['peers']): readonly Row[] {
  if (typeof peers === 'string' || peers === null) return [];
  return Object.entries(peers).map(([name, peer]): Row => [
    `peer ${name}: cases a second, one / many`,
    `${peer.cases_per_s ?? '-'} / ${peer.cases_per_s_many ?? '-'}; double payouts ${peer.double_payouts}`,
    '',
  ]);
}

function factor(values: readonly number[]): string {
  return String(growthFactor(values) ?? '-');
}

function megabytes(bytes: number): number {
  return Math.round(bytes / KIB / KIB);
}
