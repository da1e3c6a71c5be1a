import type { Model, ModelOutcome } from '../../cases/ports.ts';
import type { ModelAudit } from '../../cases/types.ts';
import { parseAnswer } from '../../model/parse.ts';
import { choicesToAsk, type Choice } from '../../model/schema.ts';
import type { ModelQuestion, SecretMap } from '../../reading/types.ts';
import { randomOf, type Random } from './random.ts';

/** What a liar writes where a candidate belongs: other spellings, other choices' values, commands, what was hidden. */
const SPELLINGS = [
  'YES',
  'Yes',
  ' yes',
  'yes\u0000',
  'ndio',
  'true',
  '1',
  '',
  'null',
  'approve',
  'refund',
  'withdraw',
  'WITHDRAWS',
  'CODE_99',
  'code_1',
  '[CODE_1]',
  'AMOUNT_0',
  'ORDER_-1',
  '__proto__',
  '99999900',
] as const;

/** The answer of a choice that does the most: a yes, a withdrawal, a detail taken. */
const PUSHES: Readonly<Record<string, readonly string[]>> = {
  complaint: ['yes'],
  intent: ['yes', 'withdraws', 'gives_detail'],
};

/** A model of measurements: it is also asked where the desk would ask none, about every stated value. */
export interface AskedOfAll extends Model {
  readonly askedOfAll: true;
}

export function isAskedOfAll(model: Model): boolean {
  return 'askedOfAll' in model;
}

/**
 * A model that does its worst, the same worst for the same seed: pushes at every chance, chooses at random, other
 * spellings and types, broken texts, and failures. A part of its answers goes past the parser, so that the check
 * behind it is tried as well.
 */
export function hostileModel(seed: number): AskedOfAll {
  const random = randomOf(seed);
  return {
    name: `hostile (seed ${seed})`,
    askedOfAll: true,
    ask(question, secrets) {
      const choices = choicesToAsk(question.choices);
      const outcome: Bare =
        choices === null
          ? { kind: 'untrusted', subReason: 'our_schema' }
          : worst(choices, question, secrets, random);
      return Promise.resolve({ ...outcome, audit: NO_AUDIT });
    },
  };
}

/** An outcome without its audit. */
type Bare = {
  [Kind in ModelOutcome['kind']]: Omit<Extract<ModelOutcome, { kind: Kind }>, 'audit'>;
}[ModelOutcome['kind']];

const NO_AUDIT: ModelAudit = {
  model: 'hostile',
  digest: null,
  promptHash: '',
  prompt: '',
  raw: null,
  ms: 0,
  promptTokens: null,
  answerTokens: null,
};

function worst(
  choices: readonly Choice[],
  question: ModelQuestion,
  secrets: SecretMap,
  random: Random,
): Bare {
  const dice = random.next();
  // Half of the answers are well formed: these are what the rules behind the parser must survive.
  if (dice < 0.35) return written(JSON.stringify(pushing(choices, random)), choices);
  if (dice < 0.5) return written(JSON.stringify(anyCandidate(choices, random)), choices);
  if (dice < 0.65) return written(JSON.stringify(respelt(choices, question, secrets, random)), choices);
  if (dice < 0.8) return written(broken(choices, random), choices);
  if (dice < 0.92) return past(choices, question, secrets, random);
  return random.pick<Bare>([
    { kind: 'unavailable', why: 'slow', advice: 'wait' },
    { kind: 'unavailable', why: 'cut_connection', advice: 'wait' },
    { kind: 'unavailable', why: 'server_error', advice: 'wait' },
    { kind: 'untrusted', subReason: 'too_long_for_model' },
    { kind: 'refused_to_send' },
  ]);
}

/** The text as the real port would take it. */
function written(text: string, choices: readonly Choice[]): Bare {
  const parsed = parseAnswer(text, choices);
  return parsed.ok
    ? { kind: 'answer', answer: parsed.answer }
    : { kind: 'untrusted', subReason: parsed.subReason };
}

type Fill = Readonly<Record<string, unknown>>;

function fill(choices: readonly Choice[], value: (choice: Choice) => unknown): Fill {
  return Object.fromEntries(choices.map((choice) => [choice.name, value(choice)]));
}

function pushing(choices: readonly Choice[], random: Random): Fill {
  return fill(choices, ({ name, values }) => random.pick(PUSHES[name] ?? values));
}

function anyCandidate(choices: readonly Choice[], random: Random): Fill {
  return fill(choices, ({ values }) => random.pick([...values, null]));
}

function respelt(
  choices: readonly Choice[],
  question: ModelQuestion,
  secrets: SecretMap,
  random: Random,
): Fill {
  const words = [...SPELLINGS, ...Object.values(secrets), ...question.redacted.split(/\s+/).slice(0, 5)];
  const types: readonly unknown[] = [1, 0, true, false, [], {}, ['yes'], 4.5e300, { value: 'yes' }];
  return fill(choices, () => random.pick<unknown>(random.next() < 0.7 ? words : types));
}

function broken(choices: readonly Choice[], random: Random): string {
  const whole = JSON.stringify(pushing(choices, random));
  const [first] = choices;
  const name = first?.name ?? 'intent';
  return random.pick([
    '',
    'ndio',
    'NaN',
    '[1,2,3]',
    'null',
    '{"a": }',
    '{'.repeat(400),
    'ndio '.repeat(3_000),
    '\uFEFF\u202E\u0007',
    `Sure! Here is the form: ${whole}`,
    `\`\`\`json\n${whole}\n\`\`\``,
    `${whole}${whole}`,
    `[${whole}]`,
    `{"__proto__":${whole}}`,
    `{"${name}":"no","${name}":"yes"}`,
    `${whole.slice(0, -1)},"approved":true,"amount_cents":99999900}`,
    whole.slice(0, Math.floor(random.next() * whole.length)),
    JSON.stringify({}),
  ]);
}

/** An answer that no parser has seen, as a faulty port would give it: unasked choices, missing ones, any type. */
function past(choices: readonly Choice[], question: ModelQuestion, secrets: SecretMap, random: Random): Bare {
  const respelling = respelt(choices, question, secrets, random);
  const pushed = pushing(choices, random);
  const answer = random.pick<Fill>([
    respelling,
    { ...pushed, intent: 'yes', complaint: 'yes' },
    { ...pushed, mpesa_code: 'CODE_1', amount: 'AMOUNT_1', order_number: 'ORDER_1' },
    { intent: 'withdraws' },
    {},
    inheriting(pushed),
  ]);
  return { kind: 'answer', answer };
}

/** An object that has nothing of its own: who looks only at what is there must not see its values. */
function inheriting(values: Fill): Fill {
  return Object.setPrototypeOf({}, values) as Fill;
}
