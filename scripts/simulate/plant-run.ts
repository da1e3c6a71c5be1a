import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTS, type Plant } from './plants.ts';
import type { Report } from './report.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Found {
  readonly plant: string;
  /** The promise that was seen broken first, or null: the bug lives on. */
  readonly invariant: string | null;
  /** It is one that this plant breaks. */
  readonly isIt: boolean;
  readonly detail: string;
  /** Cases that were run until then. */
  readonly cases: number;
  readonly violations: Report['violations'];
}

/** Plants a bug in a copy of the source and runs the simulation there, until it finds something or ends. */
export async function runPlant(name: string, cases: number, seed: number): Promise<Found> {
  const plant = PLANTS.find((one) => one.name === name);
  if (plant === undefined) throw new Error(`no plant ${name}: ${PLANTS.map((one) => one.name).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-plant-'));
  try {
    copyTree(folder);
    for (const edit of plant.changes) plantOne(folder, plant, edit);
    const args = ['--cases', cases, '--seed', seed, '--json', '--stop-after', 1, '--jobs', 1].map(String);
    const out = await run(join(folder, 'scripts/simulate/main.ts'), args);
    const report = JSON.parse(out) as Report;
    const [first] = report.violations;
    return {
      plant: name,
      invariant: first?.invariant ?? null,
      isIt: first !== undefined && plant.breaks.includes(first.invariant),
      detail: first?.detail ?? '',
      cases: report.cases,
      violations: report.violations,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyTree(folder: string): void {
  for (const part of [
    'src',
    'prompts',
    'scripts/simulate',
    'scripts/command-line.ts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function plantOne(folder: string, plant: Plant, { file, from, to }: Plant['changes'][number]): void {
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2)
    throw new Error(`plant ${plant.name}: ${file} does not hold once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** Runs a script with tsx; its output. An exit code of 1 is a finding, not an error. */
export function run(script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
      cwd: join(script, '../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 || code === 1) resolve(out);
      else reject(new Error(`${script} ended with ${code ?? 'a signal'}`));
    });
  });
}
