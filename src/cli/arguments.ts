import { InvalidArgumentError } from 'commander';
import { parseShillings, type Cents } from '../core/money.ts';
import { Problem } from '../core/errors.ts';
import { normalMsisdn } from '../reading/msisdn.ts';
import { normalOrderNumber } from '../reading/order-numbers.ts';
import { normalReceipt } from '../reading/receipt-shapes.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';

/** Lists show this many rows unless told otherwise. */
export const LIST_LIMIT = 50;
const LIST_LIMIT_MAX = 10_000;

export function limitArgument(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_LIMIT_MAX) {
    throw new InvalidArgumentError(`a whole number from 1 to ${LIST_LIMIT_MAX}`);
  }
  return limit;
}

export function receiptArgument(text: string): Receipt {
  const receipt = normalReceipt(text);
  if (receipt === null) throw new InvalidArgumentError('an M-Pesa receipt, ten letters and digits');
  return receipt;
}

export function orderArgument(text: string): OrderNumber {
  const order = normalOrderNumber(text);
  if (order === '') throw new InvalidArgumentError('an order number');
  return order;
}

export function phoneArgument(text: string): Msisdn {
  const msisdn = normalMsisdn(text);
  if (msisdn === null)
    throw new InvalidArgumentError('a Kenyan mobile number such as 0712000391 or 254712000391');
  return msisdn;
}

export function amountArgument(text: string): Cents {
  const amount = parseShillings(text);
  if (amount === null || amount <= 0)
    throw new InvalidArgumentError('an amount in shillings such as 2350 or 1,250.50');
  return amount;
}

/** Ids are typed in any case. */
export function idArgument(text: string): string {
  return text.trim().toUpperCase();
}

/** One of a closed set of words. */
export function oneOf<Word extends string>(words: readonly Word[], what: string): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new InvalidArgumentError(`${what}: one of ${words.join(', ')}`);
    return word;
  };
}

/** Reads what was found missing only at the end, as commander would have said it. */
export function missing(what: string): Problem {
  return new Problem('bad_input', what);
}
