import { takeApart } from './control-tokens.ts';
import { findKnownSecrets } from './known-secrets.ts';
import { findPhones } from './phones.ts';
import {
  placeholderFor,
  placeholderSpans,
  withoutForgedPlaceholders,
  type SecretKind,
} from './placeholders.ts';
import { findPossibleReceipts } from './receipts.ts';
import type { SecretMap, Span } from './types.ts';

export { takeApart };
export { restore } from './placeholders.ts';

/** A piece of the raw text that was hidden. */
export interface RedactedSpan extends Span {
  /** Without brackets, as in the map. */
  readonly placeholder: string;
}

export interface Redaction {
  /** The text with a placeholder for every secret: still to be taken apart (`takeApart`) before a model sees it. */
  readonly redacted: string;
  /** The map given in, extended by the secrets that are new to the case. */
  readonly secrets: SecretMap;
  readonly spans: readonly RedactedSpan[];
}

/** A secret that a pattern found, or one of the case's own. */
interface Secret extends Span {
  readonly kind: SecretKind;
  readonly normal: string;
}

/** Hiding one secret can uncover the next (a code glued between two phones): three rounds end every case known. */
const ROUNDS = 3;

/** A secret known to the case is hidden where its characters stand this close; farther apart the guard refuses. */
const KNOWN_SPAN_MAX = 80;

/**
 * Replaces every phone and M-Pesa code by `[PHONE_n]` and `[CODE_n]`: the same secret in any spelling gets the same
 * placeholder in all messages of the case, through the map given in. A placeholder that the customer typed is taken
 * apart first. Recall comes first: what only may be a code is hidden too. Never throws.
 */
export function redact(text: string, secrets: SecretMap): Redaction {
  const spans: RedactedSpan[] = [];
  let map = secrets;
  let seen = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = knownSecrets(seen, map).filter((secret) => !spans.some((span) => overlap(secret, span)));
    const found = [...known, ...patternSecrets(seen)];
    if (found.length === 0) break;
    for (const secret of inOrder(found)) {
      const named = placeholderFor(secret.kind, secret.normal, map);
      map = named.secrets;
      spans.push({ start: secret.start, end: secret.end, placeholder: named.placeholder });
    }
    seen = blanked(seen, spans);
  }
  spans.sort((a, b) => a.start - b.start);
  return { redacted: withPlaceholders(text, spans), secrets: map, spans };
}

/**
 * The last guard before a model: whether a prompt still holds a phone, an M-Pesa code, or a secret of the case in
 * any spelling (`DESIGN.md` §4.2). Placeholders hold nothing.
 */
export function holdsSecret(prompt: string, secrets: SecretMap): boolean {
  const rest = blanked(prompt, placeholderSpans(prompt));
  return patternSecrets(rest).length > 0 || findKnownSecrets(rest, secrets).length > 0;
}

function patternSecrets(text: string): readonly Secret[] {
  return [
    ...findPhones(text).map(({ start, end, normal }) => ({ start, end, kind: 'phone' as const, normal })),
    ...findPossibleReceipts(text).map(({ start, end, receipt }) => ({
      start,
      end,
      kind: 'receipt' as const,
      normal: receipt,
    })),
  ];
}

function knownSecrets(text: string, secrets: SecretMap): readonly Secret[] {
  return findKnownSecrets(text, secrets)
    .filter(({ start, end }) => end - start <= KNOWN_SPAN_MAX)
    .map(({ start, end, placeholder }) => ({
      start,
      end,
      kind: placeholder.startsWith('PHONE') ? 'phone' : 'receipt',
      normal: secrets[placeholder] ?? '',
    }));
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** In order, the longer first where two begin together; of two that overlap the second keeps what is left of it. */
function inOrder(found: readonly Secret[]): readonly Secret[] {
  const kept: Secret[] = [];
  let end = 0;
  for (const secret of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (secret.end <= end) continue;
    kept.push({ ...secret, start: Math.max(secret.start, end) });
    end = secret.end;
  }
  return kept;
}

/** Stars in place of the spans, so that places stay the same; a star ends a number for every finder. */
function blanked(text: string, spans: readonly Span[]): string {
  return assemble(
    text,
    [...spans].sort((a, b) => a.start - b.start),
    ({ start, end }) => '*'.repeat(end - start),
  );
}

function withPlaceholders(text: string, spans: readonly RedactedSpan[]): string {
  return assemble(text, spans, ({ placeholder }) => `[${placeholder}]`, withoutForgedPlaceholders);
}

function assemble<S extends Span>(
  text: string,
  spans: readonly S[],
  shown: (span: S) => string,
  rest: (text: string) => string = (same) => same,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(rest(text.slice(at, span.start)), shown(span));
    at = span.end;
  }
  return parts.join('') + rest(text.slice(at));
}
