import type { Model, ModelOutcome } from '../cases/ports.ts';
import type { ModelAudit } from '../cases/types.ts';
import type { ModelQuestion, SecretMap } from '../reading/types.ts';
import { NOTHING_LEARNT, chatWith } from './chat.ts';
import { checkModelHost, checkModelName } from './host.ts';
import { buildPrompt, readPromptFiles } from './prompt.ts';
import { choicesToAsk } from './schema.ts';
import { slots } from './slots.ts';

/** Small enough for a shop's laptop, large enough to read Swahili. */
export const DEFAULT_MODEL = 'qwen2.5:3b';
export const DEFAULT_HOST = 'http://127.0.0.1:11434';

/** The instructions (about 1,000 tokens), the longest customer text (about 2,000 in Swahili) and the answer, twice over. */
export const DEFAULT_CONTEXT_TOKENS = 8_192;

/** The longest answer has about 60 tokens. Models go on with white space up to this cap (ollama.md row 5). */
export const DEFAULT_ANSWER_TOKENS = 128;

/** One answer took from 0.6 s to 32 s on a busy machine, and the first call also loads the model (rows 11, 12). */
export const DEFAULT_DEADLINE_MS = 120_000;

/** One call served, one waiting behind it: more would only spend their deadlines in Ollama's queue (row 11). */
export const DEFAULT_CALLS_IN_FLIGHT = 2;

/** The audit's text when the guard refused: the prompt itself holds what nothing may keep in clear. */
const WITHHELD = '(withheld: it held a phone number or an M-Pesa code)';

export interface OllamaModelOptions {
  readonly model?: string;
  readonly host?: string;
  /** Hosts beyond this machine that the operator allowed by name. */
  readonly hostsAllowed?: readonly string[];
  /** For one call from the moment it leaves, waiting inside Ollama included. */
  readonly deadlineMs?: number;
  readonly contextTokens?: number;
  readonly answerTokensMax?: number;
  readonly callsInFlight?: number;
  /** Whether a text still holds a phone number, an M-Pesa code or one of the case's own secrets. */
  readonly holdsSecret: (text: string, secrets: SecretMap) => boolean;
  /** Milliseconds that never go back, for the audit. */
  readonly monotonic?: () => number;
}

/**
 * The model of an Ollama on this machine. Throws Problem `bad_configuration` for a host or a model name that would
 * take customers' words elsewhere; `ask` itself never throws.
 */
export function ollamaModel(options: OllamaModelOptions): Model {
  const name = checkModelName(options.model ?? DEFAULT_MODEL);
  const host = checkModelHost(options.host ?? DEFAULT_HOST, options.hostsAllowed ?? []);
  const called = { host, model: name, deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS };
  const inFlight = slots(options.callsInFlight ?? DEFAULT_CALLS_IN_FLIGHT);
  const files = readPromptFiles();
  const monotonic = options.monotonic ?? (() => performance.now());
  const chat = chatWith(called, {
    contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
    answerTokensMax: options.answerTokensMax ?? DEFAULT_ANSWER_TOKENS,
  });

  return {
    name,
    async ask(question: ModelQuestion, secrets: SecretMap): Promise<ModelOutcome> {
      const file = files[question.purpose];
      const blank: ModelAudit = { ...BLANK_AUDIT, model: name, promptHash: file.hash };
      const choices = choicesToAsk(question.choices);
      if (choices === null) return { kind: 'untrusted', subReason: 'our_schema', audit: blank };
      const prompt = buildPrompt(file, question, choices);
      const sent = `${prompt.system}\n\n${prompt.user}`;
      if (holds(options.holdsSecret, sent, secrets)) {
        return { kind: 'refused_to_send', audit: { ...blank, prompt: WITHHELD } };
      }
      return inFlight.run(async () => {
        const start = monotonic();
        const { result, ...learnt } = await chat(prompt, choices);
        const ms = Math.max(0, Math.round(monotonic() - start));
        return { ...result, audit: { ...blank, ...learnt, prompt: sent, ms } };
      });
    },
  };
}

const BLANK_AUDIT = { ...NOTHING_LEARNT, prompt: '', ms: 0 };

/** A guard that fails has not cleared the text: nothing is sent (DESIGN §1 rule 2). */
function holds(guard: OllamaModelOptions['holdsSecret'], text: string, secrets: SecretMap): boolean {
  try {
    return guard(text, secrets);
  } catch {
    return true;
  }
}
