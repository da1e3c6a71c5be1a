import { MINUTE, SECOND, type Instant } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { factId } from '../../src/payouts/facts.ts';
import { attemptId, payoutKey, payoutReference } from '../../src/payouts/key.ts';
import type {
  Attempt,
  Fact,
  Payout,
  ResultFact,
  StatusAnswerFact,
  StoredFact,
} from '../../src/payouts/types.ts';
import type { Msisdn, OrderNumber, Receipt } from '../../src/reading/types.ts';
import { PAYER_OF_RECEIPT, type Refund } from '../../src/records/types.ts';

/** Made-up rows that agree with each other; a test changes the one thing that it is about. */

export const SECRET = 'a-secret-of-the-tests-only';
export const NOW: Instant = Date.UTC(2026, 10, 30, 7, 0, 0);

export const receipt = (text: string) => text as Receipt;

export const refund: Refund = {
  receipt: receipt('UKN4X7M2QP'),
  amountCents: cents(235_000),
  cause: 'unpaid_order',
  rail: 'reversal',
  payee: PAYER_OF_RECEIPT,
};

export const b2cRefund: Refund = {
  receipt: receipt('UKN4X7M2QP'),
  amountCents: cents(50_000),
  cause: 'overpayment',
  rail: 'b2c',
  payee: '254712000391' as Msisdn,
};

export const key = payoutKey(SECRET, refund);
export const reference = payoutReference(key);

export const payout: Payout = {
  key,
  reference,
  refund,
  orderNumber: '88213' as OrderNumber,
  round: 1,
  state: 'proposed',
  attempts: 0,
  attemptsInRound: 0,
  nextAttemptAt: null,
  providerReceipt: null,
};

export const attempt: Attempt = {
  id: attemptId(reference, 1),
  key,
  number: 1,
  round: 1,
  caseId: 'C-7K3M9Q',
  refund,
  reservedAt: NOW,
  sendBy: NOW + 30 * SECOND,
  originatorConversationId: `${reference}-1-XXXX`,
  verdict: 'unresolved',
  resolvedAt: null,
  asks: 0,
  nextAskAt: NOW + MINUTE,
};

export const b2cAttempt: Attempt = { ...attempt, refund: b2cRefund };

/** The facts as stored for the attempt, one second after another. */
export function stored(...facts: readonly Fact[]): StoredFact[] {
  return facts.map((fact, index) => ({ id: factId(attempt.id, fact), at: NOW + (index + 1) * SECOND, fact }));
}

export const acknowledged: Fact = {
  kind: 'acknowledged',
  conversationId: 'AG_20261130_0001',
  originatorConversationId: 'f1e2-4b95-1',
};

/** A failure result, unless changed: as the provider sends it, without parameters. */
export function result(code: string, changes: Partial<ResultFact> = {}): ResultFact {
  return {
    kind: 'result',
    code,
    description: `result ${code}`,
    transactionId: 'UKU0000000',
    conversationId: 'AG_20261130_0001',
    originatorConversationId: 'f1e2-4b95-1',
    amountCents: null,
    originalReceipt: null,
    ...changes,
  };
}

export const success = result('0', {
  transactionId: 'UKU7R2W9KD',
  amountCents: refund.amountCents,
  originalReceipt: refund.receipt,
});

/** The ids of a B2C result: ours, which the provider echoes. */
export const b2cIds = {
  conversationId: null,
  originatorConversationId: b2cAttempt.originatorConversationId,
};

/** The success of the B2C payment, as the provider tells it. */
export const b2cSuccess = result('0', {
  ...b2cIds,
  transactionId: 'UKU7R2W9KD',
  amountCents: b2cRefund.amountCents,
  receiver: '254712000391',
});

/** A status query that was made knowing these facts. */
export function asked(ask: number, ...known: readonly Fact[]): Fact {
  return { kind: 'asked', ask, askedAfter: known.map((fact) => factId(attempt.id, fact)) };
}

export function answer(
  ask: number,
  status: string | null,
  changes: Partial<StatusAnswerFact> = {},
): StatusAnswerFact {
  return {
    kind: 'status_answer',
    ask,
    code: '0',
    receipt: refund.receipt,
    status,
    amountCents: refund.amountCents,
    ...changes,
  };
}

/** The answer about our own B2C transaction, asked for by its OriginatorConversationID. */
export function b2cAnswer(
  ask: number,
  status: string | null,
  changes: Partial<StatusAnswerFact> = {},
): StatusAnswerFact {
  return answer(ask, status, {
    receipt: 'UKU7R2W9KD',
    amountCents: b2cRefund.amountCents,
    debitParty: '600992',
    creditParty: '254712000391',
    originatorConversationId: b2cAttempt.originatorConversationId,
    ...changes,
  });
}

export function people(
  says: 'paid' | 'not_paid',
  changes: Partial<Extract<Fact, { kind: 'people' }>> = {},
): Fact {
  return {
    kind: 'people',
    says,
    providerReceipt: says === 'paid' ? receipt('UKU8PEOPLE') : null,
    by: ['asha', 'brian'],
    evidence: 'looked in the organisation portal',
    statedAt: attempt.sendBy + 10 * MINUTE,
    ...changes,
  };
}

export function statementRow(providerReceipt: string, amountCents = refund.amountCents): Fact {
  return { kind: 'statement_row', providerReceipt: receipt(providerReceipt), amountCents };
}

export const neverConnected: Fact = { kind: 'never_connected', detail: 'connection refused' };
export const neverSent: Fact = { kind: 'never_sent', detail: 'past the deadline' };
export const refused: Fact = { kind: 'refused', code: '400.002.02', detail: 'Bad Request - Invalid Amount' };
export const queueTimeout: Fact = { kind: 'queue_timeout' };
export const unknownAnswer: Fact = { kind: 'unknown_answer', detail: 'HTTP 502' };
