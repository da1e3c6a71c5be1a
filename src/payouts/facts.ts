import { createHash } from 'node:crypto';
import type { Fact } from './types.ts';

/**
 * The id of a fact: SHA-256, in hex, of the attempt's id and the fact's content in canonical form. The same answer
 * arriving again, with its keys in whatever order, is the same row (payouts.md §6). When it arrived is not content.
 */
export function factId(attemptId: string, fact: Fact): string {
  // What was known when a question was asked is a set: the order in which it was listed says nothing.
  const content =
    fact.kind === 'asked' ? { ...fact, askedAfter: [...new Set(fact.askedAfter)].sort() } : fact;
  return contentHash([attemptId, content]);
}

/** SHA-256, in hex, of a JSON value in canonical form. */
export function contentHash(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(content)))
    .digest('hex');
}

/** The value with the keys of every object sorted and absent ones left out. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, held]) => [name, canonical(held)]);
}
