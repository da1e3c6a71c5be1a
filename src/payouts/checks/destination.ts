import { PAYER_OF_RECEIPT } from '../../records/types.ts';
import type { Check } from '../gate-types.ts';

/**
 * B2C pays out only after a fresh status answer for the original payment. This version sends reversals alone, and asks
 * no such question: every B2C stops here, for a person. A reversal needs no confirmation, for the provider itself
 * refuses one of a payment that is gone (R000001). To put B2C to use, this check gets the answer among its rows.
 */
export const paymentConfirmed: Check = ({ refund }) =>
  refund.rail === 'reversal' ? null : { reason: 'rail_not_in_use', then: 'person', escalation: 'no_rail' };

/** A reversal can only go back to whoever paid; a payee that somebody put there is a sign of tampering. */
export const destination: Check = ({ refund }) =>
  refund.payee === PAYER_OF_RECEIPT
    ? null
    : { reason: 'payee_does_not_fit', then: 'person', escalation: 'records_conflict', hold: true };
