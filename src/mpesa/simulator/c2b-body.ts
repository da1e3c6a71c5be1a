import type { BookedPayment } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { confirmedPayer } from './parties.ts';
import { eatDigits, shillings } from './results.ts';
import type { Workings } from './workings.ts';

/** The body of a C2B confirmation (daraja.md §5): every value a string, the payer in the form that is scripted. */
export function confirmationBody(
  workings: Workings,
  { behaviour, fields }: AcceptedRequest,
  payment: BookedPayment,
): string {
  const { books, settings } = workings;
  const { msisdn, names } = confirmedPayer(workings, payment.msisdn, behaviour);
  const command = fields['TransactionType'] ?? fields['CommandID'];
  const [first = '', ...others] = names;
  return JSON.stringify({
    TransactionType: command === 'CustomerBuyGoodsOnline' ? 'Buy Goods' : 'Pay Bill',
    TransID: payment.receipt,
    TransTime: eatDigits(payment.paidAt),
    TransAmount: shillings(payment.amountCents, true),
    BusinessShortCode: settings.shortcode,
    BillRefNumber: payment.account,
    InvoiceNumber: '',
    OrgAccountBalance: shillings(books.money.balanceCents(), true),
    ThirdPartyTransID: '',
    ...(msisdn === null ? {} : { MSISDN: msisdn }),
    FirstName: first,
    MiddleName: others.length > 1 ? others.slice(0, -1).join(' ') : '',
    LastName: others.at(-1) ?? '',
  });
}
