import type { StatusQuery } from '../cases/ports.ts';
import { invariant } from '../core/errors.ts';
import { isWholeShillings, type Cents } from '../core/money.ts';
import type { PayoutReference } from '../payouts/types.ts';
import type { Msisdn, Receipt } from '../reading/types.ts';

/** Who we are for the provider. */
export interface Operator {
  /** Username of the API operator. */
  readonly initiator: string;
  readonly securityCredential: string;
  /** Where customers pay, and what is reversed. */
  readonly shortcode: string;
  /** What pays out over B2C: often another one (daraja.md §2). */
  readonly b2cShortcode: string;
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

/**
 * Body of a payment to a customer, B2C v3 (daraja.md §2): keyed by our OriginatorConversationID, whole shillings, and
 * `InitiatorName` where every other request says `Initiator`. `Occassion` has its double s in v3.
 */
export function b2cBody(
  operator: Operator,
  payment: {
    readonly originatorConversationId: string;
    readonly payee: Msisdn;
    readonly amountCents: Cents;
  },
  reference: PayoutReference,
  urls: CallbackUrls,
): Readonly<Record<string, string>> {
  invariant(isWholeShillings(payment.amountCents), 'B2C pays whole shillings');
  return {
    OriginatorConversationID: payment.originatorConversationId,
    InitiatorName: operator.initiator,
    SecurityCredential: operator.securityCredential,
    CommandID: 'BusinessPayment',
    Amount: decimalShillings(payment.amountCents),
    PartyA: operator.b2cShortcode,
    PartyB: payment.payee,
    Remarks: `Refund ${reference}`,
    QueueTimeOutURL: urls.timeout,
    ResultURL: urls.result,
    Occassion: `Refund ${reference}`,
  };
}

/** What pays out over B2C is an organisation's shortcode, never a till or a number (daraja.md §2, §4). */
const ORGANISATION = '4';

/** Body of a status query, v1: about a payment by its receipt, or about our own request by its id (daraja.md §4). */
export function statusQueryBody(
  operator: Operator,
  identifierType: string,
  about: StatusQuery['about'],
  name: string,
  urls: CallbackUrls,
): Readonly<Record<string, string>> {
  return {
    Initiator: operator.initiator,
    SecurityCredential: operator.securityCredential,
    CommandID: 'TransactionStatusQuery',
    ...(about.kind === 'receipt'
      ? { TransactionID: about.receipt, PartyA: operator.shortcode, IdentifierType: identifierType }
      : {
          OriginalConversationID: about.originatorConversationId,
          PartyA: operator.b2cShortcode,
          IdentifierType: ORGANISATION,
        }),
    ResultURL: urls.result,
    QueueTimeOutURL: urls.timeout,
    Remarks: `Status ${name}`,
    Occasion: `Status ${name}`,
  };
}

/** `4500`, or `4500.50` when there are cents: a payment is reversed to the cent (daraja.md §3). */
function decimalShillings(amountCents: Cents): string {
  const rest = amountCents % 100;
  const whole = String((amountCents - rest) / 100);
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}
