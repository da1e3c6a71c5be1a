import { readMessage } from '../reading/message.ts';
import { applyAnswer } from '../reading/question-answer.ts';
import { questionAbout } from '../reading/question.ts';
import { redact } from '../reading/redact.ts';
import { readReply } from '../reading/reply.ts';
import { firstSaid, gaveUsableAnswer, hearReply, type HeardReply } from '../reading/said.ts';
import type {
  Asked,
  MessageReading,
  ModelAnswer,
  ModelQuestion,
  ReplyIntent,
  Said,
  SecretMap,
} from '../reading/types.ts';
import type { ModelOutcome } from './ports.ts';
import type { Case, EscalationReason } from './types.ts';

/** What a message meant for the case. */
export interface Heard {
  readonly said: Said;
  /** Null for the message that opened the case. */
  readonly intent: ReplyIntent | null;
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
  meaning: (reading: MessageReading) => Meaning,
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

function earOf<Reading extends MessageReading | HeardReply, Meaning>(
  reading: Reading,
  asked: Asked,
  text: string,
  known: SecretMap,
  meaning: (reading: Reading) => Meaning,
): Ear<Meaning> {
  const { redacted, secrets } = redact(text, known);
  const question = questionAbout(reading, asked, redacted, secrets);
  return {
    secrets,
    question,
    byRules: meaning(reading),
    withAnswer: (answer) => {
      if (question === null) return 'not_asked';
      const applied = applyAnswer(reading, question, answer, secrets);
      return applied.kind === 'applied' ? meaning(applied.heard) : applied.kind;
    },
  };
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

function heardReply(said: Said, reply: HeardReply, asked: Asked): Heard {
  const after = hearReply(said, reply, asked);
  const changed = JSON.stringify(after) !== JSON.stringify(said);
  return {
    said: after,
    intent: reply.intent,
    // The same number once more answers nothing: it would be asked for again until the budget ends it.
    usable: changed && gaveUsableAnswer(reply, asked),
    changed,
  };
}
