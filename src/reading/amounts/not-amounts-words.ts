/** Word lists of what is a number but no amount (language.md §A, Numbers that are not amounts). Lower case. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Their number is a name, however it is written: digits or words. */
export const STRONG_LABELS =
  words(`namba nambari number numbers no nos nr num namber account accounts acc acct akaunti
  till tills paybill id pin kra kitambulisho code codes kodi otp ref reference receipt risiti tracking serial batch
  ticket case kesi dial piga shortcode version size saizi ukurasa kurasa page ghorofa floor darasa class room chumba gate route plot box
  po block passport`);

/** An order has a number and a price: digits behind these are the number, words in thousands may be either. */
export const ORDER_LABELS = words('order orders oda odaa ord invoice invoices inv agizo item sku');

/** Tills and Paybills have five to seven digits (language.md §C, Others); a shorter figure behind them is money. */
export const TILL_LABELS = words('till tills paybill');

/** Words between a label and its number. */
export const LABEL_LINKS =
  words(`ni is yangu yako yenu yetu yake zangu wangu langu my your our the hii hiyo ile hizo
  sahihi correct right wrong correctly ref reference for`);

/** They put another number beside a labelled one, which is then also no amount: `till 5071234 instead of 832911`. */
export const SAME_AGAIN = words('na and or au ama sio si siyo not');

/** Swahili nouns with their count behind them: `siku tatu`, `viatu 2`. */
export const COUNTED_BEFORE =
  words(`siku wiki miezi mwaka miaka dakika sekunde masaa muda watu watoto wateja mtu viatu kilo
  kg kgs lita litre gunia magunia debe pakiti paketi packet katoni carton boksi dazeni dozen chupa mfuko mifuko trei
  nguo shati mashati suruali kofia gauni mkate mikate mayai sahani vitu kitu bidhaa pair jozi meta mita futi
  kilomita pcs piece pieces umri age`);

/** They are sold at a price: before thousands it is open whether the count or the price is meant. */
export const COUNTED_PEOPLE = words(
  'watu watoto wateja siku wiki miezi mwaka miaka dakika sekunde masaa muda umri age',
);

/** English nouns and signs behind the number that they count. */
export const COUNTED_AFTER =
  words(`seconds sec secs minute minutes min mins hour hours hr hrs day days week weeks
  month months year years yrs people persons customers items item pieces piece pcs pairs pair shoes bags boxes packets
  cartons bottles times kg kgs kilos kilo litres liters metres meters km grams orders codes messages payments
  transactions attempts calls emails photos phones numbers percent percentage degrees oclock o'clock o’clock %
  siblings friends kids stars`);

export const MONTHS =
  words(`january february march april may june july august september october november december jan feb
  mar apr jun jul aug sep sept oct nov dec januari februari machi aprili mei juni julai agosti septemba oktoba novemba
  desemba`);

/** `wa tatu`, `ya pili`: ordinals. */
export const ORDINAL_LINKS = words('wa ya cha la pa za vya');

/** Before `ya` they make a sum of it: `kiasi cha hamsini`, `bei ya ishirini`. */
export const SUMS_BEFORE_LINK = words(
  'kiasi jumla pesa bei thamani malipo zaidi chini kati badala hela gharama karibu order oda',
);

/** `sina hata mia`: I am broke. */
export const HAVING_NONE = words('sina hana hatuna hawana sikuwa hata');

/** What M-Pesa says beside the payment: its next figure is the balance, the limit or the cost, never the payment. */
export const BALANCES = words('balance baki salio transact muamala');
export const COSTS = words('cost costs fee fees charge gharama ada');
