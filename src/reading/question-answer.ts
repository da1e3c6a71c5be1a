import { asksOrHedges, wordLine } from './message-words.ts';
import { isReply, wordsAsked } from './question.ts';
import { denies, hasYesWord } from './reply-rules.ts';
import type {
  MessageReading,
  ModelAnswer,
  ModelChoices,
  ModelQuestion,
  ReplyIntent,
  ReplyReading,
  SecretMap,
} from './types.ts';

/** What became of a model's answer. All but `applied` mean that the answer is not to be trusted. */
export type Applied<Heard> =
  | { readonly kind: 'applied'; readonly heard: Heard }
  /** A value that was not among the choices. */
  | { readonly kind: 'not_a_candidate'; readonly choice: keyof ModelChoices; readonly value: string }
  /** A choice that was not in the question. */
  | { readonly kind: 'not_asked'; readonly choice: keyof ModelChoices }
  /** An asked choice without an answer; a refusal to choose is `null`, not absence. */
  | { readonly kind: 'missing'; readonly choice: keyof ModelChoices }
  /** A yes where the customer's own words deny, ask or hedge, or hold no yes. */
  | { readonly kind: 'contradicts_rules'; readonly choice: keyof ModelChoices; readonly value: string };

const CHOICES = ['complaint', 'intent', 'mpesa_code', 'order_number', 'amount'] as const;

/** The model may settle these. `withdraws` would close a live case and `gives_detail` needs a value: the reply stays
 * `unclear`, and the customer is asked again. */
const SETTLED_BY_MODEL: ReadonlySet<string> = new Set(['wants_person', 'no', 'not_yet', 'yes', 'other']);

/**
 * Takes a model's answer back into what was read. It can only narrow: settle an undecided complaint or an unclear
 * reply, or keep one of the candidates that the rules had found. Anything else is refused by its kind.
 */
export function applyAnswer<Heard extends MessageReading | ReplyReading>(
  heard: Heard,
  question: ModelQuestion,
  answer: ModelAnswer,
  secrets: SecretMap,
): Applied<Heard> {
  for (const choice of CHOICES) {
    const refused = refusalOf(question, answer, choice);
    if (refused !== null) return refused;
  }
  if (!isReply(heard)) return { kind: 'applied', heard: { ...heard, ...narrowed(heard, answer, secrets) } };
  const intent = answer.intent ?? null;
  const message = { ...heard.message, ...narrowed(heard.message, answer, secrets) };
  if (heard.intent !== 'unclear' || intent === null || !SETTLED_BY_MODEL.has(intent)) {
    return { kind: 'applied', heard: { ...heard, message } };
  }
  if (intent === 'yes' && !mayBeYes(wordsAsked(question))) {
    return { kind: 'contradicts_rules', choice: 'intent', value: intent };
  }
  return { kind: 'applied', heard: { ...heard, message, intent: intent as ReplyIntent } };
}

function refusalOf(
  question: ModelQuestion,
  answer: ModelAnswer,
  choice: keyof ModelChoices,
): Exclude<Applied<never>, { kind: 'applied' }> | null {
  const offered: readonly string[] | undefined = question.choices[choice];
  const value = answer[choice];
  if (offered === undefined)
    return value === undefined || value === null ? null : { kind: 'not_asked', choice };
  if (value === undefined) return { kind: 'missing', choice };
  return value === null || offered.includes(value) ? null : { kind: 'not_a_candidate', choice, value };
}

/** The parts of a reading that the answer narrows to one value. */
function narrowed(reading: MessageReading, answer: ModelAnswer, secrets: SecretMap): Partial<MessageReading> {
  const { complaint, mpesa_code, order_number, amount } = answer;
  const code = typeof mpesa_code === 'string' ? secrets[mpesa_code] : undefined;
  return {
    ...(reading.complaint === 'undecided' && (complaint === 'yes' || complaint === 'no')
      ? { complaint }
      : {}),
    ...(code === undefined ? {} : { receipts: reading.receipts.filter((receipt) => receipt === code) }),
    ...(typeof order_number === 'string'
      ? { orders: reading.orders.filter((_, index) => order_number === `ORDER_${index + 1}`) }
      : {}),
    ...(typeof amount === 'string'
      ? { amounts: reading.amounts.filter((_, index) => amount === `AMOUNT_${index + 1}`) }
      : {}),
  };
}

/** A model took "I don't know" for a yes (ollama.md): only words with a yes in them, and nothing against it, may be one. */
function mayBeYes(words: string): boolean {
  const line = wordLine(words);
  return (
    hasYesWord(line) &&
    !asksOrHedges(words, line) &&
    !denies(words, line) &&
    !/ (?:si\w+|ha\w+|not|dont|no) /.test(line)
  );
}
