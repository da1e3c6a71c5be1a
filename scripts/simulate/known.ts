import type { Violation } from './judge/judge.ts';

/** A broken promise that is known and not mended yet: counted and listed by itself, never hidden. */
export interface Known {
  readonly name: string;
  readonly invariant: string;
  readonly detail: RegExp;
}

/** None today. */
export const KNOWN: readonly Known[] = [];

export function knownName(violation: Violation): string | null {
  const known = KNOWN.find(
    ({ invariant, detail }) => invariant === violation.invariant && detail.test(violation.detail),
  );
  return known?.name ?? null;
}
