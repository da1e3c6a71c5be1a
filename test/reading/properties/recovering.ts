import { UNITS } from './number-parts.ts';

const SW = ['sifuri', ...UNITS.slice(1)];
const EN = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const WORDS = new Map([...SW, ...EN].map((word, index) => [word.toUpperCase(), String(index % 10)]));
const WORD = new RegExp(`(?<![A-Z])(?:${[...WORDS.keys()].join('|')})(?![A-Z])`, 'g');

/**
 * Whether someone who reads a redacted text could write a secret down in its normal form: by dropping everything
 * between its characters, by turning number words to digits, or by taking letters for the digits that they look like.
 * It knows nothing of the finders. A phone is its last nine digits, for all that stands before them is the same.
 */
export function recoverable(
  redacted: string,
  secret: { kind: 'phone' | 'receipt'; normal: string },
): boolean {
  const plain = digitsOf(redacted.replaceAll(/\[(?:PHONE|CODE)_\d+\]/g, '*').normalize('NFKC')).toUpperCase();
  const spoken = plain.replaceAll(WORD, (word) => WORDS.get(word) ?? word);
  const core = secret.kind === 'phone' ? secret.normal.slice(3) : secret.normal;
  return [plain, spoken].some((text) => {
    const written = text.replaceAll(/[^A-Z0-9*]/g, '');
    return written.includes(core) || lookAlike(written).includes(lookAlike(core));
  });
}

/** Digits of other scripts, which NFKC leaves as they are. */
export function digitsOf(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    for (let zero = code; zero > code - 10; zero -= 1) {
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero);
    }
    return digit;
  });
}

function lookAlike(text: string): string {
  return text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
