import { describe, expect, it } from 'vitest';
import { broken, worseThan, type Evidence } from '../../scripts/evidence/report.ts';

/** Goal: the report cannot say that all is well when it is not. Method: a good report, made worse in one place each. */

const GOOD: Evidence = {
  crash: {
    boundaries: 750,
    kills: 800,
    paid_twice: 0,
    lost: 0,
    sent_more_than_once: 0,
    in_doubt: 280,
    resolved: 190,
  },
  simulation: { seed: 1, cases: 20_000, faults: 50, checks: 800_000, violations: 0 },
  mutation: { score: 90, deleted: 35, noticed: 35 },
  gate: { must_stop_missed: 0, must_not_stop_stopped: 1, n: 88 },
};

type Change = { [Part in keyof Evidence]?: Partial<Evidence[Part]> };

function changed(change: Change): Evidence {
  return {
    crash: { ...GOOD.crash, ...change.crash },
    simulation: { ...GOOD.simulation, ...change.simulation },
    mutation: { ...GOOD.mutation, ...change.mutation },
    gate: { ...GOOD.gate, ...change.gate },
  };
}

describe('the claim', () => {
  it('holds for a good report', () => {
    expect(broken(GOOD)).toEqual([]);
  });

  it.each<[string, Change]>([
    ['a refund paid twice', { crash: { paid_twice: 1 } }],
    ['a refund lost', { crash: { lost: 1 } }],
    ['a request sent more than once', { crash: { sent_more_than_once: 1 } }],
    ['too few kills', { crash: { kills: 399 } }],
    ['a broken promise in the simulation', { simulation: { violations: 1 } }],
    ['a simulation without cases', { simulation: { cases: 0 } }],
    ['a simulation without faults', { simulation: { faults: 0 } }],
    ['a refund put up that the table stops', { gate: { must_stop_missed: 1 } }],
  ])('is broken by %s', (_, change) => {
    expect(broken(changed(change))).toHaveLength(1);
  });
});

describe('a report beside the committed one', () => {
  it('is not worse when it is the same, when a bad figure falls or a good one rises', () => {
    expect(worseThan(GOOD, GOOD)).toEqual([]);
    expect(worseThan(GOOD, changed({ gate: { must_not_stop_stopped: 0 } }))).toEqual([]);
    expect(worseThan(GOOD, changed({ mutation: { score: 95 }, simulation: { cases: 30_000 } }))).toEqual([]);
  });

  it.each<[string, Change]>([
    ['more refunds stopped that should go', { gate: { must_not_stop_stopped: 2 } }],
    ['fewer cases', { simulation: { cases: 19_999 } }],
    ['fewer kinds of faults', { simulation: { faults: 49 } }],
    ['a lower score', { mutation: { score: 89.9 } }],
    ['no score any more', { mutation: { score: null } }],
    ['fewer deletions', { mutation: { deleted: 34 } }],
    ['a deleted check that nobody misses any more', { mutation: { noticed: 34 } }],
    ['fewer labelled decisions', { gate: { n: 87 } }],
  ])('is worse with %s', (_, change) => {
    expect(worseThan(GOOD, changed(change))).toHaveLength(1);
  });
});
