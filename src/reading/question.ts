import { formatKes } from '../core/money.ts';
import { takeApart } from './control-tokens.ts';
import { wordLine } from './message-words.ts';
import { holdsSecret } from './redact.ts';
import type { Asked, MessageReading, ModelChoices, ModelQuestion, ReplyReading, SecretMap } from './types.ts';

/** All that can be answered about a reply. What the model may settle of it is `question-answer.ts`. */
const INTENTS = ['wants_person', 'withdraws', 'gives_detail', 'no', 'not_yet', 'yes', 'other'] as const;

/** The candidates that the text does not show by name stand below it, after this line. */
const LEGEND = '\n---\n';

/** A value in a redacted `wordLine`: a code's placeholder, a figure, or a number in words. Phones are no choice. */
const VALUE =
  '(?:(?!phone_)[^ ]*\\d[^ ]*|elfu|mia|laki|thao|ngiri|soo|finje|thousand|hundred|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi)';
/** Names a value by its place; denying it denies the value. */
const WHICH = '(?:kwanza|pili|mwisho|first|second|last|former|latter)';
/** Stands right before what it denies ("si [CODE_2]", "not order 88213"). Before other words it denies another thing. */
const DENIES_NEXT = `(?:si|sio|siyo|not|badala ya|instead of|rather than) (?:(?:ni|ile|hiyo|hii|the|that|this|code|order|oda|ksh|kes|na|ya|no|number|namba) ){0,3}(?:${VALUE}|${WHICH})`;
/** Takes back or corrects something that stands near. */
const CORRECTS =
  '(?:hapana|apana|no|nope|wrong|makosa|kimakosa|nilikosea|nimekosea|samahani|sorry|pole|i meant|i mean|nilimaanisha|namaanisha|correct|correction|corrected|sahihi|badala|instead|rather|sio hiyo|si hiyo|siyo hiyo|sio hizo)';
/** Words that may stand between a correction and its value: as many as "sorry the correct order number is". */
const NEAR = '(?:[^ ]+ ){0,5}';

/**
 * A text that itself denies or corrects one of its values; only then is there something for the model to look at.
 * Words that only point ("ya kwanza", "only", "ndio") are no reason: the rules and the records read those.
 */
const TAKES_BACK = new RegExp(` (?:${DENIES_NEXT}|${CORRECTS} ${NEAR}${VALUE}|${VALUE} ${NEAR}${CORRECTS}) `);

/** Which stated values a model may choose among: `all_values` is for measuring a liar. */
export type Offered = 'where_taken_back' | 'all_values';

/** True for a reply, which has an intent; false for a message that answers no question. */
export function isReply(heard: MessageReading | ReplyReading): heard is ReplyReading {
  return 'intent' in heard;
}

/**
 * The question for the model about what the rules left undecided: is it a complaint, what does the reply mean, and,
 * where the text takes back one of several values, which counts. Null when there is nothing to ask. The choices are this
 * message's own candidates: placeholders of `secrets`, and `AMOUNT_n`, `ORDER_n` as numbered in the reading.
 * `redacted` is the text as `redact()` left it, `secrets` the map that came with it.
 */
export function questionAbout(
  heard: MessageReading | ReplyReading,
  asked: Asked,
  redacted: string,
  secrets: SecretMap,
  offered: Offered = 'where_taken_back',
): ModelQuestion | null {
  const reply = isReply(heard);
  const reading = reply ? heard.message : heard;
  const unclear = reply && heard.intent === 'unclear';
  const choices: ModelChoices = {
    ...(!reply && reading.complaint === 'undecided' ? { complaint: ['yes', 'no'] as const } : {}),
    ...(unclear ? { intent: INTENTS } : {}),
    ...(offered === 'all_values' || TAKES_BACK.test(wordLine(redacted))
      ? candidatesOf(reading, secrets)
      : {}),
  };
  if (Object.keys(choices).length === 0) return null;
  return {
    purpose: reply ? 'reply' : 'message',
    redacted: takeApart(redacted) + legendOf(reading, choices),
    asked,
    choices,
  };
}

/** Lists of two or more: one candidate is no choice, and an empty list breaks the schema (ollama.md row 4). */
function candidatesOf(reading: MessageReading, secrets: SecretMap): ModelChoices {
  const codes = Object.keys(secrets).filter((placeholder) =>
    reading.receipts.some((receipt) => receipt === secrets[placeholder]),
  );
  return {
    ...(codes.length > 1 ? { mpesa_code: codes } : {}),
    // An order number that looks like a secret of the case is never shown.
    ...(reading.orders.length > 1 &&
    !reading.orders.some(({ number }) => holdsSecret(`order ${number}`, secrets))
      ? { order_number: reading.orders.map((_, index) => `ORDER_${index + 1}`) }
      : {}),
    ...(reading.amounts.length > 1
      ? { amount: reading.amounts.map((_, index) => `AMOUNT_${index + 1}`) }
      : {}),
  };
}

/** Says which order or amount each name stands for. A code's placeholder stands in the text itself. */
function legendOf(reading: MessageReading, choices: ModelChoices): string {
  const lines = [
    ...(choices.order_number === undefined
      ? []
      : reading.orders.map((order, index) => `ORDER_${index + 1} = order ${order.number}`)),
    ...(choices.amount === undefined
      ? []
      : reading.amounts.map((amountCents, index) => `AMOUNT_${index + 1} = ${formatKes(amountCents)}`)),
  ];
  return lines.length === 0 ? '' : LEGEND + lines.join('\n');
}

/** The customer's own words of a question, without the list of candidates below them. */
export function wordsAsked(question: ModelQuestion): string {
  const at = question.redacted.lastIndexOf(LEGEND);
  return at < 0 || (question.choices.order_number ?? question.choices.amount) === undefined
    ? question.redacted
    : question.redacted.slice(0, at);
}
