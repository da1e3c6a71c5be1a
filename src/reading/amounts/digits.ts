import { parseShillings } from '../../core/money.ts';

/** How a figure is written. Only the first three can be read without a scale word. */
export type DigitShape =
  | 'plain'
  | 'grouped'
  | 'decimal'
  /** `2.5`, `1,5`, `12,50`: sure only beside a scale word (language.md §A, Ambiguities). */
  | 'short'
  /** `2.500`, `4,5000`: thousands or decimals, nobody can know. */
  | 'broken'
  /** Not an amount at all: a leading zero, a version, a date with dots, a number of phone length. */
  | 'code';

/** Phones have nine digits and more. Nobody pays a sum of nine by phone: M-Pesa stops at 250,000 (language.md §B). */
const MAX_DIGITS = 8;

export function digitShape(text: string): DigitShape {
  if (text.length > 2 * MAX_DIGITS || /^0\d/.test(text)) return 'code';
  if (/^\d+$/.test(text)) return text.length > MAX_DIGITS ? 'code' : 'plain';
  if (/^[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d{1,2})?$/.test(text)) return 'grouped';
  if (/^\d{1,9}\.\d\d$/.test(text) || /^\d{3,9}\.\d$/.test(text)) return 'decimal';
  if (/^\d{1,3}[.,]\d{1,2}$/.test(text)) return 'short';
  if (/^\d+[.,]\d+$/.test(text) || /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return 'broken';
  return text.includes(',') ? 'broken' : 'code';
}

/** The figure in cents as shillings; null when its shape does not say. */
export function plainCents(text: string): number | null {
  const shape = digitShape(text);
  if (shape !== 'plain' && shape !== 'grouped' && shape !== 'decimal') return null;
  return parseShillings(text.replaceAll(' ', ','));
}

/**
 * The figure in hundredths as a count of a scale word: `2` is 200, `2.5` and `2,5` are 250. Null when it is grouped
 * (`elfu 2,500`), broken, or has four digits and more (`elfu 2500`: two thousand five hundred said twice?).
 */
export function countHundredths(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text);
  if (!match || /^0\d/.test(text)) return null;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
