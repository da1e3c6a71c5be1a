import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { firstRefusal, gate } from '../../src/payouts/gate.ts';
import { CHECK_NAMES, type GateRows } from '../../src/payouts/gate-types.ts';
import type { InquiryView, StatusAnswer } from '../../src/payouts/types.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { b2cRows, confirmedBy, given, questionWith, rows, standing } from './gate-samples.ts';
import { b2cRefund, NOW, refund } from './samples.ts';

/** Goal: a B2C payment leaves only for a payment that stands right now, to the number that made it. */

const ask = (...inquiries: readonly InquiryView[]) =>
  gate({ ...b2cRows, ...confirmedBy(...inquiries) }, given);
const asking = { ok: false, check: 'payment_confirmed', reason: 'payment_not_confirmed', then: 'asks' };
const notCompleted = {
  ok: false,
  check: 'payment_confirmed',
  reason: 'original_not_completed',
  then: 'person',
  escalation: 'payout_refused',
};
const at = (ago: number) => ({ at: NOW - ago });
const busy: StatusAnswer = { code: '26', receipt: null, status: null, amountCents: null };

describe('the confirmation of the original payment', () => {
  it('opens the gate, which without one asks', () => {
    expect(ask(questionWith())).toEqual({ ok: true });
    expect(ask()).toEqual(asking);
  });

  it('is nobody else’s business: without this check the gate is open', () => {
    const others = CHECK_NAMES.filter((name) => name !== 'payment_confirmed');
    expect(firstRefusal(others, { ...b2cRows, ...confirmedBy() }, given)).toBeNull();
  });

  it('is not needed for a reversal, which the provider itself refuses when the payment is gone', () => {
    const gone = questionWith([{ ...standing, status: 'Reversed' }]);
    expect(gate({ ...rows, ...confirmedBy(gone) }, given)).toEqual({ ok: true });
    expect(gate({ ...rows, ...confirmedBy(questionWith([], { state: 'open' })) }, given)).toEqual({
      ok: true,
    });
  });

  it('is as old as its question, and old to the millisecond', () => {
    expect(ask(questionWith([standing], at(10 * MINUTE)))).toEqual({ ok: true });
    expect(ask(questionWith([standing], at(10 * MINUTE + 1)))).toEqual(asking);
    expect(ask(questionWith([standing], at(0)))).toEqual({ ok: true });
  });

  it.each([0, -1, Number.NaN])('that may be %d ms old asks nobody: it could not decide', (maxAgeMs) => {
    const confirmation = { inquiries: [questionWith()], maxAgeMs };
    const verdict = gate({ ...b2cRows, confirmation }, given);
    expect(verdict).toMatchObject({ check: 'payment_confirmed', then: 'person' });
  });

  it('asked in the future, or at no moment, confirms nothing', () => {
    expect(ask(questionWith([standing], at(-1)))).toEqual(asking);
    expect(ask(questionWith([standing], { at: Number.NaN }))).toEqual(asking);
  });

  it('counts while a newer question is open, and after an older one that went stale', () => {
    const older = questionWith([standing], at(3 * MINUTE));
    expect(ask(older, questionWith([], { state: 'open' }))).toEqual({ ok: true });
    const stale = questionWith([{ ...standing, status: 'Initiated' }], at(60 * MINUTE));
    expect(ask(stale, questionWith())).toEqual({ ok: true });
  });

  it.each([
    ['another receipt', { receipt: 'UKN4X7M2QQ' }],
    ['no receipt', { receipt: null }],
    ['another amount', { amountCents: cents(refund.amountCents - 1) }],
    ['the amount of the refund', { amountCents: b2cRefund.amountCents }],
    ['no amount', { amountCents: null }],
    ['no status', { status: null }],
    ['the status Reversed', { status: 'Reversed' }],
    ['the status Failed', { status: 'Failed' }],
    ['the status Pending Authorized', { status: 'Pending Authorized' }],
    ['an unknown status', { status: 'Complete' }],
    ['no such payment, whatever stands beside it', { code: '2032' }],
    ['no such payment', { code: '2032', receipt: null, status: null, amountCents: null }],
  ])('with %s is for a person', (_what, changes) => {
    expect(ask(questionWith([{ ...standing, ...changes }]))).toEqual(notCompleted);
  });

  it('fits in other letters and with spaces', () => {
    const written = { ...standing, code: '00000000', status: ' COMPLETED ', receipt: ' ukn4x7m2qp ' };
    expect(ask(questionWith([written]))).toEqual({ ok: true });
  });

  it('of a payment that the books do not know confirms nothing', () => {
    const books = { ...b2cRows.books, paymentCents: null };
    const untold = confirmedBy(questionWith([{ ...standing, amountCents: null }]));
    for (const told of [b2cRows, { ...b2cRows, ...untold }])
      expect(firstRefusal(['payment_confirmed'], { ...told, books }, given)).toMatchObject(notCompleted);
  });

  it('by answers that differ is none', () => {
    const otherwise = { ...standing, status: 'Failed' };
    for (const answers of [
      [standing, otherwise],
      [otherwise, standing],
    ])
      expect(ask(questionWith(answers))).toEqual(notCompleted);
    const older = questionWith([otherwise], { ...at(5 * MINUTE), state: 'unanswered' });
    expect(ask(older, questionWith())).toEqual(notCompleted);
    const same = [standing, { ...standing, debitParty: '2547****0391' }, busy];
    expect(ask(questionWith(same))).toEqual({ ok: true });
  });

  it('is worth nothing when a late answer to any older question tells of a reversal', () => {
    const reversed = questionWith([{ ...standing, status: 'Reversed' }], {
      ...at(5 * MINUTE),
      state: 'unanswered',
    });
    expect(ask(reversed, questionWith())).toEqual(notCompleted);
    const stale = questionWith([{ ...standing, status: 'reversed' }], at(60 * MINUTE));
    expect(ask(stale, questionWith())).toEqual(notCompleted);
  });
});

describe('a question about the original payment', () => {
  const silent = (ago: number) => questionWith([], at(ago));

  it('that is open is waited for, not asked again', () => {
    const waits = { ok: false, check: 'payment_confirmed', reason: 'confirmation_awaited', then: 'waits' };
    const open = questionWith([], { state: 'open' });
    expect(ask(open)).toEqual(waits);
    expect(ask(silent(9), silent(8), silent(7), open)).toEqual(waits);
    expect(ask(questionWith([standing], at(60 * MINUTE)), open)).toEqual(waits);
  });

  it('is put three times in vain before a person is called', () => {
    const person = { ...notCompleted, reason: 'confirmations_unanswered' };
    expect(ask(silent(3))).toEqual(asking);
    expect(ask(silent(3), silent(2))).toEqual(asking);
    expect(ask(silent(3), silent(2), silent(1))).toEqual(person);
    expect(ask(silent(3), silent(2), silent(1), questionWith())).toEqual({ ok: true });
  });

  it.each(['17', '26', '2001', '100000000', '00.002.1001', 'SFC_IC0003', '9999'])(
    'that is answered with the query’s own code %s was not answered, and is put again',
    (code) => {
      const failed = questionWith([{ ...busy, code }]);
      expect(ask(failed)).toEqual(asking);
      expect(ask(failed, silent(1))).toEqual(asking);
      expect(ask(failed, failed, silent(1))).toMatchObject({ reason: 'confirmations_unanswered' });
    },
  );

  it('that was answered long ago counts neither as a confirmation nor as silence', () => {
    const stale = questionWith([standing], at(60 * MINUTE));
    expect(ask(stale, stale, stale)).toEqual(asking);
  });
});

describe('the destination of a B2C payment', () => {
  const doesNotFit = {
    ok: false,
    check: 'destination',
    reason: 'payee_does_not_fit',
    then: 'person',
    escalation: 'records_conflict',
    hold: true,
  };
  const to = (payee: string): GateRows => ({
    ...b2cRows,
    refund: { ...b2cRefund, payee: payee as Msisdn },
    ...confirmedBy(questionWith([{ ...standing, debitParty: payee }])),
  });

  it.each(['254712000391', '254112000391'])('is a number of the rail like %s', (payee) => {
    expect(gate(to(payee), given)).toEqual({ ok: true });
  });

  it.each([
    '254812000391',
    '254200000391',
    '0712000391',
    '+254712000391',
    '25471200039',
    '2547120003911',
    '2547****0391',
    '255712000391',
    '254712000391 ',
    '254712000391\n',
    '600992',
    'payer-of-receipt',
    '',
  ])('is no %j', (payee) => {
    expect(gate(to(payee), given)).toEqual(doesNotFit);
  });

  const shown = (...parties: readonly (string | undefined)[]) => {
    const answers = parties.map((debitParty) => {
      const { code, receipt, status, amountCents } = standing;
      const answer = { code, receipt, status, amountCents };
      return debitParty === undefined ? answer : { ...answer, debitParty };
    });
    return gate({ ...b2cRows, ...confirmedBy(questionWith(answers)) }, given);
  };
  const hashOf = (number: string) => msisdnHash(number as Msisdn);

  it.each(['254712000391', '0712000391', '2547****0391', '254712***391', hashOf('254712000391')])(
    'fits a payer who is shown as %s',
    (party) => {
      expect(shown(party)).toEqual({ ok: true });
    },
  );

  it.each(['254712000392', '2547****0392', '2541****0391', hashOf('254712000392'), '600992', 'a bank'])(
    'does not fit a payer who is shown as %s',
    (party) => {
      expect(shown(party)).toEqual(doesNotFit);
    },
  );

  it('is believed from the records where the provider shows no payer', () => {
    expect(shown(undefined)).toEqual({ ok: true });
  });

  it('must fit every payer that is shown', () => {
    expect(shown('254712000391', undefined, '2547****0391')).toEqual({ ok: true });
    expect(shown('254712000391', '254712000392')).toEqual(doesNotFit);
  });

  it('is held against the answers that count, not against those that went stale', () => {
    const other = questionWith([{ ...standing, debitParty: '254712000392' }], at(60 * MINUTE));
    expect(ask(other, questionWith())).toEqual({ ok: true });
  });
});
