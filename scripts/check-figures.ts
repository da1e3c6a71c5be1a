/**
 * Measures `rudisha eval all --model rules` and compares it with the committed data/eval/figures.json: no count of
 * what is right may fall, and nothing that is wrong, harmful or asked of a model may rise. `--write` commits to what
 * was measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { Output } from '../src/cli/output.ts';
import { runCli } from '../src/cli/program.ts';

const FILE = fileURLToPath(new URL('../data/eval/figures.json', import.meta.url));

/** Figures by name: which way is worse. Every other number is a size or a detail of one of these. */
const MUST_NOT_FALL: ReadonlySet<string> = new Set([
  'correct',
  'right',
  'hidden',
  'nothing_else_hidden',
  'macro_f1',
]);
const MUST_NOT_RISE: ReadonlySet<string> = new Set([
  'wrong',
  'harmful',
  'chosen_wrong',
  'other_row',
  'model_calls_per_case',
]);

type Figures = Readonly<Record<string, unknown>>;

/** What is worse than the committed figures, one sentence each. Sets and counts that are gone are worse too. */
export function worseThan(committed: readonly Figures[], measured: readonly Figures[]): readonly string[] {
  return committed.flatMap((before) => {
    const name = String(before['set']);
    const now = measured.find(({ set }) => set === before['set']);
    return now === undefined ? [`${name}: not measured any more`] : worseIn(name, before, now);
  });
}

function worseIn(path: string, before: Figures, now: Figures): readonly string[] {
  return Object.entries(before).flatMap(([name, value]): readonly string[] => {
    const at = `${path}.${name}`;
    const other = now[name];
    if (MUST_NOT_FALL.has(name)) {
      return isCount(value) && !(isCount(other) && other >= value)
        ? [`${at} fell from ${value} to ${show(other)}`]
        : [];
    }
    if (MUST_NOT_RISE.has(name)) return risen(at, value, other);
    if (!isTable(value)) return [];
    return isTable(other) ? worseIn(at, value, other) : [`${at}: not measured any more`];
  });
}

/** Lists are of ids. A new name in the place of an old one is a new mistake, whatever the count. */
function risen(at: string, before: unknown, now: unknown): readonly string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return [`${at}: not measured any more`];
    const fresh = now.filter((id) => !before.includes(id)).map(String);
    return fresh.length === 0 ? [] : [`${at} has ${fresh.join(', ')}, which it had not`];
  }
  return isCount(before) && !(isCount(now) && now <= before)
    ? [`${at} rose from ${before} to ${show(now)}`]
    : [];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number';
}

function isTable(value: unknown): value is Figures {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

async function measure(): Promise<readonly Figures[]> {
  let printed = '';
  const code = await runCli(['eval', 'all', '--model', 'rules', '--json'], {
    environment: {},
    output: new Output(
      (text) => (printed += text),
      (text) => process.stderr.write(text),
      false,
    ),
    interactive: false,
    signal: new AbortController().signal,
    wrapping: {},
    setExitCode: () => undefined,
  });
  if (code !== 0) throw new Error(`the evaluation ended with code ${code}`);
  return JSON.parse(printed) as readonly Figures[];
}

/** In the form that the format check wants. */
async function write(figures: readonly Figures[]): Promise<void> {
  const options = await resolveConfig(FILE);
  writeFileSync(FILE, await format(JSON.stringify(figures), { ...options, filepath: FILE }));
}

if (import.meta.filename === process.argv[1]) {
  const measured = await measure();
  if (process.argv.includes('--write')) {
    await write(measured);
    console.log(`written: ${FILE}`);
  } else {
    const worse = worseThan(JSON.parse(readFileSync(FILE, 'utf8')) as readonly Figures[], measured);
    for (const sentence of worse) console.log(sentence);
    const summary = measured.map(({ set, correct, n }) => `${String(set)} ${String(correct)}/${String(n)}`);
    console.log(
      `${worse.length === 0 ? 'no figure is worse than committed' : 'FIGURES ARE WORSE'}: ${summary.join(', ')}`,
    );
    process.exitCode = worse.length === 0 ? 0 : 1;
  }
}
