import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { optionsOf, wholeNumber } from '../command-line.ts';
import { broken, worseThan, type Evidence } from './report.ts';

/**
 * Runs the proof and writes one report of it: the crash test, the simulation, the decisions' evaluation, and what the
 * last full run of mutants and deleted checks found (data/evidence/mutation.json, with its date and commit).
 *
 *   npm run evidence [-- --json] [--cases N] [--seed S] [--write]
 *
 * Fails when a claim is broken or a figure is worse than the committed data/evidence/figures.json; `--write` commits to
 * what was measured.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIGURES = new URL('../../data/evidence/figures.json', import.meta.url);
const MUTATION = new URL('../../data/evidence/mutation.json', import.meta.url);

const values = optionsOf({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});

// Asked here, so that half an hour is not spent before the simulation refuses them.
wholeNumber('--cases', values.cases, { least: 1 });
wholeNumber('--seed', values.seed);

type Json = Readonly<Record<string, unknown>>;

/** What each part is measured with: printed beside its figures, so that anybody can run it again. */
const COMMANDS = {
  crash: ['crash-test', '--', '--json'],
  simulation: ['simulate', '--', '--cases', values.cases, '--seed', values.seed, '--json'],
  gate: ['rudisha', '--', 'eval', 'decisions', '--model', 'rules', '--json'],
} as const;

/** Parts that found something wrong by their own rules, whatever their figures say. */
const failed: string[] = [];

/** Its JSON. What it says while it runs goes to the terminal. */
async function measure(command: readonly string[]): Promise<Json> {
  const child = spawn('npm', ['run', '-s', ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) failed.push(`npm run ${command.join(' ')} ended with ${String(code)}`);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error(`npm run ${command.join(' ')} printed no JSON: ${text.slice(0, 200)}`);
  }
}

function figure(from: Json, ...path: readonly string[]): number {
  let at: unknown = from;
  for (const name of path) at = (at as Json | undefined)?.[name];
  if (typeof at === 'number') return at;
  if (Array.isArray(at)) return at.length;
  throw new Error(`the figure ${path.join('.')} is not there`);
}

/** Kinds of faults that came about at least once. */
function faultKinds(simulation: Json): number {
  return Object.values(simulation['faults'] as Readonly<Record<string, number>>).filter((times) => times > 0)
    .length;
}

interface LastMutation {
  readonly score: number | null;
  readonly deleted: number;
  readonly noticed: number;
  readonly date: string;
  readonly commit: string;
  readonly commands: readonly string[];
}

const mutation = JSON.parse(readFileSync(MUTATION, 'utf8')) as LastMutation;
const gate = await measure(COMMANDS.gate);
console.error('evidence: the simulation');
const simulation = await measure(COMMANDS.simulation);
console.error('evidence: the crash test');
const crash = await measure(COMMANDS.crash);

const evidence: Evidence = {
  crash: {
    boundaries: figure(crash, 'boundaries'),
    kills: figure(crash, 'kills'),
    paid_twice: figure(crash, 'paid_twice'),
    lost: figure(crash, 'lost'),
    sent_more_than_once: figure(crash, 'sent_more_than_once'),
    in_doubt: figure(crash, 'in_doubt'),
    resolved: figure(crash, 'in_doubt_resolved'),
  },
  simulation: {
    seed: figure(simulation, 'seed'),
    cases: figure(simulation, 'cases'),
    faults: faultKinds(simulation),
    checks: figure(simulation, 'checks'),
    violations: figure(simulation, 'violations'),
  },
  mutation: { score: mutation.score, deleted: mutation.deleted, noticed: mutation.noticed },
  gate: {
    must_stop_missed: figure(gate, 'must_stop', 'n') - figure(gate, 'must_stop', 'right'),
    must_not_stop_stopped: figure(gate, 'must_not_stop', 'n') - figure(gate, 'must_not_stop', 'right'),
    n: figure(gate, 'n'),
  },
};

function line(part: keyof Evidence, command: string): string {
  const figures = Object.entries(evidence[part])
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ');
  return `${part.padEnd(11)} ${figures}\n            npm run ${command}`;
}

if (values.json) console.log(JSON.stringify(evidence, null, 2));
else {
  console.log(line('crash', COMMANDS.crash.join(' ')));
  console.log(line('simulation', COMMANDS.simulation.join(' ')));
  console.log(
    line(
      'mutation',
      `${mutation.commands.join('; npm run ')}  (last run ${mutation.date}, ${mutation.commit})`,
    ),
  );
  console.log(line('gate', COMMANDS.gate.join(' ')));
}

if (values.write) {
  const path = fileURLToPath(FIGURES);
  const options = await resolveConfig(path);
  writeFileSync(FIGURES, await format(JSON.stringify(evidence), { ...options, filepath: path }));
}
const wrong = [
  ...failed,
  ...broken(evidence),
  ...(values.write ? [] : worseThan(JSON.parse(readFileSync(FIGURES, 'utf8')) as Evidence, evidence)),
];
for (const sentence of wrong) console.error(`WORSE: ${sentence}`);
for (const violation of simulation['violations'] as readonly unknown[])
  console.error(JSON.stringify(violation, null, 2));
process.exitCode = wrong.length === 0 ? 0 : 1;
