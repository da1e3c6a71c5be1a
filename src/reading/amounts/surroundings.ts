import { isPayWord } from './pay-words.ts';
import type { Phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Nouns that name a sum. */
const SUMS =
  words(`kiasi amount amt jumla total pesa hela doo dooh ganji chapaa malipo payment bei price thamani sum cash
  taslimu money figure`);

/** How far before a number its verb may stand: "nililipa jana jioni kwa M-Pesa elfu tatu". */
const REACH = 7;

/** A comma ends it too: `nimelipa kwa order moja, 90417`. */
const CLAUSE_END = /^[.!?;,]$/;
/** What stands behind another number belongs to that one: `nimelipa soo nane kwa 40112`. */
const NUMBER = /^(?:digits|unit|ten|teen|scale|coin)$/;

/** A verb of paying, or a noun for a sum, stands before the phrase in its clause. */
export function isLedByMoneyWord(tokens: readonly Token[], from: number, reach = REACH): boolean {
  for (let at = from - 1; at >= Math.max(0, from - reach); at -= 1) {
    const token = tokens[at];
    if (token === undefined || CLAUSE_END.test(token.text) || NUMBER.test(token.kind)) return false;
    if (isPayWord(token.text) || SUMS.has(token.text)) return true;
    if ((tokens[at + 1]?.breaks ?? 0) > 0) return false;
  }
  return false;
}

/** A currency mark beside a phrase, and the span of tokens with it. */
export interface Marked {
  readonly from: number;
  readonly to: number;
  readonly currency: boolean;
  readonly foreign: boolean;
}

/** Between a currency word and its figure: `Ksh. 450`, `KES: 500`, `amt - 500`. */
const LINK = /^[.:=-]$/;

/**
 * The phrase with the currency marks that belong to it. `free` is the first token that no earlier phrase has taken.
 */
export function withCurrency(tokens: readonly Token[], phrase: Phrase, free: number): Marked {
  let { from, to } = phrase;
  let currency = false;
  let foreign = false;
  let before = from - 1;
  while (before >= free && from - before <= 2 && LINK.test(tokens[before]?.text ?? '')) before -= 1;
  const mark = before >= free ? tokens[before] : undefined;
  if (mark && (mark.kind === 'currency' || mark.kind === 'foreign') && tokens[from]?.breaks === 0) {
    from = before;
    currency = mark.kind === 'currency';
    foreign = mark.kind === 'foreign';
  }
  for (let token = tokens[to]; token?.breaks === 0; token = tokens[to]) {
    if (token.kind !== 'currency' && token.kind !== 'foreign') break;
    // A mark that is written before figures belongs to the next one if there is one (`832911 ksh 500`).
    if (token.entry?.kind === 'currency' && token.entry.before && startsNumber(tokens[to + 1])) break;
    currency ||= token.kind === 'currency';
    foreign ||= token.kind === 'foreign';
    to += 1;
  }
  return { from, to, currency, foreign };
}

function startsNumber(token: Token | undefined): boolean {
  return token?.breaks === 0 && /^(?:digits|unit|ten|teen|scale|coin|half|article)$/.test(token.kind);
}

/** Words that add nothing to a number that is the whole answer: `ni elfu mbili tu`. */
const FILLERS =
  words(`ni ilikuwa it's was is its tu only just kiasi amount amt cha ya jumla total about hivi yes ndio ndiyo eeh
  sawa the please tafadhali mimi nadhani hapana samahani kwa`);

/** Whether the phrase is all that the text says. */
export function isWholeText(tokens: readonly Token[], from: number, to: number): boolean {
  if (from > 8 || tokens.length - to > 8) return false;
  return tokens.every(
    (token, at) => (at >= from && at < to) || token.kind === 'mark' || FILLERS.has(token.text),
  );
}
