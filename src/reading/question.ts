import { formatKes } from '../core/money.ts';
import { takeApart } from './control-tokens.ts';
import { wordLine } from './message-words.ts';
import { holdsSecret } from './redact.ts';
import type { Asked, MessageReading, ModelChoices, ModelQuestion, ReplyReading, SecretMap } from './types.ts';

/** All that can be answered about a reply. What the model may settle of it is `question-answer.ts`. */
const INTENTS = ['wants_person', 'withdraws', 'gives_detail', 'no', 'not_yet', 'yes', 'other'] as const;

/** The candidates that the text does not show by name stand below it, after this line. */
const LEGEND = '\n---\n';

/** A text that itself prefers one value to another; only then is there something for the model to choose. */
const PREFERS =
  / (?:si|sio|siyo|not|badala|instead|wrong|rather|ile|hiyo|ndio|ndiyo|only|pili|kwanza|mwisho|last|latest|first|second|latter|sahihi|correct|right) /;

/** True for a reply, which has an intent; false for a message that answers no question. */
export function isReply(heard: MessageReading | ReplyReading): heard is ReplyReading {
  return 'intent' in heard;
}

/**
 * The question for the model about what the rules left undecided: is it a complaint, what does the reply mean, and,
 * where the text prefers one of several values, which. Null when there is nothing to ask. The choices are this
 * message's own candidates: placeholders of `secrets`, and `AMOUNT_n`, `ORDER_n` as numbered in the reading.
 * `redacted` is the text as `redact()` left it, `secrets` the map that came with it.
 */
export function questionAbout(
  heard: MessageReading | ReplyReading,
  asked: Asked,
  redacted: string,
  secrets: SecretMap,
): ModelQuestion | null {
  const reply = isReply(heard);
  const reading = reply ? heard.message : heard;
  const unclear = reply && heard.intent === 'unclear';
  const choices: ModelChoices = {
    ...(!reply && reading.complaint === 'undecided' ? { complaint: ['yes', 'no'] as const } : {}),
    ...(unclear ? { intent: INTENTS } : {}),
    ...(PREFERS.test(wordLine(redacted)) ? candidatesOf(reading, secrets) : {}),
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
