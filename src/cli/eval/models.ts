import { modelOf } from '../../app.ts';
import type { Model } from '../../cases/ports.ts';
import type { Config } from '../../config.ts';
import { hostileModel } from './hostile.ts';
import { ModelAbsent } from './listener.ts';

export const MODEL_KINDS = ['rules', 'ollama', 'hostile'] as const;

export type ModelKind = (typeof MODEL_KINDS)[number];

/** The model of an evaluation; null: rules alone. Throws Problem `bad_configuration` for one that may not be asked. */
export function modelFor(kind: ModelKind, config: () => Config, seed: number): Model | null {
  switch (kind) {
    case 'rules':
      return null;
    case 'hostile':
      return hostileModel(seed);
    case 'ollama':
      return modelOf(config());
  }
}

/**
 * Asks one made-up question before the first line: an absent model is seen even where the rules leave nothing, and the
 * loading of it is in no latency. Throws ModelAbsent.
 */
export async function warmUp(model: Model): Promise<void> {
  const outcome = await model.ask(
    {
      purpose: 'message',
      redacted: 'Habari, naulizia kuhusu order yangu.',
      asked: null,
      choices: { complaint: ['yes', 'no'] },
    },
    {},
  );
  if (outcome.kind === 'unavailable') throw new ModelAbsent(outcome.advice);
}
