import type { Instant } from '../../core/clock.ts';
import { EAT_OFFSET } from '../../core/clock.ts';
import { pushDescription } from './codes.ts';
import { json } from './exchange.ts';
import { refusedWith } from './fault-answers.ts';
import { textOf } from './checks.ts';
import type { Fields } from '../../core/json.ts';
import { acceptPayIn } from './pay-in-accept.ts';
import type { PayInAnswer } from './pay-in-accept.ts';
import { gatewayId } from './receipts.ts';
import type { Booked } from './refusals.ts';
import { eatDigits } from './results.ts';
import type { Workings } from './workings.ts';

/** An STK push: a telephone asks its owner to pay. The answer says that it was sent, no more (daraja.md §5). */
export function push(workings: Workings, booked: Booked): PayInAnswer {
  if (!passwordIsRight(workings, booked.fields)) return wrongPassword(booked);
  const ids = {
    originatorConversationId: gatewayId(booked.salt),
    conversationId: checkoutRequestId(workings.settings.now(), textOf(booked.fields?.['PhoneNumber']) ?? ''),
  };
  acceptPayIn(workings, booked, ids);
  const words = 'Success. Request accepted for processing';
  const said = {
    MerchantRequestID: ids.originatorConversationId,
    CheckoutRequestID: ids.conversationId,
    ResponseCode: '0',
    ResponseDescription: words,
    CustomerMessage: words,
  };
  return { accepted: booked.number, answer: ['accepted, answered', json(said)] };
}

/** What became of a push, at once: the code as a string, and neither receipt nor amount (daraja.md §5). */
export function askPush(workings: Workings, booked: Booked): PayInAnswer {
  if (!passwordIsRight(workings, booked.fields)) return wrongPassword(booked);
  const known = workings.books.requests.push(textOf(booked.fields?.['CheckoutRequestID']) ?? '');
  if (known === null) return refusedWith(booked.salt, '500.001.1001', 'The transaction does not Exist');
  const code = booked.behaviour.result ?? known.resultCode ?? '4999';
  const said = {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: known.originatorConversationId,
    CheckoutRequestID: known.conversationId,
    ResultCode: code,
    ResultDesc: pushDescription(code),
  };
  return [`answered ${code}`, json(said)];
}

/** Base64 of shortcode, passkey and the time that stands beside it. How old the time may be is disputed: not looked at. */
function passwordIsRight({ settings }: Workings, fields: Fields | null): boolean {
  const { shortcode, passkey } = settings;
  const right = Buffer.from(`${shortcode}${passkey}${textOf(fields?.['Timestamp']) ?? ''}`);
  return fields?.['Password'] === right.toString('base64');
}

function wrongPassword({ salt }: Booked): PayInAnswer {
  return refusedWith(salt, '500.001.1001', 'Wrong credentials');
}

/** `ws_CO_`, DDMMYYYYHHmmss, milliseconds without zeros in front, and the last nine digits of the telephone. */
function checkoutRequestId(at: Instant, msisdn: string): string {
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d{6})$/.exec(eatDigits(at)) ?? [];
  const milliseconds = new Date(at + EAT_OFFSET).getUTCMilliseconds();
  return `ws_CO_${day}${month}${year}${time}${milliseconds}${msisdn.slice(-9)}`;
}
