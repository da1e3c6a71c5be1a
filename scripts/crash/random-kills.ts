import { randomOf, type Random } from '../simulate/random.ts';
import { judgeRun } from './judge.ts';
import type { Kill, Role } from './journey.ts';
import type { Scenario } from './scenarios.ts';
import { inLanes, note, runOne, type Setup } from './setup.ts';
import type { Verdict } from './tally.ts';

export interface RandomKills {
  readonly verdicts: readonly Verdict[];
  /** Runs that were over before the instant came, and were drawn again. */
  readonly missed: number;
}

/** Instants drawn again before a run counts as never killed. */
const DRAWS = 8;

/**
 * Kills at random instants, which fall between the boundaries as well, and pairs: whoever took over dies too, during
 * the recovery. Drawn from the seed; the instants are shares of how long the scenario takes on this machine now.
 */
export async function randomKills(setup: Setup, scenarios: readonly Scenario[]): Promise<RandomKills> {
  const { seed, random: singles, pairs } = setup.options;
  setup.say(`random kills: --seed ${seed}`);
  const verdicts: Verdict[] = [];
  let missed = 0;
  const lasting = new Map<Scenario, number>();
  const runs = [
    ...Array.from({ length: singles }, () => false),
    ...Array.from({ length: pairs }, () => true),
  ];
  const drawn = runs.map((isPair, n) => ({ isPair, random: randomOf('crash', seed, n) }));
  await inLanes(setup, drawn, async ({ isPair, random }) => {
    const scenario = random.pick(scenarios);
    const tookMs = lasting.get(scenario) ?? (await durationOf(setup, scenario));
    lasting.set(scenario, tookMs);
    for (let draw = 1; draw <= DRAWS; draw += 1) {
      // Those that came too late are drawn from ever earlier instants.
      const kill = drawKill(random, scenario, tookMs / draw, isPair);
      const run = await runOne(setup, { scenario, kill });
      const killsWanted = isPair ? 2 : 1;
      if (run.finished && run.kills < killsWanted && draw < DRAWS) {
        missed += 1;
        continue;
      }
      const place = kill.role === 'simulator' ? 'outside' : 'anywhere';
      const judgement = judgeRun({ scenario, place, ...run, killsWanted });
      const verdict = { scenario: scenario.name, where: wordsOf(kill), run, ...judgement };
      verdicts.push(verdict);
      note(setup, verdict);
      return;
    }
  });
  return { verdicts, missed };
}

async function durationOf(setup: Setup, scenario: Scenario): Promise<number> {
  return (await runOne(setup, { scenario, kill: { kind: 'none' } })).tookMs;
}

type InstantKill = Extract<Kill, { kind: 'instant' }>;

function drawKill(random: Random, { fromOpening }: Scenario, tookMs: number, isPair: boolean): InstantKill {
  const roles: readonly Role[] = fromOpening
    ? ['worker', 'worker', 'worker', 'opener', 'approver', 'simulator']
    : ['worker', 'worker', 'worker', 'worker', 'approver', 'simulator'];
  const role = isPair ? 'worker' : random.pick(roles);
  // A command lives for the start of a process and one commit.
  const lives = role === 'opener' || role === 'approver' ? tookMs / 4 : tookMs;
  return {
    kind: 'instant',
    role,
    afterMs: Math.round(random.next() * lives),
    againAfterMs: isPair ? Math.round(random.next() * (tookMs / 2)) : null,
  };
}

function wordsOf({ role, afterMs, againAfterMs }: InstantKill): string {
  return `${role} after ${afterMs} ms${againAfterMs === null ? '' : `, whoever works then ${againAfterMs} ms later`}`;
}
