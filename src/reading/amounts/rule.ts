import { digitShape } from './digits.ts';
import { follows } from './small.ts';
import type { Token } from './tokens.ts';

export interface Claim {
  readonly from: number;
  readonly to: number;
  /** It says how many times something was done. */
  readonly times?: true;
}

/**
 * The tokens that are no amount when the rule applies to the word at `at`; null when it does not. It is tried only at
 * the words that not-amounts.ts lists for it, so it does not look at that word again.
 */
export type Rule = (tokens: readonly Token[], at: number) => Claim | null;

/** A currency mark that belongs to the number before it stands at `at`. */
export function isMoneyAfter(tokens: readonly Token[], at: number): boolean {
  const mark = follows(tokens, at);
  if (mark?.kind === 'foreign') return true;
  if (mark?.entry?.kind !== 'currency') return false;
  // `till 832911 ksh 500`: the mark belongs to the next figure.
  return !(mark.entry.before && isNumber(follows(tokens, at + 1)));
}

export function isNumber(token: Token | undefined): boolean {
  return (
    token !== undefined && ['digits', 'unit', 'ten', 'teen', 'scale', 'coin', 'half'].includes(token.kind)
  );
}

/** A figure without grouping of at least `length` characters. */
export function digitsOnly(token: Token | undefined, length = 1): boolean {
  return (
    token?.kind === 'digits' &&
    digitShape(token.text) !== 'grouped' &&
    !token.text.includes(',') &&
    token.text.length >= length
  );
}
