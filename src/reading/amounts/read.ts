import type { Cents } from '../../core/money.ts';
import { fold } from '../fold.ts';
import { findAmounts } from './find.ts';
import { readPhrase } from './phrase.ts';
import { tokenise } from './tokens.ts';

/**
 * The one clear amount of a text, in cents. Null when there is none, more than one, or one with a doubt (ranges,
 * corrections, about, two readings, other money). The same amount said twice (`elfu mbili (2,000)`) is one.
 */
export function readAmount(text: string): Cents | null {
  const [first, ...more] = findAmounts(text);
  if (first?.cents === undefined || first.cents === null) return null;
  const same = more.every((other, index) => {
    const joint = text.slice((index === 0 ? first : more[index - 1])?.end, other.start);
    return other.cents === first.cents && !/^\s*(?:na|and|&|\+)?\s*$/iu.test(joint);
  });
  return same ? first.cents : null;
}

/**
 * The whole number that a text spells and nothing else (`elfu tisini mia nne kumi na saba` is 90417), digits and marks
 * allowed. Null for other texts and for words with two readings.
 */
export function readNumberWords(text: string): number | null {
  const tokens = tokenise(fold(text).text);
  if (tokens.length === 1 && tokens[0]?.kind === 'zero') return 0;
  const phrase = readPhrase(tokens, 0);
  if (!phrase || phrase.doubt !== null || phrase.cents % 100 !== 0) return null;
  const rest = tokens.slice(phrase.to);
  return rest.every(({ kind }) => kind === 'mark') ? phrase.cents / 100 : null;
}
