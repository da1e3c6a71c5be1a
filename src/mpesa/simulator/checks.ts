import type { Fields } from '../../core/json.ts';

/** A field as text; Daraja takes most of them as text or number. Null when it is neither. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

export interface Check {
  readonly name: string;
  readonly holds: (value: unknown, shortcode: string, fields: Fields) => boolean;
}

export const given = (value: unknown): boolean => textOf(value)?.trim() !== '' && textOf(value) !== null;
export const oneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(textOf(value) ?? '');
export const ourShortcode = (value: unknown, shortcode: string): boolean => textOf(value) === shortcode;

/**
 * The simulator calls back to this machine only: its results are unsigned, and a wrong setting must not send made-up
 * ones to somebody's real listener.
 */
export const callbackUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?\//.test(value);
