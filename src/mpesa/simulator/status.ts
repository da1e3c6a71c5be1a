import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import { parseShillings, ZERO_CENTS } from '../../core/money.ts';
import type { MoneyOut } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { resultDescription } from './codes.ts';
import { textOf } from './fields.ts';
import { partyText } from './parties.ts';
import { amountFigure, timeFigure } from './results.ts';
import type { Item } from './results.ts';
import type { Outcome } from './tell.ts';
import { variantOf } from './variants.ts';
import type { Variant } from './variants.ts';
import type { Workings } from './workings.ts';

/** A transaction as a status query shows it. */
interface Seen {
  readonly receipt: string;
  readonly status: string;
  readonly amountCents: Cents;
  readonly at: Instant;
  readonly reason: string;
  readonly debitParty: string;
  readonly creditParty: string;
  readonly originatorConversationId: string;
  readonly conversationId: string;
}

/** Answers a status query by receipt or by the OriginatorConversationID of the request asked about; else 2032. */
export function answerStatus(workings: Workings, query: AcceptedRequest): Outcome | string {
  const seen = find(workings, query);
  if (seen === null) return '2032';
  const variant = variantOf(workings.settings.variants, query.number);
  const word = query.behaviour.status_word ?? seen.status;
  const status = variant.upperCaseWords ? word.toUpperCase() : word;
  return {
    code: '0',
    description: resultDescription('0'),
    transactionId: seen.receipt,
    items: (shown) =>
      itemsOf({ ...seen, status, amountCents: shown.amountCents ?? seen.amountCents }, variant),
    reference: { key: 'Occasion' },
    ...(variant.echoTarget ? { originatorConversationId: seen.originatorConversationId } : {}),
  };
}

function find(workings: Workings, query: AcceptedRequest): Seen | null {
  const { books } = workings;
  const receipt = textOf(query.fields['TransactionID'])?.trim() ?? '';
  const id = textOf(query.fields['OriginalConversationID'])?.trim() ?? '';
  if (receipt !== '') {
    const out = books.money.moneyOut(receipt);
    return out === null ? seenPayment(workings, receipt) : seenMoneyOut(workings, out, idsOf(workings, out));
  }
  const request = books.requests.byOriginatorConversationId(id);
  // Not carried out yet: not there yet. A client that reads this as "not paid" pays twice.
  if (request === null || request.resultCode === null) return null;
  const out = books.money.moneyOutOfRequest(request.number);
  return out === null ? seenDeclined(workings, request) : seenMoneyOut(workings, out, request);
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
    debitParty: partyText(workings, payment.msisdn),
    creditParty: shop(workings),
    originatorConversationId: '',
    conversationId: '',
  };
}

function seenMoneyOut(workings: Workings, out: MoneyOut, ids: Ids): Seen {
  return {
    receipt: out.receipt,
    status: 'Completed',
    amountCents: out.amountCents,
    at: out.at,
    reason: out.kind === 'b2c' ? 'Business Payment to Customer via API' : 'Transaction Reversal',
    debitParty: shop(workings),
    creditParty: partyText(workings, out.msisdn),
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
    debitParty: shop(workings),
    creditParty: partyText(workings, payment?.msisdn ?? textOf(request.fields['PartyB']) ?? ''),
    originatorConversationId: request.originatorConversationId,
    conversationId: request.conversationId,
  };
}

function shop({ settings }: Workings): string {
  return `${settings.shortcode} - SIMULATED SHOP`;
}

function itemsOf(seen: Seen, variant: Variant): readonly Item[] {
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
    { key: 'DebitPartyName', value: seen.debitParty },
    // The portal's own sample calls both parties DebitPartyName; the second is the credit party (daraja.md §4).
    { key: variant.doubledDebitParty ? 'DebitPartyName' : 'CreditPartyName', value: seen.creditParty },
  ];
}
