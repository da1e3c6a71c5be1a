import { formatEat, type Instant } from '../core/clock.ts';
import { showable } from '../core/text.ts';

/** Screens are laid out for terminals of this width: the narrowest that support desks still use. */
export const WIDTH = 100;

/** Lines of at most `width` characters, broken at spaces where there are any. Never empty. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string[] = [];
  for (const word of text.split(' ').flatMap((whole) => pieces(Array.from(whole), width))) {
    const fits = line.length === 0 || line.length + 1 + word.length <= width;
    if (!fits) {
      lines.push(line.join(''));
      line = [];
    }
    if (line.length > 0) line.push(' ');
    line.push(...word);
  }
  lines.push(line.join(''));
  return lines;
}

function pieces(word: readonly string[], width: number): readonly string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < word.length; start += width) parts.push(word.slice(start, start + width));
  return parts.length === 0 ? [[]] : parts;
}

/** A customer's words as one paragraph that a terminal cannot take for commands; line ends become a visible mark. */
export function words(text: string): string {
  return showable(text.trim().replaceAll(/\s*\r?\n\s*/g, ' ⏎ '));
}

/** A label in a column of its own, and text beside it over as many lines as it takes. */
export function labelled(label: string, text: string, indent = 12): readonly string[] {
  const [first = '', ...rest] = wrapped(text, WIDTH - indent);
  const pad = ' '.repeat(indent);
  return [`${label.padEnd(indent - 1)} ${first}`.trimEnd(), ...rest.map((line) => pad + line)];
}

/** Moments in JSON are UTC in ISO form; null stays null. */
export function isoTime(at: Instant): string;
export function isoTime(at: Instant | null): string | null;
export function isoTime(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function timeOrDash(at: Instant | null): string {
  return at === null ? '-' : formatEat(at);
}

/** `snake_case` words of the program as people read them. */
export function plain(word: string): string {
  return word.replaceAll('_', ' ');
}
