import type { MessageReading } from './types.ts';

/** What a text says about a payment, in words; `line` as of `wordLine`, without SMS and injected words. */
interface ComplaintEvidence {
  readonly line: string;
  /** A pasted SMS of money that went out. */
  readonly paidSms: boolean;
  /** A receipt was given, outside of injected words. */
  readonly receipt: boolean;
  /** An amount was stated as paid. */
  readonly amount: boolean;
}

const STEM = '(?:lip|tum|pay|pei|clear|send|sendi|toa|transfer|deposit|nunu|katw|changi)';

/** "I paid", in the persons and tenses of Swahili and English; passives count ("order ililipwa mara mbili"). */
const PAID = [
  new RegExp(` (?:ni|tu|a|wa|i|ya|zi|u)?(?:li|me|ka|sha|mesha|lisha)(?:ku|wa|m|i|zi|ya)?${STEM}\\w*`),
  / (?:paid|payed|sent|transferred|deposited|after paying|made (?:a |the |my )?payment|payment (?:was )?made)/,
];

/** The payment or the goods did not come through. */
const NOT_THROUGH = [
  / ha(?:i|ya|zi|u|ki|vi|li|m|wa|ku)ja\w+/,
  / ha(?:i|ya|zi|ku|ki|li|u)(?:som|onekan|onyesh|reflect|ingi|fik|fanyi|pit|kubali)\w*/,
  / sija(?:ona|pata|pokea|letewa|onana|tumiwa|get|receive|rudishiwa|saidiwa)\w*/,
  / (?<! sijalipa )bado | (?:unpaid|pending|failed|fail|ilifail|imefail|imekataa|ilikataa|hakuna kitu|hamjibu|mko kimya|mbona kimya) /,
  / (?:not|isnt|wasnt|hasnt|havent|didnt|never|no) (?:\w+ ){0,2}(?:reflect\w*|show\w*|confirm\w*|receiv\w*|paid|updat\w*|credited|deliver\w*|gone through|go through|through|arriv\w*|complet\w*)/,
  / never (?:\w+ )?(?:came|arrived|got|received|delivered) /,
  / (?:and|but|still) nothing | where is my (?:order|money|payment|parcel|refund|package)/,
  / (?:inasema|mnasema|wanasema|anasema|inaonyesha|say|says|saying|shows?) (?:\w+ ){0,2}sijalipa /,
  / still (?:says?|shows?|showing|waiting|unpaid|pending|not) /,
];

/** Money gone, taken twice, taken wrongly. */
const LOSS = [
  / (?:nimeibiwa|mmeniibia|mliniibia|wizi|mmekula|mlikula|umekula|mwizi|mmenikula|thieves|stolen|stole|robbed|scam|scammed|conned)/,
  / (?:imekatwa|ilikatwa|zimekatwa|nimekatwa|nilikatwa|mlinikata|mmenikata|ilinikata|imenikata|ikanikata|wakanikata|walinikata|umenikata|ulinikata|(?:i|m|wa|u|mpesa )(?:li|me)kata) /,
  / (?:pesa|dooh|doo|hela|ganji|money) (?:\w+ ){0,3}(?:wapi|ilienda|imeenda|ilitoka|imetoka|ilichukuliwa|imepotea|ilipotea|gone|left|lost|missing|disappeared|deducted|taken) /,
  / (?:ilichukua|ilishatoa|imechukua|ilitoa|imetoa) (?:\w+ )?(?:pesa|dooh|hela) /,
  / (?:was|were|been|got|you|am) (?:\w+ )?(?:charged|debited|deducted|billed|overcharged)/,
  / (?:charged|debited|deducted|overpaid|overcharged|nilizidisha|nimezidisha)/,
  / (?:money|cash|kes|ksh) (?:\w+ ){0,4}(?:gone|left my) /,
  / (?:mara mbili|mara tatu|twice|double) (?:\w+ ){0,3}(?:order|oda|payment|malipo|charge)/,
  / (?:wrong till|wrong paybill|wrong number|wrong account|till isiyo|till mbaya|by mistake|kimakosa|nilikosea) /,
];

/** Asks for money back. */
const DEMAND = [
  / (?:want|need|give|get|send) (?:\w+ ){1,5}back /,
  / (?:m?ni|tu|i|(?:m|u)sipo(?:ni|tu)?)?(?:rudish|rejesh|regesh)\w*/,
  / (?:na|nina|nawa|tuna|tunawa)dai /,
  /^ refund | (?:please|pls|kindly|naomba|tafadhali) refund | \w{2,8}(?:refund|reverse)\w* /,
  / (?:refund|return|reverse|send back|give back) (?:\w+ ){0,2}(?:me|my|mine|it|the|pls|please|rest|money|now) /,
  / (?:my|a|the|want|need|full|yangu|nataka|get) (?:\w+ )?(?:refund|reversal) | refund (?:yangu|pls|please|now|me|ilifail|imefail)/,
  / (?:nataka|naomba|nidai|nilidai|nadai|want|need|give me|nipe|nipeni) (?:\w+ )?(?:pesa|dooh|hela|money|my money|cash) /,
];

/** It worked after all. */
const CAME_THROUGH = [
  / (?:i|ya|zi|u|ki|li)(?:me|mesha|lisha|li)(?:onekan|fik|thibitishw|pokelew|somw|reflect|confirm|solv|tatuliw)\w*/,
  / (?:nimepokea|nimepata|tumepokea|nimesaidika|got it|all good|its fine now|has arrived|arrived safely|received (?:my|the) (?:order|parcel|goods))/,
];
/** The money came back, said without a "but". */
const GOT_BACK =
  / (?:nimepata|nimepokea|nimeshapata|nimeshapokea|got|received) (?:my |the )?(?:refund|pesa yangu|hela yangu|money back) (?!(?:\w+ ){0,4}(?:lakini|ila|but|nusu|half) )/;
/** What follows may be what did not. */
const BUT = / (?:lakini|ila|but|only|tu) /;
/** "Je, malipo yamefika?": asks whether it did. */
const ASKS_WHETHER = /^ (?:je|has|have|did|is|was) /;
const THANKS = / (?:asante|asanteni|ahsante|shukran|shukrani|thanks|thank you|thx) /;

/** Asks about the shop, or wants to buy or pay: another matter. */
const OTHER_MATTER = [
  / (?:saa ngapi|mnafungua|mnafunga|mko wapi|mnapatikana|bei |ngapi |mnauza|mnadeliver|mnaleta|mnakubali|mnaweza|naweza (?:ku)?(?:lipa|nunua|agiza|pata|lipia)|ni pesa ngapi)/,
  / (?:how much|how do i|how can i|how to|what time|opening hours|do you (?:deliver|sell|have|accept|take|ship|stock|open)|are you open|where are you|what is your|whats your|price of|is there|can i (?:pay|order|buy))/,
  / (?:nataka|naomba|ningependa|natarajia) (?:ku)?(?:agiza|nunua|lipa|order|buy|lipia|nunulia|pay)/,
  / (?:want|would like|going|wish|id like|plan) to (?:pay|order|buy|purchase|place)/,
  / (?:nitalipa|tutalipa|i will pay|ill pay|sijalipa|i have not paid|havent paid) /,
];

/** Words of payments and orders: a text with one of them and nothing above is left undecided. */
const MATTER =
  / (?:order|oda|pesa|dooh|hela|mpesa|m pesa|malipo|payment|money|refund|code|kodi|till|paybill|account|risiti|receipt|transaction|stk|parcel|delivery|pay|lipa) /;

/** "Habari ya asubuhi", "form ni gani leo wasee", "good morning": a greeting, however long, is no complaint. */
const GREETINGS = new Set(
  (
    'habari za ya asubuhi mchana jioni leo usiku sasa niaje mambo vipi form ni gani aje mko uko poa salama safi fiti hamjambo hujambo jambo sijambo shikamoo marahaba ' +
    'hello hi hey good morning afternoon evening day how are you wasee wase maze buda bro boss mkuu bana ndugu dada kaka mama sir madam team jamani there'
  ).split(' '),
);

/** Every word of it greets. */
export function saysGreetingOnly(line: string): boolean {
  return line.split(' ').every((word) => word === '' || GREETINGS.has(word));
}

/** A few words that say nothing of a payment (greeting, "ok", noise) are no complaint; more of them are undecided. */
const SHORT_WORDS = 4;

/**
 * Whether a message says or shows a payment that did not count. `undecided` is for texts about payments or orders
 * that none of the rules places.
 */
export function complaintOf(evidence: ComplaintEvidence): MessageReading['complaint'] {
  const { line } = evidence;
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(line));
  const paid = says(PAID);
  const notThrough = says(NOT_THROUGH);
  const trouble = says(LOSS) || says(DEMAND);
  const otherMatter = says(OTHER_MATTER);
  if (GOT_BACK.test(line) && !notThrough && !says(LOSS)) return 'no';
  if (says(CAME_THROUGH) && !notThrough && !trouble && !ASKS_WHETHER.test(line) && !BUT.test(line))
    return 'no';
  if (trouble || (paid && notThrough) || evidence.paidSms) return 'yes';
  if (THANKS.test(line) && !notThrough && !paid) return 'no';
  if (otherMatter && !paid && !notThrough) return 'no';
  if (paid) return otherMatter && !evidence.receipt && !evidence.amount ? 'undecided' : 'yes';
  if (notThrough) return MATTER.test(line) || evidence.receipt || evidence.amount ? 'yes' : 'undecided';
  if (evidence.receipt || evidence.amount) return 'yes';
  if (MATTER.test(line)) return 'undecided';
  if (saysGreetingOnly(line)) return 'no';
  return line.split(' ').length - 2 <= SHORT_WORDS ? 'no' : 'undecided';
}
