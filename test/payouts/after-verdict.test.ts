import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { afterVerdict, type VerdictChange } from '../../src/payouts/after-verdict.ts';
import { transferOf } from '../../src/payouts/ledger.ts';
import { ATTEMPTS_PER_ROUND, RETRY_PAUSES } from '../../src/payouts/schedule.ts';
import type { Attempt, Payout, Transfer, Verdict, VerdictKind } from '../../src/payouts/types.ts';
import { answer, attempt, NOW, payout, receipt, result, stored } from './samples.ts';

/** Goal: what each verdict writes, once, and that a verdict which turns around loses no money from the books. */

const LATER = NOW + 5 * MINUTE;
const paid: Verdict = { kind: 'paid', providerReceipt: receipt('UKU7R2W9KD'), flags: [] };
const back: Verdict = { kind: 'already_back', providerReceipt: null, flags: [] };
const unresolved: Verdict = { kind: 'unresolved', flags: [] };
const notPaid = (changes: Partial<Extract<Verdict, { kind: 'not_paid' }>> = {}): Verdict => ({
  kind: 'not_paid',
  nothingLeft: false,
  laneStop: null,
  code: '2028',
  flags: [],
  ...changes,
});
const nothingLeft = notPaid({ nothingLeft: true, code: null });

const line = (kind: Transfer['kind'], providerReceipt: string | null = null): Transfer =>
  transferOf(attempt, payout, kind, {
    at: NOW,
    providerReceipt: providerReceipt === null ? null : receipt(providerReceipt),
  });

const out: Payout = { ...payout, state: 'unresolved', attempts: 1, attemptsInRound: 1 };

function settle(verdict: Verdict, changes: Partial<VerdictChange> = {}) {
  return afterVerdict({
    attempt,
    siblings: [],
    payout: out,
    previousFlags: [],
    verdict,
    transfers: [line('pending')],
    newFacts: [],
    receiptTaken: false,
    otherUnresolved: false,
    now: LATER,
    settings: { attemptsPerRound: ATTEMPTS_PER_ROUND, retryPauses: RETRY_PAUSES },
    ...changes,
  });
}

const applied = (verdict: VerdictKind): Attempt => ({ ...attempt, verdict, resolvedAt: NOW });
const kinds = (transfers: readonly Transfer[]) => transfers.map(({ id }) => id.replace(`${attempt.id}/`, ''));

describe('a first verdict', () => {
  it('of paid posts the reservation with its receipt and ends the round', () => {
    const settlement = settle(paid);
    expect(settlement).toMatchObject({
      attempt: { verdict: 'paid', resolvedAt: LATER },
      payout: { state: 'paid', nextAttemptAt: null, providerReceipt: 'UKU7R2W9KD' },
      roundEnded: 'paid',
      alerts: [],
      hold: false,
      laneStop: null,
    });
    expect(settlement.transfers).toEqual([{ ...line('posted', 'UKU7R2W9KD'), at: LATER }]);
  });

  it('of already back posts it without a receipt', () => {
    const settlement = settle(back);
    expect(settlement).toMatchObject({
      payout: { state: 'already_back', providerReceipt: null },
      roundEnded: 'already_back',
    });
    expect(kinds(settlement.transfers)).toEqual(['posted']);
  });

  it('of not paid voids it and ends the round as refused', () => {
    const settlement = settle(notPaid());
    expect(settlement).toMatchObject({
      payout: { state: 'not_paid', nextAttemptAt: null },
      roundEnded: 'payout_refused',
    });
    expect(kinds(settlement.transfers)).toEqual(['voided']);
  });

  it('of unresolved writes nothing', () => {
    expect(settle(unresolved)).toEqual({
      transfers: [],
      attempt: { verdict: 'unresolved', resolvedAt: null },
      payout: { state: 'unresolved', nextAttemptAt: null, providerReceipt: null },
      roundEnded: null,
      alerts: [],
      hold: false,
      laneStop: null,
    });
  });

  it('of money moved is booked as late when these books hold no reservation: an old copy of the database', () => {
    expect(kinds(settle(paid, { transfers: [] }).transfers)).toEqual(['late/UKU7R2W9KD']);
    expect(settle(notPaid(), { transfers: [] }).transfers).toEqual([]);
  });
});

describe('another attempt of the round', () => {
  it.each([
    ['nothing left', nothingLeft],
    ['a credential code', notPaid({ laneStop: { why: 'credential', code: '2001' } })],
    ['a float code', notPaid({ laneStop: { why: 'float', code: '1' } })],
  ])('follows after %s: in 1 minute, then in 5, and then the round failed', (_what, verdict) => {
    const after = (attemptsInRound: number) => {
      const number = attemptsInRound;
      const settlement = settle(verdict, {
        attempt: { ...attempt, number },
        payout: { ...out, attempts: number, attemptsInRound },
      });
      expect(kinds(settlement.transfers)).toEqual(['voided']);
      return settlement;
    };
    expect(after(1)).toMatchObject({
      payout: { state: 'retry_due', nextAttemptAt: LATER + MINUTE },
      roundEnded: null,
    });
    expect(after(2)).toMatchObject({ payout: { state: 'retry_due', nextAttemptAt: LATER + 5 * MINUTE } });
    expect(after(3)).toMatchObject({
      payout: { state: 'not_paid', nextAttemptAt: null },
      roundEnded: 'payout_failed',
    });
  });

  it('does not follow a verdict on an attempt that is not the newest one of the round', () => {
    const older = settle(nothingLeft, {
      siblings: [{ number: 2, verdict: 'not_paid' }],
      payout: { ...out, attempts: 2, attemptsInRound: 2 },
    });
    expect(older).toMatchObject({ payout: { state: 'not_paid' }, roundEnded: 'payout_refused' });
    const earlierRound = settle(nothingLeft, { payout: { ...out, round: 2, attemptsInRound: 0 } });
    expect(earlierRound).toMatchObject({ payout: { state: 'not_paid' }, roundEnded: 'payout_refused' });
  });
});

describe('the same verdict again', () => {
  it.each([
    ['paid', paid, 'paid', [line('pending'), line('posted')]],
    ['already back', back, 'already_back', [line('pending'), line('posted')]],
    ['not paid', nothingLeft, 'not_paid', [line('pending'), line('voided')]],
  ] as const)('writes nothing: %s', (_what, verdict, state, transfers) => {
    const before: Payout = {
      ...out,
      state: state === 'not_paid' ? 'retry_due' : state,
      nextAttemptAt: NOW + MINUTE,
    };
    expect(settle(verdict, { attempt: applied(state), payout: before, transfers })).toMatchObject({
      transfers: [],
      attempt: { verdict: state, resolvedAt: NOW },
      payout: { state: before.state, nextAttemptAt: before.nextAttemptAt },
      roundEnded: null,
      alerts: [],
      hold: false,
    });
  });

  it('may still bring the receipt that was missing, without another line', () => {
    const known: Verdict = { ...back, providerReceipt: receipt('UKU9STATEM') };
    const settlement = settle(known, {
      attempt: applied('already_back'),
      payout: { ...out, state: 'already_back' },
      transfers: [line('pending'), line('posted')],
    });
    expect(settlement).toMatchObject({
      payout: { providerReceipt: 'UKU9STATEM' },
      transfers: [],
      hold: false,
    });
  });

  it('never changes a receipt that is known', () => {
    const other = settle(
      { ...paid, providerReceipt: receipt('UKU5AAAAAA') },
      {
        attempt: applied('paid'),
        payout: { ...out, state: 'paid', providerReceipt: receipt('UKU7R2W9KD') },
        transfers: [line('pending'), line('posted')],
      },
    );
    expect(other.payout.providerReceipt).toBe('UKU7R2W9KD');
  });
});

describe('a verdict that turns a resolved attempt around', () => {
  const voided = [line('pending'), line('voided')];

  it.each([
    ['paid', paid, 'late/UKU7R2W9KD'],
    ['already back', back, 'late/unknown'],
  ] as const)(
    'from not paid to %s books the money as late, alerts and puts the receipt on hold',
    (_what, verdict, id) => {
      for (const state of ['not_paid', 'retry_due', 'proposed', 'rejected'] as const) {
        const settlement = settle(verdict, {
          attempt: applied('not_paid'),
          payout: { ...out, state, nextAttemptAt: NOW + MINUTE },
          transfers: voided,
        });
        expect(kinds(settlement.transfers)).toEqual([id]);
        expect(settlement).toMatchObject({
          attempt: { verdict: verdict.kind, resolvedAt: LATER },
          payout: { state: verdict.kind, nextAttemptAt: null },
          roundEnded: verdict.kind,
          alerts: ['turned_around'],
          hold: true,
        });
      }
    },
  );

  it('books late money once, also when its receipt becomes known afterwards', () => {
    const settlement = settle(paid, {
      attempt: applied('already_back'),
      transfers: [...voided, line('late')],
    });
    expect(settlement.transfers).toEqual([]);
    expect(settlement.payout.providerReceipt).toBe('UKU7R2W9KD');
  });

  it('from not paid to unresolved opens it again, with an alert and a hold', () => {
    const settlement = settle(unresolved, {
      attempt: applied('not_paid'),
      payout: { ...out, state: 'not_paid' },
      transfers: voided,
    });
    expect(settlement).toMatchObject({
      transfers: [],
      attempt: { verdict: 'unresolved', resolvedAt: null },
      payout: { state: 'unresolved' },
      alerts: ['turned_around'],
      hold: true,
    });
  });

  it.each([
    ['paid', unresolved],
    ['paid', notPaid()],
    ['already_back', notPaid()],
  ] as const)('from %s to less is not applied: money that was booked stays booked', (state, verdict) => {
    const settlement = settle(verdict, {
      attempt: applied(state),
      payout: { ...out, state },
      transfers: [line('pending'), line('posted')],
    });
    expect(settlement).toMatchObject({
      transfers: [],
      attempt: { verdict: state, resolvedAt: NOW },
      payout: { state },
      roundEnded: null,
      alerts: ['turned_around'],
      hold: true,
    });
  });

  it('from already back to paid says the same about the money: no alert, no hold, no second end', () => {
    const settlement = settle(paid, {
      attempt: applied('already_back'),
      payout: { ...out, state: 'already_back' },
      transfers: [line('pending'), line('posted')],
    });
    expect(settlement).toMatchObject({
      transfers: [],
      payout: { state: 'paid', providerReceipt: 'UKU7R2W9KD' },
      roundEnded: null,
      alerts: [],
      hold: false,
    });
  });
});

describe('several attempts of a payout', () => {
  const two: Payout = { ...out, attempts: 2, attemptsInRound: 2 };
  const voided = [line('pending'), line('voided')];

  it('leave it unresolved while a newer one is out, even when an older one turns out paid', () => {
    const settlement = settle(paid, {
      attempt: applied('not_paid'),
      siblings: [{ number: 2, verdict: 'unresolved' }],
      payout: two,
      transfers: voided,
    });
    expect(settlement).toMatchObject({ payout: { state: 'unresolved' }, roundEnded: null, hold: true });
    expect(kinds(settlement.transfers)).toEqual(['late/UKU7R2W9KD']);
  });

  it('make it paid when the newer one then proves unpaid', () => {
    const settlement = settle(nothingLeft, {
      attempt: { ...attempt, number: 2 },
      siblings: [{ number: 1, verdict: 'paid' }],
      payout: { ...two, providerReceipt: receipt('UKU5AAAAAA') },
    });
    expect(settlement).toMatchObject({
      payout: { state: 'paid', nextAttemptAt: null },
      roundEnded: 'paid',
      hold: false,
    });
  });

  it('that were both paid are an alert and a hold, and both are booked', () => {
    const settlement = settle(paid, {
      attempt: { ...attempt, number: 2 },
      siblings: [{ number: 1, verdict: 'paid' }],
      payout: { ...two, state: 'paid' },
    });
    expect(settlement).toMatchObject({ alerts: ['paid_twice'], hold: true, roundEnded: null });
    expect(kinds(settlement.transfers)).toEqual(['posted']);
  });
});

describe('a receipt that settles another payout already', () => {
  it('settles nothing here: the attempt stays unresolved, with an alert', () => {
    expect(settle(paid, { receiptTaken: true })).toMatchObject({
      transfers: [],
      attempt: { verdict: 'unresolved' },
      payout: { state: 'unresolved', providerReceipt: null },
      alerts: ['receipt_settles_another_payout'],
    });
  });

  it('takes back nothing that was booked before', () => {
    const settlement = settle(paid, {
      receiptTaken: true,
      attempt: applied('paid'),
      payout: { ...out, state: 'paid' },
    });
    expect(settlement).toMatchObject({
      transfers: [],
      attempt: { verdict: 'paid' },
      payout: { state: 'paid' },
    });
  });

  it('matters only where there is a receipt', () => {
    expect(settle(back, { receiptTaken: true })).toMatchObject({ payout: { state: 'already_back' } });
  });

  it('leaves an attempt that was proven unpaid as it was, with an alert and a hold', () => {
    const settlement = settle(paid, {
      receiptTaken: true,
      attempt: applied('not_paid'),
      payout: { ...out, state: 'paid', providerReceipt: receipt('UKU7R2W9KD') },
      transfers: [line('pending'), line('voided')],
    });
    expect(settlement).toMatchObject({
      attempt: { verdict: 'not_paid', resolvedAt: NOW },
      payout: { state: 'paid' },
      transfers: [],
      hold: true,
    });
    expect(settlement.alerts).toContain('receipt_settles_another_payout');
  });
});

describe('alerts and lane stops', () => {
  it('tell of each contradiction once', () => {
    const flagged: Verdict = { kind: 'unresolved', flags: ['amount_mismatch', 'ids_mismatch'] };
    expect(settle(flagged).alerts).toEqual(['amount_mismatch', 'ids_mismatch']);
    expect(settle(flagged, { previousFlags: ['ids_mismatch'] }).alerts).toEqual(['amount_mismatch']);
    expect(settle(flagged, { previousFlags: ['ids_mismatch', 'amount_mismatch'] }).alerts).toEqual([]);
  });

  it('stop the lane at the result itself, before the attempt is resolved', () => {
    const settlement = settle(unresolved, { newFacts: stored(result('2001')) });
    expect(settlement).toMatchObject({
      attempt: { verdict: 'unresolved' },
      laneStop: { why: 'credential', code: '2001' },
    });
  });

  it('do not stop a lane again for a fact of yesterday', () => {
    const proven = notPaid({ laneStop: { why: 'credential', code: '2001' } });
    const settlement = settle(proven, { newFacts: stored(answer(1, 'Completed')) });
    expect(settlement).toMatchObject({ payout: { state: 'retry_due' }, laneStop: null });
  });

  it('name the credential before the float', () => {
    const settlement = settle(unresolved, { newFacts: stored(result('1'), result('8006')) });
    expect(settlement.laneStop).toEqual({ why: 'credential', code: '8006' });
  });
});
