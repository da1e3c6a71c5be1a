import type { Span } from './types.ts';

/** How far a word may stand from the digits that it names. */
const BEFORE = 40;
const AFTER = 40;

const PHONE_BEFORE =
  /(?<![a-z])(?:simu|phone|fon|cell|mobile|mob|tel|telephone|whatsapp|watsap|line|laini|nipigie\w*|piga|call|msisdn|landline|ofisi\w*|namba yangu|nambari yangu|number yangu|my number|my no)(?![a-z])[^.!?\d]*$/i;
const PHONE_AFTER =
  /^[^.!?\d]*(?<![a-z])(?:simu|phone|cell|mobile|whatsapp|watsap|laini|namba yangu|nambari yangu|my number)(?![a-z])/i;
const ORDER_BEFORE =
  /(?<![a-z])(?:order|oda|orda|orders|invoice|inv|till|paybill|account|akaunti|acc|a\/c|tracking|parcel|sku|ref|id|imei|agizo|bei|ksh|kes|sh)(?![a-z])[^.!?\d]{0,24}$/i;

/** Whether words beside the span say that it is a phone number, and none nearer says that it is something else. */
export function isNamedPhone(text: string, span: Span): boolean {
  const before = text.slice(Math.max(0, span.start - BEFORE), span.start);
  const named = PHONE_BEFORE.exec(before);
  const other = ORDER_BEFORE.exec(before);
  if (named !== null) return other === null || other.index < named.index;
  return other === null && PHONE_AFTER.test(text.slice(span.end, span.end + AFTER));
}
