import type { Payments } from '../../../src/cases/ports.ts';
import type { SendRequest } from '../../../src/payouts/types.ts';
import { attemptId, type Secret } from '../../../src/payouts/key.ts';
import { callbackPath } from '../../../src/payouts/callback-path.ts';

/** A callback that the provider owes, as it would come over HTTP. */
export interface OwedCallback {
  readonly attemptId: string;
  readonly path: string;
  /** JSON text. */
  readonly body: string;
}

/** A provider in the same process that answers at once, with books of its own. */
export interface InstantProvider {
  readonly payments: Payments;
  /** The callback owed for an attempt; taken once. */
  take(attemptId: string): OwedCallback | null;
  /** Receipts whose money went out more than once, by the provider's own books. */
  doublePayouts(): number;
  payouts(): number;
}

/** A token is good for an hour (daraja.md §1); the gate wants to know until when. */
const TOKEN_MS = 3_600_000;

/** Pays every request that it gets, also the second one for a receipt: what is sent twice is paid twice, and counted. */
export function instantProvider(secret: () => Secret, now: () => number): InstantProvider {
  const paidOut = new Map<string, number>();
  const owed = new Map<string, OwedCallback>();
  let requests = 0;
  return {
    payments: {
      prepare: () => Promise.resolve({ tokenUntil: now() + TOKEN_MS, why: null, release: () => undefined }),
      send: (request) => {
        requests += 1;
        const { receipt } = request.refund;
        paidOut.set(receipt, (paidOut.get(receipt) ?? 0) + 1);
        const conversationId = `AG_20261130_${String(requests).padStart(20, '0')}`;
        const id = attemptId(request.reference, request.attemptNumber);
        owed.set(id, callbackOf(request, id, conversationId, secret()));
        return Promise.resolve({
          kind: 'acknowledged',
          conversationId,
          originatorConversationId: request.originatorConversationId,
        });
      },
      ask: () => Promise.resolve({ kind: 'ask_failed', detail: 'nothing is asked here', laneStop: null }),
    },
    take: (id) => {
      const callback = owed.get(id) ?? null;
      owed.delete(id);
      return callback;
    },
    doublePayouts: () => [...paidOut.values()].filter((times) => times > 1).length,
    payouts: () => [...paidOut.values()].reduce((sum, times) => sum + times, 0),
  };
}

/** The result of a reversal, with every item that Daraja's has (daraja.md §3): the stored body has a real one's size. */
function callbackOf(
  { refund, reference, attemptNumber, originatorConversationId }: SendRequest,
  id: string,
  conversationId: string,
  secret: Secret,
): OwedCallback {
  const items = [
    { Key: 'DebitAccountBalance', Value: 'Utility Account|KES|51661.00|51661.00|0.00|0.00' },
    { Key: 'Amount', Value: refund.amountCents / 100 },
    { Key: 'TransCompletedTime', Value: 20_261_130_101_500 },
    { Key: 'OriginalTransactionID', Value: refund.receipt },
    { Key: 'Charge', Value: 0 },
    { Key: 'CreditPartyPublicName', Value: '254712000000 - Mteja Mmoja' },
    { Key: 'DebitPartyPublicName', Value: '600992 - Duka' },
  ];
  const body = JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: originatorConversationId,
      ConversationID: conversationId,
      // Of its own for each receipt, also when a file is opened again.
      TransactionID: `W${refund.receipt.slice(1)}`,
      ResultParameters: { ResultParameter: items },
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://duka.example/timeout' } },
    },
  });
  const target = { of: 'attempt', reference, number: attemptNumber, ask: null, kind: 'result' } as const;
  return { attemptId: id, path: callbackPath(secret, target), body };
}
