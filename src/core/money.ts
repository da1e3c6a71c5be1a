/** An amount of Kenyan shillings in integer cents. Every amount in the program is one of these; never a float. */
export type Cents = number & { readonly __brand: 'cents' };

/** Brands an integer as cents. Throws RangeError on a fraction or an unsafe integer: that is a bug, not bad input. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer number of cents: ${value}`);
  return value as Cents;
}

export const ZERO_CENTS = cents(0);

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function isWholeShillings(amount: Cents): boolean {
  return amount % 100 === 0;
}

/** `KES 1,234.50`; the cents are left out when there are none. For people: never parsed back. */
export function formatKes(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const shillings = Math.floor(absolute / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = absolute % 100;
  return `${sign}KES ${shillings}${rest === 0 ? '' : `.${rest.toString().padStart(2, '0')}`}`;
}

/**
 * Parses a decimal figure of shillings as machines write it (`4500`, `4,500.00`, ` +4500 `, `-1500.5`, a JSON number)
 * into cents, without floating-point arithmetic on the text. Null for anything else: more than two decimals that are
 * not zero, broken grouping, exponents, words.
 */
export function parseShillings(value: unknown): Cents | null {
  const text =
    typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value.trim() : null;
  if (text === null) return null;
  const match = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if (!/^\d{0,2}0*$/.test(fraction)) return null;
  const magnitude = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(magnitude)) return null;
  return cents(sign === '-' && magnitude !== 0 ? -magnitude : magnitude);
}

/** JSON numbers print exactly when they are small; one in exponent form is not an amount anybody pays. */
function numberText(value: number): string | null {
  return Number.isFinite(value) ? String(value) : null;
}
