import { openApp, type App, type Wrapping } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import type { Output } from './output.ts';

/** What a command gets from the process that runs it. Tests bring their own. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Both ends are a terminal: prompts are possible. */
  readonly interactive: boolean;
  readonly signal: AbortSignal;
  /** Stand-ins for the ports: tests and the crash sweep. */
  readonly wrapping: Wrapping;
  /** Exit code when nothing was thrown. */
  setExitCode(code: number): void;
}

export function configOf(context: CliContext): Config {
  return readConfig(context.environment);
}

/** Opens the desk for a command that does not pay, runs it, and closes the desk whatever happens. */
export async function withDesk<T>(context: CliContext, run: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp(configOf(context), { pays: false, wrapping: context.wrapping });
  try {
    return await run(app);
  } finally {
    app.close();
  }
}
