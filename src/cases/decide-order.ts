import type { OrderNumber } from '../reading/types.ts';
import { ordersNamedBy } from '../records/order-payments.ts';
import type { Order, Payment } from '../records/types.ts';
import { ask, orderOf, person, type View } from './decide-view.ts';
import type { Decision } from './types.ts';

/** D11: the order that the payment was meant for, or what is to be done to know it. */
export function orderOfComplaint(payment: Payment, view: View): Order | Decision {
  const { records, stated, staff } = view;
  const order = stated === null ? undefined : orderOf(stated, records.orders);
  if (order !== undefined) return order;
  if (staff.reference !== null) return person('D11', 'order_not_found', payment.receipt);
  // After `--go-on` a number that names nothing counts as not stated.
  if (stated !== null && !staff.overruled) {
    return toldOfMissingOrderBefore(view)
      ? person('D11', 'order_not_found', payment.receipt)
      : ask('D11', 'order_number', payment.receipt, view);
  }
  const [named] = ordersNamedBy(payment, records.orders);
  return named ?? onlyOrderOfSender(payment, view) ?? ask('D11', 'order_number', payment.receipt, view);
}

/** Whether this is the second stated number that does not exist. */
function toldOfMissingOrderBefore({ said, records }: View): boolean {
  const missing = (number: OrderNumber): boolean => orderOf(number, records.orders) === undefined;
  return said.ordersReplaced.some((order) => !order.fromSms && missing(order.number));
}

/** The only unpaid order with the sender's phone and exactly this total; cancelled counts as unpaid. */
function onlyOrderOfSender(payment: Payment, { sender, records }: View): Order | undefined {
  if (sender === null) return undefined;
  const [only, ...others] = records.orders.filter(
    (order) =>
      order.phone === sender &&
      order.totalCents === payment.amountCents &&
      (order.status === 'unpaid' || order.status === 'cancelled'),
  );
  return others.length === 0 ? only : undefined;
}
