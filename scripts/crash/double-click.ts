import { judgeRun } from './judge.ts';
import type { Run } from './journey.ts';
import type { Scenario } from './scenarios.ts';
import { inLanes, note, runOne, type Setup } from './setup.ts';
import { tallyOf, type Tally, type Verdict } from './tally.ts';

export interface DoubleClicks {
  readonly verdicts: readonly Verdict[];
  readonly figures: Tally & {
    /** Two processes let go at one moment, none killed. */
    readonly undisturbed: number;
    /** One of the two killed at a boundary of its own. */
    readonly killed: number;
  };
}

/** Undisturbed double clicks on each rail: which process wins is up to the machine. */
const CLICKS_A_RAIL = 4;
/** A boundary of the winner is not passed by a process that lost: let go again until it wins. */
const TRIES = 10;

/** An approver double-clicks in two processes: one claim, one payment, whoever of the two dies. */
export async function doubleClicks(setup: Setup, scenarios: readonly Scenario[]): Promise<DoubleClicks> {
  const clicked = scenarios;
  const undisturbed: Verdict[] = [];
  const killed: Verdict[] = [];
  const boundaries = new Set<string>();
  const clicks = clicked.flatMap((scenario) => Array.from({ length: CLICKS_A_RAIL }, () => scenario));
  await inLanes(setup, clicks, async (scenario) => {
    const run = await runOne(setup, { scenario, kill: { kind: 'none' }, doubleClick: true });
    run.passed.filter((name) => name.startsWith('approver · ')).forEach((name) => boundaries.add(name));
    undisturbed.push(verdictOf(setup, scenario, 'two approvers', run, 0));
  });
  const [scenario] = clicked;
  await inLanes(setup, scenario === undefined ? [] : [...boundaries], async (name) => {
    for (let tries = 1; scenario !== undefined; tries += 1) {
      const run = await runOne(setup, { scenario, kill: { kind: 'boundary', name }, doubleClick: true });
      if (run.kills === 0 && tries < TRIES) continue;
      killed.push(verdictOf(setup, scenario, `two approvers, ${name}`, run, 1));
      return;
    }
  });
  const verdicts = [...undisturbed, ...killed];
  return {
    verdicts,
    figures: { ...tallyOf(verdicts), undisturbed: undisturbed.length, killed: killed.length },
  };
}

function verdictOf(setup: Setup, scenario: Scenario, where: string, run: Run, killsWanted: number): Verdict {
  const judged = judgeRun({ scenario, place: 'before', ...run, killsWanted });
  const claim = judged.outcome === 'failed' ? judged : { ...judged, ...oneClaim(run, killsWanted === 0) };
  const verdict: Verdict = { scenario: scenario.name, where, run, ...claim };
  note(setup, verdict);
  return verdict;
}

/** One approval in the books; and when nobody died, one process that approved and one that was told no. */
function oneClaim(
  { ending, approvers }: Run,
  isUndisturbed: boolean,
): Pick<Verdict, 'outcome' | 'why'> | object {
  if (ending.approvals !== 1)
    return { outcome: 'failed', why: `other: ${ending.approvals} approvals of one click` };
  const winners = approvers.filter((how) => how === 0).length;
  if (isUndisturbed && winners !== 1)
    return { outcome: 'failed', why: `other: ${winners} processes say that they approved` };
  return {};
}
