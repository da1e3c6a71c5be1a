/** Who a customer asks for when they want a human: staff words in English, Swahili and Sheng. */
const STAFF =
  '(?:mtu|watu|binadamu|mhudumu|wahudumu|msee|meneja|mkubwa|mkuu|bosi|boss|human|person|someone|somebody|agent|manager|supervisor|operator|representative|attendant|staff|customer care|customer service|customer support|support team)';

/** Asking verbs, each followed within a few words by one of those. */
const ASKS = [
  // "nataka kuongea na mtu", "naomba kuzungumza na mhudumu"
  `(?:kuongea|kuzungumza|niongee|nizungumze|kusema|tuongee|ongea|nikuongelee|kuchat) (?:\\w+ )?na (?:\\w+ ){0,2}${STAFF}`,
  // "nipe mhudumu", "niunganishe na agent", "niconnectini na msee wa support", "leta mtu halisi", "nataka manager"
  `(?:nipe|nipeni|nipatie|nipatieni|niunganishe|niunganisheni|niunganisheni|unganisha|niconnect|niconnecti|niconnectini|leta|leteni|niletee|nileteeni|nataka|natakaa|ninataka|naomba|nahitaji|taka) (?:na )?(?:\\w+ )?${STAFF}`,
  `(?:talk|speak|chat|connect(?: me)?|transfer me|put me through|get me|give me|escalate(?: this| it| me)?|pass me|link me) (?:\\w+ ){0,2}?(?:to |with )?(?:\\w+ ){0,2}${STAFF}`,
  `(?:want|need|prefer|request) (?:\\w+ ){0,2}(?:human|person|agent|manager|supervisor|representative|customer care|customer service)`,
  `(?:can|could|let|have|may) (?:\\w+ ){0,2}${STAFF} (?:\\w+ )?(?:call|ring|phone|contact|help|assist|attend)`,
  // "nipe namba ya manager", "give me the number of your supervisor", "mtu wa kuongea naye"
  `(?:nipe|nipeni|nitumie|nitumieni|naomba|nataka|give me|send me|need) (?:the )?(?:namba|nambari|number|contacts?|mawasiliano) (?:ya|za|of) (?:your |the |a )?(?:mhudumu|meneja|manager|supervisor|agent|customer care|customer service|support)`,
  `mtu wa (?:kuongea|kuzungumza|kusema) na(?:ye|o)`,
  // "call me", "nipigie simu"
  `(?:nipigie|nipigieni|mnipigie|anipigie|unipigie|nipigiwe)`,
  `(?:call|ring|phone) me`,
  `(?:real|actual|live) (?:human|person|agent)`,
  `${STAFF} (?:\\w+ ){0,3}(?:talk|speak|chat) (?:to|with)`,
].map((ask) => new RegExp(` ${ask} `));

/** "agent please": the word alone is a request too. */
const ALONE =
  /^ (?:(?:a|an) )?(?:human|real person|agent|manager|supervisor|mhudumu|meneja|customer care)(?: (?:please|pls|tafadhali))? $/;

/** "sitaki kuongea na mtu", "do not call me": the opposite, and nothing to go on. */
const REFUSES = / (?:sitaki|usini\w+|msini\w+|dont|do not|never|no need to|not) (?:\w+ ){0,3}$/;

/** What the customer wants in their own words: a refusal of another thing before it is none of it ("sitaki bot, nataka
 * mtu"). */
const WANTS = /^ (?:nataka|natakaa|ninataka|naomba|nahitaji|nipe|nipeni|leta|leteni) /;
const REFUSED_AT_ONCE = / (?:sitaki|usini\w+|msini\w+|dont|do not|never|no need to|not) $/;

/** True when the words (as of `wordLine`) ask for a human. Mentioning one ("the agent says …") is not asking. */
export function asksForPerson(line: string): boolean {
  if (ALONE.test(line)) return true;
  return ASKS.some((ask) => {
    const found = ask.exec(line);
    if (found === null) return false;
    const refuses = WANTS.test(found[0]) ? REFUSED_AT_ONCE : REFUSES;
    return !refuses.test(line.slice(0, found.index + 1));
  });
}
