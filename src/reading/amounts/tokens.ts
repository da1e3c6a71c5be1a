import { lookUp, takeApart } from './lexicon.ts';
import type { Entry } from './lexicon.ts';

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

/** Stands for each character that others have read already. Private use: no keyboard types it. */
export const BLANK = '\ue000';

/** Every alternative is a single class repeated or a fixed joint, so the scan is linear in the text. */
const PIECE = /\d+(?:[.,]\d+)*|[\p{L}\p{M}_]+(?:['’][\p{L}\p{M}]+)*|\ue000+|\s+|[\s\S]/uy;

interface Piece {
  readonly kind: 'digits' | 'letters' | 'space' | 'blank' | 'mark';
  readonly text: string;
  readonly start: number;
}

/** Cuts a folded text into tokens: letters and digits written together are taken apart or kept as one `other`. */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pieces = cut(text);
  let space = '';
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece === undefined) break;
    let next = at + 1;
    if (piece.kind === 'space') {
      space = piece.text;
      at = next;
      continue;
    }
    if (piece.kind === 'digits' || piece.kind === 'letters') {
      while (pieces[next]?.kind === 'digits' || pieces[next]?.kind === 'letters') next += 1;
    }
    const made = tokensOf(pieces.slice(at, next));
    made.forEach((token, index) => {
      tokens.push(index === 0 ? { ...token, gap: space !== '', breaks: breaksIn(space) } : token);
    });
    space = '';
    at = next;
  }
  return joinMarks(tokens);
}

function cut(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match; match = PIECE.exec(text)) {
    pieces.push({ kind: pieceKind(match[0]), text: match[0], start: match.index });
  }
  return pieces;
}

function pieceKind(text: string): Piece['kind'] {
  if (/^\d/.test(text)) return 'digits';
  if (/^[\p{L}\p{M}_]/u.test(text)) return 'letters';
  if (text.startsWith(BLANK)) return 'blank';
  return /^\s/.test(text) ? 'space' : 'mark';
}

function breaksIn(space: string): number {
  return space.split('\n').length - 1;
}

function token(kind: Token['kind'], text: string, start: number, entry: Entry | null = null): Token {
  return { kind, text: text.toLowerCase(), start, end: start + text.length, gap: false, breaks: 0, entry };
}

function tokensOf(run: readonly Piece[]): readonly Token[] {
  const [first] = run;
  if (first === undefined) return [];
  if (run.length > 1) return gluedTokens(run);
  if (first.kind === 'letters') return wordTokens(first);
  return [
    token(
      first.kind === 'blank' ? 'other' : first.kind === 'digits' ? 'digits' : 'mark',
      first.text,
      first.start,
    ),
  ];
}

function wordTokens({ text, start }: Piece): readonly Token[] {
  const lower = text.toLowerCase();
  // A few capitals change their length in lower case; such a word is no number word.
  const entry = lower.length === text.length ? lookUp(lower) : null;
  if (entry) return [token(entry.kind, text, start, entry)];
  const parts = lower.length === text.length ? takeApart(lower) : null;
  if (!parts) return [token('word', text, start)];
  const made: Token[] = [];
  let at = 0;
  for (const part of parts) {
    made.push(token(part.entry.kind, text.slice(at, at + part.length), start + at, part.entry));
    at += part.length;
  }
  return made;
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

function gluedTokens(run: readonly Piece[]): readonly Token[] {
  const made: Token[] = [];
  for (const [index, piece] of run.entries()) {
    const parts = piece.kind === 'digits' ? [token('digits', piece.text, piece.start)] : wordTokens(piece);
    if (piece.kind === 'letters' && !mayBeGlued(run, index, parts)) {
      return [token('other', run.map(({ text }) => text).join(''), run[0]?.start ?? 0)];
    }
    made.push(...parts);
  }
  return made;
}

function mayBeGlued(run: readonly Piece[], index: number, parts: readonly Token[]): boolean {
  const beside = [run[index - 1]?.text ?? '', run[index + 1]?.text ?? ''];
  if ((run[index]?.text.length ?? 0) > 2 && beside.some((text) => SURELY_MONEY.test(text))) return true;
  // `k` is a scale word only behind its figure, and then it ends the word: `K24` and `2k25` are codes.
  if (parts[0]?.text === 'k' && (index === 0 || index < run.length - 1)) return false;
  return parts.every((part) => GLUED_KINDS.has(part.kind) || (index > 0 && GLUED_WORDS.has(part.text)));
}

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
    if (/^(?:\/=|\/-|=\/)$/.test(pair) && next && joined.length > 0) {
      joined.push({
        ...now,
        kind: 'currency',
        text: pair,
        end: next.end,
        entry: { kind: 'currency', before: false },
      });
      at += 1;
    } else if (/^[$€£₦¥₹]$/.test(now.text)) {
      joined.push({ ...now, kind: 'foreign', entry: { kind: 'foreign' } });
    } else if (!isHyphenInNumber(joined.at(-1), now, next)) {
      joined.push(now);
    }
  }
  return joined;
}

const NUMBER_WORDS: ReadonlySet<string> = new Set(['unit', 'ten', 'teen', 'scale', 'and', 'half']);

function isHyphenInNumber(before: Token | undefined, mark: Token, after: Token | undefined): boolean {
  if (!/^[-‐‑]$/.test(mark.text) || mark.gap || after === undefined || after.gap || before === undefined)
    return false;
  return NUMBER_WORDS.has(before.kind) && NUMBER_WORDS.has(after.kind);
}
