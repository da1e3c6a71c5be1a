import { Output } from '../../../src/cli/output.ts';
import { runCli } from '../../../src/cli/program.ts';

/**
 * `rudisha worker` as it ships, which says `resumed` at the first thing that it saved, with its processor time so far in
 * milliseconds, and `quiet` with its memory when it has saved nothing for a while.
 */
const QUIET_AFTER_MS = 400;

let commits = 0;
let seen = 0;
const stop = new AbortController();
setInterval(() => {
  if (commits > 0 && commits === seen) {
    const { rss, heapUsed } = process.memoryUsage();
    process.stdout.write(`quiet ${JSON.stringify({ rss, heapUsed })}\n`);
    stop.abort();
  }
  seen = commits;
}, QUIET_AFTER_MS).unref();

process.exitCode = await runCli(['worker', '--quiet'], {
  environment: process.env,
  output: new Output(
    () => undefined,
    () => undefined,
    false,
  ),
  interactive: false,
  signal: stop.signal,
  wrapping: {
    hook: (moment) => {
      if (moment !== 'after-commit') return;
      commits += 1;
      if (commits > 1) return;
      const { user, system } = process.cpuUsage();
      process.stdout.write(`resumed ${String((user + system) / 1_000)}\n`);
    },
  },
  setExitCode: () => undefined,
});
