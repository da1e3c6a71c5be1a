import { isOrdinaryWord } from './ordinary-words.ts';
import { literalPiecesOf, piecesOf, type Piece } from './pieces.ts';
import { isReceiptShape, looksLikeWord, mayOpenCode, type CodeCandidate } from './receipt-shapes.ts';
import { isLabel, isParticle } from './receipt-words.ts';
import type { Span } from './types.ts';

const CODE_LENGTH = 10;
const PLAIN = /^[A-Za-z0-9]*$/;
/** `UKN4  -  X7M2`: a longer gap stands between two things. */
const GAP_LENGTH_MAX = 6;
/** `8gb`, `10kg`, `3pcs`, `2k`, `1st`: figures with a unit, the commonest pieces that mix letters and digits. */
const MEASURE =
  /^\d+(?:gb|mb|tb|kg|kgs|g|gm|pcs|pc|ml|l|ltr|cm|mm|m|km|k|x|am|pm|hrs|hr|st|nd|rd|th|bob|inch|w|v|mp|ram)$/i;
/** A date part and the digit that follows it in nearly every code: `UKN4`, also when the rest is letters alone. */
const CODE_OPENS = /^[A-Z][A-L1][0-9A-V]\d[A-Z0-9]{0,5}$/i;

/**
 * Codes written in pieces: `UKN4 X7M2 QP`, `u k n nne x saba m mbili q p`. A candidate begins and ends with a
 * piece, so words are never cut; where single characters stand in a row, candidates overlap. `taken` (sorted) are
 * codes that stand whole: no piece of one is used again.
 */
export function joinedCodes(text: string, taken: readonly Span[]): readonly CodeCandidate[] {
  const pieces = piecesOf(text);
  const dictated = candidatesIn(pieces, taken);
  const written = literalPiecesOf(text);
  if (written === pieces) return dictated;
  const known = new Set(dictated.map(({ start }) => start));
  return [...dictated, ...candidatesIn(written, taken).filter(({ start }) => !known.has(start))];
}

function candidatesIn(pieces: readonly Piece[], taken: readonly Span[]): readonly CodeCandidate[] {
  const found: CodeCandidate[] = [];
  let known = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    if (!mayOpenCode(pieces[at]?.text ?? '')) continue;
    const next = endOfCode(pieces, at);
    if (next === null) continue;
    const candidate = candidateOf(pieces.slice(at, next));
    if (candidate === null) continue;
    while ((taken[known]?.end ?? Infinity) <= candidate.start) known += 1;
    if ((taken[known]?.start ?? Infinity) >= candidate.end) found.push(candidate);
  }
  return found;
}

/**
 * The index after the piece with which ten characters are complete, with nothing but short separators between the
 * pieces; null when a piece would be cut.
 */
function endOfCode(pieces: readonly Piece[], at: number): number | null {
  let length = 0;
  let end = pieces[at]?.start ?? 0;
  for (let next = at; next < pieces.length; next += 1) {
    const piece = pieces[next];
    if (piece === undefined || piece.start - end > GAP_LENGTH_MAX) return null;
    length += piece.text.length;
    if (length >= CODE_LENGTH) return length === CODE_LENGTH && next > at ? next + 1 : null;
    end = piece.end;
  }
  return null;
}

function candidateOf(pieces: readonly Piece[]): CodeCandidate | null {
  const code = pieces.map((piece) => piece.text).join('');
  // The shape knows ASCII alone, so a piece with other letters ends here too; `ß` must not become two of them.
  if (code.length !== CODE_LENGTH || !PLAIN.test(code) || !isReceiptShape(code.toUpperCase())) return null;
  const strength = strengthOf(pieces, code);
  const start = pieces[0]?.start ?? 0;
  return strength === null ? null : { start, end: pieces.at(-1)?.end ?? start, code, written: strength };
}

/** Whether pieces look like a code cut up, or only a name beside them could make them one, or nothing could. */
function strengthOf(pieces: readonly Piece[], code: string): 'joined' | 'joined-weak' | null {
  const longest = Math.max(...pieces.map(({ text }) => text.length));
  const capitals = code === code.toUpperCase();
  if (longest === 1) return 'joined';
  if (!(capitals && /\d/.test(code)) && pieces.every(isProse)) return null;
  const particles = pieces.filter(({ text }) => text.length > 1 && isParticle(text)).length;
  if (/\d/.test(code)) {
    const cut = cutUp(pieces, { longest, particles, capitals });
    if (cut !== 'maybe') return cut === 'yes' ? 'joined' : null;
    if (capitals && isBrokenCode(pieces)) return 'joined';
  }
  if (particles > 0 || pieces.some(({ text }) => text.length > 3 && looksLikeWord(text))) return null;
  return 'joined-weak';
}

/**
 * `UKSSL DMD33`, `UKUPX 6KU83`: capitals in two or three pieces, one of them mixed and none an everyday word, a label or
 * figures alone (`KDA 712C 500` is a car and a sum). A piece of letters alone says little, but nothing else of a message is written so and begins with a date.
 */
function isBrokenCode(pieces: readonly Piece[]): boolean {
  return pieces.length <= 3 && pieces.some(isMixed) && !pieces.some(({ text }) => isSaid(text));
}

const SUM = /^(?:kes|ksh|sh)\d+$/i;

function isSaid(text: string): boolean {
  return isOrdinaryWord(text.toLowerCase()) || isLabel(text) || SUM.test(text) || /^\d+$/.test(text);
}

/** Whether pieces with letters and digits are a code cut up. */
function cutUp(
  pieces: readonly Piece[],
  {
    longest,
    particles,
    capitals,
  }: { readonly longest: number; readonly particles: number; readonly capitals: boolean },
): 'yes' | 'no' | 'maybe' {
  const mixed = pieces.filter(isMixed).reduce((sum, { text }) => sum + text.length, 0);
  const first = pieces[0]?.text ?? '';
  if (isParticle(first) && first.length > 1 && !(capitals && mixed >= 6)) return 'no';
  // Prose has short words too ("mia saba na ishirini tu"); a code cut up small is mostly single characters.
  const small = pieces.filter((piece) => piece.text.length === 1 || isMixed(piece)).length;
  const cutSmall = longest <= 3 && pieces.length >= 5 && small * 5 >= pieces.length * 3;
  const opens = CODE_OPENS.test(first) && (capitals || (particles === 0 && /^[s-z]/i.test(first)));
  return mixed >= 6 || (cutSmall && particles < 2) || opens ? 'yes' : 'maybe';
}

/**
 * A figure or an everyday word. A real code hardly falls into such pieces alone, and sentences about money do: `pia
 * saba pia saba nne nane`, `bank twenty`. In capitals with figures it is hidden all the same.
 */
function isProse({ text }: Piece): boolean {
  const word = text.toLowerCase();
  return /^\d+$/.test(word) || isOrdinaryWord(word) || (word.length > 3 && looksLikeWord(word));
}

/** Letters and digits in one piece, as in a code and hardly elsewhere but in measures and sums. */
function isMixed({ text }: Piece): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && !MEASURE.test(text) && !SUM.test(text);
}
