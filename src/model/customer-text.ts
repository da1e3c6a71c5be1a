import { takeApart } from '../reading/control-tokens.ts';

/**
 * Customer text read by a model, in characters: as far as the rules read a message, so that both judge the same words.
 * A complaint with two pasted M-Pesa messages has under 700. 4,000 characters are some 2,000 tokens.
 */
export const CUSTOMER_TEXT_MAX = 4_000;

/** A customer's words as a prompt may hold them. */
export interface FencedText {
  /** Every line starts with `> `: no customer can close the fence, for a line of theirs is always inside it. */
  readonly fenced: string;
  /** The text was longer than CUSTOMER_TEXT_MAX and its end is missing. */
  readonly cut: boolean;
}

/**
 * Caps, cleans, takes apart and fences a redacted customer text as data. Accepts any string. Characters that print
 * nothing go first: with one inside, a control token would not be seen and its marks would stay together.
 */
export function fenceCustomerText(redacted: string): FencedText {
  const clean = redacted
    .replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/\n(?:[^\S\n]*\n)+/g, '\n\n')
    .trim();
  const characters = Array.from(clean);
  const cut = characters.length > CUSTOMER_TEXT_MAX;
  // Half a placeholder at the cut would read as something the customer wrote.
  const kept = cut
    ? characters
        .slice(0, CUSTOMER_TEXT_MAX)
        .join('')
        .replace(/\[[A-Z]*_?\d*$/, '')
    : clean;
  const fenced = takeApart(kept)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return { fenced, cut };
}
