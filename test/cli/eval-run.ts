import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Output } from '../../src/cli/output.ts';
import { runCli } from '../../src/cli/program.ts';
import type { Wrapping } from '../../src/app.ts';
import type { Ran } from './run.ts';

export interface EvalOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly wrapping?: Wrapping;
}

/** Runs `rudisha eval`: it has no desk, so none is opened. */
export async function evaluate(argv: readonly string[], options: EvalOptions = {}): Promise<Ran> {
  const said = { out: '', talk: '' };
  const code = await runCli(['eval', ...argv], {
    environment: { ...options.environment },
    output: new Output(
      (text) => (said.out += text),
      (text) => (said.talk += text),
      false,
    ),
    interactive: false,
    signal: options.signal ?? new AbortController().signal,
    wrapping: options.wrapping ?? {},
    setExitCode: () => undefined,
  });
  return { code, ...said };
}

/** A file of lines; a line that is a string is written as it is. */
export function linesFile(lines: readonly unknown[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'rudisha-eval-')), 'lines.jsonl');
  const written = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, written.join('\n'));
  return path;
}

/** What is printed about a set; tests look into it freely. */
export type Figures = Readonly<Record<string, unknown>>;

export async function figuresOf(
  set: string,
  lines: readonly unknown[],
  more: readonly string[] = [],
): Promise<Figures> {
  const ran = await evaluate([set, '--cases', linesFile(lines), '--json', ...more]);
  return JSON.parse(ran.out) as Figures;
}
