/** What a customer says of a figure. Only `paid` figures are stated amounts (decisions.md, Words). */
export type FigureRole = 'paid' | 'demand' | 'total' | 'excess' | 'other' | 'denied';

/** Words right before a figure that say what it is, whatever verb stands further back. Tried in order. */
const RIGHT_BEFORE: readonly (readonly [RegExp, FigureRole])[] = [
  [/ (?:si|sio|siyo|wala|not|na sio|na si) (?:ksh |kes |shilingi )?$/, 'denied'],
  [/ (?:badala ya|instead of|rather than|in place of|against) (?:ksh |kes |kshs |shilingi )?$/, 'total'],
  [
    / (?:zaidi(?: ya| kwa)?|ziada ya|extra|excess(?: of)?|difference(?: of)?|over(?:paid)? by|overpaid|(?:nili|nime|ni)zidisha(?: kwa)?|chenji ya|change ya|change of|balance ya) (?:ksh |kes |kshs |shilingi )?$/,
    'excess',
  ],
  [
    / (?:balance|baki|salio|account) (?:\w+ ){0,2}(?:shows|is|was|ni|of|ya|inaonyesha|left|now|yangu|mpya|imebaki) (?:only |ksh |kes )*$| (?:nimebaki na|nimebakisha|remaining|balance|sasa ni|now (?:is |its |it is )?) (?:ksh |kes )?$/,
    'other',
  ],
  [
    / (?:kila (?:kimoja|moja|mmoja|pea|kilo)|each (?:at|for)|per (?:piece|pair|kilo)) (?:ni |ksh |kes )*$/,
    'other',
  ],
  [
    / (?:fee|fees|gharama|cost|charge|charges|ada|tariff|kufuliza|fuliza) (?:ya |ya \w+ |of |is |ni |was |ilikuwa |yao |yenu |ksh |kes )*$/,
    'other',
  ],
  [
    / (?:bado|(?:i|zi)(?:me|li|na|ka)?baki|(?:m|wa|u|i|a)(?:na|me|li)sema|(?:i|m|u)na(?:onyesha|onesha|dai)|you (?:say|said)|says|shows) (?:kuwa |kwamba |ati |that |it |ni |is |ksh |kes |kshs |shilingi )*$/,
    'other',
  ],
  [
    / (?:limit|discount|punguzo|offer|cashback|bonus|points|deni|debt|mkopo|loan|nadaiwa|tunadaiwa|mnanidai|wananidai|ananidai) (?:yangu |langu |letu |yake |my |wa |ya |la |of |is |ni |was |ilikuwa |ksh |kes |kshs |shilingi )*$/,
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

/** What happens to money alone, so that a bare figure before it is a sum: `2500 imekatwa`. */
const CUT_OFF =
  /^ (?:(?:i|zi)(?:me|li|ka)(?:ni)?(?:katwa|tolewa|chukuliwa|toka kwa)|(?:was|were|has been|have been|got) (?:deducted|debited|charged|taken)|deducted|debited) /;

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

/** Verbs and nouns further back in the clause: the one that ends last before the figure decides. */
const CUES: readonly (readonly [RegExp, FigureRole])[] = [
  [
    / (?:(?:ni|tu|a|wa|i|ya|zi|u|m|ha\w{1,2})?(?:li|me|ka|sha|mesha)\w{0,3}(?:lip|tum|pay|pei|clear|send|toa|nunu|deposit|transfer|kat|tok|weka|kul|chuku)\w*|paid|payed|sent|transferred|deposited|charged|debited|deducted|paying|pesa|dooh|doo|malipo|payment|kiasi|amount|amt|money|gone|took|bought)(?= )/g,
    'paid',
  ],
  [
    / (?:refund\w*|(?:m|mm|ni|u|wa|tu|i|a)?(?:me|li|ka|ta|na|sipo)?(?:ni|wa)?(?:rudish|rejesh|regesh|rudi)\w*|naomba|nataka|ninataka|naombeni|nipe|nipeni|mnipe|nidai|nadai|ninadai|tunadai|nawadai|namdai|return\w*|give|claim\w*|demand\w*|owe|want|need|reverse\w*|reversal|send back|compensate)(?= )/g,
    'demand',
  ],
];

/**
 * Verbs of paying that tell of no payment by the customer. They are tried behind CUES, so that where one of them and a
 * cue end with the same word, it decides. Only what was done counts: a charge that was made ("mmenikata 500") and
 * money that the shop got ("mmelipwa 500") are payments.
 */
const NOT_PAID: readonly (readonly [RegExp, FigureRole])[] = [
  // "umetuma Ksh500", "mlinilipa 500", "you sent 500": the shop's own act, or the words of an SMS.
  [
    / (?:(?:u|m|mu|mm)(?:li|me|ka|mesha|lisha)\w{0,3}(?:lip|tum|pay|pei|send|transfer|deposit)(?!\w*w[ae](?= ))\w*|you(?: have| ve| had| just| already)* (?:paid|payed|sent|transferred|deposited))(?= )/g,
    'other',
  ],
  // "mnasema nililipa 2,300": what others say.
  [
    / (?:(?:m|wa|u|a)(?:na|me|li)(?:sema|dai)|(?:you|they) (?:say|said|claim)) (?:kuwa |kwamba |ati |that )?(?:i |nime|nili|ni)\w*(?: paid| sent)?(?= )/g,
    'other',
  ],
  // "nitalipa", "nikilipa", "ningelipa", "nilipe": to come, or on a condition.
  [
    / (?:(?:ni|tu|a|wa|u|m)(?:ta|ki|nge|ngali)\w{0,3}(?:lip|tum|pay|send|deposit)\w*|(?:ni|tu|a|wa|u|m)(?:lipe|lipie|tume|tumie)(?:ni)?)(?= )/g,
    'other',
  ],
  // "naweza kulipa", "niliambiwa nitume", "I will pay", "please pay".
  [
    / (?:(?:ni|tu|a|wa|u|m|n|i)?\w{0,4}(?:weza|weze|paswa|stahili|ambiwa|agizwa|takiwa|shindwa|kataa|sahau|taka|hitaji|omba|bidi)|lazima|namna ya|jinsi ya|kabla ya) (?:ku|ni|tu)?(?:lip|tum)\w*(?= )/g,
    'other',
  ],
  [
    / (?:(?:will|ll|can|could|should|shall|would|must|may|might|please|kindly|if|let me|how (?:do|can) i|(?:going|want|wanted|need|needed|asked|told|able|unable|failed|forgot|refused|how|supposed|meant) to)(?: (?:i|we|you|me))? (?:pay|send|transfer|deposit))(?= )/g,
    'other',
  ],
  // "hatukulipa", "haujatuma", "I did not pay".
  [
    / (?:(?:si|ha|hatu|hawa|hau|hu|ham|hamu)(?:ku|ja|ta)\w{0,3}(?:lip|tum)\w*|(?:si|hatu|hawa)(?:lipi|tumi)|(?:not|never|didn t|didnt|haven t|havent|hasn t|hasnt|hadn t|won t|wont|can t|cannot|couldn t|don t|dont)(?: yet| actually| been)? (?:pay|paid|send|sent|transferred|deposited|charged))(?= )/g,
    'denied',
  ],
];

const ALL_CUES = [...CUES, ...NOT_PAID];

/** The role of a figure between the words of its clause, each side as `wordLine` gives it. */
export function roleBetween(before: string, after: string): FigureRole {
  for (const [pattern, role] of RIGHT_AFTER) if (pattern.test(after)) return role;
  for (const [pattern, role] of RIGHT_BEFORE) if (pattern.test(before)) return role;
  let last = -1;
  let decided: FigureRole = 'paid';
  for (const [cue, role] of ALL_CUES) {
    for (const found of before.matchAll(cue)) {
      const end = found.index + found[0].length;
      if (end >= last) {
        last = end;
        decided = role;
      }
    }
  }
  return decided;
}

/** A verb or a noun that leads to money stands in the line. */
export function holdsCue(line: string): boolean {
  return CUES.some(([cue]) => line.match(cue) !== null);
}

/** The words right before a figure say what it is. */
export function isSaidRightBefore(line: string): boolean {
  return RIGHT_BEFORE.some(([pattern]) => pattern.test(line));
}

/** The words right behind a figure tell that it was taken: a sum, however it is written. */
export function isCutOff(line: string): boolean {
  return CUT_OFF.test(line);
}
