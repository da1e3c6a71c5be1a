import { MINUTE } from '../../src/core/clock.ts';
import { parseCallback } from '../../src/mpesa/callback.ts';
import { afterVerdict } from '../../src/payouts/after-verdict.ts';
import { judge } from '../../src/payouts/judge.ts';
import { transferOf } from '../../src/payouts/ledger.ts';
import { ATTEMPTS_PER_ROUND, RETRY_PAUSES } from '../../src/payouts/schedule.ts';
import type { Fact } from '../../src/payouts/types.ts';
import { unaskedFailures } from '../../src/payouts/unasked.ts';
import type { Rail } from '../../src/records/types.ts';
import { attempt, b2cAttempt, NOW, payout, stored } from './samples.ts';

/** What a set of facts comes to, by the code that decides it. */
export interface Outcome {
  readonly money: 'paid' | 'already back' | 'not paid' | 'unknown';
  readonly lane: 'open' | 'stopped: credential' | 'stopped: float';
  readonly next: 'done' | 'back to approval' | 'next attempt' | 'ask at once' | 'ask on schedule';
  /** Who is told now. When it lasts, staff are told after 30 minutes and the customer after two hours. */
  readonly told: 'nobody' | 'customer' | 'staff' | 'staff and customer';
}

const MONEY = {
  paid: 'paid',
  already_back: 'already back',
  not_paid: 'not paid',
  unresolved: 'unknown',
} as const;

export const RAILS = ['reversal', 'b2c'] as const;

/** The first attempt of a round, on which these facts are all that is known, and all are new. */
export function outcomeOf(rail: Rail, ...facts: readonly Fact[]): Outcome {
  const judged = rail === 'reversal' ? attempt : b2cAttempt;
  const known = stored(...facts);
  const verdict = judge(judged, known);
  const out = {
    ...payout,
    refund: judged.refund,
    state: 'unresolved',
    attempts: 1,
    attemptsInRound: 1,
  } as const;
  const {
    laneStop,
    roundEnded,
    payout: next,
    alerts,
  } = afterVerdict({
    attempt: judged,
    siblings: [],
    payout: out,
    previousFlags: [],
    verdict,
    transfers: [transferOf(judged, out, 'pending', { at: NOW, providerReceipt: null })],
    newFacts: known,
    receiptTaken: false,
    otherUnresolved: false,
    now: NOW + MINUTE,
    settings: { attemptsPerRound: ATTEMPTS_PER_ROUND, retryPauses: RETRY_PAUSES },
  });
  const isBack = roundEnded === 'paid' || roundEnded === 'already_back';
  const staff = laneStop !== null || alerts.length > 0 || roundEnded === 'payout_refused';
  const customer = roundEnded !== null;
  const unresolved = unaskedFailures(known).length > 0 ? 'ask at once' : 'ask on schedule';
  return {
    money: MONEY[verdict.kind],
    lane: laneStop === null ? 'open' : (`stopped: ${laneStop.why}` as Outcome['lane']),
    next: isBack
      ? 'done'
      : roundEnded !== null
        ? 'back to approval'
        : next.state === 'retry_due'
          ? 'next attempt'
          : unresolved,
    told: staff ? (customer ? 'staff and customer' : 'staff') : customer ? 'customer' : 'nobody',
  };
}

const REFUND_ITEMS: Readonly<Record<Rail, readonly (readonly [string, unknown])[]>> = {
  reversal: [
    ['Amount', '2350.00'],
    ['OriginalTransactionID', 'UKN4X7M2QP'],
  ],
  b2c: [
    ['TransactionAmount', 500],
    ['ReceiverPartyPublicName', '254712000391 - A NAME'],
  ],
};

/** The result of a payout as the provider tells it: a success shows its values, a failure has no parameters. */
export function resultOf(rail: Rail, code: string | number): Fact {
  const success = Number(code) === 0;
  return read(null, {
    ResultCode: code,
    TransactionID: success ? 'UKU7R2W9KD' : 'UKU0000000',
    ...(success && parametersOf(REFUND_ITEMS[rail])),
  });
}

/** The answer to the first status query: of the original payment (reversal), of our own transaction (B2C). */
export function answerOf(rail: Rail, told: { code?: string | number; word?: string }): Fact {
  const { code = 0, word } = told;
  const items =
    rail === 'reversal'
      ? [
          ['ReceiptNo', 'UKN4X7M2QP'],
          ['Amount', 2350],
        ]
      : [
          ['ReceiptNo', 'UKU7R2W9KD'],
          ['Amount', '500.00'],
          ['CreditPartyName', '254712000391 - A NAME'],
          ['OriginatorConversationID', b2cAttempt.originatorConversationId],
        ];
  const parameters = word === undefined ? {} : parametersOf([...items, ['TransactionStatus', word]]);
  return read(1, { ResultCode: code, TransactionID: 'UKU0000000', ...parameters });
}

function parametersOf(items: readonly (readonly unknown[])[]): Readonly<Record<string, unknown>> {
  return { ResultParameters: { ResultParameter: items.map(([Key, Value]) => ({ Key, Value })) } };
}

function read(ask: number | null, result: Readonly<Record<string, unknown>>): Fact {
  const { fact, why } = parseCallback('result', ask, {
    Result: { ResultType: 0, ResultDesc: 'as the provider words it', ...result },
  });
  if (fact === null) throw new Error(`not read: ${why}`);
  return fact;
}

/** A code as a JSON number where it can be one, as the provider also sends it. */
export function formsOf(code: string): readonly (string | number)[] {
  return /^(?:0|[1-9]\d*)$/.test(code) ? [code, Number(code)] : [code];
}
