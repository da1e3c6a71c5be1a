import { isAscii } from './fold.ts';
import { splitGlued } from './glued.ts';
import { unmask } from './look-alikes.ts';
import { joinedCodes } from './receipt-joins.ts';
import {
  isOldReceiptShape,
  isReceiptShape,
  looksLikeWord,
  mayOpenCode,
  type CodeCandidate,
} from './receipt-shapes.ts';
import { isLabel, Naming } from './receipt-words.ts';
import { remembered } from './remembered.ts';
import { spanMask, touches } from './spans.ts';
import { wordsOf, type TextWord } from './text-words.ts';
import type { Receipt, Span } from './types.ts';

export { normalReceipt, slipForm } from './receipt-shapes.ts';

/**
 * An M-Pesa receipt in a text. Two uses, two thresholds: every finding is hidden from the model (recall first);
 * only a `confident` one is taken as a receipt that the customer gave.
 */
export interface ReceiptFinding extends Span {
  /** Upper-case, separators dropped, otherwise as written: slips are read against the records (`slipForm`). */
  readonly receipt: Receipt;
  readonly confident: boolean;
  /** A word beside it names it as a code, or it opens an M-Pesa SMS. */
  readonly named: boolean;
}

/**
 * Every receipt of a text, in order of appearance, in all shapes of language.md §C: any case, spaced, dashed, split
 * over lines, spelled letter by letter with number words, glued to words, phones or other codes. Linear; never throws.
 */
export function findReceipts(text: string): readonly ReceiptFinding[] {
  const all = judged(text);
  if (all.length < 2) return all.map(({ finding }) => finding);
  const kept: ReceiptFinding[] = [];
  // Of two that overlap, the one that needs fewer assumptions wins: whole before joined, one case before two.
  const byTrust = [...all].sort((a, b) => a.doubts - b.doubts || a.finding.start - b.finding.start);
  const used = spanMask(text.length, []);
  for (const { finding } of byTrust) {
    if (touches(used, finding)) continue;
    used.fill(1, finding.start, finding.end);
    kept.push(finding);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Everything that `findReceipts` looked at and found to have a code's shape, overlaps included: for redaction. */
export function findPossibleReceipts(text: string): readonly ReceiptFinding[] {
  return judged(text).map(({ finding }) => finding);
}

interface Judged {
  readonly finding: ReceiptFinding;
  readonly doubts: number;
}

const judged: (text: string) => readonly Judged[] = remembered((text) => {
  const folded = unmask(text);
  const shaped = candidates(folded.text);
  if (shaped.length === 0) return [];
  const capitals = isAllCapitals(folded.text);
  return shaped.flatMap((candidate) => {
    const finding = judge(candidate, new Naming(folded.text, candidate), capitals);
    if (finding === null) return [];
    return [{ finding: { ...finding, ...folded.raw(finding) }, doubts: doubtsOf(candidate) }];
  });
});

/** Asked first, because it is cheap and few words have it; what stands around a code is looked at afterwards. */
function hasShape(code: string): boolean {
  if (!mayOpenCode(code)) return false;
  const upper = code.toUpperCase();
  return upper.length === CODE_LENGTH ? isReceiptShape(upper) : isOldReceiptShape(upper);
}

function doubtsOf({ code, written }: CodeCandidate): number {
  const oneCase = code === code.toUpperCase() || code === code.toLowerCase();
  return ['whole', 'glued', 'joined', 'joined-weak'].indexOf(written) * 2 + (oneCase ? 0 : 1);
}

function candidates(text: string): readonly CodeCandidate[] {
  const whole: CodeCandidate[] = [];
  for (const word of wordsOf(text)) if (word.text.length >= CODE_LENGTH_MIN) addTokens(word, whole);
  const real = whole.filter(({ code }) => code.length === CODE_LENGTH && /\d/.test(code));
  return [...whole, ...joinedCodes(text, real)];
}

/** The tokens of a word that have a code's shape, and the codes that stand in longer ones. */
function addTokens(word: TextWord, whole: CodeCandidate[]): void {
  // Most long words are plain ones. Only capitals or figures mark a code within a longer token.
  const plain = word.digits === 0 && word.text === word.lower;
  if (plain && word.text.length > CODE_LENGTH && isAscii(word.text)) return;
  for (const match of word.text.matchAll(LONG_TOKENS)) {
    const code = match[0];
    const start = word.start + match.index;
    if (code.length > CODE_LENGTH) for (const part of gluedCodes(code, start)) whole.push(part);
    else if (hasShape(code)) whole.push({ start, end: start + code.length, code, written: 'whole' });
  }
}

const CODE_LENGTH = 10;
/** Codes before 2014 had nine characters. */
const CODE_LENGTH_MIN = 9;
/** A word of a folded text may hold letters that no code has. */
const LONG_TOKENS = /[A-Za-z0-9]{9,}/g;

/** A code in capitals between small letters: `niUKN4X7M2QPndio`, `UKN4X7M2QPConfirmed`. */
const AMONG_SMALL = /(?<![A-Z0-9])[A-Z][A-L1][0-9A-V][A-Z0-9]{7}(?=$|[a-z]|[A-Z][a-z])/g;

function gluedCodes(token: string, at: number): readonly CodeCandidate[] {
  const parts: readonly Span[] =
    splitGlued(token)?.filter((part) => part.kind === 'receipt') ??
    Array.from(token.matchAll(AMONG_SMALL), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
  return parts
    .map(({ start, end }) => ({
      start: at + start,
      end: at + end,
      code: token.slice(start, end),
      written: 'glued' as const,
    }))
    .filter(({ code }) => hasShape(code));
}

/**
 * `OlOOO222O2`: every character is a digit or a letter typed for one, so it is a number, and by daraja.md §9 hardly a
 * code: only I (2014), L (2017) and O (2020) are years, and only I and L months. Hidden, and taken from an SMS alone.
 */
const DIGITS_IN_DISGUISE = /^[0-9OIL]+$/;

/** Null when the words around a candidate of a code's shape do not make it one. */
function judge(candidate: CodeCandidate, naming: Naming, capitals: boolean): ReceiptFinding | null {
  const upper = candidate.code.toUpperCase();
  const named = naming.sms || naming.named;
  if (upper.length === 9) return named ? findingOf(candidate, naming, true) : null;
  if (candidate.written === 'joined-weak' && !named) return null;
  if (!/\d/.test(upper)) return judgeLetters(candidate, naming, capitals);
  if (DIGITS_IN_DISGUISE.test(upper)) return findingOf(candidate, naming, naming.sms);
  const word = /^([A-Za-z]{2,})\d+$/.exec(candidate.code)?.[1];
  if (word === undefined) return findingOf(candidate, naming, true);
  if (isLabel(word)) return naming.sms ? findingOf(candidate, naming, true) : null;
  // `kaka123456` in small letters is a word with figures; `TICKET2026` in capitals is hidden all the same.
  const wordy = word.length > 3 && looksLikeWord(word);
  if (wordy && word !== word.toUpperCase() && !named) return null;
  return findingOf(candidate, naming, named || (!wordy && !naming.order()));
}

function findingOf({ start, end, code }: CodeCandidate, naming: Naming, confident: boolean): ReceiptFinding {
  const receipt = code.toUpperCase() as Receipt;
  return { start, end, receipt, confident, named: naming.sms || naming.named };
}

/** Letters alone: codes of 2026 can be so (language.md §C), and so are words in capitals (UKIANGALIA, "if you look"). */
function judgeLetters(candidate: CodeCandidate, naming: Naming, capitals: boolean): ReceiptFinding | null {
  const { code, written } = candidate;
  const word = looksLikeWord(code);
  const upper = code === code.toUpperCase();
  if (naming.sms) return findingOf(candidate, naming, true);
  if (naming.named) {
    if (!word) return findingOf(candidate, naming, true);
    if (!upper) return null;
    return findingOf(candidate, naming, naming.stated() && !capitals);
  }
  // Before 2026 the fourth character was a digit in every code seen, so an older year's letters are a word.
  const likely = upper && written !== 'joined-weak' && /^[U-Z]/.test(code);
  return likely ? findingOf(candidate, naming, false) : null;
}

/** Whether the text is written in capitals throughout: then a word in capitals says nothing. */
function isAllCapitals(text: string): boolean {
  return !/[a-z]{3}/.test(text);
}
