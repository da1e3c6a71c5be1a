import { readPart } from './part.ts';
import type { Part } from './part.ts';
import { endDoubt } from './phrase-end.ts';
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

/** Laki and larger: what they count is often left out of the part behind them. */
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
    const half = readHalf(tokens, join, last);
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
  // `elfu tano mia`: five hundred thousand, five thousand one hundred, or a number that breaks off.
  if (last.bare && last !== first && tokens[to - 2]?.kind !== 'and') doubt ??= 'grammar';
  doubt ??= endDoubt(tokens, from, to);
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
  /** Its `na` is an English `and`. */
  readonly english: boolean;
}

/** `na` between parts is free (rule 4); a comma is ICU's and Wilson's way to close the thousands. */
function joiner(tokens: readonly Token[], at: number): Joiner {
  const comma = follows(tokens, at)?.text === ',';
  const to = comma ? at + 1 : at;
  const word = follows(tokens, to);
  const and = word?.kind === 'and';
  return { to: and ? to + 1 : to, and, comma, english: and && word.text === 'and' };
}

/**
 * `na nusu` behind a part: half of its scale word (rule 6). Without `na`, or behind a number that has no scale word
 * (`elfu mbili nusu`, `hamsini na nusu`, `finje na nusu`), nobody can know what it is half of.
 */
function readHalf(tokens: readonly Token[], join: Joiner, last: Part) {
  const article = join.and && follows(tokens, join.to)?.kind === 'article' ? 1 : 0;
  const at = join.to + article;
  const half = follows(tokens, at);
  if (half?.entry?.kind !== 'half') return null;
  const joined = join.and || half.entry.joined;
  const after = follows(tokens, at + 1);
  // `elfu mbili, nusu ya bei`: half of something else.
  if (!joined && (join.comma || isOfOther(tokens, at + 1))) return null;
  const three = half.entry.value === 1 && valueOf(after) === 3;
  const quarters = three ? 3 : half.entry.value;
  const sure = joined && article === 0 && last.scale >= THOUSAND && !last.fraction;
  const doubt: Doubt | null = sure ? null : 'grammar';
  return { to: at + (three ? 2 : 1), cents: (last.scale / 4) * quarters, doubt };
}

/** `nusu ya bei`, `half of it`, `half an hour`, `nusu saa iliyopita`; but `nusu saa nane` tells the hour. */
export function isOfOther(tokens: readonly Token[], at: number): boolean {
  const text = follows(tokens, at)?.text;
  if (text === 'saa') return follows(tokens, at + 1)?.kind !== 'other';
  return text === 'ya' || text === 'of' || text === 'an';
}

function mayJoin(last: Part, next: Part, room: number, join: Joiner): boolean {
  // Cents stand behind whole shillings, once: `2,500 na senti hamsini`, but not `2,500.50 na senti hamsini`.
  if (next.kind === 'cent') return last.kind !== 'cent' && last.cents % 100 === 0;
  if (last.kind === 'small' || last.kind === 'cent' || next.cents >= room) return false;
  // A figure behind a comma is the next thing in a list; one behind `na` belongs to the sum (`elfu 1 na 500`).
  return !(next.digits !== null && join.comma && !join.and);
}

/** ICU writes 1,005 `elfu moja, tano`; in a sentence the word behind the comma may count the next thing. */
function commaDoubt(tokens: readonly Token[], next: Part, join: Joiner): Doubt | null {
  if (!join.comma || !next.single) return null;
  const after = follows(tokens, next.to);
  return after === undefined || after.kind === 'mark' || after.kind === 'currency' ? null : 'grammar';
}

/**
 * `mia moja elfu`: a hundred thousand, or a hundred things at a thousand. `mbili na mia tano`: with its elfu left out
 * 2,500, or two of something and 500.
 */
function isStacked(last: Part, next: Part, to: number, join: Joiner): boolean {
  if (last.kind === 'small') return join.and && !join.comma && next.kind === 'scale' && last.cents < 10_000;
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
  if (next.reversed || last.fraction) return 'grammar';
  if (next.kind !== 'small') return null;
  // `kumi elfu na tano`: rule 7 reads the reversed order only where no number follows it.
  if (last.reversed) return 'grammar';
  // Words alone join `kumi na tano` before they come here. Beside a comma or a figure nobody knows whether they do.
  if (join.and && last.openTen && next.single) return 'grammar';
  // `laki moja hamsini` is said for 150,000; by the grammar it is 100,050, as with `na`. ICU's comma closes the thousands.
  if (last.scale >= LAKI && !join.and && !join.comma && !join.english) return 'grammar';
  // `elfu mbili, na 500`: a sum or a list.
  if (join.comma) return join.and && next.digits !== null ? 'grammar' : null;
  if (join.and) return null;
  return next.single || next.digits !== null ? 'grammar' : null;
}
