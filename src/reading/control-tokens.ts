/** A placeholder that `redact()` wrote: the only square brackets that stay whole. */
const OUR_PLACEHOLDER = /\[(?:PHONE|CODE)_\d+\]/g;

/** `<`, `>`, `|`, square brackets, and every character that Unicode folds to one of them. */
const MARKS =
  /[<>|[\]\uff1c\uff1e\uff5c\uff3b\uff3d\ufe64\ufe65\ufe47\ufe48\u2039\u203a\u276e\u276f\u2758\u2223]/g;

const PLAIN: Readonly<Record<string, string>> = {
  '\uff1c': '<',
  '\ufe64': '<',
  '\u2039': '<',
  '\u276e': '<',
  '\uff1e': '>',
  '\ufe65': '>',
  '\u203a': '>',
  '\u276f': '>',
  '\uff5c': '|',
  '\u2758': '|',
  '\u2223': '|',
  '\uff3b': '[',
  '\ufe47': '[',
  '\uff3d': ']',
  '\ufe48': ']',
};

/**
 * Takes apart the characters with which a text could forge a model's control tokens: `<|im_end|>` becomes
 * `< | im_end | >`, `[INST]` becomes `[ INST ]`. Measured in ollama.md row 2: the whole token ends the customer's
 * turn, the spaced one is plain text. Placeholders of `redact()` stay whole, so redact first. Doing it twice changes
 * nothing more.
 */
export function takeApart(text: string): string {
  let apart = '';
  let at = 0;
  for (const match of text.matchAll(OUR_PLACEHOLDER)) {
    apart += spaced(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return apart + spaced(text.slice(at));
}

/** Spaces are added only where there are none. */
function spaced(text: string): string {
  return text.replaceAll(MARKS, (mark: string, at: number) => {
    const before = at === 0 || isMarkOrSpace(text.charAt(at - 1)) ? '' : ' ';
    const after = at + 1 === text.length || /\s/.test(text.charAt(at + 1)) ? '' : ' ';
    return `${before}${PLAIN[mark] ?? mark}${after}`;
  });
}

function isMarkOrSpace(character: string): boolean {
  return /[\s<>|[\]]/.test(PLAIN[character] ?? character);
}
