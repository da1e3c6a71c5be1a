import { messageOf } from '../core/errors.ts';
import { shorten, showable } from '../core/text.ts';
import type { ModelOutcome } from '../cases/ports.ts';
import { BodyTooLong } from './fetch.ts';
import type { SubReason } from './parse.ts';

type Unavailable = Extract<ModelOutcome, { kind: 'unavailable' }>;

/** An outcome without its audit. */
export type Failure =
  | { readonly kind: 'unavailable'; readonly why: Unavailable['why']; readonly advice: string }
  | { readonly kind: 'untrusted'; readonly subReason: SubReason };

/** What the advice to staff names. */
export interface Called {
  readonly host: string;
  readonly model: string;
  readonly deadlineMs: number;
}

/** A server's words in an advice: enough to search for, short enough for one line. */
const SERVER_WORDS_MAX = 200;

/** What a failed call means, from what the client threw. Total: anything unknown is `server_error`. */
export function failureOf(error: unknown, called: Called): Failure {
  if (error instanceof BodyTooLong) return untrusted('over_long');
  const status = statusOf(error);
  if (status !== null) return failureOfStatus(status, messageOf(error), called);
  const code = causeCode(error);
  if (
    isNamed(error, 'TimeoutError') ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  ) {
    return unavailable(
      'slow',
      `No answer of ${called.model} within ${called.deadlineMs / 1000} s: the machine is busy or the model too large for it. Raise the deadline or choose a smaller model.`,
    );
  }
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return unavailable(
      'cut_connection',
      `Ollama at ${called.host} closed the connection during the call: see its log.`,
    );
  }
  if (error instanceof TypeError && messageOf(error) === 'fetch failed') {
    return unavailable('down', `No Ollama answers at ${called.host}: start it with "ollama serve".`);
  }
  return serverError(called, messageOf(error));
}

/** The server answered something that is no answer of Ollama. */
export function serverError(called: Called, words: string): Failure {
  return unavailable(
    'server_error',
    `The server at ${called.host} failed: ${shorten(showable(words), SERVER_WORDS_MAX)}`,
  );
}

function failureOfStatus(status: number, words: string, called: Called): Failure {
  // Which texts Ollama sends: ollama.md rows 1, 4 and 8.
  if (words.includes('invalid JSON schema')) return untrusted('our_schema');
  if (status === 400 && words.includes('input length exceeds')) return untrusted('too_long_for_model');
  if (status === 404 && /model .*not found/i.test(words)) {
    return unavailable('not_pulled', `The model is not on this machine: run "ollama pull ${called.model}".`);
  }
  return serverError(called, `HTTP ${status}: ${words}`);
}

function untrusted(subReason: SubReason): Failure {
  return { kind: 'untrusted', subReason };
}

function unavailable(why: Unavailable['why'], advice: string): Failure {
  return { kind: 'unavailable', why, advice };
}

/** The client does not export its error class: it is known by its field. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('status_code' in error)) return null;
  return typeof error.status_code === 'number' ? error.status_code : null;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

function causeCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error) || !('code' in cause)) return null;
  return typeof cause.code === 'string' ? cause.code : null;
}
