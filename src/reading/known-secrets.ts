import { hardDigits } from './digit-runs.ts';
import { unmask } from './look-alikes.ts';
import { piecesOf, type Piece } from './pieces.ts';
import { kindOf, placeholderSpans } from './placeholders.ts';
import { slipForm } from './receipts.ts';
import { findSecrets } from './secret-patterns.ts';
import { starred } from './spans.ts';
import { wordsOf } from './text-words.ts';
import type { SecretMap, Span } from './types.ts';

/** A place where a secret of the case stands again. */
export interface KnownSecretSpan extends Span {
  readonly placeholder: string;
}

/** A phone is known by its last nine digits, whatever stands before them: 0, 254, +254 or nothing. */
const PHONE_CORE_LENGTH = 9;

/** A text without its separators, in one form, and the way back. */
interface Stream {
  readonly text: string;
  /** Where the characters `[from, to)` of it came from. */
  origin(from: number, to: number): Span;
}

/**
 * Finds the secrets of a case in a text where no pattern would: without their prefix, inside a longer string, spaced,
 * in other digits, spelled in words, with letters between the digits. Spans are of the raw text.
 */
export function findKnownSecrets(text: string, secrets: SecretMap): readonly KnownSecretSpan[] {
  const all = Object.entries(secrets);
  if (all.length === 0) return [];
  const folded = unmask(text);
  const words = wordsOf(folded.text);
  const pieces = piecesOf(folded.text);
  const cores = all.map(([placeholder, normal]) => coreOf(placeholder, normal));
  // A number word may stand for any figure; without one, all of the secret must stand in the text.
  const possible = pieces === words ? cores.filter(({ core }) => holdsCharacters(folded.text, core)) : cores;
  if (possible.length === 0) return [];
  const written = streamOf(words);
  const dictated = pieces === words ? written : streamOf(pieces);
  const forReceipts = [written, dictated].map((stream) => mapped(stream, slipForm));
  const forPhones = [digitsOf(written), digitsOf(dictated), mapped(written, hardDigits)];
  return possible.flatMap(({ placeholder, isPhone, core }) =>
    (isPhone ? forPhones : forReceipts)
      .flatMap((stream) => occurrences(stream, core))
      .map((span) => ({ ...folded.raw(span), placeholder })),
  );
}

interface Core {
  readonly placeholder: string;
  readonly isPhone: boolean;
  /** What of the secret stands in the text wherever it does. */
  readonly core: string;
}

function coreOf(placeholder: string, normal: string): Core {
  const isPhone = kindOf(placeholder) === 'phone';
  return { placeholder, isPhone, core: isPhone ? normal.slice(-PHONE_CORE_LENGTH) : slipForm(normal) };
}

/** Whether a text has each character of a secret, in either case. Other letters pass for 0 and 1, O and I. */
function holdsCharacters(text: string, core: string): boolean {
  for (const character of core) {
    if (character === '0' || character === '1') continue;
    if (!text.includes(character) && !text.includes(character.toLowerCase())) return false;
  }
  return true;
}

/**
 * The last guard before a model: whether a prompt still holds a phone, an M-Pesa code, or a secret of the case in
 * any spelling (DESIGN.md §4). Placeholders hold nothing.
 */
export function holdsSecret(prompt: string, secrets: SecretMap): boolean {
  const rest = starred(prompt, placeholderSpans(prompt));
  return findSecrets(rest).length > 0 || findKnownSecrets(rest, secrets).length > 0;
}

/** The places of the pieces are worked out when something is found: that is rare, and their list is long. */
function streamOf(pieces: readonly Pick<Piece, 'start' | 'end' | 'text'>[]): Stream {
  let places: Places | null = null;
  return {
    text: pieces.map((piece) => piece.text).join(''),
    origin: (from, to) => {
      places ??= placesOf(pieces);
      return { start: places.starts[from] ?? 0, end: places.ends[to - 1] ?? 0 };
    },
  };
}

interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function placesOf(pieces: readonly Pick<Piece, 'start' | 'end' | 'text'>[]): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { text, start, end } of pieces) {
    // A piece as long as its digits is written in them; a number word has one origin for all of its digits.
    const literal = text.length === end - start;
    for (let unit = 0; unit < text.length; unit += 1) {
      starts.push(literal ? start + unit : start);
      ends.push(literal ? start + unit + 1 : end);
    }
  }
  return { starts, ends };
}

/** The stream in another form of the same length; a form that changes the length (`ß`) is left out letter by letter. */
function mapped(stream: Stream, form: (text: string) => string): Stream {
  const whole = form(stream.text);
  const text =
    whole.length === stream.text.length
      ? whole
      : stream.text
          .split('')
          .map((unit) => form(unit).charAt(0) || ' ')
          .join('');
  return { text, origin: (from, to) => stream.origin(from, to) };
}

/** The digits of a stream, letters between them left out. */
function digitsOf(stream: Stream): Stream {
  let kept: readonly number[] | null = null;
  return {
    text: stream.text.replaceAll(/\D+/g, ''),
    origin: (from, to) => {
      kept ??= Array.from(stream.text.matchAll(/\d/g), ({ index }) => index);
      return stream.origin(kept[from] ?? 0, (kept[to - 1] ?? 0) + 1);
    },
  };
}

function occurrences(stream: Stream, core: string): readonly Span[] {
  const spans: Span[] = [];
  if (core === '') return spans;
  for (let at = stream.text.indexOf(core); at !== -1; at = stream.text.indexOf(core, at + core.length)) {
    spans.push(stream.origin(at, at + core.length));
  }
  return spans;
}
