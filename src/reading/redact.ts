import { findKnownSecrets } from './known-secrets.ts';
import { kindOf, Numbering, withoutForgedPlaceholders } from './placeholders.ts';
import { findSecrets, type Secret } from './secret-patterns.ts';
import { replaceSpans, spanMask, starred } from './spans.ts';
import type { SecretMap, Span } from './types.ts';

export { holdsSecret } from './known-secrets.ts';
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

/** Hiding one secret can uncover the next (codes glued between phones): three rounds end every case seen, one spare. */
const ROUNDS = 4;

/** A secret known to the case is hidden where its characters stand this close; farther apart the guard refuses. */
const KNOWN_SPAN_MAX = 80;

/**
 * Replaces every phone and M-Pesa code by `[PHONE_n]` and `[CODE_n]`: the same secret in any spelling gets the same
 * placeholder in all messages of the case, through the map given in. A placeholder that the customer typed is taken
 * apart first. Recall comes first: what only may be a code is hidden too. Never throws.
 */
export function redact(text: string, secrets: SecretMap): Redaction {
  const numbering = new Numbering(secrets);
  const spans: RedactedSpan[] = [];
  const postponed: Secret[] = [];
  const hide = (found: readonly Secret[]): void => {
    for (const { start, end, kind, normal } of found) {
      spans.push({ start, end, placeholder: numbering.placeholderOf(kind, normal) });
    }
  };
  let seen = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = unhiddenParts(knownSecrets(seen, numbering.secrets()), spans, text.length);
    const { first, overlapping } = inOrder([...known, ...findSecrets(seen)]);
    for (const secret of overlapping) postponed.push(secret);
    if (first.length === 0) break;
    hide(first);
    seen = starred(seen, first);
  }
  // One after the other, as they begin: where two reach into each other, each is known to the case under its own name.
  if (postponed.length > 0) {
    const hidden = spanMask(text.length, spans);
    for (const secret of postponed) {
      const left = partsBeside(secret, hidden).filter((part) => saysSomething(text, part));
      hide(left);
      for (const { start, end } of left) hidden.fill(1, start, end);
    }
  }
  spans.sort((a, b) => a.start - b.start);
  return { redacted: withPlaceholders(text, spans), secrets: numbering.secrets(), spans };
}

function knownSecrets(text: string, secrets: SecretMap): readonly Secret[] {
  return findKnownSecrets(text, secrets)
    .filter(({ start, end }) => end - start <= KNOWN_SPAN_MAX)
    .map(({ start, end, placeholder }) => ({
      start,
      end,
      kind: kindOf(placeholder),
      normal: secrets[placeholder] ?? '',
    }));
}

/** What is left of each of those beside what was hidden before. */
function unhiddenParts(
  secrets: readonly Secret[],
  before: readonly Span[],
  length: number,
): readonly Secret[] {
  if (secrets.length === 0) return secrets;
  const hidden = spanMask(length, before);
  return secrets.flatMap((secret) => partsBeside(secret, hidden));
}

/** Of separators between two secrets nothing can be read. */
function saysSomething(text: string, { start, end }: Span): boolean {
  return /[\p{L}\p{N}]/u.test(text.slice(start, end));
}

/** What is left of a secret whose characters stand on both sides of something hidden before. */
function partsBeside(secret: Secret, hidden: Uint8Array): readonly Secret[] {
  const parts: Secret[] = [];
  for (let at = secret.start; at < secret.end; at += 1) {
    if (hidden[at] === 1) continue;
    const last = parts.at(-1);
    if (last?.end === at) parts[parts.length - 1] = { ...last, end: at + 1 };
    else parts.push({ ...secret, start: at, end: at + 1 });
  }
  return parts;
}

interface InOrder {
  readonly first: readonly Secret[];
  /** Reach into one of those. The next round sees what there is when that one is hidden: perhaps another secret. */
  readonly overlapping: readonly Secret[];
}

/** In order, the longer first where two begin together. */
function inOrder(found: readonly Secret[]): InOrder {
  const first: Secret[] = [];
  const overlapping: Secret[] = [];
  let end = 0;
  for (const secret of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (secret.start >= end) {
      first.push(secret);
      end = secret.end;
    } else if (secret.end > end) overlapping.push(secret);
  }
  return { first, overlapping };
}

function withPlaceholders(text: string, spans: readonly RedactedSpan[]): string {
  return replaceSpans(text, spans, ({ placeholder }) => `[${placeholder}]`, withoutForgedPlaceholders);
}
