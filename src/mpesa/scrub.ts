import { shorten, showable } from '../core/text.ts';

/** Long enough for any sentence of daraja.md, short enough for one line of a card. */
const LENGTH_MAX = 200;

/** A Kenyan number in any of its written forms, or any other run of nine or more digits. A receipt stays: its first
 * three characters are a date with letters in it (daraja.md §9), too few digits are left for this. */
const NUMBER = /\+?\d(?:[ -]?\d){8,}/g;

/** Twenty or more characters without a space, with a letter and a digit: a token or a credential. Field names such as
 * OriginatorConversationID hold no digit and stay readable. */
const OPAQUE = /(?=[A-Za-z+/=_-]*\d)(?=[\d+/=_-]*[A-Za-z])[A-Za-z0-9+/=_-]{20,}/g;

/**
 * What the provider said, made fit for storing and showing: no token (daraja.md §1: one error message repeats the whole
 * access token), no credential, no phone number, no control characters, at most 200 characters.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '[removed]');
  return shorten(
    showable(
      clean.replaceAll(OPAQUE, '[removed]').replaceAll(NUMBER, '[number]').replaceAll(/\s+/g, ' ').trim(),
    ),
    LENGTH_MAX,
  );
}
