import type { Cents } from '../core/money.ts';
import { parseShillings } from '../core/money.ts';
import { parseEatDigits, type Instant } from '../core/clock.ts';
import { isObject } from '../core/json.ts';
import type { Fact, StatusAnswer } from '../payouts/types.ts';
import { parsePayer } from '../records/payer.ts';
import { storableBody } from './callback-body.ts';
import { plainCode } from './envelope.ts';
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
  const { read, why, stored } = readBody(body, (object) =>
    kind === 'timeout' ? timeoutFact(ask) : resultFact(ask, object),
  );
  return { fact: read, why, stored };
}

export interface ParsedAnswer {
  /** What the answer to an inquiry says; null when that cannot be told, and for a timeout. */
  readonly answer: StatusAnswer | null;
  readonly why: string | null;
  readonly stored: unknown;
}

/** Reads the callback of a status query that is about no attempt. Never throws. */
export function parseInquiryCallback(kind: 'result' | 'timeout', body: unknown): ParsedAnswer {
  const { read, why, stored } = readBody(body, (object) => {
    if (kind === 'timeout') throw new Unreadable('the queue timed out');
    const { code, items } = resultOf(object);
    return statusAnswer(code, items);
  });
  return { answer: read, why, stored };
}

interface ReadBody<Read> {
  readonly read: Read | null;
  readonly why: string | null;
  readonly stored: unknown;
}

function readBody<Read>(
  body: unknown,
  reading: (object: Readonly<Record<string, unknown>>) => Read,
): ReadBody<Read> {
  const stored = storableBody(body);
  try {
    if (!isObject(stored)) throw new Unreadable('the body is not a JSON object');
    return { read: reading(stored), why: null, stored };
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : 'the body could not be read';
    return { read: null, why, stored };
  }
}

/** The flat echo of the request or an envelope: that it came is all that it says (daraja.md §0.5). */
function timeoutFact(ask: number | null): Fact {
  return ask === null
    ? { kind: 'queue_timeout' }
    : { kind: 'ask_failed', ask, detail: 'the queue timed out' };
}

function resultFact(ask: number | null, body: Readonly<Record<string, unknown>>): Fact {
  const { code, result, items } = resultOf(body);
  return ask === null
    ? payoutFact(code, result, items)
    : { kind: 'status_answer', ask, ...statusAnswer(code, items) };
}

interface ReadResult {
  readonly code: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly items: Items;
}

function resultOf(body: Readonly<Record<string, unknown>>): ReadResult {
  const envelope = fieldOf(body, 'Result');
  // A relay may hand the result on without its wrapping.
  const result = isObject(envelope) ? envelope : body;
  const code = shortText(fieldOf(result, 'ResultCode'));
  if (code === null) throw new Unreadable('there is no ResultCode');
  // daraja.md §2: 1 says that more messages follow, so this one is not the end.
  if (textOf(fieldOf(result, 'ResultType')) === '1')
    throw new Unreadable('an interim result: more is to follow');
  return { code: plainCode(code), result, items: itemsOf(fieldOf(result, 'ResultParameters')) };
}

/** Of a reversal and of a payment to a customer alike (daraja.md §2, §3). */
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
    ...told('receiver', onlyOne('the receiver', partiesNamed(items, 'ReceiverPartyPublicName'))),
  };
}

/** Of a status query. The envelope's own TransactionID and ids belong to the query, not to the payment (§4). */
function statusAnswer(code: string, items: Items): StatusAnswer {
  return {
    code,
    receipt: receiptOf(items, 'ReceiptNo', null),
    status: onlyOne('TransactionStatus', valuesOf(items, 'TransactionStatus').map(shortOrThrow)),
    amountCents: amountOf(items, ['Amount']),
    ...partiesOf(items),
    ...told('originatorConversationId', idOf(items)),
    ...told('finalisedAt', timeOf(items, 'FinalisedTime')),
  };
}

/**
 * Both parties. The portal's own sample names the debit party twice, and the second one is the credit party (daraja.md
 * §4): so are they read where no credit party is named.
 */
function partiesOf(items: Items): Pick<StatusAnswer, 'debitParty' | 'creditParty'> {
  const debit = partiesNamed(items, 'DebitPartyName');
  const credit = partiesNamed(items, 'CreditPartyName');
  // The same party twice is one key that came twice: nobody pays themselves.
  if (credit.length === 0 && debit.length === 2 && debit[0] !== debit[1]) {
    return { ...told('debitParty', debit[0] ?? null), ...told('creditParty', debit[1] ?? null) };
  }
  return { ...told('debitParty', sameOf(debit)), ...told('creditParty', sameOf(credit)) };
}

/** Parties that differ are as good as none: what needs them asks again, what does not need them goes on. */
function sameOf(values: readonly string[]): string | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

function partiesNamed(items: Items, key: string): readonly string[] {
  return valuesOf(items, key)
    .map(partyOf)
    .filter((party) => party !== null);
}

/**
 * A number (in normal form, masked, hashed) or a shortcode, without the name beside it in whatever shape: who a
 * customer is called is not ours to keep. Null when a name is all there is. The number stands first, so that a name of
 * any length hides nothing.
 */
function partyOf(text: string): string | null {
  const shown = text.slice(0, ID_LENGTH_MAX).trim();
  const hash = /^[0-9a-f]{64}(?![\p{L}\d])/iu.exec(shown)?.[0];
  if (hash !== undefined) return hash.toLowerCase();
  const { payer } = parsePayer(shown);
  return payer.full ?? payer.masked ?? /^\+?[\d*]+(?:\s+[\d*]+)*/.exec(shown)?.[0] ?? null;
}

function idOf(items: Items): string | null {
  return onlyOne('OriginatorConversationID', valuesOf(items, 'OriginatorConversationID').map(shortOrThrow));
}

/** Fourteen digits, East African time (daraja.md §4); another form is not worth refusing the answer for. */
function timeOf(items: Items, key: string): Instant | null {
  const [text, ...others] = valuesOf(items, key);
  return others.length > 0 ? null : parseEatDigits(text ?? '');
}

/** A field that is there only when it was told. */
function told<Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> {
  return value === null ? {} : ({ [name]: value } as Record<Name, Value>);
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
