import type { Batch } from './batch.ts';
import { neverHappened } from './kinds.ts';
import type { Known } from './known.ts';

/** A broken promise with what is needed to see it again. */
export interface Reported {
  readonly invariant: string;
  readonly detail: string;
  readonly world: number;
  readonly known: Known['name'] | null;
  /** The smallest list of events that still shows it; null when nobody looked for it. */
  readonly events: readonly string[] | null;
  readonly replay: string;
}

/** What a run tells, for people and for programs. */
export interface Report {
  readonly seed: number;
  readonly cases: number;
  readonly worlds: number;
  readonly events: number;
  readonly checks: number;
  readonly paid: { readonly reversal: number; readonly b2c: number };
  /** Unresolved in the end, a person called. */
  readonly in_doubt: number;
  /** Books that differ and of which people were told, the receipt on hold. */
  readonly listed: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly endings: Readonly<Record<string, number>>;
  readonly violations: readonly Reported[];
  readonly known: readonly Reported[];
  /** Kinds of fault that a run of this size should have met. */
  readonly never_happened: readonly string[];
  readonly hash: string;
  readonly cases_per_s: number;
}

export function reportOf(seed: number, batch: Batch, reported: readonly Reported[]): Report {
  return {
    seed,
    cases: batch.cases,
    worlds: batch.worlds,
    events: batch.events,
    checks: batch.checks,
    paid: batch.paid,
    in_doubt: batch.inDoubt,
    listed: batch.listed,
    faults: sorted(batch.faults),
    endings: sorted(batch.endings),
    violations: reported.filter(({ known }) => known === null),
    known: reported.filter(({ known }) => known !== null),
    never_happened: neverHappened(batch.cases, Object.fromEntries(batch.faults)),
    hash: batch.hash,
    cases_per_s: Math.round(batch.cases / batch.seconds),
  };
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Several runs as one. */
export function merged(seed: number, reports: readonly Report[], seconds: number): Report {
  const sum = (of: (report: Report) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const add = (
    of: (report: Report) => Readonly<Record<string, number>>,
  ): Readonly<Record<string, number>> => {
    const counts = new Map<string, number>();
    for (const report of reports)
      for (const [name, count] of Object.entries(of(report)))
        counts.set(name, (counts.get(name) ?? 0) + count);
    return sorted(counts);
  };
  const cases = sum((report) => report.cases);
  const faults = add((report) => report.faults);
  return {
    seed,
    cases,
    worlds: sum(({ worlds }) => worlds),
    events: sum(({ events }) => events),
    checks: sum(({ checks }) => checks),
    paid: { reversal: sum(({ paid }) => paid.reversal), b2c: sum(({ paid }) => paid.b2c) },
    in_doubt: sum((report) => report.in_doubt),
    listed: sum(({ listed }) => listed),
    faults,
    endings: add(({ endings }) => endings),
    violations: reports.flatMap(({ violations }) => violations),
    known: reports.flatMap(({ known }) => known),
    never_happened: neverHappened(cases, faults),
    hash: reports.map(({ hash }) => hash).join('-'),
    cases_per_s: Math.round(cases / seconds),
  };
}

export function reportText(report: Report): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · ');
  return [
    `seed ${report.seed}: ${report.cases} cases in ${report.worlds} worlds, ${report.events} events, ${report.checks} checks, ${report.cases_per_s} cases/s`,
    `paid: ${report.paid.reversal} reversals, ${report.paid.b2c} B2C; in doubt in the end: ${report.in_doubt}; books that differ and were told: ${report.listed}`,
    `endings: ${list(report.endings)}`,
    `faults: ${list(report.faults)}`,
    `event log: ${report.hash}`,
    ...report.known.map(({ known, detail, replay }) => `known, ${known ?? ''}: ${detail}\n  ${replay}`),
    ...report.never_happened.map((kind) => `NEVER HAPPENED: ${kind}`),
    ...report.violations.map(violationText),
    report.violations.length === 0
      ? 'no promise was broken'
      : `${report.violations.length} worlds broke a promise`,
  ].join('\n');
}

function violationText({ invariant, detail, events, replay }: Reported): string {
  return [
    `BROKEN ${invariant}: ${detail}`,
    ...(events === null ? [] : ['smallest list of events:', ...events]),
    `  again: ${replay}`,
  ].join('\n');
}
