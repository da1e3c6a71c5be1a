import { lookUp, takeApart } from './lexicon.ts';
import type { Entry } from './lexicon.ts';
import { isGluedVerb } from './pay-words.ts';
import { piecesOf } from './token-pieces.ts';
import type { Piece } from './token-pieces.ts';

/** A word, figure or mark of the folded text. */
export interface Token {
  /** `word`: any other word. `mark`: one punctuation character. `other`: nothing of it is an amount. */
  readonly kind: Entry['kind'] | 'digits' | 'word' | 'mark' | 'other' | 'times';
  /** Lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** White space stands before it. */
  readonly gap: boolean;
  /** Of white space before it, the line breaks: a number never goes on over one. */
  readonly breaks: number;
  readonly entry: Entry | null;
}

/** Cuts a folded text into tokens: letters and digits written together are taken apart or kept as one `other`. */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pieces = piecesOf(text);
  let space: string | null = null;
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece === undefined) break;
    let next = at + 1;
    if (piece.kind === 'space') {
      space = piece.text;
      at = next;
      continue;
    }
    const before: Before = space === null ? NOTHING_BEFORE : { gap: true, breaks: breaksIn(space) };
    if (piece.kind === 'digits' || piece.kind === 'letters') {
      while (pieces[next]?.kind === 'digits' || pieces[next]?.kind === 'letters') next += 1;
    }
    if (next > at + 1) addGlued(tokens, pieces.slice(at, next), before);
    else if (piece.kind === 'letters') addWord(tokens, piece, before);
    else tokens.push(token(piece.kind === 'blank' ? 'other' : piece.kind, piece.text, piece.start, before));
    space = null;
    at = next;
  }
  return joinMarks(tokens);
}

/** The white space before a token. */
type Before = Pick<Token, 'gap' | 'breaks'>;

const NOTHING_BEFORE: Before = { gap: false, breaks: 0 };

function breaksIn(space: string): number {
  return space === ' ' ? 0 : space.split('\n').length - 1;
}

function token(
  kind: Token['kind'],
  text: string,
  start: number,
  { gap, breaks }: Before,
  entry: Entry | null = null,
): Token {
  return { kind, text, start, end: start + text.length, gap, breaks, entry };
}

/** A word that is no number word. Its lower case may be longer than it is. */
function plainWord({ text, start }: Piece, lower: string, { gap, breaks }: Before): Token {
  return { kind: 'word', text: lower, start, end: start + text.length, gap, breaks, entry: null };
}

/** Adds a word, or the number words of which it is made. */
function addWord(tokens: Token[], piece: Piece, before: Before): void {
  const { text, start } = piece;
  const lower = text.toLowerCase();
  // A few capitals change their length in lower case; such a word is no number word.
  const entry = lower.length === text.length ? lookUp(lower) : null;
  if (entry) {
    tokens.push(token(entry.kind, lower, start, before, entry));
    return;
  }
  const parts = lower.length === text.length ? takeApart(lower) : null;
  if (!parts) {
    tokens.push(plainWord(piece, lower, before));
    return;
  }
  let at = 0;
  for (const part of parts) {
    const words = lower.slice(at, at + part.length);
    tokens.push(token(part.entry.kind, words, start + at, at === 0 ? before : NOTHING_BEFORE, part.entry));
    at += part.length;
  }
}

/** Words that people write against a figure. Anything else makes the whole a code (`4G`, `UKN4X7M2QP`, `1st`). */
const GLUED_KINDS: ReadonlySet<string> = new Set([
  'scale',
  'currency',
  'foreign',
  'unit',
  'ten',
  'coin',
  'cent',
  'and',
]);

/** An SMS drops spaces (`Ksh15.00.Amount`), but letters behind a grouped figure or cents cannot belong to a code. */
const SURELY_MONEY = /^\d{1,3}(?:,\d{3})+(?:\.\d\d)?$|^\d+\.\d\d$/;

/** `2000ish`, `2500x`: written against a figure and read as a word of its own. */
const GLUED_WORDS: ReadonlySet<string> = new Set(['ish', 'na']);

function addGlued(tokens: Token[], run: readonly Piece[], before: Before): void {
  const made: Token[] = [];
  for (const [index, piece] of run.entries()) {
    const parts: Token[] = [];
    const stands = index === 0 ? before : NOTHING_BEFORE;
    if (piece.kind === 'digits') parts.push(token('digits', piece.text, piece.start, stands));
    else addWord(parts, piece, stands);
    if (piece.kind === 'letters' && !mayBeGlued(run, index, parts)) {
      const whole = run.map(({ text }) => text).join('');
      tokens.push({ ...token('other', whole, run[0]?.start ?? 0, before), text: whole.toLowerCase() });
      return;
    }
    for (const part of parts) made.push(part);
  }
  for (const one of made) tokens.push(one);
}

function mayBeGlued(run: readonly Piece[], index: number, parts: readonly Token[]): boolean {
  const beside = [run[index - 1]?.text ?? '', run[index + 1]?.text ?? ''];
  if ((run[index]?.text.length ?? 0) > 2 && beside.some((text) => SURELY_MONEY.test(text))) return true;
  // `k` is a scale word only behind its figure, and then it ends the word: `K24` and `2k25` are codes.
  if (parts[0]?.text === 'k' && (index === 0 || index < run.length - 1)) return false;
  // `nimelipa2500`: the space is missing, and a verb is no code.
  if (index === 0 && isGluedVerb(parts[0]?.text ?? '')) return true;
  return parts.every((part) => GLUED_KINDS.has(part.kind) || (index > 0 && GLUED_WORDS.has(part.text)));
}

const SHILLING_SIGNS: ReadonlySet<string> = new Set(['/=', '/-', '=/']);
const FOREIGN_SIGNS: ReadonlySet<string> = new Set('$€£₦¥₹');

/** `/=`, `/-` and `=/` behind a figure are the shilling sign; `$` and its like are other money; hyphens inside number
 * words (`elfu-mbili`, `thirty-five`) are nothing. */
function joinMarks(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const now = tokens[at];
    const next = tokens[at + 1];
    if (now === undefined) break;
    if (now.kind !== 'mark') {
      joined.push(now);
      continue;
    }
    const pair = next && !next.gap && next.kind === 'mark' ? now.text + next.text : '';
    if (next && joined.length > 0 && SHILLING_SIGNS.has(pair)) {
      joined.push({
        ...now,
        kind: 'currency',
        text: pair,
        end: next.end,
        entry: { kind: 'currency', before: false },
      });
      at += 1;
    } else if (FOREIGN_SIGNS.has(now.text)) {
      joined.push({ ...now, kind: 'foreign', entry: { kind: 'foreign' } });
    } else if (!isHyphenInNumber(joined.at(-1), now, next)) {
      joined.push(now);
    }
  }
  return joined;
}

const HYPHENS: ReadonlySet<string> = new Set('-\u2010\u2011');
const NUMBER_WORDS: ReadonlySet<string> = new Set(['unit', 'ten', 'teen', 'scale', 'and', 'half']);

function isHyphenInNumber(before: Token | undefined, mark: Token, after: Token | undefined): boolean {
  if (!HYPHENS.has(mark.text) || mark.gap || after === undefined || after.gap || before === undefined)
    return false;
  return NUMBER_WORDS.has(before.kind) && NUMBER_WORDS.has(after.kind);
}
