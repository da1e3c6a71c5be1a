import { parseCallback } from '../../src/mpesa/callback.ts';

/** The bodies of daraja.md §2-§4, made up, and what is read of them. */

export type Item = Readonly<Record<string, unknown>>;

export function reversalResult(
  items: readonly Item[] | Item | undefined,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: '8521-4298025-1',
      ConversationID: 'AG_20261006_00001',
      TransactionID: 'UJ6ZZ98YX7',
      ...(items !== undefined && { ResultParameters: { ResultParameter: items } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example' } },
      ...more,
    },
  };
}

export const REVERSAL_ITEMS: readonly Item[] = [
  { Key: 'DebitAccountBalance', Value: 'Utility Account|KES|51661.00|51661.00|0.00|0.00' },
  { Key: 'Amount', Value: 4500 },
  { Key: 'TransCompletedTime', Value: 20261006093100 },
  { Key: 'OriginalTransactionID', Value: 'UJ6AB12CD3' },
  { Key: 'Charge', Value: 0 },
  { Key: 'CreditPartyPublicName', Value: '254700000001 - A PAYER' },
];

export const REVERSED = {
  kind: 'result',
  code: '0',
  description: 'The service request is processed successfully.',
  transactionId: 'UJ6ZZ98YX7',
  conversationId: 'AG_20261006_00001',
  originatorConversationId: '8521-4298025-1',
  amountCents: 450_000,
  originalReceipt: 'UJ6AB12CD3',
};

export const factOf = (body: unknown, ask: number | null = null) => parseCallback('result', ask, body).fact;
export const whyOf = (body: unknown, ask: number | null = null) => parseCallback('result', ask, body).why;

/** The request as it is echoed, flat and with its credential (daraja.md §2). */
export const ECHO = {
  Initiator: 'refunds',
  SecurityCredential: 'Zm9vYmFy'.repeat(43),
  CommandID: 'TransactionReversal',
  TransactionID: 'UJ6AB12CD3',
  Amount: '4500',
  QueueTimeOutURL: 'https://shop.example/cb/timeout/RF-7K3M9QXW/1/mac',
};
