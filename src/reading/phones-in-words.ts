import { hardDigits } from './digit-runs.ts';
import { splitGlued } from './glued.ts';
import { dialledMsisdn, msisdnOf } from './msisdn.ts';
import { SURE_DIGITS_MIN } from './phone-possible.ts';
import { wordsOf } from './text-words.ts';
import type { Msisdn, Span } from './types.ts';

/** A zero and nine digits is the shortest shape. */
const WORD_LENGTH_MIN = 10;

interface MobileSpan extends Span {
  readonly msisdn: Msisdn;
  readonly normal: string;
}

/** Mobile numbers that stand inside a longer word, where no separator marks them off. */
export function phonesInWords(text: string): readonly MobileSpan[] {
  return wordsOf(text).some(
    ({ text: word, digits }) => digits >= SURE_DIGITS_MIN && word.length >= WORD_LENGTH_MIN,
  )
    ? [...disguisedInWords(text), ...gluedToCodes(text), ...checkoutPhones(text)]
    : [];
}

/** `nambaO7l2OOO39lndio`: a disguised number inside a longer word. */
function disguisedInWords(text: string): readonly MobileSpan[] {
  const phones: MobileSpan[] = [];
  for (const match of text.matchAll(DISGUISED)) {
    const msisdn = dialledMsisdn(hardDigits(match[0]));
    const sure = match[0].replaceAll(/\D/g, '').length;
    if (msisdn === null || sure < SURE_DIGITS_MIN) continue;
    phones.push({ start: match.index, end: match.index + match[0].length, msisdn, normal: msisdn });
  }
  return phones;
}

const DISGUISED = /(?<!\d)(?:[0o]{0,3}254[0o]?|[0o])[17li][0-9oli]{8}(?!\d)/gi;

/** `UKN4X7M2Q00712000391`: a phone behind a code that ends with a digit. */
function gluedToCodes(text: string): readonly MobileSpan[] {
  const phones: MobileSpan[] = [];
  for (const word of text.matchAll(/[A-Za-z0-9]{20,}/g)) {
    for (const part of splitGlued(word[0]) ?? []) {
      const msisdn = part.kind === 'phone' ? dialledMsisdn(word[0].slice(part.start, part.end)) : null;
      if (msisdn === null) continue;
      phones.push({ start: word.index + part.start, end: word.index + part.end, msisdn, normal: msisdn });
    }
  }
  return phones;
}

/** M-Pesa's checkout request id ends with the payer's nine digits (daraja.md §5). */
function checkoutPhones(text: string): readonly MobileSpan[] {
  return [...text.matchAll(/ws_CO_\d{15,17}?([17]\d{8})(?!\d)/gi)].map((match) => {
    const end = match.index + match[0].length;
    const msisdn = msisdnOf(match[1] ?? '');
    return { start: end - 9, end, msisdn, normal: msisdn };
  });
}
