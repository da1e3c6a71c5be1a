import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARAJA_PATHS } from '../../src/mpesa/options.ts';
import type { Scenario } from './scenarios.ts';
import { runOne, type Setup } from './setup.ts';
import { syncedBeforeSend, TRACED_CALLS } from './trace.ts';

/** `shown`, `not traceable here`, or why it is not so. */
export type FsyncAnswer = string;

/**
 * SIGKILL does not test the disk: what the kernel holds survives it. So one run of each rail is traced, and its system
 * calls show whether the reservation was synced before the request left (DESIGN §9).
 */
export async function fsyncBeforeSend(setup: Setup, scenarios: readonly Scenario[]): Promise<FsyncAnswer> {
  if (!isTraceable()) return 'not traceable here';
  for (const scenario of scenarios) {
    const folder = setup.folder();
    const path = join(folder, 'trace');
    // -D: the worker itself is the child that is stopped at the end, not its tracer.
    const tracer = ['strace', '-D', '-f', '-y', '-s', '200', '-e', `trace=${TRACED_CALLS}`, '-o', path];
    const run = await runOne(setup, { scenario, kill: { kind: 'none' }, folder, tracer, keepFolder: true });
    const { rail } = scenario.situation;
    const proof = existsSync(path)
      ? syncedBeforeSend(
          readFileSync(path, 'utf8'),
          rail === 'b2c' ? DARAJA_PATHS.b2c : DARAJA_PATHS.reversal,
        )
      : { shown: false as const, why: 'no trace' };
    if (!run.finished) return `${scenario.name}: the traced run did not end`;
    if (!proof.shown) return `${scenario.name}: ${proof.why}`;
  }
  return 'shown';
}

/** A tracer that is missing, or that may not trace (containers often forbid it). */
function isTraceable(): boolean {
  const tried = spawnSync('strace', ['-D', '-f', '-y', '-e', 'trace=write', '/bin/true'], {
    encoding: 'utf8',
  });
  return tried.status === 0;
}
