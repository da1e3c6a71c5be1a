import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import { parseShillings, ZERO_CENTS } from '../../core/money.ts';
import type { MoneyOut } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { resultDescription } from './codes.ts';
import { textOf } from './checks.ts';
import { partyItem, shopItem } from './parties.ts';
import { receiptCode } from './receipts.ts';
import { amountFigure, timeFigure } from './results.ts';
import type { Item } from './results.ts';
import type { Outcome } from './tell.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/** A transaction as a status query shows it. */
interface Seen {
  readonly receipt: string;
  readonly status: string;
  readonly amountCents: Cents;
  readonly at: Instant;
  readonly reason: string;
  /** The customer who paid or was paid, and on which side. */
  readonly msisdn: string;
  readonly customerIs: 'debit' | 'credit';
  readonly originatorConversationId: string;
  readonly conversationId: string;
}

/** Answers a status query by receipt or by the OriginatorConversationID of the request asked about; else 2032. */
export function answerStatus(workings: Workings, query: AcceptedRequest): Outcome | string {
  const word = query.behaviour.status_word;
  const seen = find(workings, query) ?? (word === undefined ? null : contradicted(workings, query));
  if (seen === null) return '2032';
  const variant = variantOf(workings.settings.variants, query);
  const status = word ?? seen.status;
  const told = { ...seen, ...receiptToShow(workings, seen, status) };
  return {
    code: '0',
    description: resultDescription('0'),
    transactionId: told.receipt,
    amountCents: seen.amountCents,
    items: (shown) =>
      itemsOf(workings, query, {
        ...told,
        ...shown,
        status: variant.upperCaseWords ? status.toUpperCase() : status,
      }),
    reference: { key: 'Occasion' },
    ...(variant.echoTarget ? { originatorConversationId: seen.originatorConversationId } : {}),
  };
}

/** What was taken and not carried out is not there for an honest query; a scripted word speaks of it all the same. */
function contradicted(workings: Workings, query: AcceptedRequest): Seen | null {
  const id = textOf(query.fields['OriginalConversationID'])?.trim() ?? '';
  const request = workings.books.requests.byOriginatorConversationId(id);
  return request === null ? null : seenDeclined(workings, request);
}

/** `Completed` of what never moved still carries what looks like a receipt. */
function receiptToShow(workings: Workings, seen: Seen, status: string): { readonly receipt?: string } {
  const hasOne = seen.receipt !== '' && !seen.receipt.endsWith('0000000');
  if (hasOne || status.toLowerCase() !== 'completed') return {};
  const { books, settings } = workings;
  return { receipt: receiptCode(settings.now(), `${books.settings.salt} lie ${seen.conversationId}`) };
}

function find(workings: Workings, query: AcceptedRequest): Seen | null {
  const { books } = workings;
  const receipt = textOf(query.fields['TransactionID'])?.trim() ?? '';
  const id = textOf(query.fields['OriginalConversationID'])?.trim() ?? '';
  if (receipt !== '') {
    const out = books.money.moneyOut(receipt);
    return out === null ? seenPayment(workings, receipt) : seenMoneyOut(out, idsOf(workings, out));
  }
  const request = books.requests.byOriginatorConversationId(id);
  // Not carried out yet: not there yet. A client that reads this as "not paid" pays twice.
  if (request === null || request.resultCode === null) return null;
  const out = books.money.moneyOutOfRequest(request.number);
  return out === null ? seenDeclined(workings, request) : seenMoneyOut(out, request);
}

type Ids = Pick<AcceptedRequest, 'originatorConversationId' | 'conversationId'>;

function idsOf({ books }: Workings, out: MoneyOut): Ids {
  const request = out.request === null ? null : books.requests.accepted(out.request);
  return request ?? { originatorConversationId: '', conversationId: '' };
}

function seenPayment(workings: Workings, receipt: string): Seen | null {
  const payment = workings.books.money.payment(receipt);
  if (payment === null) return null;
  return {
    receipt,
    status: payment.status,
    amountCents: payment.amountCents,
    at: payment.paidAt,
    reason: 'Pay Bill Online',
    msisdn: payment.msisdn,
    customerIs: 'debit',
    originatorConversationId: '',
    conversationId: '',
  };
}

function seenMoneyOut(out: MoneyOut, ids: Ids): Seen {
  return {
    receipt: out.receipt,
    status: 'Completed',
    amountCents: out.amountCents,
    at: out.at,
    reason: out.kind === 'b2c' ? 'Business Payment to Customer via API' : 'Transaction Reversal',
    msisdn: out.msisdn,
    customerIs: 'credit',
    originatorConversationId: ids.originatorConversationId,
    conversationId: ids.conversationId,
  };
}

function seenDeclined(workings: Workings, request: AcceptedRequest): Seen {
  const payment = workings.books.money.payment(textOf(request.fields['TransactionID']) ?? '');
  return {
    receipt: request.transactionId ?? '',
    status: 'Failed',
    amountCents: parseShillings(request.fields['Amount']) ?? ZERO_CENTS,
    at: workings.settings.now(),
    reason: request.operation === 'b2c' ? 'Business Payment to Customer via API' : 'Transaction Reversal',
    msisdn: payment?.msisdn ?? textOf(request.fields['PartyB']) ?? '',
    customerIs: 'credit',
    originatorConversationId: request.originatorConversationId,
    conversationId: request.conversationId,
  };
}

function itemsOf(workings: Workings, query: AcceptedRequest, seen: Seen): readonly Item[] {
  const variant = variantOf(workings.settings.variants, query);
  const party = (side: 'debit' | 'credit', key: string): Item =>
    side === seen.customerIs
      ? partyItem(workings, key, seen.msisdn, query.behaviour)
      : shopItem(workings, key);
  return [
    { key: 'ReceiptNo', value: seen.receipt },
    { key: 'ConversationID', value: seen.conversationId },
    { key: 'FinalisedTime', value: timeFigure(seen.at) },
    { key: 'InitiatedTime', value: timeFigure(seen.at) },
    { key: 'Amount', value: amountFigure(seen.amountCents, variant) },
    { key: 'TransactionStatus', value: seen.status },
    { key: 'ReasonType', value: seen.reason },
    { key: 'TransactionReason' },
    { key: 'DebitPartyCharges', value: '' },
    { key: 'DebitAccountType', value: 'Utility Account' },
    { key: 'OriginatorConversationID', value: seen.originatorConversationId },
    party('debit', 'DebitPartyName'),
    // The portal's own sample calls both parties DebitPartyName; the second is the credit party (daraja.md §4).
    party('credit', variant.doubledDebitParty ? 'DebitPartyName' : 'CreditPartyName'),
  ];
}
