import { z } from 'zod';
import type { ModelOutcome } from '../cases/ports.ts';
import { parseJson } from '../core/json.ts';
import type { ModelAnswer } from '../reading/types.ts';
import type { Choice } from './schema.ts';

/** The longest whole answer has five short values, under 300 characters; anything this long is not an answer. */
export const ANSWER_LENGTH_MAX = 2_000;

export type SubReason = Extract<ModelOutcome, { kind: 'untrusted' }>['subReason'];

export type Parsed =
  { readonly ok: true; readonly answer: ModelAnswer } | { readonly ok: false; readonly subReason: SubReason };

/**
 * Reads what a model wrote against the choices it was given. Never throws. Spaces around the object are usual and
 * fine, and why the model stopped is not looked at: only the text itself is judged (ollama.md row 5).
 */
export function parseAnswer(raw: string, choices: readonly Choice[]): Parsed {
  const text = raw.trim();
  if (text.length > ANSWER_LENGTH_MAX) return { ok: false, subReason: 'over_long' };
  const json = parseJson(text);
  if (json === undefined) return { ok: false, subReason: endsInside(text) ? 'cut_off' : 'not_json' };
  const shape = z.strictObject(Object.fromEntries(choices.map(({ name }) => [name, z.string().nullable()])));
  const read = shape.safeParse(json);
  if (!read.success || repeatsAKey(text, read.data)) return { ok: false, subReason: 'wrong_shape' };
  const isCandidate = choices.every(({ name, values }) => {
    const value = read.data[name];
    return value === null || (value !== undefined && values.includes(value));
  });
  return isCandidate ? { ok: true, answer: read.data } : { ok: false, subReason: 'not_a_candidate' };
}

/** An object begins and the text ends before it closes. */
function endsInside(text: string): boolean {
  if (!text.startsWith('{')) return false;
  let depth = 0;
  for (const [mark] of text.replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '').matchAll(/[{}]/g)) {
    depth += mark === '{' ? 1 : -1;
    if (depth === 0) return false;
  }
  return true;
}

/**
 * `{"intent":"no","intent":"yes"}` says two things, and `JSON.parse` would keep the last one in silence. In a flat
 * object of strings every key and every value that is not null is one string of the text.
 */
function repeatsAKey(text: string, answer: Readonly<Record<string, string | null>>): boolean {
  const written = text.match(/"(?:[^"\\]|\\.)*"/gs)?.length ?? 0;
  const values = Object.values(answer);
  return written !== values.length + values.filter((value) => value !== null).length;
}
