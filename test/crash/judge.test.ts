import { describe, expect, it } from 'vitest';
import type { Ending } from '../../scripts/crash/books.ts';
import { judgeRun, ownFrom, placeOf, type Judged, type Place } from '../../scripts/crash/judge.ts';
import type { Expected } from '../../scripts/crash/scenarios.ts';
import type { Takeover } from '../../scripts/crash/takeover.ts';

// Goal: the crash test fails when it should. Method: endings as the books would show them.

const PAID: Ending = {
  status: 'closed',
  outcome: 'refunded',
  escalations: [],
  outboxWaiting: 0,
  toJudge: 0,
  told: ['refund_paid'],
  ledger: { pending: 1, posted: 1 },
  attempts: 1,
  approvals: 1,
  facts: ['acknowledged', 'result 0'],
  moneyOutCents: 15_000,
  moneyOutTimes: 1,
  requestsReceived: 1,
  requestsAccepted: 1,
  mostRequestsAnAttempt: 1,
  providerBusy: 0,
};
const TAKEN_OVER: Takeover = {
  waited: true,
  workersKilled: 1,
  secondKilled: false,
  tookOver: true,
  restarts: 0,
};
const NOTHING_LEFT: Partial<Ending> = {
  status: 'approved',
  outcome: null,
  ledger: { pending: 1 },
  facts: ['asked', 'status_answer'],
  moneyOutCents: 0,
  moneyOutTimes: 0,
  requestsReceived: 0,
  requestsAccepted: 0,
  mostRequestsAnAttempt: 0,
};
const DOUBT: Partial<Ending> = {
  ...NOTHING_LEFT,
  escalations: ['payout_in_doubt'],
  told: ['handed_to_person'],
};
const REFUSED: Partial<Ending> = {
  ...NOTHING_LEFT,
  status: 'waiting_for_approval',
  escalations: ['payout_refused'],
  told: ['handed_to_person'],
  ledger: { pending: 1, voided: 1 },
  facts: ['acknowledged', 'result 2040', 'asked', 'status_answer'],
  requestsReceived: 1,
  requestsAccepted: 1,
  mostRequestsAnAttempt: 1,
};

function judged(
  place: Place,
  ending: Partial<Ending>,
  expected: Expected = 'answered',
  run: Partial<Judged> = {},
): string {
  const { outcome, why } = judgeRun({
    scenario: { expected, situation: { refundCents: 15_000 } },
    place,
    kills: 1,
    killsWanted: 1,
    finished: true,
    ending: { ...PAID, ...ending },
    takeover: TAKEN_OVER,
    ...run,
  });
  return outcome === 'failed' ? why : outcome;
}

describe('a run counts as', () => {
  it.each<[string, Place, Partial<Ending>, Expected]>([
    ['paid_once', 'before', {}, 'answered'],
    ['paid_once', 'after', {}, 'answered'],
    ['in_doubt_resolved', 'between', { told: ['money_is_back'] }, 'answered'],
    ['in_doubt_resolved', 'after', { told: ['money_is_back'] }, 'doubt_resolved'],
    ['in_doubt_person', 'between', DOUBT, 'answered'],
    ['in_doubt_person', 'between', DOUBT, 'refused'],
    ['in_doubt_person', 'after', { ...DOUBT, requestsAccepted: 1, requestsReceived: 1 }, 'refused'],
    ['in_doubt_person', 'outside', { ...DOUBT, requestsReceived: 1 }, 'answered'],
    [
      'in_doubt_person',
      'outside',
      { ...DOUBT, moneyOutCents: 15_000, moneyOutTimes: 1, facts: ['asked'] },
      'answered',
    ],
    ['refused', 'before', REFUSED, 'refused'],
    ['refused', 'after', REFUSED, 'refused'],
    ['refused', 'outside', { ...REFUSED, attempts: 2, ledger: { pending: 2, voided: 2 } }, 'refused'],
    [
      'refused',
      'outside',
      { ...NOTHING_LEFT, attempts: 0, ledger: {}, escalations: ['payout_refused'], told: [] },
      'answered',
    ],
    ['paid_once', 'outside', { attempts: 2, ledger: { pending: 2, voided: 1, posted: 1 } }, 'answered'],
  ])('%s when a process died %s', (outcome, place, ending, expected) => {
    expect(judged(place, ending, expected)).toBe(outcome);
  });
});

describe('a run fails', () => {
  it.each<[string, string, Place, Partial<Ending>, Expected]>([
    ['paid twice', 'money left twice', 'after', { moneyOutTimes: 2 }, 'answered'],
    ['paid twice', 'more money left', 'after', { moneyOutCents: 30_000 }, 'answered'],
    [
      'sent more than once',
      'one attempt was requested twice',
      'after',
      { mostRequestsAnAttempt: 2 },
      'answered',
    ],
    [
      'sent more than once',
      'even one that was refused',
      'after',
      { ...REFUSED, mostRequestsAnAttempt: 2 },
      'refused',
    ],
    ['lost: paid', 'nobody was told', 'before', { told: [] }, 'answered'],
    ['lost: paid', 'the case stayed open', 'before', { status: 'approved', outcome: null }, 'answered'],
    [
      'lost: paid',
      'the customer was told twice',
      'before',
      { told: ['refund_paid', 'money_is_back'] },
      'answered',
    ],
    ['other: the ledger', 'the ledger says nothing', 'before', { ledger: { pending: 1 } }, 'answered'],
    ['other: another amount', 'less was paid', 'before', { moneyOutCents: 14_000 }, 'answered'],
    ['other: paid what', 'the provider had refused', 'before', {}, 'refused'],
    ['lost: nothing was paid', 'before the reservation', 'before', DOUBT, 'answered'],
    ['lost: nothing was paid', 'after the answer', 'after', DOUBT, 'doubt_resolved'],
    [
      'lost: the request was received',
      'received, not settled',
      'between',
      { ...DOUBT, requestsReceived: 1 },
      'answered',
    ],
    ['lost: accepted', 'accepted, not settled', 'anywhere', { ...DOUBT, requestsAccepted: 1 }, 'answered'],
    ['lost: in doubt without', 'no person was named', 'between', { ...DOUBT, escalations: [] }, 'answered'],
    ['lost: in doubt without', 'the customer was not told', 'between', { ...DOUBT, told: [] }, 'answered'],
    ['lost: nothing was tried', 'no attempt at all', 'anywhere', { ...DOUBT, attempts: 0 }, 'answered'],
    ['lost: refused', 'refused, and nobody knows', 'after', { ...REFUSED, escalations: [] }, 'refused'],
    [
      'lost: refused',
      'refused, and still reserved',
      'after',
      { ...REFUSED, ledger: { pending: 1 } },
      'refused',
    ],
    ['other: a second attempt', 'sent again as another attempt', 'between', { attempts: 2 }, 'answered'],
    ['lost: nothing was tried', 'nobody tried a refusal', 'anywhere', { ...DOUBT, attempts: 0 }, 'refused'],
    ['lost: the refusal', 'a refusal went unheard', 'before', DOUBT, 'refused'],
  ])('as "%s": %s', (why, _, place, ending, expected) => {
    expect(judged(place, ending, expected)).toMatch(new RegExp(`^${why}`));
  });

  it('when no process was proven dead, or only one of a pair', () => {
    expect(judged('before', {}, 'answered', { kills: 0 })).toMatch(/^not killed/);
    expect(judged('before', {}, 'answered', { kills: 1, killsWanted: 2 })).toMatch(/^not killed/);
  });

  it('when the case did not end', () => {
    expect(judged('between', {}, 'answered', { finished: false })).toMatch(/^lost/);
  });
});

describe('the place of a boundary', () => {
  const order = [
    'approver · waiting_for_approval · commit after-commit · 1',
    'worker · approved · reserve before-begin · 1',
    'worker · approved · reserve after-commit · 1',
    'worker listener · approved · record after-commit · 1',
    'worker · approved · reserve before-begin · 2',
    'worker · approved · reserve before-commit · 1',
    'worker · approved · reserve after-commit · 2',
    'worker · approved · payments.send before · 1',
    'simulator · provider · b2c:accepted · 1',
    'worker · approved · record before-commit · 1',
    'worker listener · approved · record after-commit · 2',
    'worker · approved · record after-commit · 1',
    'worker · refunded · channel.deliver before · 1',
  ];

  it('follows from the reservation that was sent, not from one that the gate refused', () => {
    expect(order.map((name) => placeOf(name, order))).toEqual([
      ...['before', 'before', 'before', 'before', 'before', 'before'],
      ...['between', 'between', 'outside', 'between', 'after', 'after', 'after'],
    ]);
  });

  it('is the scenario’s own from the moment before that reservation', () => {
    expect(order[ownFrom(order)]).toBe('worker · approved · reserve before-begin · 2');
  });

  it('is nothing in a run that sent nothing', () => {
    expect(() => placeOf('worker · approved · x · 1', order.slice(0, 4))).toThrow(
      'reserved, sent or recorded',
    );
  });
});

describe('the worker that waits', () => {
  const within = (place: Place, changed: Partial<Takeover>): string =>
    judged(place, {}, 'answered', { takeover: { ...TAKEN_OVER, ...changed } });

  it('fails a run in which a worker was killed and it did not take over, wherever the kill was', () => {
    for (const place of ['before', 'after', 'anywhere'] as const)
      expect(within(place, { tookOver: false })).toBe(
        'other: a worker was killed, and the one that waited did not take over',
      );
  });

  it('fails a run at a boundary in which it did not wait from the start', () => {
    expect(within('before', { waited: false, tookOver: false })).toBe(
      'other: no second worker waited from the start',
    );
    expect(within('outside', { waited: false, workersKilled: 0, tookOver: false })).toBe(
      'other: no second worker waited from the start',
    );
  });

  it('need not have waited when the instant was drawn at random, nor take over when it died as well', () => {
    expect(within('anywhere', { waited: false, tookOver: false })).toBe('paid_once');
    expect(within('anywhere', { secondKilled: true, tookOver: false, workersKilled: 2 })).toBe('paid_once');
  });

  it('waits throughout when another process than a worker dies', () => {
    expect(within('before', { workersKilled: 0, tookOver: false })).toBe('paid_once');
  });
});
