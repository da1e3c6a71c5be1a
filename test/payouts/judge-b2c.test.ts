import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact, ResultFact, StatusAnswerFact, Verdict } from '../../src/payouts/types.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import {
  acknowledged,
  asked,
  b2cAnswer,
  b2cAttempt,
  b2cIds,
  b2cRefund,
  b2cSuccess,
  neverConnected,
  neverSent,
  people,
  refused,
  result,
  statementRow,
  stored,
} from './samples.ts';

/** Goal: the B2C rows of payouts.md §6: paid only by what shows amount and receiver, and never unpaid beside it. */

const verdictOf = (...facts: readonly Fact[]): Verdict => judge(b2cAttempt, stored(...facts));
const failure = result('2040', b2cIds);
/** The fact without one of the fields that are absent when they were not told. */
const without = <Told extends ResultFact | StatusAnswerFact>(fact: Told, name: keyof Told): Told =>
  Object.fromEntries(Object.entries(fact).filter(([field]) => field !== name)) as unknown as Told;
const HASH = msisdnHash('254712000391' as Msisdn);
const OTHER_HASH = msisdnHash('254712000392' as Msisdn);

describe('a B2C payment is paid by a success result', () => {
  it.each(['254712000391', '0712000391', '+254 712 000 391', '2547****0391', '0712***391', HASH])(
    'that shows the amount and the receiver as %s',
    (receiver) => {
      const verdict = verdictOf({ ...b2cSuccess, receiver });
      expect(verdict).toEqual({ kind: 'paid', providerReceipt: 'UKU7R2W9KD', flags: [] });
    },
  );

  it.each([
    ['no amount', { ...b2cSuccess, amountCents: null }, []],
    ['no receiver', without(b2cSuccess, 'receiver'), []],
    ['neither', without({ ...b2cSuccess, amountCents: null }, 'receiver'), []],
    [
      'the original receipt in place of the receiver',
      { ...without(b2cSuccess, 'receiver'), originalReceipt: b2cRefund.receipt },
      [],
    ],
    ['another amount', { ...b2cSuccess, amountCents: cents(50_001) }, ['amount_mismatch']],
    ['another receiver', { ...b2cSuccess, receiver: '254712000392' }, ['party_mismatch']],
    ['a mask of another receiver', { ...b2cSuccess, receiver: '2547****0392' }, ['party_mismatch']],
    ['the hash of another receiver', { ...b2cSuccess, receiver: OTHER_HASH }, ['party_mismatch']],
    ['a shortcode as receiver', { ...b2cSuccess, receiver: '600992' }, ['party_mismatch']],
    [
      'another OriginatorConversationID',
      { ...b2cSuccess, originatorConversationId: 'RF-other' },
      ['ids_mismatch'],
    ],
  ])('but not by one with %s', (_what, fact, flags) => {
    expect(verdictOf(fact)).toEqual({ kind: 'unresolved', flags });
  });

  it('whose ids are those of the acknowledgement, whatever the gateway calls our own', () => {
    const renamed = { ...b2cSuccess, conversationId: 'AG_20261130_0001', originatorConversationId: '84-1' };
    expect(verdictOf(acknowledged, renamed)).toMatchObject({ kind: 'paid', flags: [] });
    const foreign = { ...b2cSuccess, conversationId: 'AG_other' };
    expect(verdictOf(acknowledged, foreign)).toEqual({ kind: 'unresolved', flags: ['ids_mismatch'] });
  });
});

describe('a B2C payment is paid by a status answer', () => {
  it('that calls our own transaction Completed; the receipt is the answer’s', () => {
    const receipt = 'UKU5FROMAN';
    expect(verdictOf(asked(1), b2cAnswer(1, 'COMPLETED', { receipt }))).toEqual({
      kind: 'paid',
      providerReceipt: receipt,
      flags: [],
    });
  });

  it.each(['254712000391', '2547****0391', HASH])('that shows the receiver as %s', (creditParty) => {
    expect(verdictOf(b2cAnswer(1, 'Completed', { creditParty }))).toMatchObject({ kind: 'paid', flags: [] });
  });

  it('without the id in it, for it was asked by our id', () => {
    const bare = without(b2cAnswer(1, 'Completed'), 'originatorConversationId');
    expect(verdictOf(bare)).toMatchObject({ kind: 'paid', flags: [] });
  });

  it.each(['UKU0000000', null, 'UKN4X7M2QP'])('whose receipt %j is none of the refund', (receipt) => {
    const expected = { kind: 'paid', providerReceipt: null, flags: [] };
    expect(verdictOf(b2cAnswer(1, 'Completed', { receipt }))).toEqual(expected);
  });

  it('and goes by the result’s receipt before the answer’s', () => {
    const verdict = verdictOf(b2cSuccess, b2cAnswer(1, 'Completed', { receipt: 'UKU5AAAAAA' }));
    expect(verdict).toMatchObject({ providerReceipt: 'UKU7R2W9KD', flags: ['several_receipts'] });
  });

  it.each([
    ['no amount', b2cAnswer(1, 'Completed', { amountCents: null }), []],
    ['no receiver', without(b2cAnswer(1, 'Completed'), 'creditParty'), []],
    ['another amount', b2cAnswer(1, 'Completed', { amountCents: cents(1) }), ['amount_mismatch']],
    ['another receiver', b2cAnswer(1, 'Completed', { creditParty: '254712000392' }), ['party_mismatch']],
    ['a shortcode as receiver', b2cAnswer(1, 'Completed', { creditParty: '600992' }), ['party_mismatch']],
    [
      'another OriginatorConversationID',
      b2cAnswer(1, 'Completed', { originatorConversationId: 'RF-other' }),
      ['ids_mismatch'],
    ],
    ['a query that was not answered', b2cAnswer(1, 'Completed', { code: '17' }), []],
    ['another word', b2cAnswer(1, 'Complete'), []],
  ])('but not by one with %s', (_what, fact, flags) => {
    expect(verdictOf(fact)).toEqual({ kind: 'unresolved', flags });
  });

  it('which beats every proof that nothing was paid, and the contradiction is flagged', () => {
    const failed = [failure, asked(1, failure), b2cAnswer(1, 'Failed')];
    for (const others of [failed, [neverSent], [neverConnected], [refused], [people('not_paid')]]) {
      const verdict = verdictOf(...others, b2cAnswer(2, 'Completed'));
      expect(verdict).toMatchObject({ kind: 'paid', flags: ['success_and_failure'] });
    }
  });
});

describe('a "Completed" of our own that does not show what it is about', () => {
  const untold = without(b2cAnswer(2, 'Completed'), 'creditParty');

  it('keeps a failure from being believed', () => {
    const facts = [failure, asked(1, failure), b2cAnswer(1, 'Failed')];
    expect(verdictOf(...facts)).toMatchObject({ kind: 'not_paid' });
    expect(verdictOf(...facts, untold)).toEqual({ kind: 'unresolved', flags: ['success_and_failure'] });
  });

  it.each([
    ['never connected', neverConnected],
    ['never sent', neverSent],
    ['refused', refused],
  ])('keeps "%s" from being believed: the provider knows our id', (_what, fact) => {
    expect(verdictOf(fact)).toMatchObject({ kind: 'not_paid', nothingLeft: true });
    for (const told of [untold, b2cAnswer(2, 'Failed'), b2cAnswer(2, 'Authorized')])
      expect(verdictOf(fact, told)).toEqual({ kind: 'unresolved', flags: ['success_and_failure'] });
  });

  it('leaves "never sent" alone where the provider knows of none', () => {
    const none = b2cAnswer(1, null, { code: '2032', receipt: null, amountCents: null });
    expect(verdictOf(neverSent, asked(1), none)).toMatchObject({ kind: 'not_paid', nothingLeft: true });
  });
});

describe('a B2C payment', () => {
  it.each(['Failed', 'Declined', 'Cancelled', 'Expired', 'Rejected'])(
    'is not paid after a failure result when our transaction is %s',
    (word) => {
      expect(verdictOf(failure, asked(1, failure), b2cAnswer(1, word))).toMatchObject({
        kind: 'not_paid',
        code: '2040',
        flags: [],
      });
    },
  );

  it('is not paid after a failure result when the provider has no such transaction', () => {
    const none = b2cAnswer(1, null, { code: '2032' });
    expect(verdictOf(failure, asked(1, failure), none)).toMatchObject({ kind: 'not_paid' });
  });

  it('is unresolved with either half of that proof', () => {
    expect(verdictOf(asked(1), b2cAnswer(1, null, { code: '2032' }))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(failure, asked(1), b2cAnswer(1, 'Failed'))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(b2cAnswer(1, 'Failed'))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(failure)).toMatchObject({ kind: 'unresolved' });
  });

  it.each([
    ['OriginatorConversationID', { originatorConversationId: 'RF-other' }, 'ids_mismatch'],
    ['amount', { amountCents: cents(1) }, 'amount_mismatch'],
    ['receiver', { creditParty: '254712000392' }, 'party_mismatch'],
  ])('is not shown unpaid by a "Failed" that names another %s', (_what, changes, flag) => {
    const facts = [failure, asked(1, failure), b2cAnswer(1, 'Failed', changes)];
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags: [flag] });
  });

  it('that the provider calls paid and failed is paid, and the contradiction is flagged', () => {
    const flagged = { kind: 'paid', flags: ['success_and_failure'] };
    expect(verdictOf(b2cSuccess, b2cAnswer(1, 'Failed'))).toMatchObject(flagged);
    expect(verdictOf(b2cAnswer(1, 'Failed'), b2cAnswer(2, 'Completed'))).toMatchObject(flagged);
  });

  it('is unresolved by a failure that names another OriginatorConversationID', () => {
    const foreign = { ...failure, originatorConversationId: 'RF-other' };
    const facts = [foreign, asked(1, foreign), b2cAnswer(1, 'Failed')];
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags: ['ids_mismatch'] });
  });

  it('is unresolved after "duplicate detected", whatever the status answer says of a failure', () => {
    const duplicate = result('15', b2cIds);
    const facts = [duplicate, asked(1, duplicate)];
    expect(verdictOf(...facts, b2cAnswer(1, 'Failed'))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(...facts, b2cAnswer(1, 'Completed'))).toMatchObject({ kind: 'paid' });
  });

  it('is paid by a statement row that was matched to it, or by two people; never "already back"', () => {
    const row = statementRow('UKU9STATEM', b2cRefund.amountCents);
    expect(verdictOf(row)).toEqual({ kind: 'paid', providerReceipt: 'UKU9STATEM', flags: [] });
    expect(verdictOf(people('paid'))).toMatchObject({ kind: 'paid' });
    expect(verdictOf(result('R000001', b2cIds))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(b2cAnswer(1, 'Reversed'))).toMatchObject({ kind: 'unresolved' });
  });
});
