import type { Cents } from '../core/money.ts';
import type { PayoutReference } from '../payouts/types.ts';
import type { Receipt } from '../reading/types.ts';

/** Who we are for the provider. */
export interface Operator {
  /** Username of the API operator. */
  readonly initiator: string;
  readonly securityCredential: string;
  readonly shortcode: string;
}

export interface CallbackUrls {
  readonly result: string;
  readonly timeout: string;
}

/** Body of a reversal, v1 (daraja.md §3). `RecieverIdentifierType` is spelt as the provider spells it. */
export function reversalBody(
  operator: Operator,
  refund: { readonly receipt: Receipt; readonly amountCents: Cents },
  reference: PayoutReference,
  urls: CallbackUrls,
): Readonly<Record<string, string>> {
  return {
    Initiator: operator.initiator,
    SecurityCredential: operator.securityCredential,
    CommandID: 'TransactionReversal',
    TransactionID: refund.receipt,
    Amount: decimalShillings(refund.amountCents),
    ReceiverParty: operator.shortcode,
    RecieverIdentifierType: '11',
    Remarks: `Refund ${reference}`,
    ResultURL: urls.result,
    QueueTimeOutURL: urls.timeout,
  };
}

/** Body of a status query, v1, about a payment by its receipt (daraja.md §4). */
export function statusQueryBody(
  operator: Operator,
  identifierType: string,
  receipt: Receipt,
  reference: PayoutReference,
  urls: CallbackUrls,
): Readonly<Record<string, string>> {
  return {
    Initiator: operator.initiator,
    SecurityCredential: operator.securityCredential,
    CommandID: 'TransactionStatusQuery',
    TransactionID: receipt,
    PartyA: operator.shortcode,
    IdentifierType: identifierType,
    ResultURL: urls.result,
    QueueTimeOutURL: urls.timeout,
    Remarks: `Status ${reference}`,
    Occasion: `Status ${reference}`,
  };
}

/** `4500`, or `4500.50` when there are cents: a payment is reversed to the cent (daraja.md §3). */
function decimalShillings(amountCents: Cents): string {
  const rest = amountCents % 100;
  const whole = String((amountCents - rest) / 100);
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}
