import { MINUTE } from '../core/clock.ts';
import type { Receipt } from '../reading/types.ts';
import { fits as fitsPayer, parsePayer } from '../records/payer.ts';
import { PAYER_OF_RECEIPT, type Refund } from '../records/types.ts';
import { meaningOfAnswer, type StatusMeaning } from './classify/status-words.ts';
import { normalCode, resultCode, type ResultMeaning } from './classify/result-codes.ts';
import { personKey } from './people.ts';
import type { Attempt, Fact, ResultFact, StatusAnswerFact, StoredFact, VerdictFlag } from './types.ts';

/** What `judge` must know of an attempt. */
export type JudgedAttempt = Pick<Attempt, 'refund' | 'sendBy' | 'originatorConversationId'>;

/** Two people may state *not paid* only when the provider had this long after the deadline (payouts.md §6). */
export const PEOPLE_WAIT = 10 * MINUTE;

type Kind = Fact['kind'];
type FactOf<K extends Kind> = Extract<Fact, { kind: K }>;

/** The facts of one kind, each once and in an order that does not depend on how they arrived. */
export function factsOf<K extends Kind>(
  stored: readonly StoredFact[],
  kind: K,
): { id: string; fact: FactOf<K> }[] {
  const byId = new Map<string, FactOf<K>>();
  for (const { id, fact } of stored) if (fact.kind === kind) byId.set(id, fact as FactOf<K>);
  return [...byId].map(([id, fact]) => ({ id, fact })).sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** A result callback, weighed. */
export interface Result {
  readonly id: string;
  readonly fact: ResultFact;
  readonly code: string;
  readonly means: ResultMeaning | 'unknown';
  /** Its conversation ids are those that the provider gave this attempt, as far as both are known. */
  readonly isOurs: boolean;
  /** Amount and party are there and are this refund's. */
  readonly fits: boolean;
  readonly flags: readonly VerdictFlag[];
}

export function resultsOf(attempt: JudgedAttempt, stored: readonly StoredFact[]): readonly Result[] {
  const acknowledged = factsOf(stored, 'acknowledged').map(({ fact }) => fact);
  return factsOf(stored, 'result').map(({ id, fact }) => {
    const means = resultCode(attempt.refund.rail, fact.code)?.means ?? 'unknown';
    const isOurs = idsFit(attempt, acknowledged, fact);
    const flags: readonly VerdictFlag[] = !isOurs
      ? ['ids_mismatch']
      : means === 'paid'
        ? misfits(attempt, fact)
        : [];
    return {
      id,
      fact,
      code: normalCode(fact.code),
      means,
      isOurs,
      fits: isOurs && valuesFit(attempt, fact),
      flags,
    };
  });
}

/**
 * ConversationID decides when both sides know it; else the OriginatorConversationID (daraja.md §2, match order). For
 * B2C that is our own; a reversal's is made by the gateway and known from the acknowledgement only. When neither can be
 * compared, the path that brought the callback is enough: it carries a MAC over attempt and number.
 */
function idsFit(
  attempt: JudgedAttempt,
  acknowledged: readonly FactOf<'acknowledged'>[],
  result: ResultFact,
): boolean {
  const conversations = present(acknowledged.map((ack) => ack.conversationId));
  if (conversations.length > 0 && result.conversationId !== null) {
    return conversations.includes(result.conversationId);
  }
  const originators = present(acknowledged.map((ack) => ack.originatorConversationId));
  if (attempt.refund.rail === 'b2c') originators.push(attempt.originatorConversationId);
  if (originators.length > 0 && result.originatorConversationId !== null) {
    return originators.includes(result.originatorConversationId);
  }
  return true;
}

/**
 * "Amount and party must fit" (payouts.md §6): a success that leaves one of them out has not shown that it fits, and
 * proves nothing yet. Little is lost: the status query that follows finds the payment Reversed, or our own transaction.
 */
function valuesFit({ refund }: JudgedAttempt, result: ResultFact): boolean {
  return result.amountCents === refund.amountCents && partyOf(refund, result) === 'fits';
}

/** Values that are there and are other ones: shown to a person. One that is absent contradicts nothing. */
function misfits({ refund }: JudgedAttempt, result: ResultFact): readonly VerdictFlag[] {
  const flags: VerdictFlag[] = [];
  if (result.amountCents !== null && result.amountCents !== refund.amountCents) flags.push('amount_mismatch');
  if (partyOf(refund, result) === 'another') flags.push('party_mismatch');
  return flags;
}

type PartyFit = 'fits' | 'another' | 'not_told';

/** A reversal's party is the receipt that it reversed, a B2C's the receiver. */
function partyOf(refund: Refund, result: ResultFact): PartyFit {
  if (refund.rail === 'b2c') return receiverFit(refund, result.receiver);
  const original = result.originalReceipt?.trim().toUpperCase() ?? null;
  if (original === null) return 'not_told';
  return original === refund.receipt ? 'fits' : 'another';
}

/** A masked receiver fits when it shows no digit that is not the payee's: which of our requests it is, is known already. */
function receiverFit({ payee }: Refund, shown: string | undefined): PartyFit {
  if (shown === undefined || payee === PAYER_OF_RECEIPT) return 'not_told';
  const fit = fitsPayer(payee, parsePayer(shown).payer);
  // What is no mobile number at all (a till, a shortcode) is another party, not an untold one.
  return fit === 'yes' ? 'fits' : 'another';
}

/** The answer to a status query, weighed. */
export interface Answer {
  readonly fact: StatusAnswerFact;
  /** `nothing` for an answer about something else. */
  readonly means: StatusMeaning;
  /** What it would mean if it were about what was asked. */
  readonly said: StatusMeaning;
  readonly flags: readonly VerdictFlag[];
  /** Ids of the facts that were known when the query was made. */
  readonly askedAfter: ReadonlySet<string>;
}

export function answersOf(attempt: JudgedAttempt, stored: readonly StoredFact[]): readonly Answer[] {
  const asks = factsOf(stored, 'asked').map(({ fact }) => fact);
  return factsOf(stored, 'status_answer').map(({ fact }) => {
    const flags = answerMisfits(attempt, fact);
    const said = meaningOfAnswer(attempt.refund.rail, fact);
    const about = said === 'not_found' || (flags.length === 0 && isAbout(attempt, fact, said));
    return { fact, said, means: about ? said : 'nothing', flags, askedAfter: knownBefore(asks, fact.ask) };
  });
}

/**
 * Whether an answer shows that it is about what was asked. For a reversal: it names the original's receipt. B2C is
 * asked for by our own id, which is enough for bad news; good news must show amount and receiver as well (payouts.md §6).
 */
function isAbout({ refund }: JudgedAttempt, answer: StatusAnswerFact, said: StatusMeaning): boolean {
  if (refund.rail === 'reversal') return answer.receipt?.trim().toUpperCase() === refund.receipt;
  if (said !== 'paid') return true;
  return answer.amountCents === refund.amountCents && receiverFit(refund, answer.creditParty) === 'fits';
}

/** An answer that names another receipt, amount, receiver or transaction is not about what was asked. */
function answerMisfits(attempt: JudgedAttempt, answer: StatusAnswerFact): readonly VerdictFlag[] {
  if (normalCode(answer.code) !== '0') return [];
  const { refund } = attempt;
  const flags: VerdictFlag[] = [];
  if (answer.amountCents !== null && answer.amountCents !== refund.amountCents) flags.push('amount_mismatch');
  if (refund.rail === 'b2c') {
    if (receiverFit(refund, answer.creditParty) === 'another') flags.push('party_mismatch');
    const id = answer.originatorConversationId;
    if (id !== undefined && id !== attempt.originatorConversationId) flags.push('ids_mismatch');
    return flags;
  }
  const receipt = answer.receipt?.trim().toUpperCase() ?? null;
  if (receipt !== null && receipt !== refund.receipt) flags.push('party_mismatch');
  return flags;
}

/** What every query of that number knew. Two queries under one number are a fault: then only what both knew counts. */
function knownBefore(asks: readonly FactOf<'asked'>[], ask: number): ReadonlySet<string> {
  const [first, ...others] = asks.filter((asked) => asked.ask === ask);
  return new Set(
    first?.askedAfter.filter((id) => others.every((other) => other.askedAfter.includes(id))) ?? [],
  );
}

/** Two people's statement counts when they are two. */
export function peopleOf(stored: readonly StoredFact[]): readonly FactOf<'people'>[] {
  return factsOf(stored, 'people')
    .map(({ fact }) => fact)
    .filter(({ by }) => {
      const names = new Set(by.map(personKey));
      return names.size === 2 && !names.has('');
    });
}

/**
 * The provider's receipt of the refund, in normal form; null for what cannot be one: a filler (three characters of date
 * and seven zeros, daraja.md §9), another shape, or the receipt of the payment itself.
 */
export function providerReceiptOf(attempt: JudgedAttempt, text: string | null): Receipt | null {
  const receipt = text?.trim().toUpperCase() ?? '';
  const usable =
    /^[A-Z0-9]{10}$/.test(receipt) && !receipt.endsWith('0000000') && receipt !== attempt.refund.receipt;
  return usable ? (receipt as Receipt) : null;
}

export function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}
