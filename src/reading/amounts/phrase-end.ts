import { follows } from './small.ts';
import type { Doubt } from './small.ts';
import type { Token } from './tokens.ts';

/** The doubt that the word behind a number phrase puts on it; null when none. */
export function endDoubt(tokens: readonly Token[], from: number, to: number): Doubt | null {
  const kind = follows(tokens, to)?.kind;
  // `elfu kumi point tano`: what was not read as decimals before has no sure reading. `2,500 cents`: no such count of
  // cents is read, and it is no such sum of shillings either.
  if (kind === 'point' || kind === 'cent' || tokens[from - 1]?.kind === 'point') return 'grammar';
  if (goesOnBelow(tokens, to)) return 'grammar';
  return kind === 'word' ? clauseDoubt(tokens, from, to) : null;
}

/** `elfu kumi` and, on the next line, `na sita`: 16,000 that was wrapped, or the next thing in a list. */
function goesOnBelow(tokens: readonly Token[], to: number): boolean {
  const and = tokens[to];
  const number = tokens[to + 1];
  if (and?.kind !== 'and' || number === undefined || and.breaks + number.breaks !== 1) return false;
  return COUNTS.has(number.kind) || number.kind === 'half';
}

/** Tokens that a number phrase can go on with. */
const COUNTS: ReadonlySet<Token['kind']> = new Set(['unit', 'ten', 'teen', 'scale', 'coin']);

/** A verb with the prefix of a thing or of sums as its subject, or of having: `ikarudi`, `zimebaki`, `haikufika`. */
const VERB =
  /^(?:ha)?(?:i|zi|ya|li|u|a|wa|ni|tu|m)(?:ka|me|li|na|ta|ki|ku|ja|lisha|mesha)[a-z]{2,}$|^(?:hai|hazi|haya|hali)[a-z]{4,}$|^(?:came|comes|was|were|is|are|has|had|did|went|got|returned|bounced|failed|never)$/;
/** Verbs of money that comes back or stays: their subject is a part of the sum, be it a unit or hundreds. */
const LEFT_OVER =
  /^(?:i|zi|ya|u)(?:ka|me|li|na|ta|ki)(?:rudi|rejesh|baki|salia)[a-z]*$|^(?:came|bounced|returned)$/;
/** What is asked for of a unit; of a whole sum it is asked in the same words, and means all of it. */
const TO_COME_BACK = /^(?:i|zi|ya)(?:rudi|rejesh)[a-z]*$/;

/** `elfu tatu na mbili za nauli`: the unit counts something else. */
const OF_THINGS = /^(?:ya|za|la)$/;
/** What is paid beside the price. */
const EXTRAS =
  /^(?:delivery|nauli|usafiri|usafirishaji|kutuma|kusafirisha|shipping|transport|fare|fee|gharama)$/;

/**
 * `elfu mbili na moja ikarudi`: two thousand, and one came back. The last `na` may begin another clause when a verb
 * stands behind a lone unit, or a verb of coming back behind any number.
 */
function clauseDoubt(tokens: readonly Token[], from: number, to: number): Doubt | null {
  const verb = follows(tokens, to);
  if (verb?.kind !== 'word' || to - from < 3) return null;
  // `elfu mbili na mia tano ya delivery`: 2,500 with it, or 2,000 and 500 beside it.
  const extra = OF_THINGS.test(verb.text) && EXTRAS.test(tokens[to + 1]?.text ?? '');
  const last = tokens[to - 1];
  const unit = last?.kind === 'unit' || (last?.kind === 'digits' && last.text.length === 1);
  // `elfu kumi na mbili imekatwa` is twelve thousand: there the `na` is known to join.
  if (unit && tokens[to - 2]?.kind === 'and' && tokens[to - 3]?.kind !== 'ten') {
    const other = VERB.test(verb.text) || TO_COME_BACK.test(verb.text) || OF_THINGS.test(verb.text);
    return other ? 'grammar' : null;
  }
  if (!LEFT_OVER.test(verb.text) && !extra) return null;
  return tokens.slice(from, to).some(({ kind }) => kind === 'and') ? 'grammar' : null;
}
