/** A stretch of one kind of character in a folded text. */
export interface Piece {
  readonly kind: 'digits' | 'letters' | 'space' | 'blank' | 'mark';
  readonly text: string;
  readonly start: number;
}

/** Stands for each character that others have read already. Private use: no keyboard types it. */
export const BLANK = '\ue000';

type Kind = Piece['kind'];

const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
const UNDERSCORE = 0x5f;
const COMMA = 0x2c;
const STOP = 0x2e;
/** `'` and `’` inside a word. */
const APOSTROPHES = [0x27, 0x2019];

/** The kind of each ASCII character: looked up by its code, because this is asked for every character of every text. */
const ASCII_KINDS: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) =>
  kindOf(String.fromCharCode(code)),
);

function kindOf(character: string): Kind {
  if (/\d/.test(character)) return 'digits';
  if (character === '_' || LETTER_OR_MARK.test(character)) return 'letters';
  if (character === BLANK) return 'blank';
  return /\s/.test(character) ? 'space' : 'mark';
}

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  return ASCII_KINDS[code] ?? kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** Cuts a text into figures with their commas and points, words with their apostrophes, white space and marks. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length;) {
    const kind = kindAt(text, start);
    let end = afterCharacter(text, start);
    if (kind !== 'mark') {
      end = endOf(text, end, kind);
      if (kind === 'digits') end = afterGroups(text, end);
      else if (kind === 'letters') end = afterApostrophes(text, end);
    }
    pieces.push({ kind, text: text.slice(start, end), start });
    start = end;
  }
  return pieces;
}

/** A character outside of the first plane takes two units. */
function afterCharacter(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
}

function endOf(text: string, at: number, kind: Kind): number {
  let end = at;
  while (end < text.length && kindAt(text, end) === kind) end = afterCharacter(text, end);
  return end;
}

/** `2,500.00`: a comma or a point between figures is part of them. */
function afterGroups(text: string, at: number): number {
  let end = at;
  while (
    (text.charCodeAt(end) === COMMA || text.charCodeAt(end) === STOP) &&
    end + 1 < text.length &&
    kindAt(text, end + 1) === 'digits'
  ) {
    end = endOf(text, end + 1, 'digits');
  }
  return end;
}

/** `it's`: letters behind an apostrophe belong to the word; an underscore there begins another. */
function afterApostrophes(text: string, at: number): number {
  let end = at;
  while (APOSTROPHES.includes(text.charCodeAt(end)) && isLetter(text, end + 1)) {
    end = afterCharacter(text, end + 1);
    while (isLetter(text, end)) end = afterCharacter(text, end);
  }
  return end;
}

function isLetter(text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) !== UNDERSCORE && kindAt(text, at) === 'letters';
}
