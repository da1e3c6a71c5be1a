import { fits, parsePayer } from '../../records/payer.ts';
import { PAYER_OF_RECEIPT } from '../../records/types.ts';
import { freshAnswers } from '../confirmation.ts';
import type { Check, CheckRefusal } from '../gate-types.ts';

const DOES_NOT_FIT: CheckRefusal = {
  reason: 'payee_does_not_fit',
  then: 'person',
  escalation: 'records_conflict',
  hold: true,
};

/** Safaricom's own prefixes, 254 7 and 254 1 (daraja.md §2): B2C pays to nothing else. */
const B2C_NUMBER = /^254[17]\d{8}$/;

/**
 * Where the money would go. A reversal can only go back to whoever paid; a payee that somebody put there is a sign of
 * tampering. A B2C goes to a mobile number that fits the payer whom the provider itself shows for the original payment:
 * records can be forged, and a number can have been read wrong.
 */
export const destination: Check = (rows, given) => {
  const { rail, payee } = rows.refund;
  if (rail === 'reversal') return payee === PAYER_OF_RECEIPT ? null : DOES_NOT_FIT;
  if (payee === PAYER_OF_RECEIPT || !B2C_NUMBER.test(payee)) return DOES_NOT_FIT;
  const shown = freshAnswers(rows.confirmation, given.now)
    .map(({ debitParty }) => debitParty)
    .filter((party) => party !== undefined);
  // A payer that is shown and is no mobile number at all (a till, a bank) is another one, not an untold one.
  return shown.every((party) => fits(payee, parsePayer(party).payer) === 'yes') ? null : DOES_NOT_FIT;
};
