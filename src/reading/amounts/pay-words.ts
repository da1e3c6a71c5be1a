function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Stems of verbs by which money leaves or comes back, behind Swahili prefixes: nimelipa, walinikata, nilipay. */
const PAY_STEM =
  /^(?:[a-z]{0,12})(?:lip[ai]|lipia|lipwa|tuma|tumia|tumiwa|tumwa|kata|katwa|katia|katiwa|chaji|chajiwa|pay|send|sent|clear|deposit|chang[ai]|zidisha|rudish[aei](?:ni)?|rejesh[aei](?:ni)?)$/;
const NOT_PAYING = words('katika kata tarehe');
const PAY_WORDS =
  words(`paid payed paying pays send sent sending charge charged charges debited deducted spent transferred
  withdrawn deposited received refund refunded gave took mmekula mlikula walikula ilitoka imetoka zilitoka ilitoa
  ilichukua ilienda imeenda nimeweka niliweka nimetoa nilitoa mlichukua mmechukua nilinunua nimenunua nikanunua bought
  cost costs lost gone`);
/** A verb by which money moves. Lower case. */
export function isPayWord(text: string): boolean {
  return PAY_WORDS.has(text) || (text.length < 24 && PAY_STEM.test(text) && !NOT_PAYING.has(text));
}

/** A whole verb with its subject and tense; letters of a code may well end in `lipa`. */
const WHOLE_VERB = /^(?:(?:ni|tu|wa|a)(?:me|li|ka|sha|mesha)[a-z]+|paid|sent)$/;

/** `nimelipa2500`: a verb that lacks its space, and no code. Lower case. */
export function isGluedVerb(text: string): boolean {
  return WHOLE_VERB.test(text) && isPayWord(text);
}
