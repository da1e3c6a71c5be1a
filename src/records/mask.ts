/** Digits of a Kenyan number in normal form: `254` and nine more. */
const LENGTH = 12;

/**
 * A masked number in normal form (digits and `*`, `254` in front): `2547 ***** 126`, `25470****149`, `0722***000`,
 * `0722XXXXXX` (daraja.md §5, language.md §C). Null when it hides nothing, shows nothing or holds anything else.
 */
export function normalMask(text: string): string | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f-]/g, '').replaceAll(/[xX•●#]/g, '*');
  if (!/^\+?[\d*]{9,14}$/.test(plain) || !/\d/.test(plain) || !plain.includes('*')) return null;
  const mask = plain.replace(/^(?:\+|00)(?=254)/, '');
  if (mask.startsWith('254')) return mask;
  if (mask.startsWith('0')) return `254${mask.slice(1)}`;
  return mask.length === 9 ? `254${mask}` : mask;
}

/**
 * Whether two numbers, each full or masked, show no different digit. A mask of another length than the number that
 * it hides is compared by its first and last digits alone: some exports shorten the stars.
 */
export function sameDigits(one: string, other: string): boolean {
  if (one.length === LENGTH && other.length === LENGTH) return agreeInPlace(one, other);
  return (
    agreeInPlace(shown(one, 'first'), shown(other, 'first')) &&
    agreeInPlace(shown(one, 'last'), shown(other, 'last'))
  );
}

/** The mask that shows what either of two agreeing masks shows; the first one when they cannot be laid side by side. */
export function joinMasks(one: string, other: string): string {
  if (one.length !== other.length) return one;
  return Array.from(one, (digit, place) => (digit === '*' ? other.charAt(place) : digit)).join('');
}

/** The digits before the first star, or, last digit first, those after the last one. */
function shown(mask: string, end: 'first' | 'last'): string {
  const text = end === 'first' ? mask : Array.from(mask).toReversed().join('');
  const star = text.indexOf('*');
  return star < 0 ? text : text.slice(0, star);
}

function agreeInPlace(one: string, other: string): boolean {
  const places = Math.min(one.length, other.length);
  for (let place = 0; place < places; place += 1) {
    const [a, b] = [one.charAt(place), other.charAt(place)];
    if (a !== '*' && b !== '*' && a !== b) return false;
  }
  return true;
}
