import { Output } from '../../src/cli/output.ts';
import { runCli } from '../../src/cli/program.ts';
import { boundaries } from './boundaries.ts';
import { watchStatements, withSmallCheckpoints } from './driver.ts';

/**
 * One process of the desk as `rudisha ARGS` is, with its ports wrapped: CRASH_ROLE, CRASH_PASSED, CRASH_AT, CRASH_DIED,
 * CRASH_GATE. CRASH_CHECKPOINT=small makes every commit a checkpoint, CRASH_STATEMENTS=yes makes boundaries of the
 * driver's statements.
 */
const environment = process.env;
const { wrapping, pass } = boundaries({
  role: environment['CRASH_ROLE'] ?? 'process',
  passedPath: environment['CRASH_PASSED'] ?? '/dev/null',
  dieAt: environment['CRASH_AT'] ?? null,
  diedPath: environment['CRASH_DIED'] ?? '/dev/null',
  gate: environment['CRASH_GATE'] ?? null,
});
if (environment['CRASH_CHECKPOINT'] === 'small') withSmallCheckpoints();
if (environment['CRASH_STATEMENTS'] === 'yes') watchStatements(pass);
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
process.exitCode = await runCli(process.argv.slice(2), {
  environment,
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
