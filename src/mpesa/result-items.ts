import { isObject } from '../core/json.ts';

/** The values of a result's parameters by lower-case key; a key whose value is absent is not there. */
export type Items = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `ResultParameters` with the tolerances of daraja.md §2: `ResultParameter` is a list or a single object, an item
 * may have a key and no value, and a key may come twice.
 */
export function itemsOf(parameters: unknown): Items {
  const inner = isObject(parameters) ? fieldOf(parameters, 'ResultParameter') : parameters;
  const list: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  const items = new Map<string, string[]>();
  for (const item of list) {
    if (!isObject(item)) continue;
    const key = textOf(fieldOf(item, 'Key'));
    const value = valueOf(fieldOf(item, 'Value'));
    if (key === null || value === null) continue;
    const name = key.toLowerCase();
    items.set(name, [...(items.get(name) ?? []), value]);
  }
  return items;
}

/** A value of another type is not absent: it must not be taken for "no amount was stated". */
const NOT_A_TEXT = '[not a text]';

function valueOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' || typeof value === 'boolean' ? NOT_A_TEXT : textOf(value);
}

/** The field of that name; when there is none, one that differs from it only by case. */
export function fieldOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([other]) => other.toLowerCase() === wanted)?.[1];
}

/** A text or a number as trimmed text; null for an empty one and for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
