import type { HeardSaid, MessageHeard } from '../reading/by-model.ts';
import { readMessage } from '../reading/message.ts';
import { applyAnswer } from '../reading/question-answer.ts';
import { questionAbout, type Offered } from '../reading/question.ts';
import { redact } from '../reading/redact.ts';
import { readReply } from '../reading/reply.ts';
import { firstSaid, gaveUsableAnswer, hearReply, type HeardReply } from '../reading/said.ts';
import type { Asked, ModelAnswer, ModelQuestion, ReplyIntent, SecretMap } from '../reading/types.ts';
import type { ModelOutcome } from './ports.ts';
import type { Case, EscalationReason } from './types.ts';

/** What a message meant for the case. */
export interface Heard {
  readonly said: HeardSaid;
  /** Null for the message that opened the case. */
  readonly intent: ReplyIntent | null;
  /** No rule knows what it means, whatever a model made of it. */
  readonly unplaced: boolean;
  /** It gave what was asked for. */
  readonly usable: boolean;
  /** It changed what the customer said. */
  readonly changed: boolean;
}

/** What the rules make of a message, and the question that they leave. */
export interface Ear<Meaning> {
  readonly secrets: SecretMap;
  readonly question: ModelQuestion | null;
  readonly byRules: Meaning;
  /** The message heard again with the model's answer; a text is why the answer cannot be trusted. */
  readonly withAnswer: (answer: ModelAnswer) => Meaning | string;
  /** The same with every stated value to choose from, whatever the words: to measure what a liar could do. */
  readonly widened: () => Ear<Meaning>;
}

/** Why a person is called after a model's outcome, with the sub-reason. */
export type ModelProblem = readonly [EscalationReason, string | null];

/** A message of a case: its first one, or an answer to what the case last asked. */
export function listen(kase: Pick<Case, 'said' | 'asked' | 'secrets'>, text: string): Ear<Heard> {
  const { said, asked, secrets } = kase;
  if (said === null) {
    return earForMessage(text, secrets, (heard) => ({
      said: firstSaid(heard),
      intent: null,
      unplaced: false,
      usable: false,
      changed: true,
    }));
  }
  return earForReply(text, asked, secrets, (heard) => heardReply(said, heard, asked));
}

/** A message that answers no question. `secrets` is what the case knows already. */
export function earForMessage<Meaning>(
  text: string,
  secrets: SecretMap,
  meaning: (reading: MessageHeard) => Meaning,
): Ear<Meaning> {
  return earOf(readMessage(text), null, text, secrets, meaning);
}

/** A message as the answer to a question. `secrets` is what the case knows already. */
export function earForReply<Meaning>(
  text: string,
  asked: Asked,
  secrets: SecretMap,
  meaning: (reading: HeardReply) => Meaning,
): Ear<Meaning> {
  return earOf(readReply(text, asked), asked, text, secrets, meaning);
}

function earOf<Reading extends MessageHeard | HeardReply, Meaning>(
  reading: Reading,
  asked: Asked,
  text: string,
  known: SecretMap,
  meaning: (reading: Reading) => Meaning,
): Ear<Meaning> {
  const { redacted, secrets } = redact(text, known);
  const byRules = meaning(reading);
  const ear = (offered: Offered): Ear<Meaning> => {
    const question = questionAbout(reading, asked, redacted, secrets, offered);
    return {
      secrets,
      question,
      byRules,
      withAnswer: (answer) => {
        if (question === null) return 'not_asked';
        const applied = applyAnswer(reading, question, answer, secrets);
        return applied.kind === 'applied' ? meaning(applied.heard) : applied.kind;
      },
      widened: () => ear('all_values'),
    };
  };
  return ear('where_taken_back');
}

/**
 * A message with what the model made of it. Only an answer that can be trusted changes what the rules read; everything
 * else leaves their reading as it is and calls a person.
 */
export function heardWith<Meaning>(
  ear: Ear<Meaning>,
  outcome: ModelOutcome,
): { readonly heard: Meaning; readonly problem: ModelProblem | null } {
  switch (outcome.kind) {
    case 'answer': {
      const heard = ear.withAnswer(outcome.answer);
      return typeof heard === 'string'
        ? { heard: ear.byRules, problem: ['model_output_untrusted', heard] }
        : { heard, problem: null };
    }
    case 'untrusted':
      return { heard: ear.byRules, problem: ['model_output_untrusted', outcome.subReason] };
    case 'refused_to_send':
      return { heard: ear.byRules, problem: ['redaction_failed', null] };
    case 'unavailable':
      return { heard: ear.byRules, problem: ['model_unavailable', outcome.why] };
  }
}

function heardReply(said: HeardSaid, reply: HeardReply, asked: Asked): Heard {
  const after = hearReply(said, reply, asked);
  const changed = facts(after) !== facts(said);
  return {
    said: after,
    intent: reply.intent,
    unplaced: reply.intent === 'unclear' || reply.intentByModel === true,
    // The same number once more answers nothing: it would be asked for again until the budget ends it.
    usable: changed && gaveUsableAnswer(reply, asked),
    changed,
  };
}

/** What decisions are made of. That an answer comes later is none. */
function facts(said: HeardSaid): string {
  return JSON.stringify({ ...said, laterByModel: undefined });
}
