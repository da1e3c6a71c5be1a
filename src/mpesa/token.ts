import { MINUTE, SECOND } from '../core/clock.ts';
import type { Instant } from '../core/clock.ts';
import type { Clock } from '../cases/ports.ts';
import { readEnvelope, readObject } from './envelope.ts';
import type { Outcome } from './http.ts';
import { scrub } from './scrub.ts';

export interface Token {
  readonly value: string;
  /** When the provider stops taking it. */
  readonly until: Instant;
}

/** A token, or one line that says why there is none. */
export type TokenAnswer =
  { readonly kind: 'token'; readonly token: Token } | { readonly kind: 'none'; readonly why: string };

export interface Tokens {
  /** The token in hand, or a new one. Never rejects. Any number of callers at once cost one request. */
  get(): Promise<TokenAnswer>;
  /** Forgets this token after the provider refused it; a newer one that came meanwhile stays. */
  drop(token: Token): void;
}

/** Renewed this long before its end, so that a request never meets the end on its way (daraja.md §1). */
const RENEW_EARLY_MS = 5 * MINUTE;

/** ... but not before three quarters of a life that is much shorter than the usual hour. */
const RENEW_SHARE = 4;

/** A life longer than a day is a slip of units, not a token. */
const LIFE_SECONDS_MAX = 24 * 3_600;

/** A token is a Bearer credential in a header line: visible ASCII only, and never a whole page. */
const TOKEN_SHAPE = /^[\x21-\x7E]{1,4096}$/;

/**
 * Keeps the OAuth token of this process (daraja.md §1). `fetchToken` does the one request for a new one. A renewal that
 * fails leaves the old token in use until its own end: at worst it is refused, and a refusal proves that nothing moved.
 */
export function keepToken(fetchToken: () => Promise<Outcome>, clock: Clock): Tokens {
  let held: (Token & { readonly renewAt: Instant }) | null = null;
  let underWay: Promise<TokenAnswer> | null = null;

  async function renew(): Promise<TokenAnswer> {
    const askedAt = clock.now();
    const answer = readToken(await fetchToken());
    if (answer.kind === 'none') return stillGood() ?? answer;
    const lifeMs = answer.lifeSeconds * SECOND;
    const until = askedAt + lifeMs;
    held = { value: answer.value, until, renewAt: until - Math.min(RENEW_EARLY_MS, lifeMs / RENEW_SHARE) };
    return { kind: 'token', token: held };
  }

  function stillGood(): TokenAnswer | null {
    return held !== null && clock.now() < held.until ? { kind: 'token', token: held } : null;
  }

  return {
    get() {
      if (held !== null && clock.now() < held.renewAt)
        return Promise.resolve<TokenAnswer>({ kind: 'token', token: held });
      underWay ??= renew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop(token) {
      if (held?.value === token.value) held = null;
    },
  };
}

type TokenReading =
  | { readonly kind: 'token'; readonly value: string; readonly lifeSeconds: number }
  | { readonly kind: 'none'; readonly why: string };

/** Reads the answer of the token path. What goes wrong is told by status and code, never by the body. */
function readToken(outcome: Outcome): TokenReading {
  if (outcome.kind !== 'answer') return { kind: 'none', why: `no token: ${outcome.detail}` };
  const envelope = readEnvelope(outcome.body);
  if (outcome.status !== 200 || (envelope?.errorCode ?? null) !== null) {
    const code = envelope?.errorCode ?? null;
    return {
      kind: 'none',
      why: `no token: HTTP ${outcome.status}${code === null ? '' : `, ${scrub(code)}`}`,
    };
  }
  const object = readObject(outcome.body);
  const value = object?.['access_token'];
  const lifeSeconds = secondsOf(object?.['expires_in']);
  if (typeof value !== 'string' || !TOKEN_SHAPE.test(value) || lifeSeconds === null)
    return { kind: 'none', why: 'no token: HTTP 200 without a token that could be read' };
  return { kind: 'token', value, lifeSeconds };
}

/** `expires_in` is a string in live answers and a number in the portal's text (daraja.md §1). */
function secondsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) return null;
  const seconds = Number(text);
  return seconds > 0 && seconds <= LIFE_SECONDS_MAX ? seconds : null;
}
