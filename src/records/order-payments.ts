import { normalOrderNumber } from '../reading/order-numbers.ts';
import type { Order, Payment } from './types.ts';

/**
 * Whether a payment is one of an order's payments: its account reference is the order's number, or the order names its
 * receipt in `paid_by`, which counts as its account reference (decisions.md, Words).
 */
export function isPaymentOf(payment: Payment, order: Pick<Order, 'number' | 'paidBy'>): boolean {
  return order.paidBy.includes(payment.receipt) || normalOrderNumber(payment.account) === order.number;
}

/** The existing orders that a payment's reference names: mostly one or none; the one that the payer typed comes first. */
export function ordersNamedBy(payment: Payment, orders: readonly Order[]): readonly Order[] {
  const typed = normalOrderNumber(payment.account);
  return orders
    .filter((order) => isPaymentOf(payment, order))
    .toSorted(
      (a, b) => Number(b.number === typed) - Number(a.number === typed) || compare(a.number, b.number),
    );
}

/** Newest first; equal times by receipt, so that the order of rows decides nothing. */
export function newestFirst(payments: readonly Payment[]): readonly Payment[] {
  return payments.toSorted((a, b) => b.paidAt - a.paidAt || compare(b.receipt, a.receipt));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
