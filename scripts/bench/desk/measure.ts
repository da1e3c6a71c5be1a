import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../../command-line.ts';
import { bytesPerCase } from './bytes.ts';
import { grownFile, seedling } from './grown-file.ts';
import { leaveWork, measureGrowth, type Grown } from './growth.ts';
import { runPeers } from './peers.ts';
import { jsonOf, type Measured } from './report.ts';
import { measureStartUps } from './start-up.ts';
import { tableOf } from './table.ts';
import { measureThroughput } from './throughput.ts';

/**
 * Everything of BENCHMARKS.md in one run. `--json` prints JSON alone, `--million` adds the file with a million closed
 * cases, `--peers` runs the peers too, `--quick` is a trial in half a minute whose figures say nothing.
 */
const options = optionsOf({
  options: {
    json: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const MILLION = 1_000_000;
/** Beside the 8 KB a case: trees that are half empty, and a log. */
const ROOM_FOR_A_MILLION = 16 * 1_024 ** 3;

const SIZES = options.quick
  ? {
      closed: [100, 1_000],
      open: 200,
      throughput: { rounds: 2, singleCases: 10, manyCases: 64, inFlight: 64, bareCommits: 50 },
      growth: { rounds: 2, pollsARound: 50, casesARound: 3 },
      starts: 2,
    }
  : {
      closed: [1_000, 100_000, MILLION],
      open: 10_000,
      throughput: { rounds: 12, singleCases: 50, manyCases: 192, inFlight: 64, bareCommits: 300 },
      growth: { rounds: 10, pollsARound: 200, casesARound: 10 },
      starts: 9,
    };
/** A worker that starts takes as many cases as it has in flight, and every start wants some that are left. */
const WORK_LEFT = (SIZES.starts + 2) * 16;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The sizes that this run has the time and the room for. */
function sizesWanted(folder: string): readonly number[] {
  const smaller = SIZES.closed.filter((size) => size < MILLION);
  if (smaller.length === SIZES.closed.length || !options.million) return smaller;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= ROOM_FOR_A_MILLION) return SIZES.closed;
  say(`a million closed cases are left out: ${ROOM_FOR_A_MILLION / 1_024 ** 3} GB must be free in ${folder}`);
  return smaller;
}

async function measure(folder: string, resumeScript: string): Promise<Measured> {
  const loadBefore = loadavg()[0] ?? 0;
  say('cases a second, and the limit of this disk ...');
  const throughput = await measureThroughput(folder, SIZES.throughput);
  const bytes = await bytesPerCase(folder, throughput.path, throughput.cases);
  const small = await seedling(folder);
  const files: Grown[] = [];
  for (const closed of sizesWanted(folder)) {
    say(`a file with ${closed} closed and ${SIZES.open} open cases ...`);
    files.push({ closed, path: grownFile(folder, small, { closed, open: SIZES.open }) });
  }
  say('steps and idle looks on each file in turn ...');
  const growth = await measureGrowth(folder, files, SIZES.growth);
  for (const { path } of files) await leaveWork(folder, path, WORK_LEFT);
  say('worker processes on each file in turn ...');
  const startUps = await measureStartUps(folder, resumeScript, files, SIZES.starts);
  if (options.peers) say('peers ...');
  const peers = options.peers ? runPeers() : null;
  return { throughput, bytes, growth, startUps, peers, loadBefore };
}

const folder = mkdtempSync(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'rudisha-bench-'));
try {
  const measured = await measure(folder, join(import.meta.dirname, 'resume.js'));
  const json = JSON.stringify(jsonOf(measured, SIZES.closed), null, 2);
  if (typeof measured.peers === 'string') say(measured.peers);
  console.log(options.json ? json : `${tableOf(measured)}\n${json}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
