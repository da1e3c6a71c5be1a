import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf, refuse } from '../command-line.ts';
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

/** The journeys of these files, or all, that fail; with `stopping`, no more than the first. */
function failing(folder: string, files: readonly string[], stopping: boolean): Promise<readonly string[]> {
  const report = join(folder, 'report.json');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(files.length === 0 ? ['test/journeys'] : files.map((name) => `test/journeys/${name}.test.ts`)),
      ...(stopping ? ['--bail=1'] : []),
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve(code === 0 ? [] : namesIn(report));
    });
  });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function namesIn(report: string): readonly string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    );
    const broken = testResults
      .filter(({ message }) => message !== '')
      .map(({ message }) => `a file failed: ${message.split('\n')[0] ?? ''}`);
    return failed.length > 0 ? failed : broken.length > 0 ? broken : ['the run failed'];
  } catch {
    return ['the run ended without a report'];
  }
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-deletion-'));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist'), { recursive: true });
  return folder;
}

async function tryOut(deletion: Deletion): Promise<Noticed> {
  const { name, edits, behind = [], first = [] } = deletion;
  const folder = scratch();
  try {
    const problem = apply(folder, behind) ?? apply(folder, edits);
    if (problem !== null) return { name, by: null, problem };
    if (behind.length > 0) return { name, by: await missedBehind(folder, deletion), problem: null };
    const early = first.length === 0 ? [] : await failing(folder, first, true);
    const [by] = early.length > 0 ? early : await failing(folder, [], true);
    return { name, by: by ?? null, problem: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A journey that fails with this check gone as well, and passes with only those before it gone. */
async function missedBehind(folder: string, { behind = [], first = [] }: Deletion): Promise<string | null> {
  const base = scratch();
  try {
    apply(base, behind);
    const [without, failed] = [await failing(base, first, false), await failing(folder, first, false)];
    return failed.find((journey) => !without.includes(journey)) ?? null;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const values = optionsOf({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const queue = DELETIONS.filter(({ name }) => name.includes(values.only));
if (queue.length === 0) refuse(`--only: no deletion holds "${values.only}"`);
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
