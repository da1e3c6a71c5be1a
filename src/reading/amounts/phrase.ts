import { readPart } from './part.ts';
import type { Part } from './part.ts';
import { follows, valueOf } from './small.ts';
import type { Doubt } from './small.ts';
import type { Token } from './tokens.ts';

/** A whole number phrase: the longest run of parts that get smaller from left to right. */
export interface Phrase {
  readonly from: number;
  readonly to: number;
  /** Meaningless when there is a doubt. */
  readonly cents: number;
  readonly doubt: Doubt | null;
  /** Has a scale word or a Sheng coin, so that it is money or a count even without a currency word. */
  readonly scaled: boolean;
  /** What a phrase of one part lacks: a scale word (`tano`, `hamsini`, `5`), or the scale word's count (`elfu`). */
  readonly bare: 'unit' | 'tens' | 'scale' | null;
  /** The figure as written when the phrase is nothing else. */
  readonly digits: string | null;
}

/** Laki and larger: `laki mbili hamsini` is said for 250,000 as well as for 200,050. */
const LAKI = 10_000_000;
/** `na nusu` behind hundreds is half of a hundred or of a shilling. */
const THOUSAND = 100_000;

/** Reads the number phrase that begins at `from`; null when none does. */
export function readPhrase(tokens: readonly Token[], from: number): Phrase | null {
  const first = readPart(tokens, from);
  if (!first) return null;
  let { to, cents, doubt, room } = first;
  let last = first;
  for (;;) {
    const join = joiner(tokens, to);
    const half = readHalf(tokens, join.to, join.and, last);
    if (half) {
      ({ to } = half);
      cents += half.cents;
      doubt ??= half.doubt;
      break;
    }
    const next = follows(tokens, join.to) ? readPart(tokens, join.to) : null;
    if (!next) break;
    if (!mayJoin(last, next, room, join)) {
      if (!isStacked(last, next, to, join)) break;
      return { from, to: next.to, cents, doubt: 'grammar', scaled: true, bare: null, digits: null };
    }
    doubt ??= next.doubt ?? joinDoubt(last, next, join) ?? commaDoubt(tokens, next, join);
    ({ to, room } = next);
    cents += next.cents;
    last = next;
  }
  const one = last === first && cents === first.cents;
  return { from, to, cents, doubt, scaled: first.kind !== 'small', ...barenessOf(first, one) };
}

function barenessOf(first: Part, one: boolean): Pick<Phrase, 'bare' | 'digits'> {
  if (!one) return { bare: null, digits: null };
  if (first.kind === 'scale') return { bare: first.bare ? 'scale' : null, digits: null };
  if (first.kind !== 'small') return { bare: null, digits: null };
  if (first.digits !== null) return { bare: first.single ? 'unit' : null, digits: first.digits };
  return { bare: first.single ? 'unit' : 'tens', digits: null };
}

interface Joiner {
  readonly to: number;
  readonly and: boolean;
  readonly comma: boolean;
}

/** `na` between parts is free (rule 4); a comma is ICU's and Wilson's way to close the thousands. */
function joiner(tokens: readonly Token[], at: number): Joiner {
  const comma = follows(tokens, at)?.text === ',';
  const to = comma ? at + 1 : at;
  const and = follows(tokens, to)?.kind === 'and';
  return { to: and ? to + 1 : to, and, comma };
}

/** `na nusu` behind a part: half of its scale word (rule 6). */
function readHalf(tokens: readonly Token[], at: number, and: boolean, last: Part) {
  const half = follows(tokens, at);
  if (half?.entry?.kind !== 'half' || last.kind !== 'scale' || (!and && !half.entry.joined)) return null;
  const three = half.entry.value === 1 && valueOf(follows(tokens, at + 1)) === 3;
  const quarters = three ? 3 : half.entry.value;
  const doubt: Doubt | null = last.scale >= THOUSAND ? null : 'grammar';
  return { to: at + (three ? 2 : 1), cents: (last.scale / 4) * quarters, doubt };
}

function mayJoin(last: Part, next: Part, room: number, join: Joiner): boolean {
  if (next.kind === 'cent') return last.kind !== 'cent' && last.digits === null;
  if (last.kind === 'small' || last.kind === 'cent' || next.cents >= room) return false;
  // A figure behind a comma is the next thing in a list; one behind `na` belongs to the sum (`elfu 1 na 500`).
  return !(next.digits !== null && join.comma);
}

/** ICU writes 1,005 `elfu moja, tano`; in a sentence the word behind the comma may count the next thing. */
function commaDoubt(tokens: readonly Token[], next: Part, join: Joiner): Doubt | null {
  if (!join.comma || !next.single) return null;
  const after = follows(tokens, next.to);
  return after === undefined || after.kind === 'mark' || after.kind === 'currency' ? null : 'grammar';
}

/** `mia moja elfu`: a hundred thousand, or a hundred things at a thousand. */
function isStacked(last: Part, next: Part, to: number, join: Joiner): boolean {
  return (
    join.to === to &&
    last.kind === 'scale' &&
    last.scale < THOUSAND &&
    next.kind === 'scale' &&
    next.scale > last.scale
  );
}

/** Parts that stand together in a way that people use for two different sums. */
function joinDoubt(last: Part, next: Part, join: Joiner): Doubt | null {
  if (next.reversed) return 'grammar';
  if (next.kind !== 'small') return null;
  if (join.and) return join.comma && last.openTen && next.single ? 'grammar' : null;
  if (join.comma) return null;
  return next.single || next.digits !== null || last.scale >= LAKI ? 'grammar' : null;
}
