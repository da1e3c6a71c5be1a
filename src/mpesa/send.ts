import { SECOND } from '../core/clock.ts';
import type { Instant } from '../core/clock.ts';
import { invariant, messageOf } from '../core/errors.ts';
import type { Clock } from '../cases/ports.ts';
import type { Fact, SendRequest } from '../payouts/types.ts';
import { PAYER_OF_RECEIPT } from '../records/types.ts';
import { b2cBody, reversalBody } from './bodies.ts';
import { callbackUrlsOf } from './options.ts';
import type { Parts } from './parts.ts';
import { scrub } from './scrub.ts';
import { factOfOutcome, isTokenRefused } from './sync-answer.ts';
import type { Token } from './token.ts';

/** payouts.md §5: a reservation may be sent for 30 s. Also the most that the monotonic clock grants, so that a wall
 * clock set back between reservation and sending gives no second hour. */
const SEND_WINDOW_MS = 30 * SECOND;

/** Sends the money request of an attempt: at most one POST, never a second one, whatever the answer. Never rejects. */
export async function sendMoney(parts: Parts, request: SendRequest): Promise<Fact> {
  // First of all: what follows may take time.
  const tooLate = deadlineOf(parts.options.clock, request.sendBy);

  let body: Readonly<Record<string, string>>;
  let token: Token;
  try {
    body = bodyOf(parts, request);
    const answer = await parts.tokens.get();
    if (answer.kind === 'none') return { kind: 'never_sent', detail: answer.why };
    token = answer.token;
  } catch (error) {
    return { kind: 'never_sent', detail: scrub(messageOf(error), parts.secrets) };
  }

  // The lane counts what is tried, also when no connection comes about: a dead line is not to be hammered either.
  parts.lane.posted();
  const outcome = await parts.wire.post(request.refund.rail, body, token, tooLate);
  if (isTokenRefused(outcome)) parts.tokens.drop(token);
  return factOfOutcome(outcome, [...parts.secrets, token.value]);
}

function bodyOf({ options, operator }: Parts, request: SendRequest): Readonly<Record<string, string>> {
  const { refund, reference, originatorConversationId } = request;
  const urls = callbackUrlsOf(options, {
    of: 'attempt',
    reference,
    number: request.attemptNumber,
    ask: null,
  });
  if (refund.rail === 'reversal') return reversalBody(operator, refund, reference, urls);
  const { payee, amountCents } = refund;
  invariant(payee !== PAYER_OF_RECEIPT, 'B2C pays to a number');
  return b2cBody(operator, { originatorConversationId, payee, amountCents }, reference, urls);
}

/** Why it is too late to write, or null: both clocks must be before the deadline (payouts.md §5). */
function deadlineOf(clock: Clock, sendBy: Instant): () => string | null {
  const monotonicBy = clock.monotonic() + Math.min(sendBy - clock.now(), SEND_WINDOW_MS);
  return () =>
    clock.now() < sendBy && clock.monotonic() < monotonicBy
      ? null
      : 'the time in which the request could be sent had passed';
}
