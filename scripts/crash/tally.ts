import type { Judgement, Outcome } from './judge.ts';
import type { Run } from './journey.ts';

/** One judged run. */
export interface Verdict extends Judgement {
  readonly scenario: string;
  /** Where it was killed, for people. */
  readonly where: string;
  readonly run: Run;
}

export interface Tally {
  readonly runs: number;
  readonly kills: number;
  readonly paid_once: number;
  readonly paid_twice: number;
  readonly lost: number;
  readonly sent_more_than_once: number;
  readonly in_doubt: number;
  readonly in_doubt_resolved: number;
  readonly in_doubt_person: number;
  readonly refused: number;
  readonly other_failures: number;
  /** Runs in which a worker was killed and the second one, which had waited, took over. */
  readonly takeovers: number;
  /** Workers started when nobody was left, because the second one died as well. */
  readonly restarts: number;
  /** Workers that ended without being killed, and that a service manager started again. */
  readonly ended_by_themselves: number;
}

/** The figures of some verdicts. */
export function tallyOf(verdicts: readonly Verdict[]): Tally {
  const count = (outcome: Outcome): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const failures = (words: string): number =>
    verdicts.filter(({ outcome, why }) => outcome === 'failed' && why.startsWith(words)).length;
  const [twice, lost, sent] = ['paid twice', 'lost', 'sent more than once'].map(failures) as [
    number,
    number,
    number,
  ];
  return {
    runs: verdicts.length,
    kills: verdicts.reduce((sum, { run }) => sum + run.kills, 0),
    paid_once: count('paid_once'),
    paid_twice: twice,
    lost,
    sent_more_than_once: sent,
    in_doubt: count('in_doubt_resolved') + count('in_doubt_person'),
    in_doubt_resolved: count('in_doubt_resolved'),
    in_doubt_person: count('in_doubt_person'),
    refused: count('refused'),
    other_failures: count('failed') - twice - lost - sent,
    takeovers: verdicts.filter(({ run }) => run.takeover.tookOver).length,
    restarts: verdicts.reduce((sum, { run }) => sum + run.takeover.restarts, 0),
    ended_by_themselves: verdicts.reduce((sum, { run }) => sum + run.endedByThemselves, 0),
  };
}
