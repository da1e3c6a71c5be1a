import { unmask } from './look-alikes.ts';
import type { Receipt, Span } from './types.ts';

/** A piece of text that may be a code, before the words around it have been looked at. */
export interface CodeCandidate extends Span {
  /** As written, separators dropped. */
  readonly code: string;
  /** How it stood in the text. `weak`: only a name beside it makes it a code. */
  readonly written: 'whole' | 'glued' | 'joined' | 'joined-weak';
}

/**
 * A code's first three characters are its date (daraja.md §9): year letter, month letter A-L, day 1-9 then A-V. A
 * typed 1 in place 2 is an I (September) and a typed 0 in place 3 an O (day 24): no other reading of them exists.
 */
const DATE_PART = '[A-Z][A-L1][0-9A-V]';
const TEN = new RegExp(`^${DATE_PART}[A-Z0-9]{7}$`);
/** Codes before 2014 had nine characters, and never letters alone. */
const NINE = /^[A-I][A-L1][0-9A-V](?=.*[0-9])[A-Z0-9]{6}$/;
/** M-Pesa puts this in place of a receipt when a payment failed: date and seven zeros. */
const FILLER = /^.{3}0{6,7}$/;

/** In ASCII the cases of a letter are this bit apart. */
const CASE_BIT = 0x20;

/**
 * Whether a token, or the beginning of one, can open a code as far as its first three characters tell. Asked of every
 * word of every message before anything is put together or matched, so it compares codes.
 */
export function mayOpenCode(token: string): boolean {
  const year = token.charCodeAt(0) | CASE_BIT;
  if (!(year >= 0x61 && year <= 0x7a)) return false;
  if (token.length < 2) return true;
  const month = token.charCodeAt(1) | CASE_BIT;
  if (!(month >= 0x61 && month <= 0x6c) && token.charAt(1) !== '1') return false;
  if (token.length < 3) return true;
  const day = token.charCodeAt(2);
  return (day >= 0x30 && day <= 0x39) || ((day | CASE_BIT) >= 0x61 && (day | CASE_BIT) <= 0x76);
}

/** Whether ten upper-case characters have the shape of a receipt with a plausible date. */
export function isReceiptShape(code: string): code is Receipt {
  return TEN.test(code) && !FILLER.test(code);
}

/** Whether nine upper-case characters have the shape of a receipt of the years up to 2014. */
export function isOldReceiptShape(code: string): code is Receipt {
  return NINE.test(code) && !FILLER.test(code);
}

/**
 * The normal form of a value that is meant to be one M-Pesa receipt: upper-case, separators dropped, ten characters
 * `[A-Z0-9]` or nine. The date part is not asked to be plausible: it is a warning and never a reason to reject
 * (daraja.md §9). Null for a failure's filler (`SKE0000000`), for letters and digits that make no code, and for
 * text with anything else in it.
 */
export function normalReceipt(text: string): Receipt | null {
  // Ten characters with a separator and a few invisible characters after each are far below this.
  if (text.length > 80) return null;
  const plain = unmask(text).text.toUpperCase().trim();
  if (/[^A-Z0-9\s\p{P}\p{M}]/u.test(plain)) return null;
  const code = plain.replaceAll(/[^A-Z0-9]/g, '');
  const shaped = /^[A-Z]{2}[A-Z0-9]{8}$/.test(code) || isReceiptShape(code) || isOldReceiptShape(code);
  return shaped && !FILLER.test(code) ? (code as Receipt) : null;
}

/**
 * One form for all spellings of a receipt that differ only by a typed O for 0 or I for 1 (decisions.md D4). `L` is
 * no slip of 1: both occur, and look apart in the SMS.
 */
export function slipForm(receipt: string): string {
  return receipt.toUpperCase().replaceAll('O', '0').replaceAll('I', '1');
}

/**
 * Whether letters read as a word: vowels between the consonants, as in Swahili and most English, and a vowel at the
 * end or no long run of consonants. Used only to keep words in capitals or lower case from being taken for codes.
 */
export function looksLikeWord(text: string): boolean {
  let vowels = 0;
  let sameKind = 0;
  let wasVowel = false;
  // One pass over codes: nearly every word of nearly every message is asked this.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) | CASE_BIT;
    if (!(code >= 0x61 && code <= 0x7a)) return false;
    const isVowel = VOWELS.has(code);
    if (isVowel) vowels += 1;
    sameKind = at > 0 && isVowel === wasVowel ? sameKind + 1 : 1;
    if (sameKind > SAME_KIND_MAX) return false;
    wasVowel = isVowel;
  }
  return text !== '' && vowels * 10 >= text.length * 3;
}

const VOWELS: ReadonlySet<number> = new Set(Array.from('aeiou', (vowel) => vowel.charCodeAt(0)));
/** Neither four vowels nor four consonants stand in a row in the words meant. */
const SAME_KIND_MAX = 3;
