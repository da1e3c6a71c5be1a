import { isAscii } from './fold.ts';
import { unmask } from './look-alikes.ts';
import type { SecretMap, Span } from './types.ts';

export type SecretKind = 'phone' | 'receipt';

const NAMES: Readonly<Record<SecretKind, string>> = { phone: 'PHONE', receipt: 'CODE' };

/** A placeholder as it stands in a redacted text. */
const PLACEHOLDER = /\[((?:PHONE|CODE)_\d+)\]/g;

/** What a customer may type to pass for a placeholder: any case, with brackets or without. */
const FORGED = /(?<![a-z0-9])(phone|code)_(\d{1,9})(?![a-z0-9])/giu;
const FORGED_IN_BRACKETS = /\[(\s{0,3}(?:phone|code)\s{0,3}\d{1,9}\s{0,3})\]/giu;

/** Gives secrets their placeholders: the one that the case's map has, or the next free number of its kind. */
export class Numbering {
  private readonly placeholders = new Map<string, string>();
  private readonly last: Record<SecretKind, number> = { phone: 0, receipt: 0 };
  private readonly added: [string, string][] = [];
  private readonly before: SecretMap;

  constructor(secrets: SecretMap) {
    this.before = secrets;
    for (const [placeholder, normal] of Object.entries(secrets)) {
      const kind = kindOf(placeholder);
      this.placeholders.set(`${kind} ${normal}`, placeholder);
      this.last[kind] = Math.max(this.last[kind], Number(placeholder.slice(NAMES[kind].length + 1)));
    }
  }

  placeholderOf(kind: SecretKind, normal: string): string {
    const known = this.placeholders.get(`${kind} ${normal}`);
    if (known !== undefined) return known;
    this.last[kind] += 1;
    const placeholder = `${NAMES[kind]}_${this.last[kind]}`;
    this.placeholders.set(`${kind} ${normal}`, placeholder);
    this.added.push([placeholder, normal]);
    return placeholder;
  }

  /** The map given at first, extended by every secret that was new. */
  secrets(): SecretMap {
    return this.added.length === 0 ? this.before : { ...this.before, ...Object.fromEntries(this.added) };
  }
}

/** Whether a placeholder stands for a phone or for a receipt. */
export function kindOf(placeholder: string): SecretKind {
  return placeholder.startsWith(`${NAMES.phone}_`) ? 'phone' : 'receipt';
}

/** The text with each placeholder that the map knows replaced by the secret's normal form; unknown ones stay. */
export function restore(text: string, secrets: SecretMap): string {
  return text.replaceAll(PLACEHOLDER, (whole, placeholder: string) =>
    Object.hasOwn(secrets, placeholder) ? (secrets[placeholder] ?? whole) : whole,
  );
}

/** Where placeholders stand in a text. */
export function placeholderSpans(text: string): readonly Span[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * A customer's own `[PHONE_1]` or `CODE_2` without its underscore and brackets: words that no map resolves. Only
 * text that looks so is changed.
 */
export function withoutForgedPlaceholders(text: string): string {
  // Nearly no text has these marks, and the patterns behind them are the slowest of the redaction.
  const hasBrackets = text.includes('[');
  if (!hasBrackets && isAscii(text) && !text.includes('_')) return text;
  const plain = unmask(text);
  if (!hasBrackets && !plain.text.includes('_')) return text;
  const edits: { readonly span: Span; readonly text: string }[] = [];
  for (const match of plain.text.matchAll(FORGED)) {
    const span = { start: match.index, end: match.index + match[0].length };
    edits.push({ span: plain.raw(span), text: `${match[1] ?? ''} ${match[2] ?? ''}` });
  }
  let rest = '';
  let at = 0;
  for (const edit of edits) {
    rest += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return (rest + text.slice(at)).replaceAll(FORGED_IN_BRACKETS, '($1)');
}
