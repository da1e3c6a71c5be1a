import { createHash } from 'node:crypto';
import { EAT_OFFSET } from '../../core/clock.ts';
import type { Instant } from '../../core/clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The year that the letter A stands for in a receipt's first character (daraja.md §9). */
const YEAR_OF_A = 2006;

/** Year, month and day of a receipt: `A`+(year-2006), `A`-`L`, then 1-9 and A-V; the date is East Africa's. */
function dateCode(at: Instant): string {
  const day = new Date(at + EAT_OFFSET);
  const year = String.fromCharCode(65 + ((day.getUTCFullYear() - YEAR_OF_A) % 26));
  const month = String.fromCharCode(65 + day.getUTCMonth());
  return `${year}${month}${ALPHABET.charAt(day.getUTCDate())}`;
}

/** A date-coded receipt; the same salt gives the same seven characters. */
export function receiptCode(at: Instant, salt: string): string {
  return dateCode(at) + opaque(`receipt ${salt}`, 7);
}

/** What stands where a receipt would, when there is none: `UKU0000000`. */
export function fillerReceipt(at: Instant): string {
  return `${dateCode(at)}0000000`;
}

/** `AG_20260928_` and twenty letters and digits, as seen in 2026 (daraja.md §2). */
export function conversationId(at: Instant, salt: string): string {
  const day = new Date(at + EAT_OFFSET).toISOString().slice(0, 10).replaceAll('-', '');
  return `AG_${day}_${opaque(`conversation ${salt}`, 20).toLowerCase()}`;
}

/** The gateway's own id of a request, where the caller may not choose one: `f1e2-4b95-a71d-b30d3cdbb7a7735297`. */
export function gatewayId(salt: string): string {
  const hex = createHash('sha256').update(`gateway ${salt}`).digest('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 30)}`;
}

function opaque(salt: string, length: number): string {
  const bytes = createHash('sha256').update(salt).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET.charAt(byte % 36)).join('');
}
