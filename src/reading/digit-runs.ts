import { spelledDigitsAt } from './spelled-digits.ts';
import { wordsOf, type TextWord } from './text-words.ts';
import type { Span } from './types.ts';

/** Digits that stand together in a text, however they are written. */
export interface DigitPiece extends Span {
  readonly digits: string;
  /** How many of the digits are beyond doubt: figures and number words, not an `O` or an `l` that may be one. */
  readonly sure: number;
  /** A plus sign stands before it: an international number begins here. */
  readonly plus: boolean;
}

/** What people write or say between the groups of one number: `0712 na 000 alafu 391`. */
const CONNECTORS = new Set(['na', 'and', 'then', 'alafu', 'halafu', 'kisha', 'dash', 'nukta', 'space']);
/** `sifuri mara tatu`: it belongs to the number word before it, and ends a number where there is none. */
const REPEAT_MARK = 'mara';

/** Whether a run of digits may go on over a lower-case word. */
export function isConnector(word: string): boolean {
  return CONNECTORS.has(word) || word === REPEAT_MARK;
}

/** A longer gap ends a number: nobody writes ten separators in a row inside one, and the search stays linear. */
const GAP_LENGTH_MAX = 10;

/** In a masked number (`0712***391`) the stars stand for digits that are not there; `#` begins an order number. */
const GAP_WALL = /[*#]/;

/** `0`, `1` and what is typed for them. */
const SOFT_TOKEN = /^[0-9oil]+$/i;

/** Whether a word is nothing but digits and letters that are typed for them. */
export function isSoftToken(word: string): boolean {
  return SOFT_TOKEN.test(word);
}

/**
 * Cuts a folded text into runs of digit pieces. Inside a run only separators and connecting words stand between the
 * pieces, so that a number split in any way is some consecutive pieces of one run.
 */
export function digitRuns(text: string): readonly (readonly DigitPiece[])[] {
  const words = wordsOf(text);
  // Only number words look at the words behind them.
  const lower = words.some(({ dictates, lower: word }) => dictates || word === 'mia')
    ? words.map((word) => word.lower)
    : [];
  const runs = new Runs(text);
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word === undefined) break;
    const name = word.lower;
    const spelled = word.dictates || name === 'mia' ? spelledDigitsAt(lower, at) : null;
    if (spelled !== null) {
      const end = words[spelled.next - 1]?.end ?? word.end;
      runs.add({ start: word.start, end }, spelled.digits, spelled.digits.length);
      at = spelled.next;
      continue;
    }
    if (word.digits === name.length) runs.add(word, name, name.length);
    else if (isSoftToken(name)) runs.add(word, hardDigits(name), word.digits);
    else if (word.digits > 0) addMixed(runs, word);
    else if (!CONNECTORS.has(name)) runs.wall();
    at += 1;
  }
  return runs.done();
}

/** The digits that `O`, `o`, `l`, `I` and `i` pass for. */
export function hardDigits(text: string): string {
  return text.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1');
}

/** A number glued to letters (`namba0712000391ndio`): the letters end the number on their side. */
function addMixed(runs: Runs, word: TextWord): void {
  for (const match of word.text.matchAll(/\d+|\D+/g)) {
    const start = word.start + match.index;
    if (/\d/.test(match[0])) runs.add({ start, end: start + match[0].length }, match[0], match[0].length);
    else runs.wall();
  }
}

class Runs {
  private readonly text: string;
  private readonly finished: DigitPiece[][] = [];
  private current: DigitPiece[] = [];

  constructor(text: string) {
    this.text = text;
  }

  add(span: Span, digits: string, sure: number): void {
    const last = this.current.at(-1);
    const gap = this.text.slice(Math.max(last?.end ?? 0, span.start - GAP_LENGTH_MAX * 2), span.start);
    const plus = gap.includes('+') && /\+\s*\(?$/.test(gap);
    if (last !== undefined && (plus || !isJoint(gap, span.start - last.end))) this.wall();
    this.current.push({ start: span.start, end: span.end, digits, sure, plus });
  }

  wall(): void {
    if (this.current.length > 0) this.finished.push(this.current);
    this.current = [];
  }

  done(): readonly (readonly DigitPiece[])[] {
    this.wall();
    return this.finished;
  }
}

function isJoint(gap: string, length: number): boolean {
  const connecting = /\p{L}/u.test(gap);
  return length <= (connecting ? GAP_LENGTH_MAX * 2 : GAP_LENGTH_MAX) && !GAP_WALL.test(gap);
}
