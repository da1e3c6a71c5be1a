import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { messageOf, Problem } from '../../core/errors.ts';
import { showable } from '../../core/text.ts';
import type { BadLine } from './types.ts';

export interface Lines<Line> {
  readonly good: readonly Line[];
  readonly bad: readonly BadLine[];
}

/** The text of a file of labelled lines. Throws Problem `not_found` or `bad_input`, naming the file. */
export function readCases(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const shown = showable(path);
    throw missing
      ? new Problem('not_found', `there is no file ${shown}`)
      : new Problem('bad_input', `${shown} cannot be read: ${messageOf(error)}`);
  }
  try {
    // Takes a byte-order mark away. A wrong letter would change what is read, so wrong bytes are not guessed at.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad_input', `${showable(path)} is not text in UTF-8`);
  }
}

/**
 * The labelled lines of a file: one JSON object a line, empty lines and lines that begin with `#` left out. A line that
 * is not one, or whose id was there before, is reported with its number and the others are kept.
 */
export function parseLines<Line extends { readonly id: string }>(
  text: string,
  schema: z.ZodType<Line>,
): Lines<Line> {
  const good: Line[] = [];
  const bad: BadLine[] = [];
  const seen = new Map<string, number>();
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue;
    const line = index + 1;
    const parsed = parseLine(written, schema);
    if (typeof parsed === 'string') {
      bad.push({ line, problem: parsed });
      continue;
    }
    const before = seen.get(parsed.id);
    if (before === undefined) {
      seen.set(parsed.id, line);
      good.push(parsed);
    } else {
      bad.push({ line, problem: `the id ${JSON.stringify(parsed.id)} was on line ${before}` });
    }
  }
  return { good, bad };
}

/** A text says what is wrong with it. */
function parseLine<Line>(written: string, schema: z.ZodType<Line>): Line | string {
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch {
    return 'not JSON';
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  return `${where === '' ? '' : `${where}: `}${issue?.message ?? 'not a labelled line'}`;
}
