import { hardDigits } from './digit-runs.ts';
import { unmask } from './look-alikes.ts';
import { piecesOf, type Piece } from './pieces.ts';
import { kindOf, placeholderSpans } from './placeholders.ts';
import { slipForm } from './receipts.ts';
import { findSecrets } from './secret-patterns.ts';
import { starred } from './spans.ts';
import type { SecretMap, Span } from './types.ts';

/** A place where a secret of the case stands again. */
export interface KnownSecretSpan extends Span {
  readonly placeholder: string;
}

/** A phone is known by its last nine digits, whatever stands before them: 0, 254, +254 or nothing. */
const PHONE_CORE_LENGTH = 9;

/** A text without its separators, and where each character of it came from. */
interface Stream {
  readonly text: string;
  readonly origins: readonly Span[];
}

/**
 * Finds the secrets of a case in a text where no pattern would: without their prefix, inside a longer string, spaced,
 * in other digits, spelled in words, with letters between the digits. Spans are of the raw text.
 */
export function findKnownSecrets(text: string, secrets: SecretMap): readonly KnownSecretSpan[] {
  const entries = Object.entries(secrets);
  if (entries.length === 0) return [];
  const folded = unmask(text);
  const written = streamOf(
    [...folded.text.matchAll(/[\p{L}\p{N}]/gu)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: match[0],
    })),
  );
  const dictated = streamOf(piecesOf(folded.text));
  const forReceipts = [written, dictated].map((stream) => mapped(stream, slipForm));
  const forPhones = [only(written, /\d/), only(dictated, /\d/), mapped(written, hardDigits)];
  return entries.flatMap(([placeholder, normal]) => {
    const isPhone = kindOf(placeholder) === 'phone';
    const core = isPhone ? normal.slice(-PHONE_CORE_LENGTH) : slipForm(normal);
    return (isPhone ? forPhones : forReceipts)
      .flatMap((stream) => occurrences(stream, core))
      .map((span) => ({ ...folded.raw(span), placeholder }));
  });
}

/**
 * The last guard before a model: whether a prompt still holds a phone, an M-Pesa code, or a secret of the case in
 * any spelling (DESIGN.md §4). Placeholders hold nothing.
 */
export function holdsSecret(prompt: string, secrets: SecretMap): boolean {
  const rest = starred(prompt, placeholderSpans(prompt));
  return findSecrets(rest).length > 0 || findKnownSecrets(rest, secrets).length > 0;
}

function streamOf(pieces: readonly Pick<Piece, 'start' | 'end' | 'text'>[]): Stream {
  const origins: Span[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece.text;
    for (let unit = 0; unit < piece.text.length; unit += 1) {
      // A piece as long as its digits is written in them; a number word has one origin for all of its digits.
      const literal = piece.text.length === piece.end - piece.start;
      origins.push(literal ? { start: piece.start + unit, end: piece.start + unit + 1 } : piece);
    }
  }
  return { text, origins };
}

/** The stream in another form of the same length; a form that changes the length (`ß`) is left out letter by letter. */
function mapped(stream: Stream, form: (text: string) => string): Stream {
  const whole = form(stream.text);
  if (whole.length === stream.text.length) return { text: whole, origins: stream.origins };
  const units = stream.text.split('').map((unit) => form(unit).charAt(0) || ' ');
  return { text: units.join(''), origins: stream.origins };
}

function only(stream: Stream, wanted: RegExp): Stream {
  const kept = stream.text.split('').flatMap((unit, at) => (wanted.test(unit) ? [at] : []));
  return {
    text: kept.map((at) => stream.text.charAt(at)).join(''),
    origins: kept.flatMap((at) => stream.origins[at] ?? []),
  };
}

function occurrences(stream: Stream, core: string): readonly Span[] {
  const spans: Span[] = [];
  if (core === '') return spans;
  for (let at = stream.text.indexOf(core); at !== -1; at = stream.text.indexOf(core, at + core.length)) {
    const first = stream.origins[at];
    const last = stream.origins[at + core.length - 1];
    if (first !== undefined && last !== undefined) spans.push({ start: first.start, end: last.end });
  }
  return spans;
}
