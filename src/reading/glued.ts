import { isReceiptShape } from './receipt-shapes.ts';
import type { Span } from './types.ts';

/** A phone or a receipt inside a longer string of letters and digits. */
export interface GluedPart extends Span {
  readonly kind: 'phone' | 'receipt';
}

/** Words that people type without a space before or after a code or a number. */
const FILLERS = (
  'confirmed imethibitishwa transaction reference receipt risiti please lakini asante number yangu namba codes order mpesa ndiyo kodi code ndio hapo ' +
  'bado simu nipe hiyo hii ndo ref oda sms txn pls kwa and na ni ya id is'
)
  .toUpperCase()
  .split(' ');

const PHONE = /(?:0{0,3}2540?|0)[17]\d{8}/y;
/** The length of a code and of the shortest phone. A string that is no longer holds no two things. */
const PART_LENGTH_MIN = 10;

/**
 * Takes apart a string that is nothing but receipts, phones and words glued to each other
 * (`UKN4X7M2QP0712000391`, `niukn4x7m2qpndio`). Null when it does not divide without a rest: a tracking number that
 * happens to hold a code's shape stays whole. Linear in the string.
 */
export function splitGlued(text: string): readonly GluedPart[] | null {
  if (text.length <= PART_LENGTH_MIN || !/\d/.test(text)) return null;
  const upper = text.toUpperCase();
  if (upper.length !== text.length) return null;
  // The length of the part that ends at each place which parts reach from the start; 0 where none does.
  const arrived = new Int32Array(text.length + 1);
  let farthest = 0;
  for (let at = 0; at <= farthest && at < text.length; at += 1) {
    if (at > 0 && arrived[at] === 0) continue;
    for (const length of partLengths(upper, at)) {
      if (arrived[at + length] === 0) arrived[at + length] = length;
      farthest = Math.max(farthest, at + length);
    }
  }
  const parts: GluedPart[] = [];
  for (let end = text.length; end > 0; end -= arrived[end] ?? end) {
    if (arrived[end] === 0) return null;
    const start = end - (arrived[end] ?? 0);
    const kind = kindOf(upper.slice(start, end));
    if (kind !== null) parts.push({ start, end, kind });
  }
  return parts.length > 0 ? parts.reverse() : null;
}

function partLengths(upper: string, at: number): readonly number[] {
  const lengths: number[] = [];
  PHONE.lastIndex = at;
  const phone = PHONE.exec(upper)?.[0].length;
  if (phone !== undefined) lengths.push(phone);
  if (kindOf(upper.slice(at, at + PART_LENGTH_MIN)) === 'receipt') lengths.push(PART_LENGTH_MIN);
  for (const filler of FILLERS) if (upper.startsWith(filler, at)) lengths.push(filler.length);
  return lengths;
}

function kindOf(part: string): GluedPart['kind'] | null {
  if (/^\d+$/.test(part)) return 'phone';
  return part.length === PART_LENGTH_MIN && /\d/.test(part) && isReceiptShape(part) ? 'receipt' : null;
}
