import type { ModelChoices } from '../reading/types.ts';

/**
 * The order in which a model writes its answer (ollama.md row 3: the schema's order is obeyed). The meaning comes
 * first: the choice of a value then follows from it.
 */
export const CHOICE_NAMES = ['complaint', 'intent', 'mpesa_code', 'order_number', 'amount'] as const;

export type ChoiceName = (typeof CHOICE_NAMES)[number];

/** One undecided thing and the values that may be chosen, each once. */
export interface Choice {
  readonly name: ChoiceName;
  readonly values: readonly string[];
}

/**
 * What a question leaves to be chosen, in writing order. Null when there is nothing to choose or a list is empty:
 * an empty enum makes Ollama write broken JSON (ollama.md row 4), so such a question is never sent.
 */
export function choicesToAsk(choices: ModelChoices): readonly Choice[] | null {
  const asked: Choice[] = [];
  for (const name of CHOICE_NAMES) {
    const values = choices[name];
    if (values === undefined) continue;
    if (values.length === 0) return null;
    asked.push({ name, values: [...new Set<string>(values)] });
  }
  return asked.length === 0 ? null : asked;
}

/** The JSON schema of an answer: only this message's own candidates and null can be written (DESIGN §1 rule 3). */
export function answerSchema(choices: readonly Choice[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(choices.map(({ name, values }) => [name, { enum: [...values, null] }])),
    required: choices.map(({ name }) => name),
    additionalProperties: false,
  };
}
