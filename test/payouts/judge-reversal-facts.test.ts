import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact } from '../../src/payouts/types.ts';
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

/** Goal: one verdict for any set of facts about a reversal, that grows with what is known and never without a proof. */

const failure = result('2028');

describe('any set of facts', () => {
  const known: readonly Fact[] = [
    acknowledged,
    success,
    { ...success, transactionId: 'UKU5AAAAAA' },
    { ...success, amountCents: cents(1) },
    { ...success, conversationId: 'AG_other' },
    failure,
    result('1'),
    result('17'),
    result('R000001'),
    asked(1, acknowledged),
    asked(2, acknowledged, failure),
    asked(2, failure, result('1')),
    answer(1, 'Completed'),
    answer(2, 'Completed'),
    answer(2, 'Reversed'),
    answer(2, 'Completed', { receipt: 'UKN4X7M2QQ' }),
    statementRow('UKU9STATEM'),
    statementRow('UKU9STATEN'),
    statementRow('UKU9STATEM', cents(1)),
    people('paid'),
    people('not_paid'),
    people('not_paid', { statedAt: attempt.sendBy }),
    neverConnected,
    neverSent,
    refused,
    queueTimeout,
    unknownAnswer,
    { kind: 'refused', code: '404.001.03', detail: 'Invalid Access Token' },
    { kind: 'refused', code: '401.002.01', detail: 'Invalid Access Token' },
  ];
  const someFacts = fc.subarray([...known], { minLength: 0 });

  it('has one verdict, for every order and repetition', () => {
    const shuffled = someFacts.chain((facts) =>
      fc.tuple(
        fc.constant(facts),
        fc.shuffledSubarray(facts, { minLength: facts.length }),
        fc.subarray(facts),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([facts, again, repeated]) => {
        expect(judge(attempt, stored(...again, ...repeated, ...again))).toEqual(
          judge(attempt, stored(...facts)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('is paid whenever a fitting success of ours, or two people, say so', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const has = (index: number) => facts.includes(known[index]!);
        // Number 4 has another ConversationID, which only an acknowledgement can show.
        const isPaid = has(1) || has(2) || has(19) || (has(4) && !has(0));
        expect(judge(attempt, stored(...facts)).kind === 'paid').toBe(isPaid);
      }),
      { numRuns: 600 },
    );
  });

  it('never becomes less than paid, or less than already back, by one fact more', () => {
    const rank = { unresolved: 0, not_paid: 0, already_back: 1, paid: 2 };
    // A late acknowledgement may show that a result was somebody else's: it is the one fact that can take back.
    const others = known.filter((fact) => fact !== acknowledged);
    fc.assert(
      fc.property(someFacts, fc.constantFrom(...others), (facts, more) => {
        const before = judge(attempt, stored(...facts));
        expect(rank[judge(attempt, stored(...facts, more)).kind]).toBeGreaterThanOrEqual(rank[before.kind]);
      }),
      { numRuns: 600 },
    );
  });

  it('is not paid only with a proof', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        if (judge(attempt, stored(...facts)).kind !== 'not_paid') return;
        const has = (fact: Fact) => facts.includes(fact);
        const unsent = facts.some(({ kind }) => ['never_connected', 'never_sent', 'refused'].includes(kind));
        const nothingLeft = unsent && !has(acknowledged);
        const failed = (has(failure) || has(known[6]!)) && facts.some(({ kind }) => kind === 'status_answer');
        expect(nothingLeft || failed || has(known[20]!)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});
