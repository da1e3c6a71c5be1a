import { isConnector, isSoftToken } from './digit-runs.ts';
import { wordsOf } from './text-words.ts';

/** Fewer real digits than this are letters that only look like a number. */
export const SURE_DIGITS_MIN = 4;

/** A short landline with its zero (`04012345`) and a foreign number have at least eight. */
export const PHONE_DIGITS_MIN = 8;

/** The most digits that a number word stands for with a figure beside it: `mia 7` is 700, `quadruple 0` 0000. */
const DIGITS_OF_WORD_MAX = 4;

/**
 * Whether the words of a folded text between two words that end a number hold digits enough for a phone, each counted
 * for the most that it can stand for. Most messages hold too few, and need no closer look: this is the speed of
 * `findPhones`, and never its result.
 */
export function mayHoldPhone(text: string): boolean {
  let sure = 0;
  let possible = 0;
  for (const { lower, digits, dictates } of wordsOf(text)) {
    if (digits > 0) {
      sure += digits;
      possible += lower.length;
    } else if (dictates || lower === 'mia') {
      sure += DIGITS_OF_WORD_MAX;
      possible += DIGITS_OF_WORD_MAX;
    } else if (isSoftToken(lower)) {
      possible += lower.length;
    } else if (!isConnector(lower)) {
      sure = 0;
      possible = 0;
    }
    if (sure >= SURE_DIGITS_MIN && possible >= PHONE_DIGITS_MIN) return true;
  }
  return false;
}
