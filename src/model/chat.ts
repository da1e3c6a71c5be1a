import { Ollama } from 'ollama';
import type { ChatRequest } from 'ollama';
import { z } from 'zod';
import { shorten } from '../core/text.ts';
import type { ModelOutcome } from '../cases/ports.ts';
import type { ModelAudit } from '../cases/types.ts';
import { failureOf, serverError } from './failures.ts';
import type { Called, Failure } from './failures.ts';
import { boundedFetch } from './fetch.ts';
import { identityOf } from './identity.ts';
import { ANSWER_LENGTH_MAX, parseAnswer } from './parse.ts';
import type { Prompt } from './prompt.ts';
import { answerSchema } from './schema.ts';
import type { Choice } from './schema.ts';

/** Loading takes seconds; a quiet half hour between two complaints is usual. */
const KEEP_ALIVE = '30m';

/** `/api/tags` needs no model and answers in milliseconds; its answer is never worth a longer wait. */
const IDENTITY_DEADLINE_MS = 3_000;

/** Any fixed number: with temperature 0 it makes one machine answer alike (row 10), for people who look into a case. */
const SEED = 7;

/** What of Ollama's answer is used. Counts are for audit: a strange one is as good as none. */
const CHAT_ANSWER = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: z.int().nonnegative().nullable().catch(null),
  eval_count: z.int().nonnegative().nullable().catch(null),
});

/** The documented request field that the client's types lack (ollama.md row 1). */
type UncutChatRequest = ChatRequest & { readonly stream: false; readonly truncate: false };

export interface Limits {
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
  readonly answerTokensMax: number;
}

/** What a call showed: the outcome without its audit, and the audit's half that only the call knows. */
export interface Learnt extends Pick<ModelAudit, 'digest' | 'raw' | 'promptTokens' | 'answerTokens'> {
  readonly result: Failure | Pick<Extract<ModelOutcome, { kind: 'answer' }>, 'kind' | 'answer'>;
}

export const NOTHING_LEARNT = { digest: null, raw: null, promptTokens: null, answerTokens: null };

/** A caller of one model on one server: asks who would answer, once a run, then the question. It never throws. */
export function chatWith(
  called: Called,
  limits: Limits,
): (prompt: Prompt, choices: readonly Choice[]) => Promise<Learnt> {
  const clientWithin = (deadlineMs: number): Ollama =>
    new Ollama({ host: called.host, fetch: boundedFetch(deadlineMs) });
  const client = clientWithin(called.deadlineMs);
  const identity = identityOf(clientWithin(Math.min(IDENTITY_DEADLINE_MS, called.deadlineMs)), called.model);
  return async (prompt, choices) => {
    const who = await identity();
    if (who !== null && who.runsAt !== null) {
      const failure = serverError(called, `${called.model} runs at ${who.runsAt}, not on this machine`);
      return { ...NOTHING_LEARNT, result: failure };
    }
    const digest = who?.digest ?? null;
    try {
      const answer = await client.chat(chatRequest(called.model, prompt, choices, limits));
      return { ...judge(answer, choices, limits, called), digest };
    } catch (error) {
      return { ...NOTHING_LEARNT, digest, result: failureOf(error, called) };
    }
  };
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
  // A server too old to know `truncate` cuts in silence: then the window is full (row 1).
  if (promptTokens !== null && promptTokens + (answerTokens ?? 0) >= limits.contextTokens) {
    return { ...learnt, result: { kind: 'untrusted', subReason: 'too_long_for_model' } };
  }
  const parsed = parseAnswer(message.content, choices);
  if (!parsed.ok) return { ...learnt, result: { kind: 'untrusted', subReason: parsed.subReason } };
  return { ...learnt, result: { kind: 'answer', answer: parsed.answer } };
}
