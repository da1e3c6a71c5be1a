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
  `(?:sitaki tena|sihitaji tena|no longer want|no longer need|dont want|dont need)(?: ${THAT})? (?:${CASE}|pesa|kurudishiwa)(?: tena| anymore)?`,
  `(?:sitaki|sihitaji) kuendelea(?: na(?: ${THAT})?(?: ${CASE})?)?`,
  `(?:futa|futeni|ondoa|ondoeni|funga|fungeni|cancel|withdraw|close|delete|remove)(?: ${THAT})? (?:${CASE}|everything)(?: yangu| hii| hiyo)?`,
  `done with (?:this|it|you)`,
];

/** The trouble is over: the order shows as paid, the customer is helped. */
const SOLVED = [
  `(?:imeshasolviwa|imesolviwa|imesolvika|imesolvi|imetatuliwa|imeshatatuliwa|ishatatuliwa|yametatuliwa|imesuluhishwa|nimesaidika|nimeshasaidika|solved|resolved|sorted)`,
  `(?:order|oda|malipo|payment|pesa)(?: yangu| my)? (?:imeonekana|imeshaonekana|yameonekana|yameshaonekana|imethibitishwa|imeshathibitishwa|imereflect|imeshareflect|(?:imeshaonyesha|imeonyesha|inaonyesha|shows(?: as)?|now shows|says) paid)`,
];

const PHRASES = new RegExp(` (?:${[...ENDS, ...SOLVED].join('|')})(?= )`, 'g');

/** Words that may stand beside those without changing them. */
const BESIDE = new Set(
  (
    'basi tu sawa ok okay haya aah ah oh asante asanteni asantini sana thanks thank you tafadhali please pls kindly usijali tayari sasa sahii now already all well its it is has been the my i im am ive ' +
    'shida problem hakuna matter order yangu kabisa tena just na and so good everything bana bro buda ndugu mkuu case issue'
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
  return rest.length < line.length && wordsIn(rest).every((word) => BESIDE.has(word));
}
