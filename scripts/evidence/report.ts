/** One report of what was proven, from real runs. Counts are whole numbers; `score` is killed mutants in per cent. */
export interface Evidence {
  readonly crash: {
    readonly boundaries: number;
    readonly kills: number;
    readonly paid_twice: number;
    readonly lost: number;
    readonly sent_more_than_once: number;
    readonly in_doubt: number;
    readonly resolved: number;
  };
  readonly simulation: {
    readonly seed: number;
    readonly cases: number;
    readonly faults: number;
    readonly checks: number;
    readonly violations: number;
  };
  readonly mutation: {
    readonly score: number | null;
    readonly deleted: number;
    readonly noticed: number;
  };
  readonly gate: {
    readonly must_stop_missed: number;
    readonly must_not_stop_stopped: number;
    readonly n: number;
  };
}

/** Figures of which more is worse, and of which less is. A seed is neither. */
const MUST_NOT_RISE: ReadonlySet<string> = new Set([
  'crash.paid_twice',
  'crash.lost',
  'crash.sent_more_than_once',
  'simulation.violations',
  'gate.must_stop_missed',
  'gate.must_not_stop_stopped',
]);
// How many boundaries there are, and how many of the random kills land, differs from run to run: `LEAST_KILLS` bounds it.
const MUST_NOT_FALL: ReadonlySet<string> = new Set([
  'simulation.cases',
  'simulation.faults',
  'mutation.score',
  'mutation.deleted',
  'mutation.noticed',
  'gate.n',
]);

/** What is worse than what was committed, one sentence each. A figure that is gone is worse too. */
export function worseThan(committed: Evidence, measured: Evidence): readonly string[] {
  const [before, now] = [flat(committed), flat(measured)];
  return [...before].flatMap(([name, value]) => {
    const other = now.get(name) ?? null;
    if (MUST_NOT_RISE.has(name) && (other === null || other > (value ?? 0)))
      return [`${name} rose from ${String(value)} to ${String(other)}`];
    if (MUST_NOT_FALL.has(name) && value !== null && (other === null || other < value))
      return [`${name} fell from ${value} to ${String(other)}`];
    return [];
  });
}

/** A crash test that kills less has not tried what it says. */
const LEAST_KILLS = 400;

/** What the claim itself says, whatever was committed: nobody paid twice, nothing lost, nothing sent twice. */
export function broken(measured: Evidence): readonly string[] {
  const { crash, simulation, gate } = measured;
  const claims: readonly (readonly [boolean, string])[] = [
    [crash.kills >= LEAST_KILLS, `only ${crash.kills} kills in the crash test`],
    [simulation.cases > 0 && simulation.faults > 0, 'the simulation tried nothing'],
    [crash.paid_twice === 0, `${crash.paid_twice} refunds were paid twice in the crash test`],
    [crash.lost === 0, `${crash.lost} refunds were lost in the crash test`],
    [crash.sent_more_than_once === 0, `${crash.sent_more_than_once} requests were sent more than once`],
    [simulation.violations === 0, `${simulation.violations} invariants were broken in the simulation`],
    [gate.must_stop_missed === 0, `${gate.must_stop_missed} refunds were put up that the table stops`],
  ];
  return claims.flatMap(([holds, what]) => (holds ? [] : [what]));
}

function flat(evidence: Evidence): ReadonlyMap<string, number | null> {
  return new Map(
    Object.entries(evidence).flatMap(([part, figures]) =>
      Object.entries(figures as Readonly<Record<string, number | null>>).map(
        ([name, value]) => [`${part}.${name}`, value] as const,
      ),
    ),
  );
}
