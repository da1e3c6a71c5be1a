import { readAmount } from './amounts/read.ts';
import { isPayWord } from './amounts/pay-words.ts';
import { countDigits, exec, isOrderValue, PRICE_DIGITS_MAX, VALUE, type OrderValue } from './order-values.ts';

/** Words about an order in the same clause, then its number in brackets, or behind a word for one. */
const BRACKETED =
  /([^()[\]\n!?;#]{1,60}?)[ \t]?[([][ \t]?(?:(?:order|oda|no|number|namba|nambari)[ .:]{1,2}|#[ ]?)*/iy;
const NUMBERED =
  /([^()[\]\n!?;#]{1,60}?)[ \t,](?:no|number|namba|nambari)[ .:]{1,2}(?:(?:yake|ni|is)[ :]{1,2}){0,2}/iy;
/** Words there that make the number another thing. */
const NAMED_OTHERWISE =
  /(?<![a-z])(?:till|paybill|pochi|account|akaunti|acc|id|pin|kra|simu|phone|size|saizi|tracking|code|kodi|mpesa|ref|nyumba|chumba|room|house|plot)(?![a-z])/i;

/**
 * The order number behind other words about the order: `order yangu ya 2,500 (88213)`, `oda ya jana namba 88213`. A
 * figure in brackets that says the price again (`order ya elfu ishirini (20000)`) or follows a verb of paying is none.
 */
export function orderFurtherOn(text: string, cueEnd: number): OrderValue | null {
  const bracketed = exec(BRACKETED, text, cueEnd);
  if (bracketed !== null) {
    const value = valueBehind(text, cueEnd, bracketed, PRICE_DIGITS_MAX + 1);
    const isClosed = value !== null && /^[ \t]?[)\]]/.test(text.slice(value.end, value.end + 2));
    return isClosed && !isPriceAgain(bracketed[1] ?? '', value.written) ? value : null;
  }
  const numbered = exec(NUMBERED, text, cueEnd);
  return numbered === null ? null : valueBehind(text, cueEnd, numbered, PRICE_DIGITS_MAX);
}

function valueBehind(
  text: string,
  cueEnd: number,
  opening: RegExpExecArray,
  digitsMin: number,
): OrderValue | null {
  const between = opening[1] ?? '';
  const start = cueEnd + opening[0].length;
  const written = exec(VALUE, text, start)?.[0];
  if (written === undefined || NAMED_OTHERWISE.test(between) || /\.\s/.test(between)) return null;
  if (countDigits(written) < digitsMin || !isOrderValue(text, start, written, false)) return null;
  return { start, end: start + written.length, written, denied: false };
}

function isPriceAgain(between: string, written: string): boolean {
  const price = readAmount(between);
  return price === null ? between.split(' ').some(isPayWord) : Number(written) * 100 === price;
}
