import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { RESULT_CODES } from '../../src/payouts/classify/result-codes.ts';
import { STATUS_WORDS } from '../../src/payouts/classify/status-words.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact, Verdict } from '../../src/payouts/types.ts';
import {
  acknowledged,
  answer,
  asked,
  attempt,
  neverConnected,
  neverSent,
  people,
  queueTimeout,
  refused,
  result,
  statementRow,
  stored,
  success,
  unknownAnswer,
} from './samples.ts';

/** Goal: every row of the table in payouts.md §6 for a reversal, and that nothing else settles an attempt. */

const verdictOf = (...facts: readonly Fact[]): Verdict => judge(attempt, stored(...facts));
const failure = result('2028');
/** The whole proof that a failed reversal moved nothing. */
const proof = [acknowledged, failure, asked(1, acknowledged, failure), answer(1, 'Completed')] as const;

describe('paid', () => {
  it('is proven by a success result whose amount and original receipt are this refund’s', () => {
    expect(verdictOf(acknowledged, success)).toEqual({
      kind: 'paid',
      providerReceipt: 'UKU7R2W9KD',
      flags: [],
    });
  });

  it('needs no acknowledgement: the path that brought the callback carries its own proof', () => {
    expect(verdictOf(success)).toMatchObject({ kind: 'paid', flags: [] });
    expect(verdictOf(unknownAnswer, success)).toMatchObject({ kind: 'paid', flags: [] });
  });

  it.each([
    ['another amount', { amountCents: cents(234_900) }, ['amount_mismatch']],
    ['another original receipt', { originalReceipt: 'UKN4X7M2QQ' }, ['party_mismatch']],
    ['no amount', { amountCents: null }, []],
    ['no original receipt', { originalReceipt: null }, []],
    ['another ConversationID', { conversationId: 'AG_20261130_0002' }, ['ids_mismatch']],
    [
      'another OriginatorConversationID alone',
      { conversationId: null, originatorConversationId: 'x' },
      ['ids_mismatch'],
    ],
  ])('is not proven by a success result with %s', (_what, changes, flags) => {
    expect(verdictOf(acknowledged, { ...success, ...changes })).toEqual({ kind: 'unresolved', flags });
  });

  it('goes by the ConversationID where both know it: gateways rename the other id', () => {
    expect(verdictOf(acknowledged, { ...success, originatorConversationId: 'renamed' })).toMatchObject({
      kind: 'paid',
    });
    expect(verdictOf(acknowledged, { ...success, conversationId: null })).toMatchObject({ kind: 'paid' });
  });

  it('is stated by two people at any time, but not by one under two spellings', () => {
    const early = { statedAt: attempt.sendBy };
    expect(verdictOf(people('paid', early))).toEqual({
      kind: 'paid',
      providerReceipt: 'UKU8PEOPLE',
      flags: [],
    });
    expect(verdictOf(people('paid', { by: ['asha', ' Asha '] }))).toEqual({ kind: 'unresolved', flags: [] });
    expect(verdictOf(people('paid', { by: ['asha', ''] }))).toEqual({ kind: 'unresolved', flags: [] });
  });

  it.each(['UKU0000000', 'UKN4X7M2QP', 'short', ''])(
    'takes %j for no receipt of the refund',
    (transactionId) => {
      expect(verdictOf({ ...success, transactionId })).toEqual({
        kind: 'paid',
        providerReceipt: null,
        flags: [],
      });
    },
  );

  it.each([
    ['a failure result with its whole proof', [...proof]],
    ['never connected', [neverConnected]],
    ['never sent', [neverSent]],
    ['a synchronous refusal', [refused]],
    ['two people', [people('not_paid')]],
  ])('beats %s, and the contradiction is flagged', (_what, others) => {
    expect(verdictOf(...others, success)).toMatchObject({ kind: 'paid', flags: ['success_and_failure'] });
  });

  it('beats "already back"', () => {
    expect(verdictOf(success, result('R000001'), answer(1, 'Reversed'))).toMatchObject({
      kind: 'paid',
      flags: [],
    });
  });

  it('flags several receipts and keeps one, whichever came first', () => {
    const second = { ...success, transactionId: 'UKU5AAAAAA' };
    const flags = ['several_receipts'];
    expect(verdictOf(success, second)).toEqual({ kind: 'paid', providerReceipt: 'UKU5AAAAAA', flags });
    expect(verdictOf(second, success)).toEqual(verdictOf(success, second));
    expect(verdictOf(success, statementRow('UKU9STATEM'))).toMatchObject({
      providerReceipt: 'UKU7R2W9KD',
      flags,
    });
    expect(verdictOf(success, statementRow('UKU7R2W9KD'))).toMatchObject({ flags: [] });
  });
});

describe('already back', () => {
  it('follows from R000001, from the original now Reversed, and from a linked reversal in the statement', () => {
    for (const fact of [result('R000001'), answer(1, 'Reversed')]) {
      expect(verdictOf(acknowledged, fact)).toEqual({
        kind: 'already_back',
        providerReceipt: null,
        flags: [],
      });
    }
    const row = statementRow('UKU9STATEM');
    expect(verdictOf(row)).toEqual({ kind: 'already_back', providerReceipt: 'UKU9STATEM', flags: [] });
  });

  it('learns its receipt from a statement row that comes later', () => {
    expect(verdictOf(result('R000001'), statementRow('UKU9STATEM'))).toMatchObject({
      providerReceipt: 'UKU9STATEM',
    });
  });

  it('beats every proof that nothing was paid', () => {
    expect(verdictOf(...proof, answer(2, 'Reversed'))).toMatchObject({ kind: 'already_back' });
    expect(verdictOf(people('not_paid'), result('R000001'))).toMatchObject({ kind: 'already_back' });
    expect(verdictOf(neverConnected, statementRow('UKU9STATEM'))).toMatchObject({ kind: 'already_back' });
  });

  it.each([
    [
      'R000001 under foreign ids',
      [acknowledged, result('R000001', { conversationId: 'AG_x' })],
      ['ids_mismatch'],
    ],
    ['Reversed of another receipt', [answer(1, 'Reversed', { receipt: 'UKN4X7M2QQ' })], ['party_mismatch']],
    ['Reversed of another amount', [answer(1, 'Reversed', { amountCents: cents(100) })], ['amount_mismatch']],
    ['Reversed of no receipt', [answer(1, 'Reversed', { receipt: null })], []],
    ['Reversed in an answer that is none', [answer(1, 'Reversed', { code: '17' })], []],
    ['the values of an answer that is none', [answer(1, null, { code: '17', amountCents: cents(1) })], []],
    ['a statement row of a part', [statementRow('UKU9STATEM', cents(100))], ['amount_mismatch']],
  ])('does not follow from %s', (_what, facts, flags) => {
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags });
  });
});

describe('not paid', () => {
  it.each([
    ['never connected', neverConnected, null],
    ['never sent', neverSent, null],
    ['refused before processing', refused, '400.002.02'],
  ])('is proven by %s: another attempt may follow', (_what, fact, code) => {
    const flags: [] = [];
    expect(verdictOf(fact)).toEqual({ kind: 'not_paid', nothingLeft: true, laneStop: null, code, flags });
  });

  it('is not proven by a refusal whose code is not listed', () => {
    expect(verdictOf({ kind: 'refused', code: '500.003.02', detail: '' })).toEqual({
      kind: 'unresolved',
      flags: [],
    });
  });

  it.each([
    ['an acknowledgement', acknowledged],
    ['a result of unknown code', result('9999')],
    ['a queue timeout', queueTimeout],
    ['an answer that proves a connection', unknownAnswer],
  ])('is not proven by "nothing left" beside %s', (_what, trace) => {
    for (const fact of [neverConnected, neverSent, refused]) {
      expect(verdictOf(fact, trace)).toEqual({ kind: 'unresolved', flags: ['success_and_failure'] });
    }
  });

  it('is proven by a failure result and an answer, asked for after it, that the original still stands', () => {
    const expected = { kind: 'not_paid', nothingLeft: false, laneStop: null, code: '2028', flags: [] };
    expect(verdictOf(...proof)).toEqual(expected);
  });

  it.each([
    ['no status answer', [acknowledged, failure, asked(1, acknowledged, failure)]],
    [
      'an answer to a question put before the result',
      [acknowledged, failure, asked(1, acknowledged), answer(1, 'Completed')],
    ],
    ['an answer to a question that nobody saved', [acknowledged, failure, answer(1, 'Completed')]],
    ['an answer to an earlier question', [failure, asked(1), asked(2, failure), answer(1, 'Completed')]],
    ['an answer under a number used twice', [failure, asked(1), asked(1, failure), answer(1, 'Completed')]],
    [
      'a question that was not taken',
      [failure, asked(1, failure), { kind: 'ask_failed', ask: 1, detail: 'HTTP 500' }],
    ],
    [
      '"no such receipt"',
      [failure, asked(1, failure), answer(1, null, { code: '2032', receipt: null, amountCents: null })],
    ],
    ['an unknown word', [failure, asked(1, failure), answer(1, 'Complete')]],
    ['an original that failed', [failure, asked(1, failure), answer(1, 'Failed')]],
    [
      'an answer that names no receipt',
      [failure, asked(1, failure), answer(1, 'Completed', { receipt: null })],
    ],
  ] as const)('is not proven by a failure result and %s', (_what, facts) => {
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags: [] });
  });

  it('is not proven by an answer about another receipt or amount', () => {
    const other = answer(1, 'Completed', { receipt: 'UKN4X7M2QQ' });
    expect(verdictOf(failure, asked(1, failure), other)).toEqual({
      kind: 'unresolved',
      flags: ['party_mismatch'],
    });
    const part = answer(1, 'Completed', { amountCents: cents(1) });
    expect(verdictOf(failure, asked(1, failure), part)).toEqual({
      kind: 'unresolved',
      flags: ['amount_mismatch'],
    });
  });

  it('is not proven by a failure of foreign ids', () => {
    const foreign = result('2028', { conversationId: 'AG_other' });
    const facts = [acknowledged, foreign, asked(1, foreign), answer(1, 'Completed')];
    expect(verdictOf(...facts)).toEqual({ kind: 'unresolved', flags: ['ids_mismatch'] });
  });

  it.each([
    ['whose amount does not fit', { amountCents: cents(1) }, ['amount_mismatch', 'success_and_failure']],
    ['that leaves its amount out', { amountCents: null }, ['success_and_failure']],
  ])('is not proven beside a success result of ours %s', (_what, changes, flags) => {
    expect(verdictOf(...proof, { ...success, ...changes })).toEqual({ kind: 'unresolved', flags });
  });

  it('is proven all the same beside a success result that is not ours: it moves nothing', () => {
    const foreign = { ...success, conversationId: 'AG_other' };
    expect(verdictOf(...proof, foreign)).toMatchObject({ kind: 'not_paid', flags: ['ids_mismatch'] });
  });

  it('is never proven by the original’s "Completed" alone, nor by silence, timeouts and unknown answers', () => {
    const silence = [
      acknowledged,
      queueTimeout,
      asked(1, acknowledged),
      answer(1, 'Completed'),
      unknownAnswer,
    ];
    expect(verdictOf(...silence)).toEqual({ kind: 'unresolved', flags: [] });
    expect(verdictOf()).toEqual({ kind: 'unresolved', flags: [] });
  });

  it('is stated by two people, not before ten minutes past the deadline', () => {
    const expected = { kind: 'not_paid', nothingLeft: false, laneStop: null, code: null, flags: [] };
    expect(verdictOf(acknowledged, people('not_paid'))).toEqual(expected);
    const early = people('not_paid', { statedAt: attempt.sendBy + 10 * MINUTE - 1 });
    expect(verdictOf(acknowledged, early)).toEqual({ kind: 'unresolved', flags: [] });
    expect(verdictOf(acknowledged, people('not_paid', { by: ['brian', 'BRIAN'] }))).toMatchObject({
      kind: 'unresolved',
    });
  });

  it('can be stated by two people against a success that does not fit: no attempt is without an end', () => {
    const odd = { ...success, amountCents: cents(1) };
    expect(verdictOf(acknowledged, odd, people('not_paid'))).toMatchObject({
      kind: 'not_paid',
      nothingLeft: false,
    });
  });

  it('names the lane stop of its code, but lets a failure of this payout alone go first', () => {
    const float = result('1');
    const floatProof = [float, asked(1, float), answer(1, 'Completed')];
    expect(verdictOf(...floatProof)).toMatchObject({
      kind: 'not_paid',
      laneStop: { why: 'float', code: '1' },
    });
    const both = [float, failure, asked(1, float, failure), answer(1, 'Completed')];
    expect(verdictOf(...both)).toMatchObject({ kind: 'not_paid', laneStop: null, code: '2028' });
  });
});

describe.each(RESULT_CODES.reversal)(
  'result code $code with the original still Completed',
  ({ code, means }) => {
    it(`leads to ${means}`, () => {
      const fact = result(code);
      const { kind } = verdictOf(acknowledged, fact, asked(1, acknowledged, fact), answer(1, 'Completed'));
      const expected = {
        paid: 'unresolved',
        already_back: 'already_back',
        not_paid: 'not_paid',
        ambiguous: 'unresolved',
      };
      // A success without its values proves nothing: `paid` needs amount and receipt.
      expect(kind).toBe(expected[means]);
    });
  },
);

describe.each(Object.keys(STATUS_WORDS.reversal))('the original %s after a failure result', (word) => {
  it('settles the attempt only when it is Completed or Reversed', () => {
    const { kind } = verdictOf(failure, asked(1, failure), answer(1, word));
    expect(kind).toBe({ completed: 'not_paid', reversed: 'already_back' }[word] ?? 'unresolved');
  });
});

it('lists flags in one order, whichever fact raised them', () => {
  const facts = [1, 2, 3, 4].flatMap((ask) => [
    answer(ask, 'Completed', { receipt: 'UKN4X7M2QQ' }),
    answer(ask + 4, 'Completed', { amountCents: cents(ask) }),
  ]);
  for (const one of facts) {
    for (const other of facts) {
      expect([...verdictOf(one, other).flags]).toEqual([...verdictOf(one, other).flags].sort());
    }
  }
});
