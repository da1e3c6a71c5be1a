import { unreachable } from '../core/errors.ts';
import { meaningOfSyncCode } from '../payouts/sync-codes.ts';
import type { Fact } from '../payouts/types.ts';
import { readEnvelope } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import type { Outcome } from './http.ts';
import { scrub } from './scrub.ts';

type Answer = Extract<Outcome, { kind: 'answer' }>;

/**
 * What the synchronous outcome of a money request says about the money: the decision table of daraja.md §7. A refusal is
 * believed only from a status and a code that belong together; whatever is not in the table proves nothing, and the
 * provider is asked. `secrets` are taken out of every word that is kept.
 */
export function factOfOutcome(outcome: Outcome, secrets: readonly string[]): Fact {
  switch (outcome.kind) {
    case 'never_connected':
    case 'never_sent':
      return { kind: outcome.kind, detail: scrub(outcome.detail, secrets) };
    case 'broken':
      return unknown(outcome.detail, secrets);
    case 'answer':
      return factOfAnswer(outcome, secrets);
    default:
      return unreachable(outcome);
  }
}

function factOfAnswer(answer: Answer, secrets: readonly string[]): Fact {
  // A proxy that redirects has not said what it did with the body.
  if (answer.status >= 300 && answer.status < 400)
    return unknown(`HTTP ${answer.status}, not followed`, secrets);
  const envelope = answer.cut ? null : readEnvelope(answer.body);
  if (envelope === null) return unknown(`HTTP ${answer.status}, not the JSON of an answer`, secrets);

  const { errorCode, responseCode, message } = envelope;
  // Under an error status only the error envelope counts; a ResponseCode belongs to HTTP 200.
  const code = errorCode ?? (answer.status === 200 ? responseCode : null);
  const said = `HTTP ${answer.status}${code === null ? '' : `, ${code}`}: ${message}`;
  const meaning = code === null ? 'unknown' : meaningOfSyncCode(code, answer.status, message);
  if (meaning === 'acknowledged') return acknowledged(envelope);
  if (errorCode !== null && responseCode !== null)
    return unknown(`contradicts itself (${responseCode}): ${said}`, secrets);
  if (errorCode === null && code === '0') return acknowledged(envelope);
  if (code !== null && meaning === 'refused') return { kind: 'refused', code, detail: scrub(said, secrets) };
  return unknown(said, secrets);
}

/**
 * True when the provider says that it does not take the token (daraja.md §1): the token is dropped. A query may then be
 * sent again once; a money request never is.
 */
export function isTokenRefused(outcome: Outcome): boolean {
  if (outcome.kind !== 'answer') return false;
  if (outcome.status === 401) return true;
  const code = readEnvelope(outcome.body)?.errorCode ?? '';
  return code === '404.001.03' || code === '400.003.01' || /^401\.00\d/.test(code);
}

function acknowledged(envelope: Envelope): Fact {
  const { conversationId, originatorConversationId } = envelope;
  return { kind: 'acknowledged', conversationId, originatorConversationId };
}

function unknown(detail: string, secrets: readonly string[]): Fact {
  return { kind: 'unknown_answer', detail: scrub(detail.replace(/: $/, ''), secrets) };
}
