#!/usr/bin/env node
import { Output } from './output.ts';
import { runCli } from './program.ts';

const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
  });
}

// A reader that went away (`| head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  output: new Output(
    (text) => process.stdout.write(text),
    (text) => process.stderr.write(text),
    colour,
  ),
  interactive: process.stdin.isTTY && process.stdout.isTTY,
  signal: stop.signal,
  wrapping: {},
  setExitCode: () => undefined,
});
