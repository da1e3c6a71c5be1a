import { parseShillings, type Cents } from '../core/money.ts';
import { calendarDay } from './dates.ts';
import { fold } from './fold.ts';
import { isOldReceiptShape, isReceiptShape } from './receipt-shapes.ts';
import { smsTailEnd } from './sms-tail.ts';
import type { ParsedSms, Receipt } from './types.ts';

/**
 * What an M-Pesa confirmation begins with. Spacing varies and the stop may be missing (daraja.md §9); the code may be
 * glued to the word.
 */
const HEAD =
  /(?<![A-Za-z0-9])((?:[A-Za-z0-9][ -]?){8,9}[A-Za-z0-9])[ \t]{0,3}\.?[ \t\r\n]{0,3}(confirmed|imethibitishwa)(?![a-z])[.,:!]?/gi;

/** `23/11/26 at 4:12 PM`, `tarehe 23/11/26 saa 2:05 PM`: the date that ends the sentence about the money. */
const DATED =
  /(?:\bon |\btarehe |\bmnamo )?(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])(?:,? {0,2}(?:at |saa )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?/i;

/** The first figure that stands with a currency is the payment; balance, cost and limit come after it. */
const MONEY = /(?:ksh|kes|kshs)s?\.? {0,2}(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}(?:\.\d{1,2})?)(?!\d)/i;

/** `for account 40112 on …`, `kwa akaunti nambari 40112 tarehe …`, `Account Number 40112 New Utility …`. */
const ACCOUNT =
  /\b(?:(?:for|kwa) (?:account|akaunti)(?: (?:number|no\.?|nambari|namba))?|account number|akaunti nambari)[ :]{1,2}([^\s].{0,39}?)(?= {1,3}(?:on |tarehe |mnamo |new |saa )|\.? {0,2}\d{1,2}\/\d{1,2}\/\d|\. |\.?$)/i;

/** Names of shops and people stand in capitals: where a cut SMS has nothing else, its own words end there. */
const NAME =
  /(?:[Pp]aid to|[Ss]ent to|kwa|from|kutoka) {1,2}[A-Z0-9&*'./-]+(?: {1,3}[A-Z0-9&*'./-]{2,})*(?: (?:for account|kwa akaunti nambari|Account Number) [A-Za-z0-9-]+)?/;

/** No confirmation and its advertisement is longer than this: what follows is the customer's own. */
const SMS_LENGTH_MAX = 700;

/**
 * Every M-Pesa confirmation pasted into a text, English or Swahili, in order (shapes: daraja.md §9, language.md §D).
 * The span is the SMS alone: words of the customer before and after it are not part of it. Messages without a code
 * (failed, cancelled) are not confirmations. What it says is a claim, never evidence. Linear; never throws.
 */
export function parseSms(text: string): readonly ParsedSms[] {
  const folded = fold(text);
  const heads = [...folded.text.matchAll(HEAD)].flatMap((match) => headOf(match) ?? []);
  const parsed = heads.map((head, index): ParsedSms => {
    const limit = Math.min(heads[index + 1]?.start ?? folded.text.length, head.bodyStart + SMS_LENGTH_MAX);
    const body = folded.text.slice(head.bodyStart, limit);
    const dated = DATED.exec(body);
    const moneyEnd = dated === null ? undatedEnd(body) : dated.index + dated[0].length;
    const length = Math.max(moneyEnd, smsTailEnd(body, moneyEnd));
    const whole = body.slice(0, length);
    const end = head.bodyStart + whole.trimEnd().length;
    return {
      ...folded.raw({ start: head.start, end }),
      receipt: head.receipt,
      direction: directionOf(whole),
      amountCents: amountOf(whole),
      account: ACCOUNT.exec(whole)?.[1]?.trim() ?? null,
      date: dated === null ? null : calendarDay(dated[3], Number(dated[2]), Number(dated[1])),
      language: head.language,
    };
  });
  return parsed.filter(saysWhatHappened);
}

interface Head {
  readonly start: number;
  readonly bodyStart: number;
  readonly receipt: Receipt;
  readonly language: 'sw' | 'en';
}

function headOf(match: RegExpExecArray): Head | null {
  const written = match[1] ?? '';
  const code = written.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  if (!isReceiptShape(code) && !isOldReceiptShape(code)) return null;
  return {
    start: match.index,
    bodyStart: match.index + match[0].length,
    receipt: code,
    language: match[2]?.toLowerCase() === 'confirmed' ? 'en' : 'sw',
  };
}

const DIRECTIONS: readonly (readonly [ParsedSms['direction'], RegExp])[] = [
  ['reversed', /revers|refunded|imerudishwa|umerudishiwa|kurudishiwa|rejeshwa/i],
  ['received', /received|umepokea/i],
  ['paid', /paid to|umelipa|imelipwa/i],
  ['sent', /sent to|imetumwa|umetuma/i],
  ['other', /\b(?:bought|withdraw|umenunua|umetoa|give |fuliza|loan|mkopo)/i],
];

/** The word that comes first decides: an advertisement or a name further on may hold another. */
function directionOf(sms: string): ParsedSms['direction'] {
  let direction: ParsedSms['direction'] = 'other';
  let first = Infinity;
  for (const [name, pattern] of DIRECTIONS) {
    const at = pattern.exec(sms)?.index ?? Infinity;
    if (at < first) [direction, first] = [name, at];
  }
  return direction;
}

function amountOf(sms: string): Cents | null {
  const figure = MONEY.exec(sms)?.[1];
  return figure === undefined ? null : parseShillings(figure);
}

/** Without a date the SMS was cut: it ends after the name in it, with its line, or with its first sentence. */
function undatedEnd(body: string): number {
  const name = NAME.exec(body);
  const line = body.search(/[\r\n]/);
  const sentence = body.search(/[a-z]\.(?:\s|$)/i);
  const ends = [name === null ? -1 : name.index + name[0].length, line, sentence === -1 ? -1 : sentence + 2];
  return Math.min(body.length, ...ends.filter((end) => end > 0));
}

/** Somebody who writes `UKN... confirmed?` has pasted no SMS: one speaks of money or of a reversal. */
function saysWhatHappened(sms: ParsedSms): boolean {
  return sms.amountCents !== null || sms.direction === 'reversed';
}
