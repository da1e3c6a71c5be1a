import { describe, expect, it } from 'vitest';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact, Verdict } from '../../src/payouts/types.ts';
import {
  answer,
  asked,
  b2cAttempt,
  b2cRefund,
  neverSent,
  people,
  result,
  statementRow,
  stored,
} from './samples.ts';

/** Goal: the B2C rows of payouts.md §6 that need no more than the facts that are recorded today. */

const verdictOf = (...facts: readonly Fact[]): Verdict => judge(b2cAttempt, stored(...facts));
const ids = { conversationId: null, originatorConversationId: b2cAttempt.originatorConversationId };
const failure = result('2040', ids);
const ofOurs = (status: string | null, code = '0') =>
  answer(1, status, { code, receipt: null, amountCents: b2cRefund.amountCents });

describe('a B2C attempt', () => {
  it.each(['Failed', 'Declined', 'Cancelled', 'Expired', 'Rejected'])(
    'is not paid after a failure result when our transaction is %s',
    (word) => {
      expect(verdictOf(failure, asked(1, failure), ofOurs(word))).toMatchObject({
        kind: 'not_paid',
        code: '2040',
      });
    },
  );

  it('is not paid after a failure result when the provider has no such transaction', () => {
    expect(verdictOf(failure, asked(1, failure), ofOurs(null, '2032'))).toMatchObject({ kind: 'not_paid' });
  });

  it('is unresolved with either half of that proof', () => {
    expect(verdictOf(asked(1), ofOurs(null, '2032'))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(failure, asked(1), ofOurs('Failed'))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(failure)).toMatchObject({ kind: 'unresolved' });
  });

  it('is never shown not paid by "Completed", which here is about our own transaction', () => {
    expect(verdictOf(failure, asked(1, failure), ofOurs('Completed'))).toMatchObject({ kind: 'unresolved' });
    const mixed = [failure, asked(1, failure), ofOurs('Completed'), ofOurs('Failed')];
    expect(verdictOf(...mixed)).toMatchObject({ kind: 'unresolved', flags: ['success_and_failure'] });
  });

  it('is unresolved after a success result: its receiver is not among the facts', () => {
    const success = result('0', { ...ids, transactionId: 'UKU7R2W9KD', amountCents: b2cRefund.amountCents });
    expect(verdictOf(success)).toEqual({ kind: 'unresolved', flags: [] });
    const named = { ...success, originalReceipt: b2cRefund.receipt };
    expect(verdictOf(named)).toEqual({ kind: 'unresolved', flags: [] });
  });

  it('does not take a result that names another OriginatorConversationID', () => {
    const foreign = result('2040', { conversationId: null, originatorConversationId: 'RF-other' });
    const facts = [foreign, asked(1, foreign), ofOurs('Failed')];
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags: ['ids_mismatch'] });
  });

  it('is unresolved after "duplicate detected", whatever the status answer says', () => {
    const duplicate = result('15', ids);
    expect(verdictOf(duplicate, asked(1, duplicate), ofOurs('Failed'))).toMatchObject({ kind: 'unresolved' });
  });

  it('is paid by a statement row that was matched to it, or by two people; never "already back"', () => {
    const row = statementRow('UKU9STATEM', b2cRefund.amountCents);
    expect(verdictOf(row)).toEqual({ kind: 'paid', providerReceipt: 'UKU9STATEM', flags: [] });
    expect(verdictOf(people('paid'))).toMatchObject({ kind: 'paid' });
    expect(verdictOf(result('R000001', ids))).toMatchObject({ kind: 'unresolved' });
    expect(verdictOf(ofOurs('Reversed'))).toMatchObject({ kind: 'unresolved' });
  });

  it('is not paid when nothing left', () => {
    expect(verdictOf(neverSent)).toMatchObject({ kind: 'not_paid', nothingLeft: true });
  });
});
