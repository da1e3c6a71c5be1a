import type { Cents } from '../core/money.ts';
import { namesSecret } from './message-bare.ts';
import { wordLine } from './message-words.ts';
import type { Asked, Span } from './types.ts';

/** A figure of money in a text; `cents` is null where two readings stand. */
interface Figure extends Span {
  readonly cents: Cents | null;
  /** A currency mark, a scale word or a word of paying says that it is money. */
  readonly marked: boolean;
}

/** What bears on every figure of a message. */
interface FigureContext {
  readonly asked: Asked;
  /** Codes, orders, phones or dates stand beside the figures, so one that stands alone is a detail too. */
  readonly listed: boolean;
}

/** What a customer says of a figure. Only `paid` figures are stated amounts (decisions.md, Words). */
type FigureRole = 'paid' | 'demand' | 'total' | 'excess' | 'other' | 'denied';

/** How far back and ahead the words about a figure are looked for; past that they speak of something else. */
const WORDS_BEFORE = 90;
const WORDS_AFTER = 40;

/** Words right before a figure that say what it is, whatever verb stands further back. Tried in order. */
const RIGHT_BEFORE: readonly (readonly [RegExp, FigureRole])[] = [
  [/ (?:si|sio|siyo|wala|not|na sio|na si) (?:ksh |kes |shilingi )?$/, 'denied'],
  [/ (?:badala ya|instead of|rather than|in place of|against) (?:ksh |kes |kshs |shilingi )?$/, 'total'],
  [
    / (?:zaidi ya|ziada ya|extra|excess(?: of)?|difference(?: of)?|over(?:paid)? by|overpaid|(?:nili|nime|ni)zidisha(?: kwa)?|chenji ya|change ya|change of|balance ya) (?:ksh |kes |kshs |shilingi )?$/,
    'excess',
  ],
  [
    / (?:balance|baki|salio|account) (?:\w+ ){0,2}(?:shows|is|was|ni|of|ya|inaonyesha|left|now|yangu|mpya|imebaki) (?:only |ksh |kes )*$| (?:nimebaki na|nimebakisha|remaining|balance) (?:ksh |kes )?$/,
    'other',
  ],
  [
    / (?:fee|fees|gharama|cost|charge|charges|ada|tariff|kufuliza|fuliza) (?:ya |of |is |ni |was |ksh |kes )*$/,
    'other',
  ],
  [
    / (?:ilikuwa ya|inagharimu|iligharimu|yagharimu|inafaa kuwa|(?:nili|ni)?faa kulipa|(?:nili)?(?:takiwa|paswa|stahili) kulipa|should (?:have )?(?:be|been|pay|paid)|supposed to (?:be|pay)|meant to (?:be|pay)|costs?|worth|price(?: is| was)?|bei(?: ni| ilikuwa| yake ni| ya)?|jumla(?: ni| ya| ilikuwa)?|total(?: is| was| of| ni| ilikuwa)?|invoice (?:of|is|was|ya)|bill (?:of|is|was|ya)|valid) (?:only |ksh |kes |kshs |shilingi )*$/,
    'total',
  ],
  [
    / (?:order|oda|odaa|agizo) (?:yangu |yenyewe |my |number |namba |no )?(?:[a-z]{0,4} ?\d[\da-z]* ){0,3}(?:yangu )?(?:ya|ilikuwa|ilikuwa ya|was|is|of|ni|ni ya|for|costs?|worth) (?:only |ksh |kes |kshs |shilingi )*$/,
    'total',
  ],
];

/** Words right after a figure. */
const RIGHT_AFTER: readonly (readonly [RegExp, FigureRole])[] = [
  [
    /^ (?:niliyolipa|niliyotuma|nilizolipa|nilizotuma|nilizotoa|nilicholipa|(?:that |which )?(?:i|we) (?:have )?(?:paid|sent)|you (?:took|charged|deducted))/,
    'paid',
  ],
  [/^ (?:extra|zaidi|ziada|excess|over|more than|ya ziada) /, 'excess'],
  [/^ (?:ya )?(?:fee|fees|transaction fee|charges) /, 'other'],
  [/^ (?:approved|imeidhinishwa) /, 'other'],
];

/** Verbs and nouns further back in the clause: the last one before the figure decides. */
const CUES: readonly (readonly [RegExp, FigureRole])[] = [
  [
    / (?:(?:ni|tu|a|wa|i|ya|zi|u|m|ha\w{1,2})?(?:li|me|ka|sha|mesha)\w{0,3}(?:lip|tum|pay|pei|clear|send|toa|nunu|deposit|transfer|kat|tok|weka|kul|chuku)\w*|paid|payed|sent|transferred|deposited|charged|debited|deducted|paying|pesa|dooh|doo|malipo|payment|kiasi|amount|amt|money|gone|took|bought)(?= )/g,
    'paid',
  ],
  [
    / (?:refund\w*|(?:m|mm|ni|u|wa|tu|i|a)?(?:me|li|ka|ta|na)?(?:ni|wa)?(?:rudish|rejesh|regesh|rudi)\w*|naomba|nataka|ninataka|naombeni|nipe|nipeni|mnipe|nidai|nawadai|namdai|return\w*|give|claim\w*|demand\w*|owe|want|need|reverse\w*|reversal|send back|compensate)(?= )/g,
    'demand',
  ],
];

/**
 * What the words around a figure make of it. `text` holds only the customer's own words (SMS and injected words
 * blanked); `from` and `to` bound the figure's surroundings: the neighbouring figures.
 */
function roleOf(text: string, figure: Span, from: number, to: number): FigureRole {
  const before = wordLine(
    clauseBefore(text.slice(Math.max(from, figure.start - WORDS_BEFORE), figure.start)),
  );
  const after = wordLine(clauseAfter(text.slice(figure.end, Math.min(to, figure.end + WORDS_AFTER))));
  for (const [pattern, role] of RIGHT_AFTER) if (pattern.test(after)) return role;
  for (const [pattern, role] of RIGHT_BEFORE) if (pattern.test(before)) return role;
  let last = -1;
  let decided: FigureRole = 'paid';
  for (const [cue, role] of CUES) {
    for (const found of before.matchAll(cue)) {
      if (found.index >= last) {
        last = found.index;
        decided = role;
      }
    }
  }
  return decided;
}

/** From the last end of a clause on. */
function clauseBefore(text: string): string {
  return text.slice(
    Math.max(...[...text.matchAll(/[.!?;\n](?=\s)|,(?=\s)|[()]/g)].map(({ index }) => index + 1), 0),
  );
}

/** Up to the first end of a clause. */
function clauseAfter(text: string): string {
  const end = /[.!?;,\n](?=\s|$)|[()]/.exec(text);
  return end === null ? text : text.slice(0, end.index);
}

/** Digits alone may be any number, so they are money only where the words say so. */
const BARE = /^\d+$/;
/** Services that Kenyans dial, often named beside complaints (456 reverses a payment). */
const SHORT_CODES = new Set(['456', '334', '234', '100', '200', '144', '555']);

/**
 * A figure of digits alone counts as money when a paying verb or a money noun leads to it, when "each" or the like
 * follows, when it stands alone between commas beside other details, or when we asked for the amount.
 */
function isMoney(text: string, figure: Figure, from: number, to: number, context: FigureContext): boolean {
  const written = text.slice(figure.start, figure.end).trim();
  if (!BARE.test(written)) return true;
  if (namesSecret(text)) return false;
  if (context.asked === 'amount') return true;
  if (written.length < 2 || written.length > 6) return false;
  // A verb that led to an earlier figure leads to this one too ("charged 9000 only 4500 valid").
  const clause = wordLine(clauseBefore(text.slice(Math.max(0, figure.start - WORDS_BEFORE), figure.start)));
  const line = wordLine(clauseBefore(text.slice(Math.max(from, figure.start - WORDS_BEFORE), figure.start)));
  const after = clauseAfter(text.slice(figure.end, Math.min(to, figure.end + WORDS_AFTER)));
  if (SHORT_CODES.has(written) && / (?:kwa|to|on|via|dial|piga|number|namba) $/.test(line)) return false;
  if (/ (?:kwa|to|dial|piga|size|namba|number|no|id|pin|till|paybill) $/.test(line)) return false;
  if (figure.marked || CUES.some(([cue]) => clause.match(cue) !== null)) return true;
  if (RIGHT_BEFORE.some(([pattern]) => pattern.test(line))) return true;
  if (/^ (?:each|kila|bob|tu|only)/.test(wordLine(after))) return true;
  return context.listed && line === ' ' && wordLine(after) === ' ';
}

/** The stated amounts among figures in order of appearance. Equal figures count once, unless they are listed as a sum
 * ("2,500 na 2,500"): then one payment's amount is not known. */
export function statedAmounts(
  text: string,
  figures: readonly Figure[],
  context: FigureContext,
): readonly Cents[] {
  const stated: Cents[] = [];
  let previous: Figure | null = null;
  for (const [index, figure] of figures.entries()) {
    const from = figures[index - 1]?.end ?? 0;
    const to = figures[index + 1]?.start ?? text.length;
    if (!isMoney(text, figure, from, to, context) || roleOf(text, figure, from, to) !== 'paid') continue;
    const joined =
      previous !== null && /^\s*(?:na|and|&|\+)\s*$/i.test(text.slice(previous.end, figure.start));
    if (figure.cents !== null && (joined || !stated.includes(figure.cents))) stated.push(figure.cents);
    previous = figure;
  }
  return stated;
}
