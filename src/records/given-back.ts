import type { Cents } from '../core/money.ts';
import { addCents, subtractCents } from '../core/money.ts';
import type { Receipt } from '../reading/types.ts';
import type { GivenBack, Payment } from './types.ts';

/** What was given back of one receipt. A refund that provably did not happen is left out (decisions.md, Words). */
export function refundsOfReceipt(receipt: Receipt, givenBack: readonly GivenBack[]): readonly GivenBack[] {
  return givenBack.filter((refund) => refund.receipt === receipt && refund.state !== 'not_paid');
}

/** The sum in cents of what was given back of a receipt, unresolved refunds included: they may have moved money. */
export function givenBackCents(receipt: Receipt, givenBack: readonly GivenBack[]): Cents {
  return addCents(...refundsOfReceipt(receipt, givenBack).map((refund) => refund.amountCents));
}

/** What is left of a payment, in cents; negative when more went back than it brought. */
export function leftCents(payment: Payment, givenBack: readonly GivenBack[]): Cents {
  return subtractCents(payment.amountCents, givenBackCents(payment.receipt, givenBack));
}

/** A payment given back in part counts as not given back, for what is left (decisions.md, Words). */
export function isGivenBackInFull(payment: Payment, givenBack: readonly GivenBack[]): boolean {
  return leftCents(payment, givenBack) <= 0;
}

export function hasUnresolvedRefund(receipt: Receipt, givenBack: readonly GivenBack[]): boolean {
  return refundsOfReceipt(receipt, givenBack).some((refund) => refund.state === 'unresolved');
}

/** Row D8 for one receipt; null when the row does not apply to it. */
export type EarlierRefunds = 'unresolved' | 'all_by_us' | 'all_outside' | 'mixed' | null;

/** How a receipt that needs no further refund was given back (D8). */
export function earlierRefunds(payment: Payment, givenBack: readonly GivenBack[]): EarlierRefunds {
  if (hasUnresolvedRefund(payment.receipt, givenBack)) return 'unresolved';
  if (!isGivenBackInFull(payment, givenBack)) return null;
  const makers = new Set(refundsOfReceipt(payment.receipt, givenBack).map((refund) => refund.by));
  if (makers.size > 1) return 'mixed';
  return makers.has('us') ? 'all_by_us' : 'all_outside';
}
