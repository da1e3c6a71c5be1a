import { comparePayers } from './payer.ts';
import type { OutgoingRow } from './statement.ts';
import type { Payment } from './types.ts';

/**
 * Whether an outgoing row that is none of our attempts may have given this payment back: tied to it by the statement,
 * or later than it, of its amount and to a party that fits its payer. The receipt then goes on hold (payouts.md §10):
 * somebody may have paid it by hand.
 */
export function mayHaveGivenBack(row: OutgoingRow, payment: Payment): boolean {
  if (row.linked !== null) return row.linked === payment.receipt;
  return (
    row.amountCents === payment.amountCents &&
    row.at >= payment.paidAt &&
    comparePayers(row.payer, payment.payer) === 'agree'
  );
}
