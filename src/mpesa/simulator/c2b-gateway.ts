import { json } from './exchange.ts';
import { refusedWith } from './fault-answers.ts';
import { textOf } from './checks.ts';
import { acceptPayIn } from './pay-in-accept.ts';
import type { PayInAnswer } from './pay-in-accept.ts';
import { gatewayId } from './receipts.ts';
import type { Booked } from './refusals.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/**
 * Registers where confirmations go: once, as in production; again is refused until the addresses are deleted
 * (daraja.md §5). Validation is off, as it is by default there: the second address is kept and never called.
 */
export function registerUrls(workings: Workings, booked: Booked): PayInAnswer {
  const { books, settings } = workings;
  if (books.settings.registeredUrls() !== null)
    return refusedWith(booked.salt, '500.003.1001', 'Urls are already registered.');
  const [confirmationUrl, validationUrl] = [
    booked.fields?.['ConfirmationURL'],
    booked.fields?.['ValidationURL'],
  ];
  books.settings.setRegisteredUrls({
    confirmationUrl: textOf(confirmationUrl) ?? '',
    validationUrl: textOf(validationUrl) ?? '',
  });
  const { codeAsZeros } = variantOf(settings.variants, booked);
  return ['registered', json(answerOf(booked, codeAsZeros ? '00000000' : '0', 'Success'))];
}

/** A customer pays by hand, as the sandbox lets one try: nobody pushed anything to the telephone. */
export function simulatePayment(workings: Workings, booked: Booked): PayInAnswer {
  const id = gatewayId(booked.salt);
  acceptPayIn(workings, booked, { originatorConversationId: id, conversationId: id });
  const said = answerOf(booked, '0', 'Accept the service request successfully.');
  return { accepted: booked.number, answer: ['accepted, answered', json(said)] };
}

/** The key is spelt so by Daraja itself. */
function answerOf({ salt }: Booked, code: string, words: string): unknown {
  return { OriginatorCoversationID: gatewayId(salt), ResponseCode: code, ResponseDescription: words };
}
