import { Command } from 'commander';
import type { CliContext } from '../../src/cli/context.ts';
import { Output } from '../../src/cli/output.ts';
import { runCli } from '../../src/cli/program.ts';
import type { TestDesk } from '../support/desk.ts';

/** What a command line said and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly talk: string;
}

export interface RunOptions {
  readonly interactive?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly colour?: boolean;
}

export function contextOf(
  desk: Pick<TestDesk, 'config' | 'clock'>,
  options: RunOptions = {},
): { readonly context: CliContext; readonly said: () => { out: string; talk: string; code: number } } {
  const said = { out: '', talk: '', code: 0 };
  const output = new Output(
    (text) => (said.out += text),
    (text) => (said.talk += text),
    options.colour ?? false,
  );
  const context: CliContext = {
    environment: { RUDISHA_DB: desk.config.RUDISHA_DB, MODEL: 'rules', ...options.environment },
    output,
    interactive: options.interactive ?? false,
    signal: new AbortController().signal,
    wrapping: { clock: desk.clock },
    setExitCode: (code) => {
      said.code = code;
    },
  };
  return { context, said: () => said };
}

/** Runs one command line on a desk's database, as another process would: with a connection of its own. */
export async function rudisha(
  desk: Pick<TestDesk, 'config' | 'clock'>,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const { context, said } = contextOf(desk, options);
  const code = await runCli(argv, context);
  const { out, talk } = said();
  return { code, out, talk };
}

/** Runs one group alone, so that a test can stand in for the person at the terminal. */
export async function runGroup(
  desk: Pick<TestDesk, 'config' | 'clock'>,
  groupOf: (context: CliContext) => Command,
  argv: readonly string[],
): Promise<Ran> {
  const { context, said } = contextOf(desk, { interactive: true });
  await new Command('rudisha').exitOverride().addCommand(groupOf(context)).parseAsync(argv, { from: 'user' });
  return said();
}
