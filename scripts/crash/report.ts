import type { BoundaryKills } from './boundary-kills.ts';
import type { DoubleClicks } from './double-click.ts';
import type { FsyncAnswer } from './fsync.ts';
import type { Migrations } from './migration.ts';
import type { SweepOptions } from './options.ts';
import type { RandomKills } from './random-kills.ts';
import type { Scenario } from './scenarios.ts';
import { tallyOf, type Tally, type Verdict } from './tally.ts';
import type { TwoWorkers } from './two-workers.ts';

/** What a sweep did; null: a part that was left out. */
export interface Swept {
  readonly boundaries: BoundaryKills | null;
  readonly random: RandomKills | null;
  readonly doubleClick: DoubleClicks | null;
  readonly twoWorkers: TwoWorkers | null;
  readonly migration: Migrations | null;
  readonly fsync: FsyncAnswer | null;
  readonly seconds: number;
}

/** The least that a whole sweep must show: a run in which nothing happens must fail. */
const AT_LEAST: Readonly<Partial<Record<keyof Tally, number>>> = {
  kills: 400,
  paid_once: 150,
  in_doubt_resolved: 100,
  in_doubt_person: 20,
  refused: 100,
  takeovers: 200,
  restarts: 5,
};

/** One in so many: more, and names no longer say where a process died. A loaded machine has a few. */
const UNSTEADY_ONE_IN = 15;

/** The figures as they are printed. */
export function figuresOf(swept: Swept, scenarios: readonly Scenario[], options: SweepOptions): object {
  const { boundaries, random, migration, doubleClick, twoWorkers, fsync, seconds } = swept;
  const sum = tallyOf(verdictsOf(swept));
  const atBoundaries = boundaries?.verdicts ?? [];
  const byRail = (rail: string): number =>
    atBoundaries.filter(({ scenario }) => scenarioNamed(scenarios, scenario)?.situation.rail === rail).length;
  return {
    boundaries:
      atBoundaries.length + (migration?.figures.boundaries ?? 0) + (doubleClick?.figures.killed ?? 0),
    boundaries_not_passed_every_time: boundaries?.unsteady ?? 0,
    ...sum,
    kills: sum.kills + (twoWorkers?.kills ?? 0),
    paid_twice: sum.paid_twice + (twoWorkers?.paid_twice ?? 0),
    lost: sum.lost + (twoWorkers?.lost ?? 0),
    sent_more_than_once: sum.sent_more_than_once + (twoWorkers?.sent_more_than_once ?? 0),
    by_rail: { reversal: byRail('reversal'), b2c: byRail('b2c') },
    scenarios: Object.fromEntries(
      (boundaries === null ? [] : scenarios).map(({ name }) => [
        name,
        tallyOf(atBoundaries.filter(({ scenario }) => scenario === name)),
      ]),
    ),
    random:
      random === null
        ? null
        : { seed: options.seed, pairs: options.pairs, missed: random.missed, ...tallyOf(random.verdicts) },
    migration: migration?.figures ?? null,
    two_workers: twoWorkers,
    double_click: doubleClick?.figures ?? null,
    fsync_before_send: fsync,
    seconds,
  };
}

/** Everything that makes a sweep fail, in words. Empty: all is well. */
export function failuresOf(
  swept: Swept,
  scenarios: readonly Scenario[],
  options: SweepOptions,
): readonly string[] {
  const failures = verdictsOf(swept)
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ scenario, where, why }) => `${scenario}: ${where}: ${why}`);
  const { twoWorkers, migration, fsync } = swept;
  if (twoWorkers !== null) failures.push(...failuresOfTwo(twoWorkers));
  if (migration !== null && !migration.figures.refused_beneath_worker)
    failures.push('a migration began beneath a worker');
  if (migration !== null && !migration.figures.worker_refused_before)
    failures.push('a worker began on a file that was not migrated');
  if (fsync !== null && fsync !== 'shown' && fsync !== 'not traceable here')
    failures.push(`fsync before send: ${fsync}`);
  const { verdicts, unsteady } = swept.boundaries ?? { verdicts: [], unsteady: 0 };
  if (unsteady * UNSTEADY_ONE_IN > verdicts.length)
    failures.push(`${unsteady} of ${verdicts.length} boundaries are not passed every time`);
  return [...failures, ...shortfalls(swept, scenarios, options)];
}

function failuresOfTwo({
  kills,
  paid_twice,
  lost,
  sent_more_than_once,
  sent_by,
}: TwoWorkers): readonly string[] {
  const failures: string[] = [];
  if (paid_twice + lost + sent_more_than_once > 0)
    failures.push(`two workers: ${paid_twice} paid twice, ${lost} lost, ${sent_more_than_once} sent again`);
  if (kills === 0) failures.push('two workers: neither was killed');
  if (Object.values(sent_by).some((sent) => sent === 0))
    failures.push('two workers: one of them did nothing');
  return failures;
}

/** A sweep of which nothing was left out must have done this much; any sweep must have killed something. */
function shortfalls(
  swept: Swept,
  scenarios: readonly Scenario[],
  { whole }: SweepOptions,
): readonly string[] {
  const sum = tallyOf(verdictsOf(swept));
  const wanted = whole ? AT_LEAST : { kills: swept.fsync === null && swept.twoWorkers === null ? 1 : 0 };
  const short = Object.entries(wanted).flatMap(([name, least]) => {
    const found = sum[name as keyof Tally];
    return found < least ? [`too little happened: ${name} ${found}, at least ${least} wanted`] : [];
  });
  if (!whole) return short;
  const words = scenarios.flatMap(({ name, expected }) => {
    const { paid_once, in_doubt_resolved, refused, takeovers } = tallyOf(
      (swept.boundaries?.verdicts ?? []).filter(({ scenario }) => scenario === name),
    );
    const ends = { answered: paid_once, doubt_resolved: in_doubt_resolved, refused }[expected];
    return [
      ...(ends === 0 ? [`too little happened: ${name} never came to its end`] : []),
      ...(takeovers === 0 ? [`too little happened: ${name}: no second worker took over`] : []),
    ];
  });
  return [...short, ...words];
}

function verdictsOf({ boundaries, random, migration, doubleClick }: Swept): readonly Verdict[] {
  return [
    ...(boundaries?.verdicts ?? []),
    ...(random?.verdicts ?? []),
    ...(migration?.verdicts ?? []),
    ...(doubleClick?.verdicts ?? []),
  ];
}

function scenarioNamed(scenarios: readonly Scenario[], name: string): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}
