import { behindSum } from './amounts/taken.ts';
import { wordLine } from './message-words.ts';
import { normalMsisdn } from './msisdn.ts';
import type { Msisdn, Span } from './types.ts';

/** A phone in a text, in normal form. */
export interface PhoneFound extends Span {
  readonly msisdn: Msisdn;
}

/** Words that lead to a phone tell whose it is; these many characters of the clause are read. */
const WORDS_BEFORE = 60;

/** A number to call, a number that money went to or is to go to, and a number that is denied are not the payer's. */
const NOT_THE_PAYER = [
  / (?:nipigie\w*|mnipigie|anipigie|piga|pigia|call|ring|whatsapp|whats app|text|reach|contact|wasiliana\w*|nicall\w*|nishike|available|kunipata) (?:\w+ ){0,4}$/,
  / (?:si|sio|siyo|not) $/,
  / (?:irudi\w*|rudish\w*|\w*rudishi\w*|refund\w*|return|send back|send it|send the money|nitumie\w*|mnitumie\w*|itumwe|pay me|nilipe\w*) (?:\w+ ){0,4}$/,
  / (?:\w*(?:tuma|tumia|send|sendia)|sent|send|sending|transferred|paid|payed) (?:\w+ ){0,3}(?:to|kwa|kwenda) (?:namba |number |no |simu )?$/,
];
/** "sent from my other line 0733 …": the payer after all. */
const FROM = / (?:from|kutoka|na|using|with|via|kutumia|nikitumia) (?:\w+ ){0,4}$/;

/** "nililipa na …", "paid from …": the number that paid, said in so many words. */
const PAID_WITH =
  / (?:\w*(?:lipa|lipia|tuma|tumia)|paid|pay|sent) (?:\w+ ){0,3}(?:na|kwa|from|with|using|kutoka) (?:\w+ ){0,7}$/;
/** "namba yangu ni …": the customer's own, which another one beside it may have stood in for. */
const OWN = / (?:yangu|my(?: \w+)?) (?:ni |is )?$/;

/** The number that the customer says was used to pay; null when none or more than one. */
export function statedPayer(text: string, phones: readonly PhoneFound[]): Msisdn | null {
  const payers = new Set<Msisdn>();
  const own = new Set<Msisdn>();
  let said = false;
  for (const [index, phone] of phones.map((found) => withoutSum(text, found)).entries()) {
    const from = Math.max(phones[index - 1]?.end ?? 0, phone.start - WORDS_BEFORE);
    const words =
      text
        .slice(from, phone.start)
        .split(/[.!?;\n](?=\s)|,(?=\s)/)
        .at(-1) ?? '';
    const line = wordLine(words);
    if (isElsewhere(line)) continue;
    payers.add(phone.msisdn);
    if (PAID_WITH.test(line)) said = true;
    else if (OWN.test(line)) own.add(phone.msisdn);
  }
  if (said && payers.size > 1) for (const msisdn of own) payers.delete(msisdn);
  const [payer = null] = payers;
  return payers.size === 1 ? payer : null;
}

/** `nimelipa 25410, 0712 000 391`: the phone alone, where a sum was taken for its country code. */
function withoutSum(text: string, phone: PhoneFound): PhoneFound {
  const { start, end } = behindSum(text, phone);
  if (start === phone.start) return phone;
  return { start, end, msisdn: normalMsisdn(text.slice(start, end)) ?? phone.msisdn };
}

function isElsewhere(line: string): boolean {
  if (!NOT_THE_PAYER.some((pattern) => pattern.test(line))) return false;
  // "from" must come after the verb and nearer to the phone: what follows it is where the money came from.
  const source = FROM.exec(line);
  return (
    source === null ||
    / (?:si|sio|siyo|not|piga|call|irudi\w*|refund\w*|to|kwenda) /.test(line.slice(source.index))
  );
}
