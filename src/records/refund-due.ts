import type { Cents } from '../core/money.ts';
import { addCents, cents, isWholeShillings, subtractCents } from '../core/money.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import { givenBackCents, hasUnresolvedRefund, isGivenBackInFull } from './given-back.ts';
import { isPaymentOf, newestFirst, ordersNamedBy } from './order-payments.ts';
import { provesPayer } from './payer.ts';
import { PAYER_OF_RECEIPT, type Order, type Payment, type Records, type Refund } from './types.ts';

/** B2C takes KES 10 to KES 250,000 in whole shillings (D16; daraja.md §2). A reversal carries any recorded amount. */
export const B2C_LEAST = cents(10_00);
export const B2C_MOST = cents(250_000_00);

/** What a staff fact switches off for the case (decisions.md, What a person can do). */
export interface StaffFlags {
  /** A staff fact is in force: D13's "payment < total" and "made before" are off. */
  readonly overruled: boolean;
  /** `--order`: counts as the receipt's account reference in D12 and D14. */
  readonly reference: OrderNumber | null;
}

/** One payment, its order and the rows about them: all that says which refund is due. */
export interface RefundQuestion {
  readonly records: Records;
  readonly receipt: Receipt;
  readonly order: OrderNumber;
  /** Numbers that may be the payee of a B2C when a record proves it: the stated payer, then the sender. */
  readonly numbers: readonly Msisdn[];
  readonly staff: StaffFlags;
}

export type RefundDue =
  | { readonly kind: 'refund'; readonly row: 'D13' | 'D14'; readonly refund: Refund }
  | {
      readonly kind: 'person';
      readonly row: 'D4' | 'D11' | 'D12' | 'D13' | 'D14' | 'D16';
      readonly reason:
        'payment_not_found' | 'order_not_found' | 'records_conflict' | 'amount_differs' | 'no_rail';
      /** The receipt whose payer's number, if it were known in full, would give the refund its rail (D16). */
      readonly payerNeeded?: Receipt;
    }
  | { readonly kind: 'close'; readonly row: 'D14'; readonly outcome: 'not_due' }
  /** A refund of that receipt is unresolved: only its end says what is due. */
  | { readonly kind: 'wait'; readonly row: 'D14'; readonly receipt: Receipt };

/**
 * Which refund is due for a payment and its order: rows D12 to D14 and D16 of decisions.md, from records alone. The
 * gate computes it again inside the transaction that reserves (payouts.md §4, `records_agree`). The same rows in
 * another order give the same answer.
 */
export function refundDue(question: RefundQuestion): RefundDue {
  const { records, staff } = question;
  const payment = records.payments.find((row) => row.receipt === question.receipt);
  if (payment === undefined) return { kind: 'person', row: 'D4', reason: 'payment_not_found' };
  const order = records.orders.find((row) => row.number === question.order);
  if (order === undefined) return { kind: 'person', row: 'D11', reason: 'order_not_found' };
  if (namesAnotherOrder(payment, order, records.orders, staff)) {
    return { kind: 'person', row: 'D12', reason: 'records_conflict' };
  }
  switch (order.status) {
    case 'paid':
      return ofPaidOrder(payment, order, question);
    case 'unpaid':
    case 'cancelled':
      return ofUnpaidOrder(payment, order, question);
    default:
      return { kind: 'person', row: 'D13', reason: 'records_conflict' };
  }
}

/** D12. A reference that names no order is a typing slip, and says nothing. */
function namesAnotherOrder(
  payment: Payment,
  order: Order,
  orders: readonly Order[],
  staff: StaffFlags,
): boolean {
  if (staff.reference !== null) return staff.reference !== order.number;
  return ordersNamedBy(payment, orders).some((named) => named.number !== order.number);
}

/** D13: the money bought nothing, so all of it goes back the way it came. */
function ofUnpaidOrder(payment: Payment, order: Order, { records, staff }: RefundQuestion): RefundDue {
  if (givenBackCents(payment.receipt, records.givenBack) > 0) {
    return { kind: 'person', row: 'D13', reason: 'records_conflict' };
  }
  if (!staff.overruled && payment.amountCents < order.totalCents) {
    return { kind: 'person', row: 'D13', reason: 'amount_differs' };
  }
  const onlyTheirWord = staff.reference === null && !isPaymentOf(payment, order);
  const madeBefore = order.createdAt !== null && payment.paidAt < order.createdAt;
  if (!staff.overruled && onlyTheirWord && madeBefore) {
    return { kind: 'person', row: 'D13', reason: 'records_conflict' };
  }
  return { kind: 'refund', row: 'D13', refund: reversalOf(payment, 'unpaid_order') };
}

/** D14: the order keeps its total; what is over may go back if it is plain which payment it is of. */
function ofPaidOrder(payment: Payment, order: Order, question: RefundQuestion): RefundDue {
  const conflict: RefundDue = { kind: 'person', row: 'D14', reason: 'records_conflict' };
  const { payments, givenBack, orders } = question.records;
  const counts = (one: Payment): boolean =>
    isPaymentOf(one, order) || (one.receipt === payment.receipt && question.staff.reference === order.number);
  if (!counts(payment)) return conflict;
  const counted = payments.filter(counts);
  // Money that another order names as its own too is no plain payment of this one, whatever the sums say.
  if (counted.some((one) => one !== payment && ordersNamedBy(one, orders).length > 1)) return conflict;
  const excess = excessCents(order, counted, question);
  const allSeen = order.paidBy.every((receipt) => counted.some((one) => one.receipt === receipt));
  if (!allSeen || excess < 0) return conflict;
  if (excess === 0) {
    const pending = newestFirst(counted).find((one) => hasUnresolvedRefund(one.receipt, givenBack));
    if (pending !== undefined) return { kind: 'wait', row: 'D14', receipt: pending.receipt };
    return { kind: 'close', row: 'D14', outcome: 'not_due' };
  }
  const left = newestFirst(counted).filter((one) => !isGivenBackInFull(one, givenBack));
  const latest = left[0];
  if (latest === undefined) return conflict;
  if (excess === latest.amountCents && givenBackCents(latest.receipt, givenBack) === 0) {
    return { kind: 'refund', row: 'D14', refund: reversalOf(latest, 'duplicate_payment') };
  }
  // With one payment left the excess is less than it: nothing else was kept, and the order keeps its total.
  if (left.length > 1) return conflict;
  return ofOverpayment(latest, excess, question.numbers);
}

/** Sum of the order's payments, less what was given back of them, less the total. */
function excessCents(order: Order, counted: readonly Payment[], { records }: RefundQuestion): Cents {
  const kept = counted.map((one) =>
    subtractCents(one.amountCents, givenBackCents(one.receipt, records.givenBack)),
  );
  return subtractCents(addCents(...kept), order.totalCents);
}

/** A part of a payment cannot be reversed: it goes by B2C, to a number that a record proves, or to nobody (D16). */
function ofOverpayment(payment: Payment, excess: Cents, numbers: readonly Msisdn[]): RefundDue {
  const payee = payment.payer.full ?? numbers.find((number) => provesPayer(number, payment.payer));
  if (excess < B2C_LEAST || excess > B2C_MOST || !isWholeShillings(excess)) {
    return { kind: 'person', row: 'D16', reason: 'no_rail' };
  }
  if (payee === undefined) {
    return { kind: 'person', row: 'D16', reason: 'no_rail', payerNeeded: payment.receipt };
  }
  return {
    kind: 'refund',
    row: 'D14',
    refund: { receipt: payment.receipt, amountCents: excess, cause: 'overpayment', rail: 'b2c', payee },
  };
}

function reversalOf(payment: Payment, cause: 'unpaid_order' | 'duplicate_payment'): Refund {
  return {
    receipt: payment.receipt,
    amountCents: payment.amountCents,
    cause,
    rail: 'reversal',
    payee: PAYER_OF_RECEIPT,
  };
}
