import type { Cents } from '../core/money.ts';
import { readParts } from './message-parts.ts';
import type { MessageReading, Msisdn, PaidOn, Receipt, StatedOrder } from './types.ts';

export { cutAt, MESSAGE_LENGTH_READ } from './message-parts.ts';

/**
 * Reads a message that answers no question, by rules alone: what is stated, whether it is a complaint, whether a human
 * is asked for (DESIGN §4). What is absent or ambiguous is empty or null. Never throws; linear in the text, of which
 * MESSAGE_LENGTH_READ is read.
 */
export function readMessage(text: string): MessageReading {
  return readParts(text, null).reading;
}

/** A reading with one value a field: null when there is none, and when there are several. */
export interface Fields {
  readonly mpesa_code: Receipt | null;
  /** As written by the customer. */
  readonly order_number: string | null;
  readonly amount_cents: Cents | null;
  readonly phone: Msisdn | null;
  readonly paid_on: PaidOn | null;
}

export function fieldsOf(reading: MessageReading): Fields {
  return {
    mpesa_code: only(reading.receipts),
    order_number: onlyOrder(reading.orders)?.written ?? null,
    amount_cents: only(reading.amounts),
    phone: reading.payer,
    paid_on: reading.paidOn,
  };
}

function only<Value>(values: readonly Value[]): Value | null {
  const [value = null] = values;
  return values.length === 1 ? value : null;
}

/** The account of an SMS counts where no number was written. */
function onlyOrder(orders: readonly StatedOrder[]): StatedOrder | null {
  const written = orders.filter(({ fromSms }) => !fromSms);
  return only(written.length > 0 ? written : orders);
}
