import { parseShillings } from '../../core/money.ts';
import { callbackUrl, given, oneOf, ourShortcode, textOf, type Check } from './checks.ts';
import type { PayInOperation } from './operations.ts';
import { parseWindowTime } from './pull-window.ts';

/** Words that an address for confirmations must not hold (daraja.md §5). */
const FORBIDDEN = /mpesa|safaricom|exe|exec|cmd|sql|query/i;

const confirmationUrl = (value: unknown): boolean => callbackUrl(value) && !FORBIDDEN.test(String(value));
/** Whole shillings, at least one: what a customer can pay (daraja.md §0.10, our reading of C2B). */
const wholeShillings = (value: unknown): boolean =>
  (parseShillings(value) ?? 0) > 0 && !/\./.test(String(value));
const mobile = (value: unknown): boolean => /^254[17]\d{8}$/.test(textOf(value) ?? '');
/** Portal text: 12 characters of reference, 13 of description; 20 where a payer types (daraja.md §5). */
const upTo =
  (length: number) =>
  (value: unknown): boolean =>
    given(value) && (textOf(value) ?? '').length <= length;
const windowTime = (value: unknown): boolean => parseWindowTime(textOf(value)) !== null;

const PUSH_PASSWORD: readonly Check[] = [
  { name: 'BusinessShortCode', holds: ourShortcode },
  { name: 'Password', holds: given },
  { name: 'Timestamp', holds: (value) => /^\d{14}$/.test(textOf(value) ?? '') },
];

/** The fields of what customers pay in, in the order in which Daraja looks at them (daraja.md §5). */
export const PAY_IN_CHECKS: Readonly<Record<PayInOperation, readonly Check[]>> = {
  c2b_register: [
    { name: 'ShortCode', holds: ourShortcode },
    { name: 'ResponseType', holds: oneOf('Completed', 'Cancelled') },
    { name: 'ConfirmationURL', holds: confirmationUrl },
    { name: 'ValidationURL', holds: confirmationUrl },
  ],
  c2b: [
    { name: 'ShortCode', holds: ourShortcode },
    { name: 'CommandID', holds: oneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline') },
    { name: 'Amount', holds: wholeShillings },
    { name: 'Msisdn', holds: mobile },
    {
      name: 'BillRefNumber',
      // A till has no account.
      holds: (value, _, fields) => fields['CommandID'] === 'CustomerBuyGoodsOnline' || upTo(20)(value),
    },
  ],
  stk: [
    ...PUSH_PASSWORD,
    { name: 'TransactionType', holds: oneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline') },
    { name: 'Amount', holds: wholeShillings },
    { name: 'PartyA', holds: mobile },
    // A till's own number differs from the shortcode that asks.
    {
      name: 'PartyB',
      holds: (value, shortcode, fields) =>
        fields['TransactionType'] === 'CustomerBuyGoodsOnline'
          ? /^\d{5,7}$/.test(textOf(value) ?? '')
          : ourShortcode(value, shortcode),
    },
    { name: 'PhoneNumber', holds: mobile },
    { name: 'CallBackURL', holds: callbackUrl },
    { name: 'AccountReference', holds: upTo(12) },
    { name: 'TransactionDesc', holds: upTo(13) },
  ],
  stk_query: [...PUSH_PASSWORD, { name: 'CheckoutRequestID', holds: given }],
  pull_register: [
    { name: 'ShortCode', holds: ourShortcode },
    { name: 'RequestType', holds: oneOf('Pull') },
    { name: 'NominatedNumber', holds: mobile },
    { name: 'CallBackURL', holds: callbackUrl },
  ],
  pull: [
    { name: 'ShortCode', holds: ourShortcode },
    { name: 'StartDate', holds: windowTime },
    { name: 'EndDate', holds: windowTime },
    { name: 'OffSetValue', holds: (value) => /^\d{1,7}$/.test(textOf(value) ?? '') },
  ],
};
