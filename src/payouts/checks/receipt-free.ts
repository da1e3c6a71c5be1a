import type { Check } from '../gate-types.ts';

/**
 * Nothing else is open on the receipt. A reversal in an unknown state followed by another payout is the double refund
 * (daraja.md §0.1), so at most one unresolved payout a receipt, whatever the rail. A hold goes first: only people
 * lift it.
 */
export const receiptFree: Check = ({ receiptOnHold, unresolvedOnReceipt }) => {
  if (receiptOnHold) return { reason: 'receipt_on_hold', then: 'person', escalation: 'records_conflict' };
  return unresolvedOnReceipt.length === 0 ? null : { reason: 'another_payout_unresolved', then: 'waits' };
};
