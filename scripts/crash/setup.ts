import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBundles, type Bundles } from './bundles.ts';
import { Journey, type JourneyOptions, type Run } from './journey.ts';
import type { SweepOptions } from './options.ts';
import { Outside } from './outside.ts';
import { portPair } from './ports.ts';
import { makeTemplate, makeWaiting } from './prepare.ts';
import type { Scenario } from './scenarios.ts';
import { OVERPAID, UNPAID } from './situations.ts';
import type { Verdict } from './tally.ts';

/** What all parts of a sweep share. */
export interface Setup {
  readonly options: SweepOptions;
  readonly home: string;
  readonly bundles: Bundles;
  readonly outside: Outside;
  /** A folder with nothing in it but records. */
  readonly fresh: string;
  /** A folder in which the case of the scenario waits for approval. */
  waiting(scenario: Scenario): string;
  /** A folder for the next run. */
  folder(): string;
  say(line: string): void;
  close(keep: boolean): void;
}

/** Bundles, folders to begin with, and the provider's process. */
export async function openSetup(options: SweepOptions): Promise<Setup> {
  const home = mkdtempSync(join(tmpdir(), 'rudisha-crash-'));
  const bundles = await makeBundles();
  const fresh = join(home, 'fresh');
  await makeTemplate(fresh, [UNPAID, OVERPAID]);
  for (const situation of [UNPAID, OVERPAID])
    await makeWaiting(join(home, `waiting-${situation.rail}`), fresh, [situation]);
  const outside = new Outside(bundles.provider);
  let runs = 0;
  return {
    options,
    home,
    bundles,
    outside,
    fresh,
    waiting: ({ situation }) => join(home, `waiting-${situation.rail}`),
    folder: () => join(home, `run-${(runs += 1)}`),
    say: (line) => {
      process.stderr.write(`${line}\n`);
    },
    close: (keep) => {
      outside.close();
      bundles.remove();
      if (!keep) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** One run in a folder of its own. */
export async function runOne(
  setup: Setup,
  run: Pick<JourneyOptions, 'scenario' | 'kill'> &
    Partial<JourneyOptions> & { readonly keepFolder?: boolean },
): Promise<Run> {
  const journey = new Journey({
    folder: setup.folder(),
    template: run.scenario.fromOpening ? setup.fresh : setup.waiting(run.scenario),
    script: setup.bundles.process,
    outside: setup.outside,
    ports: await portPair(),
    ...run,
  });
  const done = await journey.run();
  const isKept = setup.options.keep || run.keepFolder === true || !done.finished;
  if (!isKept) rmSync(journey.folder, { recursive: true, force: true });
  return done;
}

/** Works through a queue with as many runs at once as there are lanes. */
export async function inLanes<T>(
  setup: Setup,
  queue: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...queue];
  const lane = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: setup.options.lanes }, lane));
}

/** Says what failed, at once: a sweep takes minutes. */
export function note(setup: Setup, { outcome, scenario, where, why, run }: Verdict): void {
  if (outcome === 'failed') setup.say(`FAILED ${scenario}: ${where}: ${why} ${JSON.stringify(run.ending)}`);
}
