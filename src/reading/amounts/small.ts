import { countHundredths, digitShape, plainCents } from './digits.ts';
import type { Token } from './tokens.ts';

/** Why an amount that is meant cannot be read. */
export type Doubt =
  /** A bare `tano`: 5, 500 or 5,000. */
  | 'bare'
  /** `2.500`, `12,50`, `elfu 2500`. */
  | 'digits'
  /** The words have two readings: `elfu mia tano`, `elfu mbili tano`, `kumi elfu moja`. */
  | 'grammar'
  /** `nanne`: nne or nane. */
  | 'slip'
  /** A Sheng word on whose value the sources differ. */
  | 'slang'
  | 'foreign'
  | 'too_large'
  | 'approximate'
  /** One of several: `X au Y`, `kati ya X na Y`, `X hadi Y`. */
  | 'range'
  | 'sum'
  /** `2500 mara mbili`: once or twice that. */
  | 'times'
  /** `elfu mbili, hapana samahani, elfu tatu`. */
  | 'correction'
  /** `si elfu mbili`, `badala ya 2,500`: said not to be what was paid. */
  | 'denied'
  /** `order elfu tatu`: the order's number or its price. */
  | 'label';

/** A number below a scale word: a figure, or tens and units. */
export interface Small {
  readonly to: number;
  /** In hundredths of one; null for a figure that needs a scale word or cannot be read. */
  readonly hundredths: number | null;
  /** The figure as written; null for words. */
  readonly digits: string | null;
  readonly doubt: Doubt | null;
  /** Tens without a unit: a `na` and a unit could still have joined. */
  readonly openTen: boolean;
}

/** The token at `at` when it stands on the same line as the one before it. */
export function follows(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at];
  return token && token.breaks === 0 ? token : undefined;
}

export function valueOf(token: Token | undefined): number {
  return token?.entry && 'value' in token.entry ? token.entry.value : 0;
}

/** Reads the small number at `at`: one figure, one unit, or tens with at most one unit (language.md §A, rule 2). */
export function readSmall(tokens: readonly Token[], at: number): Small | null {
  const token = tokens[at];
  switch (token?.kind) {
    case 'digits':
      return readPoint(tokens, at) ?? readFigure(token, at);
    case 'unit':
      return readPoint(tokens, at) ?? unitAlone(token, at);
    case 'zero':
    case 'teen':
      return readPoint(tokens, at) ?? whole(valueOf(token), at + 1);
    case 'ten':
      return readTens(tokens, at, token);
    default:
      return null;
  }
}

function whole(value: number, to: number, doubt: Doubt | null = null, openTen = false): Small {
  return { to, hundredths: value * 100, digits: null, doubt, openTen };
}

function unitAlone(token: Token, at: number): Small {
  const value = valueOf(token);
  return whole(value, at + 1, value === 0 ? 'slip' : null);
}

function readFigure(token: Token, at: number): Small | null {
  if (digitShape(token.text) === 'code') return null;
  return {
    to: at + 1,
    hundredths: countHundredths(token.text),
    digits: token.text,
    doubt: null,
    openTen: false,
  };
}

/** What a figure is in cents when no scale word stands beside it. */
export function figureCents(digits: string): number | null {
  return plainCents(digits);
}

function readTens(tokens: readonly Token[], at: number, ten: Token): Small {
  const value = valueOf(ten);
  const direct = follows(tokens, at + 1);
  if (direct?.kind === 'unit') {
    const english = ten.entry?.kind === 'ten' && ten.entry.english;
    const slip = valueOf(direct) === 0 ? 'slip' : null;
    return whole(value + valueOf(direct), at + 2, slip ?? (english ? null : 'grammar'));
  }
  const unit = direct?.kind === 'and' ? follows(tokens, at + 2) : undefined;
  if (unit?.kind !== 'unit') return whole(value, at + 1, null, true);
  return whole(value + valueOf(unit), at + 3, valueOf(unit) === 0 ? 'slip' : null);
}

/** `two point five`, `mbili nukta tano`, `2 point 5`: good only as a count of a scale word, with two places at most. */
function readPoint(tokens: readonly Token[], at: number): Small | null {
  if (follows(tokens, at + 1)?.kind !== 'point') return null;
  const first = tokens[at];
  const whole = first?.kind === 'digits' ? countHundredths(first.text) : valueOf(first) * 100;
  if (whole === null || whole % 100 !== 0) return null;
  let places = '';
  let to = at + 2;
  for (let place = placesOf(follows(tokens, to)); place !== null; place = placesOf(follows(tokens, to))) {
    places += place;
    to += 1;
  }
  if (places === '') return null;
  const hundredths = whole + Number(places.slice(0, 2).padEnd(2, '0'));
  return { to, hundredths, digits: null, doubt: places.length > 2 ? 'digits' : null, openTen: false };
}

function placesOf(token: Token | undefined): string | null {
  if (token?.kind === 'unit' || token?.kind === 'zero') return String(valueOf(token));
  return token?.kind === 'digits' && /^\d{1,2}$/.test(token.text) ? token.text : null;
}
