import * as list from './not-amounts-words.ts';
import { readPhrase } from './phrase.ts';
import { isMoneyAfter, isNumber } from './rule.ts';
import type { Rule } from './rule.ts';
import { follows, readSmall } from './small.ts';
import type { Token } from './tokens.ts';

/** One figure or tens and a unit; what follows may be the price (`kilo mbili elfu moja`). */
export function smallestCount(tokens: readonly Token[], from: number) {
  const small = follows(tokens, from) ? readSmall(tokens, from) : null;
  const figure = small?.digits ?? null;
  if (!small || (figure !== null && /^\d{4,}|,\d{3}/.test(figure)) || isMoneyAfter(tokens, small.to))
    return null;
  const scale = follows(tokens, small.to);
  // `mbili elfu` with nothing behind it is a reversed sum, not two of something.
  if (scale?.entry?.kind === 'scale' && scale.entry.order === 'count_before') return null;
  if (figure === null && small.doubt === 'grammar') return { from, to: from + 1 };
  return { from, to: small.to };
}

/** `siku tatu`, `gunia 3 elfu nne`, `watu mia tatu`. */
export const counted: Rule = (tokens, at) => {
  const noun = tokens[at]?.text ?? '';
  if (follows(tokens, at + 1)?.kind === 'scale' && list.COUNTED_PEOPLE.has(noun)) {
    const phrase = readPhrase(tokens, at + 1);
    return phrase && !isMoneyAfter(tokens, phrase.to) ? { from: at + 1, to: phrase.to } : null;
  }
  return smallestCount(tokens, at + 1);
};

/** `mara mbili` is twice; `mara moja` at once; `mara ya tatu` the third time. */
export const times: Rule = (tokens, at) => {
  const from = /^(?:ya|za)$/.test(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
  const count = follows(tokens, from);
  if (count?.kind === 'scale') return isNumber(follows(tokens, from + 1)) ? null : { from, to: from + 1 };
  const small = count ? readSmall(tokens, from) : null;
  if (!small || small.doubt === 'grammar' || isMoneyAfter(tokens, small.to)) return null;
  const claim = { from, to: small.to };
  return from === at + 1 && (small.hundredths ?? 0) > 100 ? { ...claim, times: true } : claim;
};

/** `wa tatu`, `ghorofa ya tano`; but `kiasi cha hamsini` and `ya elfu mbili` are sums. */
export const ordinal: Rule = (tokens, at) => {
  if (list.SUMS_BEFORE_LINK.has(tokens[at - 1]?.text ?? '')) return null;
  const next = follows(tokens, at + 1);
  const small = next?.kind === 'unit' || next?.kind === 'ten' ? readSmall(tokens, at + 1) : null;
  if (!small || isMoneyAfter(tokens, small.to) || follows(tokens, small.to)?.kind === 'scale') return null;
  return { from: at + 1, to: small.to };
};
