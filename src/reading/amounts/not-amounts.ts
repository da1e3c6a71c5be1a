import { clock, date, DATE_WORDS } from './clock-and-date.ts';
import { counted, ordinal, times } from './counted.ts';
import { labelled } from './named.ts';
import * as list from './not-amounts-words.ts';
import { readPhrase } from './phrase.ts';
import { isNumber } from './rule.ts';
import type { Rule } from './rule.ts';
import { follows, valueOf } from './small.ts';
import type { Token } from './tokens.ts';

/** How far behind `balance` or `transaction cost` its figure may stand ("Baki yako mpya katika M-PESA ni ..."). */
const MAX_BALANCE_WORDS = 9;

/** Turns every number that the words around it make a name, a time, a date or a count into `other` (or `times`). */
export function withoutNonAmounts(tokens: readonly Token[]): readonly Token[] {
  const kept = [...tokens];
  for (let at = 0; at < kept.length; at += 1) {
    for (const rule of rulesFor(kept[at])) {
      const claim = rule(kept, at);
      if (!claim) continue;
      for (let index = claim.from; index < claim.to; index += 1) {
        const token = kept[index];
        if (token)
          kept[index] = { ...token, kind: claim.times && index === claim.to - 1 ? 'times' : 'other' };
      }
      break;
    }
  }
  return kept;
}

/** `mia kwa mia`, `asilimia kumi`, `sina hata mia`. */
const idiom: Rule = (tokens, at) => {
  const text = tokens[at]?.text ?? '';
  if (text === 'mia' && /^(?:kwa|fil)$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.text === 'mia') {
    return { from: at, to: at + 3 };
  }
  if (text !== 'asilimia' && !list.HAVING_NONE.has(text)) return null;
  const from = tokens[at + 1]?.entry?.kind === 'currency' ? at + 2 : at + 1;
  const phrase = readPhrase(tokens, from);
  return phrase && follows(tokens, from) ? { from, to: phrase.to } : null;
};

/** The balance, the limit and the cost that stand in an SMS or are told from it. */
const balance: Rule = (tokens, at) => {
  const text = tokens[at]?.text ?? '';
  const before = tokens[at - 1]?.text ?? '';
  const cost =
    list.COSTS.has(text) &&
    (/^(?:transaction|access|muamala)$/.test(before) || /^(?:gharama|ada)$/.test(text));
  if (!cost && !list.BALANCES.has(text)) return null;
  if (cost && text === 'gharama' && tokens[at + 1]?.text !== 'ya') return null;
  for (let from = at + 1; from < at + MAX_BALANCE_WORDS; from += 1) {
    const token = tokens[from];
    if (!token || token.breaks > 1 || /^[.!?;]$/.test(token.text)) return null;
    const phrase = isNumber(token) ? readPhrase(tokens, from) : null;
    if (phrase && (phrase.scaled || token.kind === 'digits')) return { from, to: phrase.to };
  }
  return null;
};

/** Three digits and more read out one by one, or two with a zero in front: a phone or an order number. */
const readOut: Rule = (tokens, at) => {
  // Only at the head of a run: looking again from each of its words would take time in the square of its length.
  if (tokens[at - 1] && isDigitWord(tokens[at - 1] as Token) && tokens[at]?.breaks === 0) return null;
  let to = at;
  let zeros = 0;
  for (
    let token = tokens[to];
    token && isDigitWord(token) && (to === at || token.breaks === 0);
    token = tokens[to]
  ) {
    if (valueOf(token) === 0) zeros += 1;
    to += 1;
  }
  const enough = to - at >= 3 || (to - at === 2 && zeros > 0);
  return enough && follows(tokens, to)?.kind !== 'scale' ? { from: at, to } : null;
};

const REPEATS: ReadonlySet<string> = new Set(['double', 'triple', 'dabo']);

function isDigitWord(token: Token): boolean {
  return token.kind === 'unit' || token.kind === 'zero' || (token.kind === 'word' && REPEATS.has(token.text));
}

/** The rules, in the order in which they are tried, and the words at which each of them applies. */
const RULES: readonly (readonly [Rule, Iterable<string>])[] = [
  [labelled, [...list.STRONG_LABELS, ...list.ORDER_LABELS]],
  [clock, ['saa']],
  [date, [...DATE_WORDS, ...list.MONTHS]],
  [times, ['mara']],
  [counted, list.COUNTED_BEFORE],
  [ordinal, list.ORDINAL_LINKS],
  [idiom, ['mia', 'asilimia', ...list.HAVING_NONE]],
  [balance, [...list.COSTS, ...list.BALANCES]],
];

/** By word, so that the words of a message at which no rule applies (most of them) cost one look. */
const byWord = new Map<string, readonly Rule[]>();
for (const [rule, words] of RULES) {
  for (const word of new Set(words)) byWord.set(word, [...(byWord.get(word) ?? []), rule]);
}

const NO_RULES: readonly Rule[] = [];
const READ_OUT: readonly Rule[] = [readOut];

function rulesFor(token: Token | undefined): readonly Rule[] {
  if (token === undefined) return NO_RULES;
  const named = byWord.get(token.text);
  if (!isDigitWord(token)) return named ?? NO_RULES;
  return named === undefined ? READ_OUT : [...named, readOut];
}
