import { judgeRun, ownFrom, placeOf, type Place } from './judge.ts';
import type { Run } from './journey.ts';
import type { Scenario } from './scenarios.ts';
import { inLanes, note, runOne, type Setup } from './setup.ts';
import type { Verdict } from './tally.ts';

export interface BoundaryKills {
  readonly verdicts: readonly Verdict[];
  /** Boundaries that an undisturbed run passes at times only: one more question, because an answer took long. */
  readonly unsteady: number;
}

/**
 * Runs each scenario once to list its boundaries (it must come to its end by itself), then once for each boundary with one process killed there by
 * SIGKILL.
 */
export async function boundaryKills(setup: Setup, scenarios: readonly Scenario[]): Promise<BoundaryKills> {
  const verdicts: Verdict[] = [];
  let unsteady = 0;
  const seen = new Set<string>();
  for (const scenario of scenarios) {
    const first = await runOne(setup, { scenario, kill: { kind: 'none' }, ownSimulator: true });
    const undisturbed = verdictOf(scenario, 'undisturbed', 'before', first, 0);
    if (undisturbed.outcome === 'failed') {
      verdicts.push(undisturbed);
      note(setup, undisturbed);
      continue;
    }
    const boundaries = boundariesOf(setup, scenario, first, seen);
    setup.say(
      `${scenario.name}: ${boundaries.length} boundaries, ${Math.round(first.tookMs)} ms undisturbed`,
    );
    await inLanes(setup, boundaries, async (boundary) => {
      const verdict = await killedAt(setup, scenario, boundary, first.passed);
      // Nobody died, so this run was undisturbed, too: one that does not pass the boundary.
      if (verdict.run.kills === 0 && !verdict.run.passed.includes(boundary)) {
        unsteady += 1;
        setup.say(`${scenario.name}: ${boundary} is not passed every time`);
        return;
      }
      verdicts.push(verdict);
      note(setup, verdict);
    });
  }
  return { verdicts, unsteady };
}

/**
 * The boundaries to kill at: all of the scenario's own, and of those that it shares, state by state, only what no
 * scenario before it had. Up to the reservation nothing depends on what the provider will do; with `--all` they are
 * killed all the same.
 */
function boundariesOf(
  { options }: Setup,
  scenario: Scenario,
  { passed }: Run,
  seen: Set<string>,
): readonly string[] {
  const own = scenario.shares === 'all' ? Infinity : ownFrom(passed);
  return [...new Set(passed)].filter((name) => {
    const isShared = passed.indexOf(name) < own && scenario.shares !== 'nothing';
    const key = `${scenario.situation.rail} ${name}`;
    const isKnown = isShared && !options.all && seen.has(key);
    seen.add(key);
    return !isKnown && (options.only === null || name.includes(options.only));
  });
}

async function killedAt(
  setup: Setup,
  scenario: Scenario,
  boundary: string,
  order: readonly string[],
): Promise<Verdict> {
  const run = await reached(setup, scenario, boundary);
  return verdictOf(scenario, boundary, placeOf(boundary, order), run, 1);
}

function verdictOf(scenario: Scenario, where: string, place: Place, run: Run, killsWanted: number): Verdict {
  return { scenario: scenario.name, where, run, ...judgeRun({ scenario, place, ...run, killsWanted }) };
}

/** Of a boundary that other runs may not pass. */
const TRIES = 4;

/** A run whose process passed by its boundary (the n-th poll, say) is made again: it proved nothing. */
async function reached(setup: Setup, scenario: Scenario, name: string): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    const run = await runOne(setup, { scenario, kill: { kind: 'boundary', name } });
    if (run.kills > 0 || tries === TRIES) return run;
  }
}
