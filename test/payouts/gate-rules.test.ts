import { describe, expect, it } from 'vitest';
import { formatEat, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { gate } from '../../src/payouts/gate.ts';
import type { RefusalReason, Then } from '../../src/payouts/gate-types.ts';
import { peopleNeeded } from '../../src/payouts/people.ts';
import type { PayoutState } from '../../src/payouts/types.ts';
import {
  approvalBy,
  b2cRows,
  booksWith,
  caseWith,
  given,
  limitsWith,
  payoutWith,
  pending,
  rows,
  toNumber,
} from './gate-samples.ts';
import { NOW, refund } from './samples.ts';

/** Goal: what the single checks let through, what they answer, and that the gate is closed when in doubt. */

describe('a check that cannot decide', () => {
  it('refuses, and says which and why', () => {
    const broken = {
      dueNow: () => {
        throw new TypeError('no such row');
      },
    };
    expect(gate({ ...rows, ...broken }, given)).toEqual({
      ok: false,
      check: 'records_agree',
      reason: 'records_agree could not decide (TypeError)',
      then: 'person',
      escalation: 'payout_refused',
    });
  });

  it('refuses also when something is thrown that is no error', () => {
    const broken = {
      dueNow: () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw 'text';
      },
    };
    expect(gate({ ...rows, ...broken }, given)).toMatchObject({
      reason: 'records_agree could not decide (string)',
    });
  });

  it.each([
    ['reversal', rows],
    ['B2C payment', b2cRows],
  ])('keeps the gate shut for a %s with any row missing or no number', (rail, right) => {
    // Booleans of which "absent" means "not so", and the moments of which null is a value, are left out.
    const leftOut = new Set(['receiptOnHold', 'acceptedClock', 'newestEventAt']);
    // A reversal needs no confirmation: the provider itself refuses one of a payment that is gone.
    if (rail === 'reversal') leftOut.add('confirmation');
    const { case: kase, limits, books, confirmation } = right;
    const nested: Readonly<Record<string, object>> = { case: kase, limits, books, confirmation };
    const paths = Object.keys(right)
      .filter((name) => !leftOut.has(name))
      .flatMap((name): [string, string | null][] =>
        Object.hasOwn(nested, name)
          ? Object.keys(nested[name] ?? {}).map((inner) => [name, inner])
          : [[name, null]],
      );
    const broken = (name: string, inner: string | null, value: unknown) => ({
      ...right,
      [name]: inner === null ? value : { ...nested[name], [inner]: value },
    });
    expect(gate(right, given)).toEqual({ ok: true });
    for (const value of [undefined, Number.NaN]) {
      for (const [name, inner] of paths) {
        const what = `${name}.${inner ?? ''} = ${String(value)}`;
        expect(gate(broken(name, inner, value), given), what).toMatchObject({ ok: false });
      }
      for (const name of Object.keys(given)) {
        expect(gate(right, { ...given, [name]: value }), `given.${name}`).toMatchObject({ ok: false });
      }
    }
  });

  it('keeps the gate shut for a retry without a time', () => {
    const lost = payoutWith({ state: 'retry_due', attemptsInRound: 1, nextAttemptAt: null });
    expect(gate({ ...rows, ...lost }, given)).toMatchObject({ check: 'reserve', then: 'person' });
  });
});

describe('the case', () => {
  it('goes back to the decision when all its approvals are for an earlier revision', () => {
    const stale = caseWith({ revision: 5 });
    expect(gate({ ...rows, ...stale }, given)).toMatchObject({
      check: 'case_current',
      reason: 'case_changed_since_approval',
      then: 'back_to_decision',
    });
  });
});

describe('the clock', () => {
  it('may be a minute behind, or as far as a person accepted', () => {
    expect(gate({ ...rows, newestEventAt: NOW + 60 * SECOND }, given)).toEqual({ ok: true });
    expect(gate({ ...rows, newestEventAt: null }, given)).toEqual({ ok: true });
    expect(gate({ ...rows, newestEventAt: NOW + HOUR, acceptedClock: NOW + HOUR }, given)).toEqual({
      ok: true,
    });
  });
});

describe('a clock that shows no moment', () => {
  it('keeps the gate shut, also before the first event', () => {
    const refused = gate({ ...rows, newestEventAt: null }, { ...given, now: Number.NaN });
    expect(refused).toMatchObject({ check: 'clock_sane', then: 'person' });
  });
});

describe('the limits', () => {
  it('let through what just fits', () => {
    const exact = limitsWith({
      perPayoutCents: refund.amountCents,
      perDayCents: refund.amountCents,
    });
    expect(gate({ ...rows, ...exact }, given)).toEqual({ ok: true });
  });

  it('of a day wait for midnight in East Africa, unless the whole day would be too small', () => {
    const spent = limitsWith({ perDayCents: refund.amountCents, spentTodayCents: cents(1) });
    const tomorrow = gate({ ...rows, ...spent }, given);
    expect('until' in tomorrow && formatEat(tomorrow.until ?? 0)).toBe('2026-12-01 00:00');
    const small = limitsWith({ perDayCents: cents(refund.amountCents - 1) });
    expect(gate({ ...rows, ...small }, given)).not.toHaveProperty('until');
  });
});

describe('approvals', () => {
  it('of two different people carry an amount that needs two', () => {
    const two = { peopleNeeded: 2, approvals: [approvalBy('asha'), approvalBy('brian')] };
    expect(gate({ ...rows, ...two }, given)).toEqual({ ok: true });
  });

  it('that do not count do not spoil those that do', () => {
    const mixed = [approvalBy('olive'), approvalBy('brian', { expiresAt: NOW - 1 }), approvalBy('asha')];
    expect(gate({ ...rows, approvals: mixed }, given)).toEqual({ ok: true });
  });

  it('need two people above the configured amount only', () => {
    expect(peopleNeeded(cents(100), cents(100))).toBe(1);
    expect(peopleNeeded(cents(101), cents(100))).toBe(2);
    expect(peopleNeeded(cents(101), null)).toBe(1);
    expect(peopleNeeded(Number.NaN as typeof refund.amountCents, cents(100))).toBe(2);
  });
});

describe('a repeat of a key', () => {
  const done: readonly [PayoutState, Then, RefusalReason][] = [
    ['paid', 'already_done', 'already_paid'],
    ['already_back', 'already_done', 'already_back'],
    ['unresolved', 'waits', 'attempt_unresolved'],
  ];

  it.each(done)(
    'that is %s gets what became of it, though the records call for no refund and the caps are full',
    (state, then, reason) => {
      const taken = { ...rows, ...payoutWith({ state }) };
      const full = booksWith({ receiptTransfers: [pending], orderTransfers: [pending] });
      for (const repeat of [
        { ...taken, dueNow: () => null },
        { ...taken, ...full },
      ]) {
        expect(gate(repeat, given)).toMatchObject({ ok: false, check: 'reserve', reason, then });
      }
    },
  );

  it('that may be proposed again gets the records’ own answer', () => {
    for (const state of ['proposed', 'retry_due', 'not_paid', 'rejected'] as const) {
      const again = { ...rows, ...payoutWith({ state, nextAttemptAt: NOW }), dueNow: () => null };
      expect(gate(again, given)).toMatchObject({ check: 'records_agree' });
    }
  });

  it('is tried again when its time has come, and says when that is', () => {
    const due = payoutWith({ state: 'retry_due', attemptsInRound: 2, nextAttemptAt: NOW });
    expect(gate({ ...rows, ...due }, given)).toEqual({ ok: true });
    const early = payoutWith({ state: 'retry_due', attemptsInRound: 1, nextAttemptAt: NOW + MINUTE });
    expect(gate({ ...rows, ...early }, given)).toMatchObject({ until: NOW + MINUTE });
  });
});

describe('a destination that was tampered with', () => {
  it('puts the receipt on hold', () => {
    expect(gate({ ...rows, refund: toNumber }, given)).toMatchObject({ check: 'destination', hold: true });
  });
});
