import { invariant } from '../../core/errors.ts';
import { freshAnswers, isConfirmed, isReversed, unansweredOf } from '../confirmation.ts';
import type { Check, CheckRefusal } from '../gate-types.ts';

/** Silence after this many questions is for people: they can look into the portal (payouts.md §4). */
const QUESTIONS = 3;

const NOT_COMPLETED: CheckRefusal = {
  reason: 'original_not_completed',
  then: 'person',
  escalation: 'payout_refused',
};

/**
 * B2C pays out only after a status answer for the original payment, minutes old, that says *Completed* and the recorded
 * amount: an import can be stale or forged, and the payer may have reversed the payment by SMS meanwhile. A reversal
 * needs no confirmation, for the provider itself refuses one of a payment that is gone (R000001).
 */
export const paymentConfirmed: Check = (rows, { now }) => {
  const { refund, books, confirmation } = rows;
  if (refund.rail === 'reversal') return null;
  invariant(confirmation.maxAgeMs > 0, 'a confirmation has an age');
  if (isReversed(confirmation)) return NOT_COMPLETED;
  const answers = freshAnswers(confirmation, now);
  if (answers.length > 0)
    return isConfirmed(answers, refund.receipt, books.paymentCents) ? null : NOT_COMPLETED;
  if (confirmation.inquiries.some(({ inquiry }) => inquiry.state === 'open'))
    return { reason: 'confirmation_awaited', then: 'waits' };
  return unansweredOf(confirmation) >= QUESTIONS
    ? { reason: 'confirmations_unanswered', then: 'person', escalation: 'payout_refused' }
    : { reason: 'payment_not_confirmed', then: 'asks' };
};
