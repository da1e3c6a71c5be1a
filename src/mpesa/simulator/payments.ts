import { Problem } from '../../core/errors.ts';
import { atomically } from './books-open.ts';
import type { NewPayment } from './books-report.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { textOf } from './checks.ts';
import { freshReceipt } from './payout.ts';
import type { Workings } from './workings.ts';

/**
 * Books money that customers paid: all of it or none. The same payment again changes nothing. Problem `bad_input` for
 * what is no payment, `conflict` when another payment has the receipt.
 */
export function addPayments(workings: Workings, payments: readonly NewPayment[]): void {
  atomically(workings.db, () => {
    for (const payment of payments) addPayment(workings, payment);
  });
}

function addPayment({ books, settings }: Workings, payment: NewPayment): void {
  const { receipt, amountCents, msisdn } = payment;
  if (!/^[A-Z0-9]{9,10}$/.test(receipt)) throw new Problem('bad_input', `not an M-Pesa receipt: ${receipt}`);
  if (amountCents <= 0) throw new Problem('bad_input', `payment ${receipt}: an amount above zero is needed`);
  if (!/^254\d{9}$/.test(msisdn))
    throw new Problem('bad_input', `payment ${receipt}: the payer is 254 and nine digits`);
  const known = books.money.payment(receipt);
  if (known !== null) {
    if (known.amountCents === amountCents && known.msisdn === msisdn) return;
    throw new Problem('conflict', `another payment already has the receipt ${receipt}`);
  }
  books.money.addPayment({
    receipt,
    amountCents,
    msisdn,
    payerName: payment.payerName ?? 'SIMULATED CUSTOMER',
    account: payment.account ?? '',
    paidAt: payment.paidAt ?? settings.now(),
  });
}

/** Somebody gives a payment back in M-Pesa's own ways, past every client. Answers the reversal's receipt. */
export function reverseOutside(workings: Workings, original: string): string {
  const { books, db, settings } = workings;
  return atomically(db, () => {
    const payment = books.money.payment(original);
    if (payment === null) throw new Problem('not_found', `the simulator knows no payment ${original}`);
    if (payment.status === 'Reversed') throw new Problem('wrong_status', `${original} is already reversed`);
    const receipt = freshReceipt(workings, `outside ${original}`);
    const { amountCents, msisdn } = payment;
    books.money.pay({
      receipt,
      kind: 'outside',
      request: null,
      originalReceipt: original,
      amountCents,
      msisdn,
      at: settings.now(),
    });
    return receipt;
  });
}

/** The scripted reversal outside that comes between a client's last look and its request (daraja.md §0.8). */
export function reverseOutsideBefore(workings: Workings, request: AcceptedRequest): void {
  const { reversed_outside: own, reversed_outside_receipt: other } = request.behaviour;
  const receipt = other ?? (own ? textOf(request.fields['TransactionID']) : null);
  if (receipt === null) return;
  if (workings.books.money.payment(receipt)?.status === 'Completed') reverseOutside(workings, receipt);
}
