/**
 * Makes text safe to show on a terminal: control characters (also the C1 range and the Unicode marks that reorder
 * a line) are printed as escapes, so that a customer's words can neither colour, move nor hide what staff read.
 */
export function showable(text: string, options: { readonly keepNewlines?: boolean } = {}): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character === '\n' && options.keepNewlines === true ? character : escapeOf(character),
  );
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** At most `length` characters, the last of them an ellipsis when something was left out. Never splits a pair. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
