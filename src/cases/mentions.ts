import { slipForm } from '../reading/receipts.ts';
import type { Case } from './types.ts';

/** A receipt (in slip form: O as 0, I as 1) or an order number that a case names. */
export interface Mention {
  readonly kind: 'receipt' | 'order';
  readonly value: string;
}

/**
 * All receipts and orders that a case names: the commit that imports a payment or an order, resolves a payout or
 * closes a case wakes every open case that names it (decisions.md, What moves a case again).
 */
export function mentionsOf(
  kase: Pick<Case, 'said' | 'receipt' | 'orderNumber' | 'staffFact' | 'decision'>,
): readonly Mention[] {
  const receipts = [
    ...(kase.said?.receipts ?? []),
    kase.receipt,
    kase.staffFact?.receipt,
    kase.decision?.route === 'refund' ? kase.decision.refund.receipt : null,
  ];
  const orders = [
    ...(kase.said?.orders ?? []).map((order) => order.number),
    kase.orderNumber,
    kase.staffFact?.order,
  ];
  const mentions = new Map<string, Mention>();
  for (const receipt of receipts) {
    if (receipt) mentions.set(`r ${slipForm(receipt)}`, { kind: 'receipt', value: slipForm(receipt) });
  }
  for (const order of orders) {
    if (order) mentions.set(`o ${order}`, { kind: 'order', value: order });
  }
  return [...mentions.values()];
}
