import type { Span } from './types.ts';

/** A text with its disguises removed, and the way back to the raw text. */
export interface Folded {
  /** NFKC, any Unicode digit as 0-9, zero-width and bidi characters dropped. Case and separators are kept. */
  readonly text: string;
  /** The raw text was ASCII, so nothing was folded. */
  readonly plain: boolean;
  /** The raw span that a span of the folded text came from. */
  raw(span: Span): Span;
}

/** Characters that print nothing: a phone number with one inside still reads as that number (language.md §C). */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u3164\u20e3\ufe00-\ufe0f\uffa0]/u;

/** Closes a keycap (`7️⃣`): it prints a frame around the digit before it, and people type numbers in keycaps. */
const KEYCAP = '\u20e3';

/**
 * Superscript and subscript digits. NFKC makes `²500` the figure 2500, which nobody wrote: it may be a slip, a
 * footnote or a unit. So they become letters (the numerals of Chinese, which mean just these digits): a figure with
 * one glued to it is no amount and no order number, and `unmask()`, which serves hiding, reads the digits.
 */
const RAISED_DIGIT = /[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/;
export const RAISED_DIGITS = new RegExp(RAISED_DIGIT, 'g');
export const RAISED_LETTERS = '零一二三四五六七八九';

/** Anything but plain text has something to fold. */
const NOT_ASCII = /[^\0-\x7f]/;

/** Whether a text has nothing but ASCII: then folding changes nothing, and places stay what they are. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/**
 * Folds a text so that patterns need to know one shape of each character. Linear in the text; accepts anything,
 * lone surrogates included.
 */
export function fold(raw: string): Folded {
  return isAscii(raw) ? new AsIs(raw) : foldedByCharacter(raw);
}

/** Nearly every message is plain ASCII, so it gets no maps of places. A class, because this is made for each text. */
class AsIs implements Folded {
  readonly text: string;
  readonly plain = true;

  constructor(text: string) {
    this.text = text;
  }

  raw({ start, end }: Span): Span {
    const length = this.text.length;
    return { start: Math.min(start, length), end: Math.min(Math.max(start, end), length) };
  }
}

function foldedByCharacter(raw: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  for (const character of raw) {
    const end = at + character.length;
    // Its frame goes with the digit, so that nothing of it is left where the digit is hidden.
    if (character === KEYCAP && ends.length > 0) ends[ends.length - 1] = end;
    const plain = foldCharacter(character);
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    text += plain;
    at = end;
  }
  return {
    text,
    plain: false,
    raw: ({ start, end }) => ({
      start: starts[start] ?? raw.length,
      end: end > start ? (ends[end - 1] ?? raw.length) : (starts[start] ?? raw.length),
    }),
  };
}

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return character;
  if (RAISED_DIGIT.test(character)) return RAISED_LETTERS.charAt(Number(character.normalize('NFKC')));
  if (INVISIBLE.test(character)) return '';
  const normal = character.normalize('NFKC');
  return /\p{Nd}/u.test(normal) ? normal.replaceAll(/\p{Nd}/gu, digitOf) : normal;
}

/** Unicode gives every decimal digit set ten code points in a row, so the value is the distance from its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
