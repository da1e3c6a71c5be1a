import { Output } from '../../src/cli/output.ts';
import { runCli } from '../../src/cli/program.ts';
import { boundaries } from './boundaries.ts';

/** One process of the desk as `rudisha ARGS` is, with its ports wrapped: CRASH_ROLE, CRASH_PASSED, CRASH_AT. */
const { wrapping } = boundaries({
  role: process.env['CRASH_ROLE'] ?? 'process',
  passedPath: process.env['CRASH_PASSED'] ?? '/dev/null',
  dieAt: process.env['CRASH_AT'] ?? null,
});
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  output: new Output(
    (text) => process.stdout.write(text),
    (text) => process.stderr.write(text),
    false,
  ),
  interactive: false,
  signal: stop.signal,
  wrapping,
  setExitCode: () => undefined,
});
