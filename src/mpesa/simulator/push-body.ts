import type { BookedPayment } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { pushDescription } from './codes.ts';
import { eatDigits, marked, shillings, toJson } from './results.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/**
 * The callback of an STK push (daraja.md §5): the payer in full, never the account. A failure has no metadata, also one
 * that is told of money that moved.
 */
export function pushBody(
  { settings }: Workings,
  request: AcceptedRequest,
  code: string,
  payment: BookedPayment | null,
): string {
  const variant = variantOf(settings.variants, request);
  const isNumeric = /^\d+$/.test(code) && !variant.codeAsText;
  return toJson({
    Body: {
      stkCallback: {
        MerchantRequestID: request.originatorConversationId,
        CheckoutRequestID: request.conversationId,
        ResultCode: isNumeric ? Number(code) : code,
        ResultDesc: pushDescription(code),
        ...(payment === null || code !== '0' ? {} : { CallbackMetadata: { Item: items() } }),
      },
    },
  });

  function items(): readonly unknown[] {
    if (payment === null) return [];
    const figure = (text: string): string => (variant.valuesAsText ? text : marked(text));
    return [
      // Two decimals in the portal's sample, none elsewhere.
      { Name: 'Amount', Value: figure(shillings(payment.amountCents, !variant.amountWithDecimals)) },
      { Name: 'MpesaReceiptNumber', Value: payment.receipt },
      ...(variant.balanceLeftOut ? [] : [{ Name: 'Balance' }]),
      { Name: 'TransactionDate', Value: figure(eatDigits(payment.paidAt)) },
      { Name: 'PhoneNumber', Value: figure(payment.msisdn) },
    ];
  }
}
