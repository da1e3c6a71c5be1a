import { seedOf } from '../random.ts';
import type { MoneyRequest, PaidIn } from './books.ts';

/** The shop's shortcodes: where customers pay, and what pays out. */
export const SHORTCODE = '600992';
export const B2C_SHORTCODE = '600993';

type Item = readonly [key: string, value: string | number];

/** What differs from the truth in a told result. */
export interface Told {
  readonly code: string;
  readonly amountCents: number;
  readonly party: string | null;
}

/** The result of a money request (daraja.md §2, §3), in one of the shapes in which live ones come. */
export function resultBody(request: MoneyRequest, told: Told): string {
  const paid = told.code === '0';
  const items = !paid ? [] : request.rail === 'reversal' ? reversalItems(told) : b2cItems(request, told);
  return envelope(request, told.code, request.providerReceipt ?? 'UKT0000000', items);
}

function reversalItems({ amountCents, party }: Told): readonly Item[] {
  return [
    ['DebitAccountBalance', 'Utility Account|KES|120000.00|120000.00|0.00|0.00'],
    ['Amount', shillings(amountCents)],
    ['TransCompletedTime', 20261130101500],
    ...(party === null ? [] : [['OriginalTransactionID', party] as const]),
    ['Charge', '0.00'],
    ['DebitPartyPublicName', `${SHORTCODE} - Duka`],
  ];
}

function b2cItems(request: MoneyRequest, { amountCents, party }: Told): readonly Item[] {
  return [
    ['TransactionAmount', shillings(amountCents)],
    ['TransactionReceipt', request.providerReceipt ?? ''],
    ...(party === null ? [] : [['ReceiverPartyPublicName', `${party} - MTEJA MMOJA`] as const]),
    ['TransactionCompletedDateTime', '30.11.2026 10:15:00'],
    ['B2CRecipientIsRegisteredCustomer', 'Y'],
  ];
}

/** The answer about a customer's payment (daraja.md §4). */
export function paymentAnswer(name: string, payment: PaidIn, status: string, amountCents: number): string {
  return answer(name, [
    ['ReceiptNo', payment.receipt],
    ['FinalisedTime', eat14(payment.paidAt)],
    ['Amount', shillings(amountCents)],
    ['TransactionStatus', status],
    ['ReasonType', 'Pay Bill Online'],
    ['DebitPartyName', `${payment.payer} - MTEJA MMOJA`],
    ['CreditPartyName', `${SHORTCODE} - Duka`],
  ]);
}

/** The answer about our own B2C, asked for by its OriginatorConversationID. */
export function requestAnswer(name: string, request: MoneyRequest, status: string): string {
  return answer(name, [
    ...(request.providerReceipt === null ? [] : [['ReceiptNo', request.providerReceipt] as const]),
    ['Amount', shillings(request.amountCents)],
    ['TransactionStatus', status],
    ['ReasonType', 'Business Payment to Customer via API'],
    ['OriginatorConversationID', request.originatorConversationId],
    ['DebitPartyName', `${B2C_SHORTCODE} - Duka`],
    ['CreditPartyName', `${request.payee ?? ''} - MTEJA MMOJA`],
  ]);
}

export function failedAnswer(name: string, code: string): string {
  return envelope(queryIds(name), code, 'UKT0000000', []);
}

function answer(name: string, items: readonly Item[]): string {
  return envelope(queryIds(name), '0', 'UKT0000000', items);
}

interface Ids {
  readonly originatorConversationId: string;
  readonly conversationId: string;
}

function queryIds(name: string): Ids {
  return { originatorConversationId: `${seedOf('o', name)}-1`, conversationId: `AG_${seedOf('c', name)}` };
}

/** The shapes vary with the ids: numbers as text, one item instead of a list, a key without a value. */
function envelope(ids: Ids, code: string, transactionId: string, items: readonly Item[]): string {
  const shape = seedOf('shape', ids.conversationId) % 4;
  const list: unknown[] = items.map(([Key, Value]) => ({ Key, Value: shape === 1 ? String(Value) : Value }));
  if (shape === 2) list.push({ Key: 'TransactionReason' });
  const result = {
    ResultType: shape === 3 ? '0' : 0,
    ResultCode: /^\d{1,6}$/.test(code) && shape !== 1 ? Number(code) : code,
    ResultDesc: code === '0' ? 'The service request is processed successfully.' : 'It failed.',
    OriginatorConversationID: ids.originatorConversationId,
    ConversationID: ids.conversationId,
    TransactionID: transactionId,
    ...(list.length === 0
      ? {}
      : { ResultParameters: { ResultParameter: list.length === 1 ? list[0] : list } }),
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example' } },
  };
  return JSON.stringify({ Result: result });
}

function shillings(amountCents: number): number {
  return amountCents / 100;
}

const EAT = 3 * 3_600_000;

/** `20261130101500` in East Africa Time. */
export function eat14(at: number): string {
  return new Date(at + EAT).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
