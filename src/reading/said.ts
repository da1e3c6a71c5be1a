import { madeSoFar, type HeardSaid, type MessageHeard } from './by-model.ts';
import { answerLanguage } from './language.ts';
import type { Asked, ReplyReading, Said, StatedOrder } from './types.ts';

/** A reply as `readReply` gives it, or with a model's answer beside it. */
export interface HeardReply extends ReplyReading {
  readonly message: MessageHeard;
  /** Its words take something back ("samahani ni 40112"). */
  readonly corrects?: boolean;
  /** The rules had left it `unclear`: its intent is a model's word alone. */
  readonly intentByModel?: true;
}

/** What a customer has said after their first message. */
export function firstSaid(reading: MessageHeard): HeardSaid {
  return {
    language: answerLanguage(reading.language),
    complaint: reading.complaint,
    wantsPerson: reading.wantsPerson,
    injection: reading.injection,
    receipts: reading.receipts,
    orders: reading.orders,
    ordersReplaced: [],
    amounts: reading.amounts,
    payer: reading.payer,
    paidOn: reading.paidOn,
    ...(reading.byModel === undefined ? {} : { byModel: reading.byModel }),
  };
}

/**
 * What a customer has said after another message (decisions.md, Words). On the field that we asked for, and on every
 * field when a correction is spoken or a confirmation was asked, what is given replaces what was said before; on
 * other fields it is added. Nothing given leaves what was said. A reply cannot turn a complaint into none, and the
 * wish for a person stays. What a model made of it stands beside it (`byModel`).
 */
export function hearReply(said: HeardSaid, reply: HeardReply, asked: Asked): HeardSaid {
  const { message } = reply;
  const replaces = (field: Asked): boolean =>
    asked === field || asked === 'confirm' || reply.corrects === true;
  const orders = heardOrders(said, message.orders, replaces('order_number'));
  const after: Said = {
    language: said.language,
    complaint: said.complaint === 'yes' || message.complaint === 'yes' ? 'yes' : said.complaint,
    wantsPerson: said.wantsPerson || message.wantsPerson || reply.intent === 'wants_person',
    injection: said.injection || message.injection,
    receipts: heard(said.receipts, message.receipts, replaces('mpesa_code')),
    ...orders,
    amounts: heard(said.amounts, message.amounts, replaces('amount')),
    payer: message.payer ?? said.payer,
    paidOn: message.paidOn ?? said.paidOn,
  };
  const byModel = madeSoFar(said, message, after);
  return {
    ...after,
    ...(byModel === undefined ? {} : { byModel }),
    ...(reply.intentByModel === true && reply.intent === 'not_yet' ? { laterByModel: true } : {}),
  };
}

function heard<Value>(
  before: readonly Value[],
  given: readonly Value[],
  replaces: boolean,
): readonly Value[] {
  if (given.length === 0) return before;
  return replaces ? given : [...before, ...given.filter((value) => !before.includes(value))];
}

/** An SMS account is a stated order only if such an order exists, so it never replaces one that was written. */
function heardOrders(
  said: Said,
  given: readonly StatedOrder[],
  replaces: boolean,
): Pick<Said, 'orders' | 'ordersReplaced'> {
  const written = given.filter((order) => !order.fromSms);
  if (!replaces || written.length === 0) {
    const added = given.filter(({ number }) => !said.orders.some((order) => order.number === number));
    return { orders: [...said.orders, ...added], ordersReplaced: said.ordersReplaced };
  }
  const replaced = said.orders.filter(
    ({ number, fromSms }) => !fromSms && !given.some((order) => order.number === number),
  );
  return { orders: given, ordersReplaced: [...said.ordersReplaced, ...replaced] };
}

/** The number of different written order numbers; an SMS account counts only where nothing else was written. */
function ordersGiven(orders: readonly StatedOrder[]): number {
  const written = orders.filter((order) => !order.fromSms);
  return new Set((written.length > 0 ? written : orders).map((order) => order.number)).size;
}

/**
 * Whether a reply gives what was asked, so that asking for it again would start a new count (decisions.md: asked twice
 * without a usable answer). Two codes, two figures, "I don't have it" are not usable: the same question would follow.
 */
export function gaveUsableAnswer(reply: ReplyReading, asked: Asked): boolean {
  const { message, intent } = reply;
  switch (asked) {
    case 'mpesa_code':
      return message.receipts.length === 1;
    case 'order_number':
      return ordersGiven(message.orders) === 1;
    case 'amount':
      return message.amounts.length === 1;
    case 'phone':
      return message.payer !== null;
    case 'confirm':
      return intent === 'yes' || intent === 'no' || intent === 'gives_detail';
    case null:
      return true;
  }
}
