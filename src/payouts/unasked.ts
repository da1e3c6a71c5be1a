import type { StoredFact } from './types.ts';

/** Failure results that no status query was made after: each is asked about at once (payouts.md §7). */
export function unaskedFailures(facts: readonly StoredFact[]): readonly string[] {
  const asked = new Set(facts.flatMap(({ fact }) => (fact.kind === 'asked' ? fact.askedAfter : [])));
  return facts
    .filter(({ id, fact }) => fact.kind === 'result' && fact.code !== '0' && !asked.has(id))
    .map(({ id }) => id);
}
