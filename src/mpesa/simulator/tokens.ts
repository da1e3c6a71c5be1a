import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../../core/clock.ts';
import { json, refusal } from './exchange.ts';
import type { Incoming, Reply } from './exchange.ts';
import type { Workings } from './workings.ts';

/** 21 bytes are the 28 characters of a real token. */
const TOKEN_BYTES = 21;

/** Answers the token request (daraja.md §1): the pair in a Basic header, `expires_in` as a string. */
export function giveToken(workings: Workings, incoming: Incoming, salt: string): readonly [string, Reply] {
  const { books, settings } = workings;
  const refused = (code: string): readonly [string, Reply] => [`refused ${code}`, refusal(salt, code)];
  if (incoming.method !== 'GET') return refused('405.001');
  const pair = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64');
  if (!same(incoming.authorization, `Basic ${pair}`)) return refused('400.008.01');
  if (incoming.search.get('grant_type') !== 'client_credentials') return refused('400.008.02');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = settings.now() + settings.tokenLifeSeconds * SECOND;
  books.settings.addToken(token, expiresAt, settings.tokenMode === 'newest_only');
  return ['token given', json({ access_token: token, expires_in: String(settings.tokenLifeSeconds) })];
}

export function bearerIsGood({ books, settings }: Workings, authorization: string): boolean {
  return books.settings.tokenIsGood(authorization.slice('Bearer '.length), settings.now());
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
