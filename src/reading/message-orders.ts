import { RAISED_LETTERS } from './fold.ts';
import { bareOrder, namesSecret } from './message-bare.ts';
import { wordLine } from './message-words.ts';
import { findOrderNumbers, normalOrderNumber } from './order-numbers.ts';
import { normalMsisdn } from './phones.ts';
import type { Asked, OrderNumber, ParsedSms, Span, StatedOrder } from './types.ts';

/** The order numbers of a text and where they stand. */
interface OrdersFound {
  readonly stated: readonly StatedOrder[];
  /** All that were found, also denied ones: none of them is an amount. */
  readonly spans: readonly Span[];
}

/** The orders that the customer states: named in their words, given bare when asked, or the account of a pasted SMS. */
export function ordersIn(
  text: string,
  taken: readonly Span[],
  sms: readonly ParsedSms[],
  asked: Asked,
): OrdersFound {
  const found = findOrderNumbers(text, taken).filter(
    (order) =>
      order.named !== 'bare' ||
      (bareCounts(order.number, asked) && !isSentTo(text, order) && !namesSecret(text)),
  );
  const named = found
    .filter(({ denied }) => !denied)
    .map(({ number, written }) => ({ number, written, fromSms: false }));
  const bare = named.length === 0 && asked === 'order_number' ? bareOrder(text, [...taken, ...found]) : null;
  const written =
    bare === null
      ? named
      : [{ number: normalOrderNumber(bare.written), written: bare.written, fromSms: false }];
  const accounts = sms.map(accountOf);
  // Two pasted payments with different accounts, or one without: no account is the order of this complaint.
  const [account = null] = accounts;
  const pasted =
    account !== null && accounts.every((other) => other?.number === account.number) ? [account] : [];
  return { stated: eachOnce([...written, ...pasted]), spans: bare === null ? found : [...found, bare] };
}

/** A code question answered with four digits got a PIN, more likely than an order. */
const DIGITS_BESIDE_CODE_MIN = 5;

/** A number that nothing names is an amount where an amount was asked, and says too little beside a confirmation. */
function bareCounts(number: OrderNumber, asked: Asked): boolean {
  if (asked === 'mpesa_code') return number.replaceAll(/\D/g, '').length >= DIGITS_BESIDE_CODE_MIN;
  return asked === null || asked === 'order_number';
}

/** "nimetuma 1500 kwa 832911": money was sent to that number, so it is a till. */
function isSentTo(text: string, { start }: Span): boolean {
  const before = wordLine(text.slice(Math.max(0, start - 40), start));
  return / (?:\w*(?:tuma|tumia)|sent|send|sending|transferred) (?:\w+ ){0,3}(?:kwa|to) $/.test(before);
}

const RAISED = new RegExp(`[${RAISED_LETTERS}]`);

/** Phones are typed as accounts too, and stay phones. */
function accountOf({ account, direction }: ParsedSms): StatedOrder | null {
  if (account === null || direction === 'received' || direction === 'reversed') return null;
  const number = normalOrderNumber(account);
  // A letter of another script is what folding left of a digit that it does not trust (`²88213`).
  return number === '' || RAISED.test(number) || normalMsisdn(account) !== null
    ? null
    : { number, written: account, fromSms: true };
}

function eachOnce(orders: readonly StatedOrder[]): readonly StatedOrder[] {
  const seen = new Set<string>();
  return orders.filter(({ number }) => !seen.has(number) && seen.add(number));
}
