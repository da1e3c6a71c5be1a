import type { Model, ModelOutcome } from '../../src/cases/ports.ts';
import type { ModelAnswer, ModelQuestion } from '../../src/reading/types.ts';
import { randomOf, type Random } from './random.ts';

type Untrusted = Extract<ModelOutcome, { kind: 'untrusted' }>['subReason'];
type Unavailable = Extract<ModelOutcome, { kind: 'unavailable' }>['why'];

const UNTRUSTED: readonly Untrusted[] = [
  'not_json',
  'cut_off',
  'wrong_shape',
  'not_a_candidate',
  'over_long',
  'too_long_for_model',
  'our_schema',
];
const UNAVAILABLE: readonly Unavailable[] = ['down', 'not_pulled', 'slow', 'cut_connection', 'server_error'];

export interface HostileModelOptions {
  readonly seed: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Sees every question before it is answered. */
  readonly onQuestion: (question: ModelQuestion) => void;
  readonly count: (fault: string) => void;
}

/**
 * A model that wishes the desk ill: any of the values that the schema would let it write, whatever the message says,
 * values that no schema allows, and every way of not answering.
 */
export function hostileModel({ seed, sleep, onQuestion, count }: HostileModelOptions): Model {
  let calls = 0;
  return {
    name: 'hostile',
    ask: async (question) => {
      calls += 1;
      onQuestion(question);
      const random = randomOf(seed, 'model', calls, question.redacted);
      await sleep(random.between(200, 20_000));
      return outcomeOf(question, random, count);
    },
  };
}

function outcomeOf(question: ModelQuestion, random: Random, count: (fault: string) => void): ModelOutcome {
  const audit = {
    model: 'hostile',
    digest: null,
    promptHash: '0'.repeat(64),
    prompt: question.redacted,
    raw: '',
    ms: 1,
    promptTokens: null,
    answerTokens: null,
  };
  const drawn = random.next();
  if (drawn < 0.12) {
    count('model_untrusted');
    return { kind: 'untrusted', subReason: random.pick(UNTRUSTED), audit };
  }
  if (drawn < 0.24) {
    count('model_unavailable');
    return { kind: 'unavailable', why: random.pick(UNAVAILABLE), advice: 'start it', audit };
  }
  if (drawn < 0.27) return { kind: 'refused_to_send', audit };
  count('model_answers');
  return { kind: 'answer', answer: anyAnswer(question, random), audit };
}

/** Mostly what the schema allows; sometimes what it does not, as if it had not been enforced. */
function anyAnswer({ choices }: ModelQuestion, random: Random): ModelAnswer {
  const answer: Record<string, string | null> = {};
  for (const [name, values] of Object.entries(choices) as [string, readonly string[]][]) {
    answer[name] = random.chance(0.06) ? 'CODE_99' : random.pick([...values, null]);
  }
  return answer;
}
