import { keptByOrder, orderCap, receiptCap } from '../ledger.ts';
import type { Check, CheckRefusal, RefusalReason } from '../gate-types.ts';

/**
 * Never more than a receipt brought, never more than an order's receipts brought beyond what the order keeps
 * (payouts.md §3). The same money is counted twice on purpose: either cap holds when the other one's rows are wrong.
 * A reversal moves the whole payment whatever amount it names, so it must name the whole.
 */
export const caps: Check = ({ books, refund }) => {
  const { paymentCents, order } = books;
  const keptCents = order === null ? null : keptByOrder(order);
  if (paymentCents === null || keptCents === null) return conflict('payment_or_order_unknown');
  if (refund.rail === 'reversal' && refund.amountCents !== paymentCents)
    return conflict('reversal_of_a_part');
  const ofReceipt = receiptCap(paymentCents, books.receiptTransfers, books.receiptOutsideCents);
  if (!(refund.amountCents > 0 && refund.amountCents <= ofReceipt)) return conflict('over_receipt_cap');
  const ofOrder = orderCap(books.orderCameInCents, keptCents, books.orderTransfers, books.orderOutsideCents);
  return refund.amountCents <= ofOrder ? null : conflict('over_order_cap');
};

function conflict(reason: RefusalReason): CheckRefusal {
  return { reason, then: 'person', escalation: 'records_conflict' };
}
