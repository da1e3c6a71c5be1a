import { z } from 'zod';
import { readConfig } from '../../config.ts';
import { Problem } from '../../core/errors.ts';
import { checkModelHost, checkModelName } from '../../model/host.ts';

/** The demo is for a first look: an Ollama on this machine answers its list of models in milliseconds, or is not there. */
const ANSWER_WITHIN_MS = 500;

/** Settings that say which model is to read. The demo takes no other setting from outside: it must never meet real money. */
const SETTINGS = ['MODEL', 'MODEL_NAME', 'OLLAMA_HOST', 'MODEL_HOSTS_ALLOWED'] as const;

/** Who reads the customers' messages: the settings that say so, and one sentence for people. */
export interface Reader {
  /** The model's name, or `rules`. */
  readonly name: string;
  readonly sentence: string;
  readonly settings: Readonly<Record<string, string>>;
}

const tags = z.object({ models: z.array(z.object({ name: z.string() })) });

/** The configured Ollama when it answers at once and has the model; otherwise rules, and the sentence says why. */
export async function chooseReader(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Reader> {
  const given = Object.fromEntries(SETTINGS.map((name) => [name, environment[name]]));
  const config = readConfig(given);
  if (config.MODEL === 'rules') return rules('MODEL=rules');
  try {
    const model = checkModelName(config.MODEL_NAME);
    const host = checkModelHost(config.OLLAMA_HOST, config.MODEL_HOSTS_ALLOWED.split(','));
    const names = await namesAt(host);
    if (names === null) return rules(`no Ollama answers at ${host}`);
    if (!names.includes(model) && !names.includes(`${model}:latest`))
      return rules(`the Ollama at ${host} has no ${model}: "ollama pull ${model}" would get it`);
    const settings = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
    return {
      name: model,
      sentence: `is done by rules in code first; ${model} (Ollama at ${host}) reads what they leave open`,
      settings: { ...Object.fromEntries(settings), MODEL: 'ollama', MODEL_DEADLINE: '10s' },
    };
  } catch (error) {
    if (error instanceof Problem) return rules(error.message);
    throw error;
  }
}

function rules(why: string): Reader {
  return {
    name: 'rules',
    sentence: `is done by rules in code, without a model: ${why}`,
    settings: { MODEL: 'rules' },
  };
}

/** The models that are pulled there; null when nobody answers in time, or something else than Ollama does. */
async function namesAt(host: string): Promise<readonly string[] | null> {
  try {
    const answer = await fetch(`${host}/api/tags`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'error',
    });
    const parsed = tags.safeParse(await answer.json());
    return parsed.success ? parsed.data.models.map(({ name }) => name) : null;
  } catch {
    // Refused, slow, or no JSON: each means that nothing useful is there.
    return null;
  }
}
