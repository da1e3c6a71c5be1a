import { Problem } from '../../core/errors.ts';
import { redact } from '../../reading/redact.ts';
import type { Actor } from '../change.ts';

/** A name as stored: one spelling, one person. Problem 'bad_input' for what is no name. */
export function staffName(typed: string): string {
  const name = typed.trim().toLowerCase().normalize('NFKC');
  if (!/^[\p{L}][\p{L}\p{N}._-]{1,39}$/u.test(name)) {
    throw new Problem(
      'bad_input',
      `--as wants a name of 2 to 40 letters, digits, dots or dashes, found ${JSON.stringify(typed)}`,
    );
  }
  return name;
}

export function staffActor(name: string): Actor {
  return `staff:${name}`;
}

/** A reason as the history keeps it: without the phone numbers and receipts that people put into it (DESIGN §8). */
export function forHistory(text: string): string {
  return redact(text, {}).redacted;
}

/** Reasons are kept for ever beside what was done; an empty one helps nobody. */
export function reasonText(typed: string, option: string): string {
  const text = typed.trim();
  if (text === '' || text.length > 1_000) {
    throw new Problem('bad_input', `${option} wants 1 to 1,000 characters, found ${text.length}`);
  }
  return text;
}
