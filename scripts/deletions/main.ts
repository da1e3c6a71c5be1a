import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DELETIONS, type Deletion, type Edit } from './list.ts';

/**
 * Takes each check out of a copy of the program, one at a time, and runs the journeys: whole cases through the real
 * store and the simulator over HTTP, judged by the simulator's books. At least one must fail for each.
 *
 *   npm run deletions [-- --json] [--only TEXT]
 */
const COPIED = [
  'src',
  'test',
  'data',
  'prompts',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** Two at a time: each run of the journeys keeps about one core busy. */
const AT_ONCE = 2;

interface Noticed {
  readonly name: string;
  /** The journey that failed; null when none did. */
  readonly by: string | null;
  /** Why the figure cannot be trusted: the journey fails without the deletion too, or the text was not found. */
  readonly problem: string | null;
}

interface Run {
  readonly failed: string | null;
}

function apply(folder: string, edits: readonly Edit[]): string | null {
  for (const { file, find, replace } of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const parts = text.split(find);
    if (parts.length !== 2) return `${file}: the text is there ${parts.length - 1} times: ${find.trim()}`;
    writeFileSync(path, parts.join(replace));
  }
  return null;
}

/** The journeys of these files, or all; only those of that name, or all. Stops at the first that fails. */
function journeys(folder: string, files: readonly string[], only: string | null): Promise<Run> {
  const report = join(folder, `report-${only === null ? 'all' : 'one'}.json`);
  const filter = only === null ? [] : ['-t', only];
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(files.length === 0 ? ['test/journeys'] : files.map((name) => `test/journeys/${name}.test.ts`)),
      '--bail=1',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...filter,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve({ failed: code === 0 ? null : firstFailure(report) });
    });
  });
}

function firstFailure(report: string): string {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: {
        name: string;
        message: string;
        assertionResults: { status: string; fullName: string }[];
      }[];
    };
    for (const file of testResults) {
      const failed = file.assertionResults.find(({ status }) => status === 'failed');
      if (failed) return failed.fullName;
    }
    const broken = testResults.find(({ message }) => message !== '');
    return broken === undefined ? 'the run failed' : `a file failed: ${broken.message.split('\n')[0] ?? ''}`;
  } catch {
    return 'the run ended without a report';
  }
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-deletion-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist'), { recursive: true });
  return folder;
}

async function tryOut({ name, edits, behind = [], first = [] }: Deletion): Promise<Noticed> {
  const folder = scratch();
  try {
    const problem = apply(folder, behind) ?? apply(folder, edits);
    if (problem !== null) return { name, by: null, problem };
    const early = first.length === 0 ? { failed: null } : await journeys(folder, first, null);
    const { failed } = early.failed === null ? await journeys(folder, [], null) : early;
    if (failed === null || behind.length === 0) return { name, by: failed, problem: null };
    // The journey must miss this check, and not only the ones before it.
    const base = scratch();
    try {
      apply(base, behind);
      const { failed: without } = await journeys(base, [], failed);
      return without === null
        ? { name, by: failed, problem: null }
        : { name, by: null, problem: `"${failed}" fails without this deletion too` };
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const queue = DELETIONS.filter(({ name }) => name.includes(values.only));
const waiting = [...queue];
const results: Noticed[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await tryOut(next);
      results.push(result);
      const how = result.problem ?? (result.by === null ? 'NO JOURNEY NOTICED' : `noticed by "${result.by}"`);
      console.error(`${results.length}/${queue.length}  ${result.name}: ${how}`);
    }
  }),
);
const order = new Map(queue.map(({ name }, index) => [name, index]));
results.sort((left, right) => (order.get(left.name) ?? 0) - (order.get(right.name) ?? 0));
const noticed = results.filter(({ by, problem }) => by !== null && problem === null).length;
if (values.json) console.log(JSON.stringify({ deleted: results.length, noticed, results }, null, 2));
else console.log(`${results.length} checks taken out one at a time, ${noticed} noticed by a journey`);
process.exitCode = noticed === results.length ? 0 : 1;
