import { asksOrHedges, wordsIn } from './message-words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that say yes by themselves (language.md §D). */
const YES = words(
  'ndio ndiyo ndyo ndo ndioo ndiyoo eeh ee ehe naam sawa sawasawa poa wazi fiti haya kweli sahihi kubali nakubali nimekubali chapa rada yes yeah yea yap yep yup yess ya ok okay okey ' +
    'oky k sure correct right true exactly confirmed confirm nathibitisha nimethibitisha agreed agree fine y absolutely ndivyo haswa',
);

/** Words that may stand beside a yes or a no without changing it. */
const FILLERS = words(
  'ni iko uko niko ndivyo kabisa tu pia hiyo hio hii hivyo hilo hizo hapo yenyewe proceed tuendelee endelea endeleeni tafadhali please pls sir madam boss bro buda mkuu thats that is its it i the one you are u r ' +
    'asante asanteni thanks thank aah ah oh sana basi bana bwana mzee kaka dada go ahead all good cool ' +
    'haraka fanya fanyeni harakisha harakisheni fast quickly quick asap do',
);

/** Words that say no by themselves. */
const NO = words(
  'n hapana apana hapan hapna la zii sivyo hasha no nope nah nop hpn siyo sio si sikubali nakataa wrong incorrect false',
);

/** Words that say yes only as the whole reply: "ni hiyo hiyo kabisa", "kabisa", "ndio nililipa", "yes it was me". */
const WHOLE_YES = [
  /^ ni (?:hiyo|hio|hivyo|hilo|yenyewe)(?: (?:hiyo|hio|hivyo|hilo|tu|kabisa|yenyewe|boss|bro|buda|mkuu))* $/,
  /^ kabisa(?: kabisa)? $/,
  /^ (?:ndio|ndiyo|eeh|ee|naam|yes|yeah|yep|yap|(?:ni )?kweli|true) (?:ni )?(?:nililipa|nimelipa|mimi|i paid|i did|it was me|it is me|its me)(?: mimi| hiyo| kweli| it)? $/,
];

/** Fixed phrases that open with a no word, or hold none of the yes words, and mean yes (language.md §D). */
const MEANS_YES =
  / (?:(?:haina|hakuna|hamna|hapana|bila) (?:shida|noma|tatizo|shaka|wasiwasi)|no (?:problem|worries|wahala|doubt|objection)|without (?:a )?doubt|not a problem)(?= )/g;

/** The same line with a plain yes in their place. */
export function withPlainYes(line: string): string {
  return line.replaceAll(MEANS_YES, ' ndio');
}

const YES_SIGNS =
  /^[\s!.]*(?:👍|👌|✅|✔|💯)[\u{1f3fb}-\u{1f3ff}\ufe0f\s!.]*(?:(?:👍|👌|✅|✔|💯)[\u{1f3fb}-\u{1f3ff}\ufe0f\s!.]*)*$/u;
const NO_SIGNS = /^[\s!.]*(?:👎|❌)[\u{1f3fb}-\u{1f3ff}\ufe0f\s!.]*$/u;

/**
 * A yes and nothing else: every word is a yes word or a filler. So no word that a rule does not know can turn into a
 * yes what was none ("sure sure, kama kawaida yenu").
 */
export function isPlainYes(text: string, line: string): boolean {
  if (YES_SIGNS.test(text)) return true;
  if (!text.includes('?') && WHOLE_YES.some((yes) => yes.test(line))) return true;
  const all = wordsIn(line);
  return (
    !asksOrHedges(text, line) &&
    all.some((word) => YES.has(word)) &&
    all.every((word) => YES.has(word) || FILLERS.has(word))
  );
}

/** "Ndio ila nina swali", "yes but …": a yes that hangs on what follows is none yet. */
export function isHedgedYes(text: string, line: string): boolean {
  const [first = ''] = wordsIn(line);
  return YES.has(first) && (asksOrHedges(text, line) || CONDITION.test(line));
}

/** Swahili conditions hide in the verb: "sawa ukinitumia leo", "ndio mkirudisha na fee". */
const CONDITION =
  / (?:u|m|mu|i|zi)ki[a-z]{3,} | (?:provided|providing|as long as|assuming|once|when|until|mradi|bora) /;

/** Some word of it says yes. */
export function hasYesWord(line: string): boolean {
  return wordsIn(line).some((word) => YES.has(word));
}

/** Swahili negation hides in prefixes and neighbours: `si sawa`, `haiko sawa`, `sikubali`, `umekosea`. */
const DENIES = [
  / (?:si|sio|siyo|sivyo|haiko|hayako|hauko|sikubali|sikubaliani|nakataa|umekosea|mmekosea|ulikosea|mlikosea) /,
  / (?:not|isnt|arent|wasnt|thats wrong|incorrect|wrong|dont agree|disagree) /,
  / (?:(?:i|ya|zi)me(?:kosewa|koseka)|tofauti|different|mwingine|mwengine|someone elses?|somebody elses?) /,
  / (?:siitambui|sitambui|siyatambui|siifahamu|sijawahi|dont recogni[sz]e|never (?:ordered|bought|paid)) |^ never $/,
  / (?:sina|sijui|dont have|have no|know no) (?:any )?(?:order|oda|code|kodi|payment|malipo|namba|number|such) (?:kama )?(?:hiyo|hii|hilo|hayo|like that|that|order)? ?/,
];

/** Denies what we asked to confirm. `si` before a question ("si mnajua wenyewe?") is no denial: see `asks`. */
export function denies(text: string, line: string): boolean {
  if (NO_SIGNS.test(text)) return true;
  const [first = ''] = wordsIn(line);
  return NO.has(first) || NO.has(wordsIn(line).at(-1) ?? '') || DENIES.some((pattern) => pattern.test(line));
}

/** Both said ("ndio na hapana", "sisemi ndio wala hapana"): neither counts. A correction after "lakini" is not that. */
export function saysBoth(line: string): boolean {
  return / (?:ndio|ndiyo|yes|sawa) (?:\w+ )?(?:na|ama|au|wala|and|or|nor) (?:\w+ )?(?:hapana|apana|no|la|zii) | (?:hapana|no) (?:na|ama|au|wala|and|or|nor) (?:ndio|ndiyo|yes|sawa) | sisemi /.test(
    line,
  );
}

/** Asks something back, or complains with a question: it answers nothing. */
export function asks(text: string, line: string): boolean {
  return (
    text.includes('?') ||
    / (?:(?:wewe|hii|nyinyi) ni (?:mtu|robot|roboti|bot)|aje|ndio nini|ati|nini|kwa nini|kwanini|nani|gani|wapi|lini|vipi|mbona|muda gani|what|why|when|where|who|how|which|kwanza niambie|niambie) /.test(
      line,
    )
  );
}

/** Does not have or know what was asked. */
const LACKS =
  / (?:sina|sinayo|sioni|siioni|sipati|siipati|sijui|sikumbuki|sijakumbuka|sikupewa|sijapewa|sijatumiwa|sikupata|sikuandikiwa|sikuipata|sikuona|hakuna|haipo|ni(?:li|me)(?:i|zi)?(?:futa|delete|poteza)|(?:i|zi)(?:me|li)(?:potea|futika|ibiwa)|siikumbuki|siijui|siwezi (?:ku)?\w{0,2}pata|nimesahau|nilisahau|hawakutuma|hawakunitumia|haikuja|haikuingia|haikufika|haikutumwa|haikuwa na) | (?:dont|do not|cant|cannot|didnt|did not|never) (?:\w+ ){0,2}(?:have|know|remember|recall|find|get|got|received?|see) | (?:deleted|lost|forgot|forgotten|no idea|i have no|there is no|theres no|not available) /;

/** Refuses to give a detail: that is a no to the question, not the end of the case. */
const REFUSES =
  / (?:sitaki|siwezi|siezi|sitoi|sitatoa|sipeani|sitapeana|sitakupa|sitawapa) (?:\w+ )?(?:kupeana|kutoa|kusema|kuwapa|kukupa|peana|toa|namba|number|code|simu|nambari) | (?:wont|will not|not going to|refuse to|dont want to) (?:\w+ )?(?:give|share|send|tell)/;

/** "I do not have it", "I do not know", "I will not give it": `no` as the answer to a question for a detail. */
export function lacks(text: string, line: string): boolean {
  if (LACKS.test(line) || REFUSES.test(line)) return true;
  const [first = ''] = wordsIn(line);
  return NO_SIGNS.test(text) || (NO.has(first) && !/^ si \w/.test(line));
}

/** Will answer later, or is looking for it. */
const LATER = [
  / (?:ngoja|ngojea|subiri|nisubiri|ngojeni|subirini|nipe dakika|nipe muda|hold on|one sec|one second|one minute|one moment|a moment|a minute|a sec|just a|wait|give me (?:a|some|one)|let me|lemme|later|baadaye|baadae|kesho|jioni|badae) /,
  / (?:wacha|acha|hebu|ngoja|kwanza|ebu|wacheni) (?:kwanza )?ni\w{3,} /,
  / (?:nita|tuta)\w{0,3}(?:tum|send|angali|tafut|chek|check|uliz|rudi|omb|pat|pea|let|andik|jib|ambi|amb|to|fut|on|scan|screenshot)\w* | (?:natuma|natafuta|naangalia|nacheki|nacheck|naitafuta|naiangalia|naituma|nipo njiani|am looking|im looking|looking for|checking|searching|will (?:send|check|look|get|find|share|try|ask)|ill (?:send|check|look|get|find|share|try|ask|be back)|gonna (?:send|check)|sending) /,
  / sija(?:i|zi)?(?:pata|ona)(?: (?:bado|hiyo|code|kodi|sms|message|msg|ujumbe|namba|nambari|number|risiti|receipt|statement|yoyote|yeyote))* $/,
  / brb |^ (?:nipe )?(?:dakika|dk) \w+(?: tu| hivi)? $/,
  / (?:bado|haija\w+|sija\w+|hazija\w+) (?:\w+ )?(?:sijaipata|sijapata|sijaiona|sijaona|haijaingia|haijafika|haijaja|hazijaingia|sijatumiwa) | (?:message|sms|ujumbe|msg) (?:\w+ ){0,3}(?:haijaingia|haijafika|haijakuja|haijaja|not arrived|hasnt come|hasnt arrived|not come) | (?:not yet|haven?t (?:got|received|gotten) (?:\w+ )?yet|bado) $/,
];

export function answersLater(line: string): boolean {
  return LATER.some((pattern) => pattern.test(line));
}

const UNSURE =
  / (?:sina uhakika|sijui|labda|pengine|huenda|maybe|perhaps|not sure|not certain|unsure|dunno|i guess|sidhani|nadhani) /;

/** Not sure: no answer to a confirmation, whatever else denies in it ("I am not sure"). */
export function isUnsure(line: string): boolean {
  return UNSURE.test(line);
}

/**
 * Known shapes that answer nothing: thanks, sarcasm, a threat, "the same one as before", or the case is to go
 * on. What none of these and no other rule knows stays `unclear`.
 */
const NO_ANSWER = [
  / (?:asante|asanteni|ahsante|shukran|shukrani|thanks|thank you|thx|karibu) /,
  / (?:eti|kama kawaida|kawaida yenu|mmezoea|mshazoea|as usual|as always|kuniibia|kutuibia|mmekula|mnaniibia|wezi|wizi|tapeli|matapeli|conmen|thieves|scammers) /,
  / (?:kama|ikiwa|endapo|iwapo|if|unless) /,
  / (?:lakini|ila|but) $/,
  / (?:polisi|police|mahakama|mahakamani|court|wakili|lawyer|dci|sue|twitter|tiktok|facebook) | (?:nita|tuta)(?:wa|ku|ya)?(?:shtaki|ripoti|report|anika|expose|post|sue)\w* /,
  / (?:siwezi|sitaki|siwez) (?:ku)?(?:wa|a)cha\w* | (?:siwachi|siwaachi|sitawacha|sitaacha|sitawaachia|sikubali kuacha|usicancel|msicancel|usighairi|msighairi|usikatae|usifute|msifute) /,
  / (?:usifunge|msifunge|siachi|sitaachi|sitanyamaza|nataka pesa|nirudishie\w*|nirudishiwe|rudisheni|refund|dont close|do not close|keep it open) /,
  / (?:pin|password|nywila) /,
  / (?:sielewi|sijaelewa|sikuelewa|siwaelewi|dont understand|do not understand|confused|mnanisumbua|unanisumbua|nimechoka|tumechoka|fed up|tired of) /,
  / (?:sijarudishiwa|sija(?:pata|pokea|ona|get|receive) (?:\w+ )?(?:pesa|hela|dooh|refund|money|chochote|kitu)) /,
  /^ (?:ni )?(?:ile|hii|hiyo|hizo|zile|yule|same|the same|this|that)(?: \w+){1,} $/,
  /^ (?:ni )?(?:total|bei|jumla|kiasi|amount|price) (?:ya|of) (?:the |hiyo )?(?:order|oda)(?: yangu| hiyo)? $/,
  /^ (?:tayari )?(?:nimesha|nilisha|nime|nili)(?:ku|wa)?(?:tuma|tumia|lipa|pea)(?:ni)?(?: code| tayari| hiyo| jana)* $| already (?:sent|paid|gave|given|shared) /,
  /^ (?:pesa |hela |dooh )?(?:zote|yote|all of it|all my money|everything|the full amount|full amount)(?: kabisa| yangu)? $/,
  / (?:mko na|mnajua|mnayo|mnaona|mnaiona|you can see|you have|you know|angalieni|angalia|checki|check) /,
  / (?:yaani|nilikuambia|nimekuambia|nimekwambia|nimewaambia|unaniuliza|mnaniuliza|i told you|already told|keep asking) /,
  /^ (?:mmh|mhm|hmm|hm|mm|mh|aah|ah|oh|aha) $/,
  /^ \d{1,2} $/,
];

export function answersNothing(text: string, line: string): boolean {
  return (
    line === ' ' || asks(text, line) || isUnsure(line) || NO_ANSWER.some((pattern) => pattern.test(line))
  );
}
