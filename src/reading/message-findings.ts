import type { Cents } from '../core/money.ts';
import { findAmounts } from './amounts/find.ts';
import { statedAmounts } from './claims-amounts.ts';
import { statedPayer, type PhoneFound } from './claims-payer.ts';
import { findDates } from './dates.ts';
import { ordersIn } from './message-orders.ts';
import { withoutSpans } from './message-words.ts';
import { findPhones, normalMsisdn, type PhoneFinding } from './phones.ts';
import { withoutDenied } from './receipt-denials.ts';
import { findReceipts, type ReceiptFinding } from './receipts.ts';
import type { Asked, Msisdn, ParsedSms, Receipt, Span, StatedOrder } from './types.ts';

/** What a customer states in one message. */
interface Stated {
  readonly receipts: readonly Receipt[];
  /** A receipt stands outside of pasted SMS and injected words. */
  readonly ownReceipt: boolean;
  readonly orders: readonly StatedOrder[];
  readonly amounts: readonly Cents[];
  readonly payer: Msisdn | null;
  /** A figure answers "how much?" without being clear, or several phones answer "which?". */
  readonly unclearDetail: boolean;
}

/** Money that went out. A received or reversed SMS is no payment to the shop. */
export function isPayment(sms: ParsedSms): boolean {
  return sms.direction === 'paid' || sms.direction === 'sent';
}

/**
 * What is stated in a message. `all` is the folded text, `clean` the same without injected words, `sms` the pasted
 * ones in it. Receipts and order numbers are pointers to records and decide nothing, so where the customer's own words
 * hold none, those in injected words are kept; amounts and phones are not.
 */
export function findStated(all: string, clean: string, sms: readonly ParsedSms[], asked: Asked): Stated {
  const phones = findPhones(clean);
  const codes = findReceipts(clean);
  const taken: Span[] = [...sms, ...phones, ...codes, ...findDates(clean)];
  const orders = ordersIn(clean, taken, sms, asked);
  const figures = findAmounts(clean, [...taken, ...orders.spans]);
  const own = withoutSpans(clean, [...sms, ...codes]);
  const listed = taken.length + orders.spans.length > 0;
  const pasted = [...new Set(sms.filter(isPayment).flatMap(({ amountCents }) => amountCents ?? []))];
  const payers = payerPhones(clean, phones, sms, asked);
  const stated = statedAmounts(own, figures, { asked, listed });
  const receipts = receiptsOf(withoutDenied(clean, codes), sms);
  return {
    receipts: receipts.length === 0 && all !== clean ? receiptsOf(findReceipts(all), []) : receipts,
    ownReceipt: receipts.some((receipt) => !sms.some((one) => one.receipt === receipt)),
    orders: orders.stated.length === 0 && all !== clean ? injectedOrders(all) : orders.stated,
    amounts: [...pasted, ...stated.filter((amountCents) => !pasted.includes(amountCents))],
    payer: statedPayer(own, payers),
    unclearDetail:
      (asked === 'amount' && figures.some(({ cents, doubt }) => cents === null && doubt !== 'denied')) ||
      (asked === 'phone' && payers.length > 1),
  };
}

/** Each receipt once, in order of appearance. What only may be a code is hidden from the model but not taken. */
function receiptsOf(codes: readonly ReceiptFinding[], sms: readonly ParsedSms[]): readonly Receipt[] {
  const pasted = new Set(sms.map(({ receipt }) => receipt));
  return [
    ...new Set([
      ...codes
        .filter(({ receipt, confident }) => confident || pasted.has(receipt))
        .map(({ receipt }) => receipt),
      ...pasted,
    ]),
  ];
}

function injectedOrders(all: string): readonly StatedOrder[] {
  return ordersIn(all, [...findPhones(all), ...findReceipts(all), ...findDates(all)], [], null).stated;
}

/** Phones in the customer's own words; asked for a phone, nine digits without the 0 are one too. */
function payerPhones(
  clean: string,
  phones: readonly PhoneFinding[],
  sms: readonly ParsedSms[],
  asked: Asked,
): readonly PhoneFound[] {
  const found = phones.flatMap(({ start, end, msisdn }) =>
    msisdn === null || sms.some((one) => start >= one.start && start < one.end)
      ? []
      : [{ start, end, msisdn }],
  );
  if (found.length > 0 || asked !== 'phone') return found;
  const bare = /(?<![\d.,-])[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?![\d.,-])/.exec(clean);
  const msisdn = bare === null ? null : normalMsisdn(bare[0]);
  return bare === null || msisdn === null
    ? []
    : [{ start: bare.index, end: bare.index + bare[0].length, msisdn }];
}
