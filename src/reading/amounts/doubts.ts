import type { Phrase } from './phrase.ts';
import type { Doubt } from './small.ts';
import type { Marked } from './surroundings.ts';
import type { Token } from './tokens.ts';

/** A phrase with its marks, before it is known whether it is money. */
export interface Found {
  readonly phrase: Phrase;
  readonly marked: Marked;
}

/** What people say before a figure that they do not know exactly. */
const ABOUT_BEFORE =
  / (?:kama|labda|maybe|perhaps|pengine|huenda|probably|karibu|karibu na|takriban|takribani|yapata|about|around|like|roughly|almost|nearly|approx|approximately|circa|~|zaidi ya|chini ya|zaidi kidogo ya|more than|less than|close to|up to|upto|hadi|mpaka|tuseme|not more than|at least|at most|over|under|above|below|angalau|kitu kama|some|≈|>|<)(?: ya| ni| na| \.)?$/;
/** And behind it. `na kitu` is "and something". */
const ABOUT_AFTER =
  /^(?:kasoro|na (?:kitu|something|chenji|ushee|zaidi)|and (?:something|some|change)|hivi(?! karibuni)|ama hivi|au hivi|or so|or something|or thereabouts|ish|- ?ish|plus(?! \d)|\+(?! ?\d)|odd|approximately|approx|kitu hivi|na point|kwenda juu|or more|or less) ?/;
/** Shillings of a neighbour, named by its country. */
const FOREIGN_BEFORE =
  / (?:shilingi|shillings?|sh|shs|pesa|hela|franga) (?:za|ya) (?:ki)?(?:uganda|tanzania|tz|bongo|rwanda|burundi|ganda)$| (?:ugandan|tanzanian|rwandan)(?: shillings?| francs?)?$/;
const FOREIGN_AFTER =
  /^(?:za|ya) (?:ki)?(?:uganda|tanzania|tz|bongo|rwanda|burundi|ganda)(?![a-z])|^(?:ugandan|tanzanian|rwandan) /;
/** Half of it, or less something: a sum to work out, and people mean either figure by it. */
const PART_OF_BEFORE = / (?:nusu ya|robo ya|half of|quarter of|kasoro|pungufu ya|ukitoa)$/;
const DENIED_BEFORE =
  / (?:si|sio|siyo|sivyo|not|wala|haikuwa|haikua|isn't|wasn't|isnt|wasnt|never|badala ya|instead of|rather than|in place of|(?:si|ha|hatu|hawa|hau|hu|ham|hamu)(?:ku|ja)(?:ni|wa|m)?(?:lip[ai]|tuma|tumia|kata)|(?:not|never|(?:did|have|has|had|do)n['’]?t) (?:yet )?(?:pay|paid|send|sent))(?: ni| only| tu)?$/;
const TIMES_AFTER =
  /^(?:(?:kwa|in|by) )?(?:twice|thrice|two times|three times|x ?\d|\* ?\d|× ?\d|times (?:two|three|\d)|(?:kwa )?(?:mafungu|awamu|instal\w*|(?:two|three|2|3) (?:goes|parts|instal\w*)))/;
/** `1500 + 200`, `2500 plus delivery 200`, `elfu tatu pamoja na nauli ya mia`. */
const SUM_BETWEEN =
  /^(?:\+|plus|jumlisha|ongeza|kujumlisha|ukijumlisha|pamoja na|minus|toa|less)(?: [a-z]+){0,2}$/;
/** `kati ya elfu mbili na tatu`: what follows is one end of a range, or both. */
const RANGE_OPENED = / (?:kati ya|kati|between|baina ya)$/;
const CORRECTION =
  / (?:hapana|samahani|sorry|pole|actually|mean|wait|kosa|nimekosea|nilikosea|correction|oops|namaanisha|no|apana) /;

/** Words that are looked at on each side: enough for the longest pattern. */
const REACH = 4;

/** The doubt that the words right around a phrase put on it; null when none. */
export function doubtAround(tokens: readonly Token[], { marked, phrase }: Found): Doubt | null {
  const before = ` ${textOf(tokens, marked.from - REACH, marked.from)}`;
  const after = textOf(tokens, marked.to, marked.to + REACH);
  if (ABOUT_BEFORE.test(before) && !/ (?:would|'d) like$/.test(before)) return 'approximate';
  if (ABOUT_AFTER.test(after)) return 'approximate';
  if (FOREIGN_BEFORE.test(before) || FOREIGN_AFTER.test(after)) return 'foreign';
  if (RANGE_OPENED.test(before) || isJoinedToFigure(tokens, marked.to)) return 'range';
  if (
    TIMES_AFTER.test(after) ||
    isTimes(tokens, marked.to) ||
    / (?:twice|thrice|double charged|charged double)$/.test(before)
  )
    return 'times';
  if (tokens[marked.from - 1]?.kind === 'times' && tokens[phrase.from]?.breaks === 0) return 'times';
  if (PART_OF_BEFORE.test(before)) return 'grammar';
  return DENIED_BEFORE.test(before) ? 'denied' : null;
}

/** `elfu mbili-3000`, `elfu mbili/3000`: glued to a figure that is nothing by itself, it may be one end of two. */
function isJoinedToFigure(tokens: readonly Token[], at: number): boolean {
  const [mark, figure] = [tokens[at], tokens[at + 1]];
  const isGlued = mark?.gap === false && figure?.gap === false;
  // A figure that is glued to something is of the kind `other`.
  return (
    isGlued && /^[-–—/]$/.test(mark.text) && /^\d/.test(figure.text) && tokens[at - 1]?.kind !== 'digits'
  );
}

/** `2500 mara mbili`, `laki moja kwa mara mbili`. */
function isTimes(tokens: readonly Token[], at: number): boolean {
  const mara = tokens[at]?.text === 'kwa' ? at + 1 : at;
  return tokens[mara]?.text === 'mara' && tokens[mara + 1]?.kind === 'times';
}

/** The doubt that two numbers put on each other by what stands between them; null when none. */
export function doubtBetween(tokens: readonly Token[], first: Found, second: Found): Doubt | null {
  const distance = second.marked.from - first.marked.to;
  if (distance < 0 || distance > 8) return null;
  const between = textOf(tokens, first.marked.to, second.marked.from);
  if (/^(?:au|ama|or|either or|hadi|mpaka|-|–|—)(?: labda| maybe)?$/.test(between)) return 'range';
  if (/^(?:to|until)$/.test(between) && isNear(first.phrase, second.phrase)) return 'range';
  if (SUM_BETWEEN.test(between)) return 'sum';
  if (/^(?:x|\*|×|times)$/.test(between)) return 'times';
  const opened = ` ${textOf(tokens, first.marked.from - 2, first.marked.from)}`;
  if (/^(?:na|and)$/.test(between) && RANGE_OPENED.test(opened)) return 'range';
  return CORRECTION.test(` ${between} `) ? 'correction' : null;
}

/** `2000 to 2500` is a range; `2500 to 832911` says where the money went. */
function isNear(low: Phrase, high: Phrase): boolean {
  return high.digits === null || (high.cents > low.cents && high.cents < low.cents * 10);
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  let text = '';
  for (let at = Math.max(0, from); at < Math.min(to, tokens.length); at += 1) {
    text += text === '' ? (tokens[at]?.text ?? '') : ` ${tokens[at]?.text ?? ''}`;
  }
  return text;
}
