import type { ByModel, Denied, MessageHeard } from './by-model.ts';
import { asksOrHedges, wordLine } from './message-words.ts';
import { isReply, wordsAsked } from './question.ts';
import { denies, hasYesWord } from './reply-rules.ts';
import type { HeardReply } from './said.ts';
import type {
  MessageReading,
  ModelAnswer,
  ModelChoices,
  ModelQuestion,
  ReplyIntent,
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

/**
 * What a model's word on an unclear reply may lead to. Nothing here closes a case, agrees to anything or gives a value,
 * and a reply that no rule placed still counts as a possible objection wherever money could leave (steps/replies.ts).
 */
const WHAT_A_MODEL_MAY_DO: Readonly<Record<Exclude<ReplyIntent, 'unclear'>, 'settle' | 'nothing'>> = {
  /** A person takes the case (D1). */
  wants_person: 'settle',
  /** The question stays open or is put again; after two without a usable answer a person takes the case. */
  no: 'settle',
  other: 'settle',
  /** The question stays open and is not put again. Silence after it calls a person and does not close the case. */
  not_yet: 'settle',
  /** Would agree for the customer: a yes is what code has read as one, without condition. */
  yes: 'nothing',
  /** Would close a live case. */
  withdraws: 'nothing',
  /** Needs a value, and the rules found none. */
  gives_detail: 'nothing',
};

/**
 * Puts a model's answer beside what was read. It replaces no value: its choice among stated values, and its word on an
 * undecided complaint, are kept as `byModel`; its word on an unclear reply counts as far as WHAT_A_MODEL_MAY_DO goes.
 * Anything else is refused by its kind.
 */
export function applyAnswer<Heard extends MessageHeard | HeardReply>(
  heard: Heard,
  question: ModelQuestion,
  answer: ModelAnswer,
  secrets: SecretMap,
): Applied<Heard> {
  for (const choice of CHOICES) {
    const refused = refusalOf(question, answer, choice);
    if (refused !== null) return refused;
  }
  if (!isReply(heard)) return { kind: 'applied', heard: { ...heard, ...madeOf(heard, answer, secrets) } };
  const intent = intentOf(answer);
  const message = { ...heard.message, ...madeOf(heard.message, answer, secrets) };
  if (heard.intent !== 'unclear' || intent === null) {
    return { kind: 'applied', heard: { ...heard, message } };
  }
  if (intent === 'yes' && !mayBeYes(wordsAsked(question))) {
    return { kind: 'contradicts_rules', choice: 'intent', value: intent };
  }
  return WHAT_A_MODEL_MAY_DO[intent] === 'settle'
    ? { kind: 'applied', heard: { ...heard, message, intent, intentByModel: true } }
    : { kind: 'applied', heard: { ...heard, message } };
}

/** `refusalOf` has seen to it that only an offered value is here. */
function intentOf({ intent = null }: ModelAnswer): keyof typeof WHAT_A_MODEL_MAY_DO | null {
  return intent as keyof typeof WHAT_A_MODEL_MAY_DO | null;
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

/** What the answer says beside the reading: an undecided complaint, and the values that it did not choose. */
function madeOf(
  reading: MessageReading,
  answer: ModelAnswer,
  secrets: SecretMap,
): { readonly byModel?: ByModel } {
  const { complaint, mpesa_code, order_number, amount } = answer;
  const code = typeof mpesa_code === 'string' ? secrets[mpesa_code] : undefined;
  const others = <Value>(
    values: readonly Value[],
    chosen: (value: Value, index: number) => boolean,
  ): Value[] => values.filter((value, index) => !chosen(value, index));
  const denied: Denied = {
    receipts: code === undefined ? [] : others(reading.receipts, (receipt) => receipt === code),
    orders:
      typeof order_number === 'string'
        ? others(reading.orders, (_, index) => order_number === `ORDER_${index + 1}`).map(
            (order) => order.number,
          )
        : [],
    amounts:
      typeof amount === 'string'
        ? others(reading.amounts, (_, index) => amount === `AMOUNT_${index + 1}`)
        : [],
  };
  const byModel: ByModel = {
    ...(reading.complaint === 'undecided' && (complaint === 'yes' || complaint === 'no')
      ? { complaint }
      : {}),
    ...(Object.values(denied).some((values: readonly unknown[]) => values.length > 0) ? { denied } : {}),
  };
  return Object.keys(byModel).length === 0 ? {} : { byModel };
}

/** A model took "I don't know" for a yes (ollama.md). It settles none, and one that the words deny is not to be trusted. */
function mayBeYes(words: string): boolean {
  const line = wordLine(words);
  return (
    hasYesWord(line) &&
    !asksOrHedges(words, line) &&
    !denies(words, line) &&
    !/ (?:si\w+|ha\w+|not|dont|no) /.test(line)
  );
}
