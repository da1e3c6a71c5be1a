import { statedDay } from './claims-date.ts';
import { complaintOf, saysGreetingOnly } from './complaint.ts';
import { findDates } from './dates.ts';
import { fold } from './fold.ts';
import { withoutInjection } from './injection.ts';
import { languageOf } from './language.ts';
import { findStated, isPayment } from './message-findings.ts';
import { withoutSpans, wordLine } from './message-words.ts';
import { asksForPerson } from './person.ts';
import { parseSms } from './sms.ts';
import type { Asked, MessageReading, PaidOn, ParsedSms } from './types.ts';

/** Longer messages are read up to here (UTF-16 code units): room for twenty pasted SMS, and far more than a
 * complaint needs. */
export const MESSAGE_LENGTH_READ = 4_000;

/** Where a longer message is cut; null for one that is read whole. */
export function cutAt(raw: string): number | null {
  return raw.length > MESSAGE_LENGTH_READ ? MESSAGE_LENGTH_READ : null;
}

/** A reading with what the rules for replies need beside it. */
export interface MessageParts {
  readonly reading: MessageReading;
  /** The customer's own words: folded, with pasted SMS and injected words blanked. */
  readonly own: string;
  /** `wordLine` of those. */
  readonly line: string;
  /** A value was given, or what answers the question but has two readings. */
  readonly givesDetail: boolean;
}

/** Reads one message as the answer to a question, or to none. Never throws; linear in the text. */
export function readParts(raw: string, asked: Asked): MessageParts {
  const folded = fold(firstPart(raw));
  const { text: clean, injection } = withoutInjection(folded.text);
  const sms = parseSms(clean);
  const own = withoutSpans(clean, sms);
  const line = wordLine(own);
  const found = findStated(folded.text, clean, sms, asked);
  const complaint = complaintOf({
    line,
    paidSms: sms.some(isPayment),
    receipt: found.ownReceipt,
    amount: found.amounts.length > 0,
  });
  const reading: MessageReading = {
    language: languageIn(withoutSpans(folded.text, sms), sms),
    complaint,
    wantsPerson: asksForPerson(line),
    injection,
    receipts: found.receipts,
    orders: found.orders,
    amounts: found.amounts,
    payer: found.payer,
    paidOn: paidOnOf(own, line, sms, complaint),
    sms: sms.map((one) => ({ ...one, ...folded.raw(one) })),
    cut: cutAt(raw) !== null,
  };
  const { receipts, orders, amounts, payer } = reading;
  const values = receipts.length + orders.length + amounts.length + (payer === null ? 0 : 1);
  return { reading, own, line, givesDetail: values > 0 || found.unclearDetail };
}

/** The language of the words around pasted SMS; beside an SMS in another language it is mixed. */
function languageIn(words: string, sms: readonly ParsedSms[]): MessageReading['language'] {
  const line = wordLine(words);
  const [pasted] = sms;
  if (pasted !== undefined && !/\p{L}{2}/u.test(line)) return pasted.language;
  const language = languageOf(line);
  return language === 'sw' && pasted?.language === 'en' ? 'mixed' : language;
}

/** Up to the length that is read, without half of a surrogate pair at the end. */
function firstPart(raw: string): string {
  if (cutAt(raw) === null) return raw;
  return raw.slice(0, MESSAGE_LENGTH_READ).replace(/[\ud800-\udbff]$/, '');
}

/**
 * The dates of the pasted payments; without those, a day that is named in the customer's own words. In a message that
 * is no complaint a named day is no day of payment ("do you open on Saturday?").
 */
function paidOnOf(
  own: string,
  line: string,
  sms: readonly ParsedSms[],
  complaint: MessageReading['complaint'],
): PaidOn | null {
  const pasted = new Set(sms.filter(isPayment).map(({ date }) => date));
  const [date = null] = pasted;
  if (pasted.size > 0) return pasted.size === 1 ? date : null;
  const days = findDates(own).flatMap(({ paidOn, ...span }) =>
    paidOn === null ? [] : [{ ...span, paidOn }],
  );
  return complaint === 'no' || saysGreetingOnly(line) ? null : statedDay(own, days);
}
