import { Ollama } from 'ollama';
import type { ChatRequest } from 'ollama';
import { z } from 'zod';
import type { Model, ModelOutcome } from '../cases/ports.ts';
import type { ModelAudit } from '../cases/types.ts';
import type { ModelQuestion, SecretMap } from '../reading/types.ts';
import { shorten } from '../core/text.ts';
import { failureOf, serverError } from './failures.ts';
import type { Called, Failure } from './failures.ts';
import { boundedFetch } from './fetch.ts';
import { checkModelHost, checkModelName } from './host.ts';
import { identityOf } from './identity.ts';
import { ANSWER_LENGTH_MAX, parseAnswer } from './parse.ts';
import { buildPrompt, readPromptFiles } from './prompt.ts';
import type { Prompt } from './prompt.ts';
import { answerSchema, choicesToAsk } from './schema.ts';
import type { Choice } from './schema.ts';
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

/** Loading takes seconds; a quiet half hour between two complaints is usual. */
const KEEP_ALIVE = '30m';

/** `/api/tags` needs no model and answers in milliseconds; its answer is never worth a longer wait. */
const IDENTITY_DEADLINE_MS = 3_000;

/** Any fixed number: with temperature 0 it makes one machine answer alike (row 10), for people who look into a case. */
const SEED = 7;

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

/** What of Ollama's answer is used. Counts are for audit: a strange one is as good as none. */
const CHAT_ANSWER = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: z.int().nonnegative().nullable().catch(null),
  eval_count: z.int().nonnegative().nullable().catch(null),
});

/** The documented request field that the client's types lack (ollama.md row 1). */
type UncutChatRequest = ChatRequest & { readonly stream: false; readonly truncate: false };

/**
 * The model of an Ollama on this machine. Throws Problem `bad_configuration` for a host or a model name that would
 * take customers' words elsewhere; `ask` itself never throws.
 */
export function ollamaModel(options: OllamaModelOptions): Model {
  const name = checkModelName(options.model ?? DEFAULT_MODEL);
  const host = checkModelHost(options.host ?? DEFAULT_HOST, options.hostsAllowed ?? []);
  const called: Called = { host, model: name, deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS };
  const client = new Ollama({ host, fetch: boundedFetch(called.deadlineMs) });
  const identity = identityOf(
    new Ollama({ host, fetch: boundedFetch(Math.min(IDENTITY_DEADLINE_MS, called.deadlineMs)) }),
    name,
  );
  const inFlight = slots(options.callsInFlight ?? DEFAULT_CALLS_IN_FLIGHT);
  const files = readPromptFiles();
  const monotonic = options.monotonic ?? (() => performance.now());
  const limits: Limits = {
    contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
    answerTokensMax: options.answerTokensMax ?? DEFAULT_ANSWER_TOKENS,
  };

  /** Asks who would answer, then asks the question. Never throws. */
  const call = async (prompt: Prompt, choices: readonly Choice[]): Promise<Learnt> => {
    const who = await identity();
    const digest = who?.digest ?? null;
    if (who !== null && who.runsAt !== null) {
      const failure = serverError(called, `${name} runs at ${who.runsAt}, not on this machine`);
      return { ...NOTHING_LEARNT, result: failure };
    }
    try {
      const answer = await client.chat(chatRequest(name, prompt, choices, limits));
      return { ...judge(answer, choices, limits, called), digest };
    } catch (error) {
      return { ...NOTHING_LEARNT, digest, result: failureOf(error, called) };
    }
  };

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
        const { result, ...learnt } = await call(prompt, choices);
        const ms = Math.max(0, Math.round(monotonic() - start));
        return { ...result, audit: { ...blank, ...learnt, prompt: sent, ms } };
      });
    },
  };
}

interface Limits {
  readonly contextTokens: number;
  readonly answerTokensMax: number;
}

/** What a call showed: the outcome without its audit, and the audit's half that only the call knows. */
interface Learnt extends Pick<ModelAudit, 'digest' | 'raw' | 'promptTokens' | 'answerTokens'> {
  readonly result: Failure | Pick<Extract<ModelOutcome, { kind: 'answer' }>, 'kind' | 'answer'>;
}

const NOTHING_LEARNT = { digest: null, raw: null, promptTokens: null, answerTokens: null };
const BLANK_AUDIT = { ...NOTHING_LEARNT, prompt: '', ms: 0 };

/** A guard that fails has not cleared the text: nothing is sent (DESIGN §1 rule 2). */
function holds(guard: OllamaModelOptions['holdsSecret'], text: string, secrets: SecretMap): boolean {
  try {
    return guard(text, secrets);
  } catch {
    return true;
  }
}

function chatRequest(
  model: string,
  prompt: Prompt,
  choices: readonly Choice[],
  limits: Limits,
): UncutChatRequest {
  return {
    model,
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
    stream: false,
    format: answerSchema(choices),
    // Without it a long prompt is cut in silence, the instructions perhaps first (row 1).
    truncate: false,
    // Thinking would be text outside the schema; every model seen accepts `false` (row 9).
    think: false,
    keep_alive: KEEP_ALIVE,
    options: {
      temperature: 0,
      seed: SEED,
      num_ctx: limits.contextTokens,
      num_predict: limits.answerTokensMax,
    },
  };
}

function judge(answer: unknown, choices: readonly Choice[], limits: Limits, called: Called): Learnt {
  const read = CHAT_ANSWER.safeParse(answer);
  if (!read.success) {
    return { ...NOTHING_LEARNT, result: serverError(called, 'its answer does not look like Ollama’s') };
  }
  const { message, prompt_eval_count: promptTokens, eval_count: answerTokens } = read.data;
  const learnt = {
    digest: null,
    raw: shorten(message.content, ANSWER_LENGTH_MAX),
    promptTokens,
    answerTokens,
  };
  // A server too old to know `truncate` cuts in silence: then the prompt fills the window (row 1).
  if (promptTokens !== null && promptTokens + limits.answerTokensMax > limits.contextTokens) {
    return { ...learnt, result: { kind: 'untrusted', subReason: 'too_long_for_model' } };
  }
  const parsed = parseAnswer(message.content, choices);
  if (!parsed.ok) return { ...learnt, result: { kind: 'untrusted', subReason: parsed.subReason } };
  return { ...learnt, result: { kind: 'answer', answer: parsed.answer } };
}
