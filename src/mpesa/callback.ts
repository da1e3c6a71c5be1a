import type { Cents } from '../core/money.ts';
import { parseShillings } from '../core/money.ts';
import type { Fact } from '../payouts/types.ts';
import { storableBody } from './callback-body.ts';
import { isObject, plainCode } from './envelope.ts';
import { fieldOf, itemsOf, textOf } from './result-items.ts';
import type { Items } from './result-items.ts';
import { scrub } from './scrub.ts';

export interface ParsedCallback {
  /** What the callback says; null when that cannot be told. */
  readonly fact: Fact | null;
  /** Why there is no fact; null when there is one. */
  readonly why: string | null;
  /** The body without credentials, bounded: what may be stored. */
  readonly stored: unknown;
}

/** Codes and ids are under 45 characters (daraja.md §2, §3); a longer one is none. */
const ID_LENGTH_MAX = 100;

/** Says why no fact can be had of a body. */
class Unreadable extends Error {}

/**
 * Reads the body of a callback: of a payout (`ask` null) or of its status query with that number. Never throws. A body
 * that contradicts itself, or whose money figure cannot be read, gives no fact: it is kept, and the provider is asked.
 */
export function parseCallback(kind: 'result' | 'timeout', ask: number | null, body: unknown): ParsedCallback {
  const stored = storableBody(body);
  try {
    if (!isObject(stored)) throw new Unreadable('the body is not a JSON object');
    const fact = kind === 'timeout' ? timeoutFact(ask) : resultFact(ask, stored);
    return { fact, why: null, stored };
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : 'the body could not be read';
    return { fact: null, why, stored };
  }
}

/** The flat echo of the request or an envelope: that it came is all that it says (daraja.md §0.5). */
function timeoutFact(ask: number | null): Fact {
  return ask === null
    ? { kind: 'queue_timeout' }
    : { kind: 'ask_failed', ask, detail: 'the queue timed out' };
}

function resultFact(ask: number | null, body: Readonly<Record<string, unknown>>): Fact {
  const envelope = fieldOf(body, 'Result');
  // A relay may hand the result on without its wrapping.
  const result = isObject(envelope) ? envelope : body;
  const code = shortText(fieldOf(result, 'ResultCode'));
  if (code === null) throw new Unreadable('there is no ResultCode');
  // daraja.md §2: 1 says that more messages follow, so this one is not the end.
  if (textOf(fieldOf(result, 'ResultType')) === '1')
    throw new Unreadable('an interim result: more is to follow');
  const items = itemsOf(fieldOf(result, 'ResultParameters'));
  return ask === null ? payoutFact(plainCode(code), result, items) : statusFact(ask, plainCode(code), items);
}

/** For a reversal and for a payment to a customer alike (daraja.md §2, §3). */
function payoutFact(code: string, result: Readonly<Record<string, unknown>>, items: Items): Fact {
  const statedReceipt = shortText(fieldOf(result, 'TransactionID'));
  return {
    kind: 'result',
    code,
    description: scrub(textOf(fieldOf(result, 'ResultDesc')) ?? ''),
    transactionId: receiptOf(items, 'TransactionReceipt', statedReceipt),
    conversationId: shortText(fieldOf(result, 'ConversationID')),
    originatorConversationId: shortText(fieldOf(result, 'OriginatorConversationID')),
    amountCents: amountOf(items, ['Amount', 'TransactionAmount']),
    originalReceipt: receiptOf(items, 'OriginalTransactionID', null),
  };
}

/** Of a status query. The envelope's own TransactionID and ids belong to the query, not to the payment (§4). */
function statusFact(ask: number, code: string, items: Items): Fact {
  return {
    kind: 'status_answer',
    ask,
    code,
    receipt: receiptOf(items, 'ReceiptNo', null),
    status: onlyOne('TransactionStatus', valuesOf(items, 'TransactionStatus').map(shortOrThrow)),
    amountCents: amountOf(items, ['Amount']),
  };
}

/** Figures in any form that machines write; equal ones may come twice, different ones may not. */
function amountOf(items: Items, keys: readonly string[]): Cents | null {
  const amounts = keys
    .flatMap((key) => valuesOf(items, key))
    .map((text) => {
      const amount = parseShillings(text);
      if (amount === null) throw new Unreadable('the amount is no figure');
      return amount;
    });
  return onlyOne('amount', amounts);
}

/** A receipt in upper case, from the parameters and from where else it is stated. */
function receiptOf(items: Items, key: string, stated: string | null): string | null {
  const all = [...(stated === null ? [] : [stated]), ...valuesOf(items, key).map(shortOrThrow)];
  return onlyOne(
    key,
    all.map((text) => text.toUpperCase()),
  );
}

function onlyOne<Value>(what: string, values: readonly Value[]): Value | null {
  if (new Set(values).size > 1) throw new Unreadable(`it states ${what} twice and differently`);
  return values[0] ?? null;
}

function valuesOf(items: Items, key: string): readonly string[] {
  return items.get(key.toLowerCase()) ?? [];
}

function shortText(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : shortOrThrow(text);
}

function shortOrThrow(text: string): string {
  if (text.length > ID_LENGTH_MAX) throw new Unreadable('a code or an id is far too long');
  return text;
}
