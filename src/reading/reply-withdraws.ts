import { wordsIn } from './message-words.ts';
import { asks } from './reply-rules.ts';

const CASE =
  '(?:complaint|case|kesi|malalamiko|lalamiko|ombi|request|claim|refund|ticket|issue|maneno|mambo|story|stori|ishu)';
const THAT = '(?:hiyo|hii|hilo|hili|hizo|hayo|haya|the|this|that|my|it|a)';

/** Words that end the case. */
const ENDS = [
  `(?:achana|achaneni|wachana|wachaneni|tuachane) (?:nayo|nayo tu|na(?: ${THAT})?(?: ${CASE})?)`,
  `(?:never mind|nevermind|forget (?:it|about it|(?:the|this) ${CASE})|drop (?:it|(?:the|this|my) ${CASE})|leave it|let it go|changed my mind)`,
  `(?:nimeghairi|nimebadilisha mawazo|nimebadilisha nia|nimebadili mawazo|nimebadili nia|nimejitoa|nimeamua kuachana nayo)`,
  `(?:sitaki|sihitaji)(?: ${THAT})? (?:refund|pesa|hela|kurudishiwa(?: pesa)?)(?: ${THAT})? tena`,
  `(?:nimeamua|naamua) (?:kuachana|kuwachana) (?:nayo|na(?: ${THAT})?(?: ${CASE})?)`,
  `(?:sitaki tena|sihitaji tena|no longer want|no longer need|dont want|dont need)(?: ${THAT})? (?:${CASE}|pesa|kurudishiwa)(?: tena| anymore)?`,
  `(?:sitaki|sihitaji) kuendelea(?: na(?: ${THAT})?(?: ${CASE})?)?`,
  `(?:futa|futeni|ondoa|ondoeni|funga|fungeni|cancel|withdraw|close|delete|remove)(?: ${THAT})? (?:${CASE}|everything)(?: yangu| hii| hiyo)?`,
  `done with (?:this|it|you)`,
];

/** The customer has what they paid for, or is helped. */
const SERVED = [
  `(?:nimesaidika|nimeshasaidika)`,
  `(?:nimepata|nimeshapata|nimepokea|nimeshapokea|nimerudishiwa|nimesharudishiwa) (?:pesa|hela|refund)(?: yangu| zangu)`,
  `(?:pesa|hela|refund|money)(?: yangu| my)? (?:imerudi|imesharudi|imerudishwa|imesharudishwa|imerejeshwa|came back|is back|has come back)`,
  `(?:i )?(?:have |ive )?(?:already )?(?:got|received) my (?:money|refund)(?: back)?`,
  `(?:order|oda|malipo|payment|pesa)(?: yangu| my)? (?:imeonekana|imeshaonekana|yameonekana|yameshaonekana|imethibitishwa|imeshathibitishwa|imereflect|imeshareflect|(?:imeshaonyesha|imeonyesha|inaonyesha|shows(?: as)?|now shows|says) paid)`,
];

/** Something is solved. Who says so of "the case" may repeat what they were told, or wait for it. */
const SOLVED =
  '(?:imeshasolviwa|imesolviwa|imesolvika|imesolvi|imetatuliwa|imeshatatuliwa|ishatatuliwa|yametatuliwa|imesuluhishwa|solved|resolved|sorted)';
const IS_SOLVED = new RegExp(` ${SOLVED}(?= )`, 'g');
/** Beside a bare "it is solved" these make it the customer's own: money or goods in hand, or their thanks. */
const HAS_IT =
  / (?:nimepata|nimeshapata|nimepokea|nimeshapokea|(?:i )?(?:have |ive )?(?:got|received)) (?:my |the )?(?:pesa|hela|dooh|money|refund|mzigo|bidhaa|order|oda|goods|parcel)(?: yangu| zangu| back)?(?= )/g;
const THANKS = / (?:asante|asanteni|asantini|ahsante|thanks|thank you) /;
const OF_THE_CASE =
  / (?:case|kesi|complaint|malalamiko|lalamiko|ticket|claim|request|ombi|issue|ishu|maneno|mambo|story|stori) /;

const PHRASES = new RegExp(` (?:${[...ENDS, ...SERVED].join('|')})(?= )`, 'g');

/** Words that may stand beside those without changing them. */
const BESIDE = new Set(
  (
    'basi tu sawa ok okay haya aah ah oh asante asanteni asantini sana thanks thank you tafadhali please pls kindly usijali tayari sasa sahii now already all well its it is has been the my i im am ive ' +
    'wacha acha imefika imeshafika umefika mzigo parcel shida problem hakuna matter order yangu kabisa tena just na and so good everything bana bro buda ndugu mkuu'
  ).split(' '),
);

/** "wacha tu": only when nothing else is said, for `wacha` before another word is "let me". */
const LEAVE_IT =
  /^ (?:(?:sawa|basi|aah|haya|ok) )*(?:wacha|acha|wacheni|acheni|achana)(?: (?:tu|basi|ikae|nayo|sasa))+(?: (?:asante|asanteni|sana|thanks))* $|^ basi (?:tu )?(?:wacha|acha)(?: tu)? $/;

/** "is it solved", "has my case been resolved": a question without its mark. */
const QUESTION = /^ (?:is|has|are|was|je|and|so|if) /;

/**
 * True only for words that end the case and nothing else. Closing a live case is the most harmful mistake here, so a
 * word that no rule knows ("you said it is resolved", "I want it resolved") leaves the reply to another rule or a person.
 */
export function withdraws(text: string, line: string): boolean {
  if (asks(text, line) || QUESTION.test(line)) return false;
  if (LEAVE_IT.test(line)) return true;
  const rest = line.replaceAll(PHRASES, ' ');
  return (rest.length < line.length && saysNoMore(rest)) || isSolvedForThem(line);
}

/** "imeshasolviwa, asanteni", "it is sorted, I got my money"; not "case imesolviwa", whoever may have said that. */
function isSolvedForThem(line: string): boolean {
  const rest = line.replaceAll(IS_SOLVED, ' ');
  if (rest.length === line.length) return false;
  const more = rest.replaceAll(HAS_IT, ' ');
  const hasIt = more.length < rest.length;
  return (hasIt || (THANKS.test(line) && !OF_THE_CASE.test(line))) && saysNoMore(more, OF_THE_CASE);
}

/** Nothing is left but words that change nothing. */
function saysNoMore(rest: string, also?: RegExp): boolean {
  return wordsIn(rest).every((word) => BESIDE.has(word) || also?.test(` ${word} `) === true);
}
