import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { dialledMsisdn, msisdnOf } from './msisdn.ts';
import { PHONE_DIGITS_MIN } from './phone-possible.ts';
import { isNamedPhone } from './phone-words.ts';
import type { Msisdn, Span } from './types.ts';

/** What kind of phone some digits are. */
export interface PhoneKind {
  /** Null for a landline and for a foreign number. */
  readonly msisdn: Msisdn | null;
  /** Digits, country code first. */
  readonly normal: string;
  /** Its digits alone say that it is a phone; nine bare digits need a word beside them. */
  readonly whole: boolean;
  /** No figure is missing or too many. A foreign number of an impossible length is hidden, but never made longer. */
  readonly sureLength: boolean;
}

/** Where the digits stand. */
export interface DigitsPlace extends Span {
  readonly text: string;
  /** A plus sign stands before them. */
  readonly plus: boolean;
}

/** The kind of phone that a string of digits is at its place; null when it is none. */
export function phoneKindOf(digits: string, place: DigitsPlace): PhoneKind | null {
  if (digits.length < PHONE_DIGITS_MIN) return null;
  const msisdn = dialledMsisdn(digits);
  if (msisdn !== null) return { msisdn, normal: msisdn, whole: true, sureLength: true };
  if (/^[17]\d{8}$/.test(digits)) {
    const named = msisdnOf(digits);
    return isNamedPhone(place.text, place)
      ? { msisdn: named, normal: named, whole: false, sureLength: true }
      : null;
  }
  if (place.plus && /^0{0,3}[1-9]\d{7,14}$/.test(digits)) {
    const normal = digits.replace(/^0+/, '');
    // What is a Kenyan number is decided above: the library's own lengths would draw a tenth digit into one.
    const sureLength = !normal.startsWith('254') && isPossiblePhoneNumber(`+${normal}`);
    return { msisdn: null, normal, whole: true, sureLength };
  }
  const other = landlineOf(digits, place) ?? neighbourOf(digits);
  return other === null ? null : { msisdn: null, normal: other, whole: true, sureLength: true };
}

/**
 * 020 and seven digits, 0[4-6]x and five to seven (language.md §C). The short ones have the shape of an order number
 * with a leading zero, so a word must name them as a phone.
 */
function landlineOf(digits: string, place: DigitsPlace): string | null {
  const national = /^(?:0{0,3}254|0)(20\d{7}|[4-6]\d{8}|[4-6]\d{6,7})$/.exec(digits)?.[1];
  if (national === undefined) return null;
  return national.length < 9 && !isNamedPhone(place.text, place) ? null : `254${national}`;
}

/** Mobiles of Kenya's neighbours are written without a plus too; 00 before a country code stands for the plus. */
function neighbourOf(digits: string): string | null {
  if (/^0{0,3}(?:25[56][67]\d{8}|2507\d{8}|2519\d{8}|252[67]\d{8}|2119\d{8})$/.test(digits))
    return digits.replace(/^0+/, '');
  return /^0{2,3}(?:2(?!54)\d\d|44|49|33|39|91|86|971|966|974|1|27)[1-9]\d{8,9}$/.test(digits)
    ? digits.replace(/^0+/, '')
    : null;
}
