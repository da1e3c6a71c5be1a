import { messageOf } from '../core/errors.ts';
import type { AskOutcome, StatusQuery } from '../cases/ports.ts';
import { laneStopOf } from '../payouts/classify/lane-stop.ts';
import type { LaneStop } from '../payouts/types.ts';
import { statusQueryBody } from './bodies.ts';
import { readEnvelope } from './envelope.ts';
import type { Outcome } from './http.ts';
import { callbackUrlsOf } from './options.ts';
import type { Parts } from './parts.ts';
import { scrub } from './scrub.ts';
import { factOfOutcome, isTokenRefused } from './sync-answer.ts';
import { NEVER_TOO_LATE } from './wire.ts';

/** Asks about a payment or about our own request; the answer comes by callback. Never rejects. */
export async function askStatus(parts: Parts, query: StatusQuery): Promise<AskOutcome> {
  try {
    const { options, operator } = parts;
    const { callback, about } = query;
    const urls = callbackUrlsOf(options, callback);
    const name = callback.of === 'attempt' ? callback.reference : callback.id;
    const body = statusQueryBody(operator, options.identifierType ?? '4', about, name, urls);
    return await askOnce(parts, body, true);
  } catch (error) {
    return { kind: 'ask_failed', detail: scrub(messageOf(error), parts.secrets), laneStop: null };
  }
}

/** Asks; once more with a fresh token when the provider did not take this one. A query moves no money. */
async function askOnce(
  parts: Parts,
  body: Readonly<Record<string, string>>,
  againAllowed: boolean,
): Promise<AskOutcome> {
  const answer = await parts.tokens.get();
  if (answer.kind === 'none') return { kind: 'ask_failed', detail: answer.why, laneStop: null };
  const outcome = await parts.wire.post('status', body, answer.token, NEVER_TOO_LATE);
  if (isTokenRefused(outcome)) {
    parts.tokens.drop(answer.token);
    if (againAllowed) return askOnce(parts, body, false);
  }
  const fact = factOfOutcome(outcome, [...parts.secrets, answer.token.value]);
  if (fact.kind === 'acknowledged') return { kind: 'asked' };
  return {
    kind: 'ask_failed',
    detail: 'detail' in fact ? fact.detail : fact.kind,
    laneStop: stopOf(outcome),
  };
}

/** A query refused for its credentials stops the lane like its result would (payouts.md §9). */
function stopOf(outcome: Outcome): LaneStop | null {
  if (outcome.kind !== 'answer') return null;
  const envelope = readEnvelope(outcome.body);
  const code = envelope?.errorCode ?? envelope?.responseCode ?? null;
  if (code === null) return null;
  const asResult = {
    kind: 'status_answer',
    ask: 0,
    code,
    receipt: null,
    status: null,
    amountCents: null,
  } as const;
  return laneStopOf('reversal', asResult);
}
