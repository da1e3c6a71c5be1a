/** The value of a JSON text; undefined when it is none, for JSON itself has no such value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An object of JSON by its names. */
export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same value when it is a JSON object; null for anything else. */
export function objectOf(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}
