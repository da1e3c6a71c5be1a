import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { optionsOf, refuse } from '../command-line.ts';
import type { Deletion, Edit } from './deletion.ts';
import { failedIn, passedIn } from './journeys.ts';
import { DELETIONS } from './list.ts';

/**
 * Takes each check out of a copy of the program, one at a time, and runs the journeys: whole cases through the real
 * store and the simulator over HTTP, judged by the simulator's books. At least one must fail for each, and the same
 * journey must pass in a control: the program as it is, or, for a second wall, with only the walls before it taken out.
 *
 *   npm run deletions [-- --json] [--only TEXT] [--quick]
 *
 * `--quick` tries only the journeys that the list names first, for work on the list itself.
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
  /** The journey that failed without the check and passed in the control; null when none did. */
  readonly by: string | null;
  /** For a second wall: why walls before it had to be taken out too. */
  readonly behind: string | null;
  /** Why nothing can be said: the text was not found, or the schema itself broke instead of a journey's claim. */
  readonly problem: string | null;
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-deletion-'));
  // The benchmark's peers have packages of their own, a hundred megabytes that no journey needs.
  const filter = (path: string): boolean => basename(path) !== 'node_modules';
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true, filter });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist'), { recursive: true });
  return folder;
}

/** Null, or which text was not there exactly once. */
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

/** One of those who work at once: its copy of the program as it is serves every control that needs no wall out. */
interface Lane {
  readonly clean: string;
  /** Journeys that pass there, by file. */
  readonly passing: Map<string, ReadonlySet<string>>;
}

async function tryOut({ name, edits, behind, first = [] }: Deletion, lane: Lane): Promise<Noticed> {
  const said = { name, behind: behind?.why ?? null };
  const walls = behind?.edits ?? [];
  const folder = scratch();
  const control: Lane = walls.length === 0 ? lane : { clean: scratch(), passing: new Map() };
  try {
    const problem =
      (walls.length === 0 ? null : apply(control.clean, walls)) ??
      apply(folder, walls) ??
      apply(folder, edits);
    if (problem !== null) return { ...said, by: null, problem };
    let broken: string | null = null;
    for (const files of stagesOf(first)) {
      // One failure is enough, unless it fails in the control too; with walls out, many do, for their sake alone.
      for (const onlyOne of walls.length === 0 ? [true, false] : [false]) {
        const failed = await failedIn(folder, files, { onlyOne });
        broken ??= failed.broken;
        const by = await passedIn(control.clean, failed.journeys, control.passing);
        if (by !== null) return { ...said, by, problem: null };
        if (failed.journeys.length === 0) break;
      }
    }
    return { ...said, by: null, problem: broken };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (control !== lane) rmSync(control.clean, { recursive: true, force: true });
  }
}

/** The files named first, then all. */
function stagesOf(first: readonly string[]): readonly (readonly string[])[] {
  if (first.length === 0) return [[]];
  return values.quick ? [first] : [first, []];
}

function toldOf({ name, by, problem }: Noticed): string {
  return `${name}: ${problem ?? (by === null ? 'NO JOURNEY NOTICED' : `noticed by "${by}"`)}`;
}

const values = optionsOf({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
});
const queue = DELETIONS.filter(({ name }) => name.includes(values.only));
if (queue.length === 0) refuse(`--only: no deletion holds "${values.only}"`);
const waiting = [...queue];
const results: Noticed[] = [];
await Promise.all(
  Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
    const lane: Lane = { clean: scratch(), passing: new Map() };
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await tryOut(next, lane);
      results.push(result);
      console.error(`${results.length}/${queue.length}  ${toldOf(result)}`);
    }
    rmSync(lane.clean, { recursive: true, force: true });
  }),
);
const order = new Map(queue.map(({ name }, index) => [name, index]));
results.sort((left, right) => (order.get(left.name) ?? 0) - (order.get(right.name) ?? 0));
const noticed = results.filter(({ by, problem }) => by !== null && problem === null).length;
if (values.json) console.log(JSON.stringify({ deleted: results.length, noticed, results }, null, 2));
else console.log(`${results.length} checks taken out one at a time, ${noticed} noticed by a journey`);
process.exitCode = noticed === results.length ? 0 : 1;
