import type { Found } from './doubts.ts';
import type { Token } from './tokens.ts';

/** The heads of M-Pesa confirmations: `UKN4X7M2QP Confirmed.`, `UKN5W90RTA Imethibitishwa.` (language.md §D). */
const HEADS: ReadonlySet<string> = new Set(['confirmed', 'imethibitishwa']);

/**
 * In a pasted M-Pesa SMS only the first figure with a currency mark is the payment: balance, cost and limits follow it.
 * An SMS goes from its head to the next head or to an empty line.
 */
export function smsFigures(tokens: readonly Token[], found: readonly Found[]): readonly Found[] {
  if (!tokens.some(({ text }) => HEADS.has(text))) return found;
  const heads = tokens.map((token, at) => HEADS.has(token.text) && isReceipt(tokens[at - 1]));
  if (!heads.includes(true)) return found;
  const kept: Found[] = [];
  let inside = false;
  let paid = false;
  let next = 0;
  tokens.forEach((token, at) => {
    if (heads[at] === true) {
      inside = true;
      paid = false;
    } else if (token.breaks > 1) {
      inside = false;
    }
    const one = found[next];
    if (one?.marked.from !== at) return;
    next += 1;
    const first = inside && !paid && one.marked.currency;
    if (!inside || first) kept.push(one);
    paid ||= first;
  });
  return kept;
}

/** A receipt, or what stands for one that was read already. */
function isReceipt(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === 'other' || (token.kind === 'word' && /^[a-z]{9,11}$/.test(token.text));
}
