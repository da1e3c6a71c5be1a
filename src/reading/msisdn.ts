import { unmask } from './look-alikes.ts';
import type { Msisdn } from './types.ts';

/**
 * The nine digits after the trunk zero: every 01 and 07 number. A list of ranges goes stale (language.md §C), and
 * Kenya's outward prefix is 000, so any run of zeros may stand before the 254, and a trunk zero after it.
 */
const DIALLED = /^(?:0{0,3}2540?|0)([17]\d{8})$/;

/** The mobile number that a string of digits dials; null for anything else, nine bare digits included. */
export function dialledMsisdn(digits: string): Msisdn | null {
  const national = DIALLED.exec(digits)?.[1];
  return national === undefined ? null : msisdnOf(national);
}

/** `254` and the nine digits. */
export function msisdnOf(national: string): Msisdn {
  return `254${national}` as Msisdn;
}

/**
 * The normal form of a value that is meant to be one Kenyan mobile number, in any of its shapes: `0712 000 391`,
 * `+254 (0) 712-000-391`, `712000391` (as M-Pesa's Pull API writes it), full-width or Arabic digits, `O` for 0.
 * Null for a masked or hashed number, a landline, a foreign number, and for text with anything else in it.
 */
export function normalMsisdn(text: string): Msisdn | null {
  // The longest shape with every digit apart is far below this; longer text is no phone value.
  if (text.length > 80) return null;
  const plain = unmask(text)
    .text.trim()
    .replace(/^(?:tel|phone|simu)\s*:/i, '')
    .replace(/\.0$/, '');
  if (/[^\doil\s\p{P}\p{M}+|]|\*/iu.test(plain)) return null;
  const digits = plain.replaceAll(/o/gi, '0').replaceAll(/[il|]/gi, '1').replaceAll(/\D/g, '');
  if (countDigits(plain) < 4) return null;
  return dialledMsisdn(digits) ?? (/^[17]\d{8}$/.test(digits) ? msisdnOf(digits) : null);
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}
