import type { Cents } from '../core/money.ts';
import type { MessageReading, OrderNumber, Receipt, Said } from './types.ts';

/**
 * What a model made of what the rules left open. It stands beside what the rules read and never in its place: what it
 * may lead to is `WHAT_A_MODEL_MAY_DO` (question-answer.ts) for intents and `decide-model.ts` for all else.
 */
export interface ByModel {
  /** Where the rules left the complaint undecided. */
  readonly complaint?: 'yes' | 'no';
  /** Stated values that the model takes for denied, because it chose another one. */
  readonly denied?: Denied;
}

export interface Denied {
  readonly receipts: readonly Receipt[];
  readonly orders: readonly OrderNumber[];
  readonly amounts: readonly Cents[];
}

/** A message with what a model made of it. */
export interface MessageHeard extends MessageReading {
  readonly byModel?: ByModel;
}

/** All that a customer has said, with what a model made of it. */
export interface HeardSaid extends Said {
  readonly byModel?: ByModel;
  /** That they will answer later is a model's word alone: if they never do, a person looks before the case closes. */
  readonly laterByModel?: true;
}

const NONE: Denied = { receipts: [], orders: [], amounts: [] };

type Values = Pick<MessageReading, 'complaint' | 'receipts' | 'orders' | 'amounts'>;

/** What the rules alone have read. */
export function byRulesAlone(said: HeardSaid): Said {
  const { language, complaint, wantsPerson, injection, payer, paidOn } = said;
  const { receipts, orders, ordersReplaced, amounts } = said;
  return {
    language,
    complaint,
    wantsPerson,
    injection,
    receipts,
    orders,
    ordersReplaced,
    amounts,
    payer,
    paidOn,
  };
}

/** The same as the model would have it. For comparing and measuring, never for deciding alone. */
export function asModelReads<Heard extends Values & { readonly byModel?: ByModel }>(heard: Heard): Heard {
  const { complaint, denied = NONE } = heard.byModel ?? {};
  return {
    ...heard,
    complaint: heard.complaint === 'undecided' ? (complaint ?? 'undecided') : heard.complaint,
    receipts: heard.receipts.filter((receipt) => !denied.receipts.includes(receipt)),
    orders: heard.orders.filter(({ number }) => !denied.orders.includes(number)),
    amounts: heard.amounts.filter((amountCents) => !denied.amounts.includes(amountCents)),
  };
}

/**
 * What a model made of a case so far, after another message. A value that the customer gives once more is denied no
 * longer, nor one that they replaced; a complaint that the rules have seen needs no model.
 */
export function madeSoFar(before: HeardSaid, message: MessageHeard, after: Said): ByModel | undefined {
  const old = before.byModel?.denied ?? NONE;
  const now = message.byModel?.denied ?? NONE;
  const receipts = still(old.receipts, now.receipts, message.receipts, after.receipts);
  const orders = still(old.orders, now.orders, numbersOf(message), numbersOf(after));
  const amounts = still(old.amounts, now.amounts, message.amounts, after.amounts);
  const complaint = after.complaint === 'undecided' ? before.byModel?.complaint : undefined;
  const denies = receipts.length + orders.length + amounts.length > 0;
  if (complaint === undefined && !denies) return undefined;
  return {
    ...(complaint === undefined ? {} : { complaint }),
    ...(denies ? { denied: { receipts, orders, amounts } } : {}),
  };
}

function still<Value>(
  old: readonly Value[],
  now: readonly Value[],
  given: readonly Value[],
  left: readonly Value[],
): readonly Value[] {
  const kept = old.filter((value) => !given.includes(value) && !now.includes(value));
  return [...kept, ...now].filter((value) => left.includes(value));
}

function numbersOf({ orders }: Pick<MessageReading, 'orders'>): readonly OrderNumber[] {
  return orders.map(({ number }) => number);
}
