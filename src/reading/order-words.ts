const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say that an order number follows, and words for the paybill account, which is the order's number. */
export const ORDER_CUES = set(
  'order orders oda orda ordr odr ordder odaa odar odari oder agizo invoice ankara booking',
);
export const ACCOUNT_CUES = set('account akaunti acc acct acount accnt a/c');
/** A till or paybill number belongs to the shop. */
export const TILL_CUES = set('till tills paybill pochi');

/** Small words between a cue and its number. */
export const FILLERS = set(
  'yangu yako yetu yenu yake zangu hii hiyo ile number numba num no nr nambari namba id ref ni is was ilikuwa ya za kwa ' +
    'ndio ndiyo my the reference it its wrong mbaya by mistake kimakosa and haswa of a c iko inaitwa inasoma in mpya',
);
/** "Account nikaandika 88213": the number is what was written. A short figure may be what was paid in ("nikaweka 500"). */
export const WRITTEN =
  /^(?:ni|tu)(?:li|me|ka)(?:andika|iandika|weka|iweka|type|enter|ingiza)$|^(?:typed|entered|wrote)$/;
/** Fillers that say in so many words that a number is meant: after them one digit, or words, are enough. */
export const NUMBER_WORDS = set('number numba num no nr nambari namba id ni is');
/** After these a short figure is a price: `order ya 2500`, `order was 1000`. */
export const PRICE_WORDS = set('ya za was ilikuwa of');
/** Words that deny the number after them. */
export const DENIALS = set('si sio siyo not haikuwa wasnt isnt');

/** Letters before digits that are money, not part of a number: `order KES 2350`. */
export const MONEY_PREFIX = /^(?:kes|ksh|kshs|sh|shs|shilingi|usd)[^a-z]/i;
/** What after a figure makes it money or a quantity; a currency before the next figure belongs to that one. */
export const MONEY_AFTER =
  /^(?:\.\d|,\d{1,4}(?!\d)|\s?(?:\/[=-]|(?:k|bob|shilling|shilingi|kg|pcs|[ap]\.?m)(?![a-z])|%)|\s?(?:kes|kshs?)(?![a-z]|[. ]{0,2}\d))/i;

/** Between two numbers: the second is the wrong one. */
export const SECOND_DENIED = /(?:[\s,;.(-]{0,4})(?:na sio|na si|wala si|and not|si|sio|siyo|not)(?![a-z])/iy;
/** Between two numbers: the first is what was typed or paid by mistake, the second what was meant. */
export const FIRST_DENIED = /(?:[\s,;.(-]{0,4})(?:badala ya|instead of|in place of|rather than)(?![a-z])/iy;
/** Between two numbers: the speaker takes the first back. */
export const TAKEN_BACK =
  /(?:[\s,;.(-]{0,4})(?:samahani|sorry|pole|i mean|i meant|namaanisha|yaani|no wait|hapana|actually|correction|ya ukweli|sahihi|rather)(?![a-z])/iy;
/** After a denied number: the right one follows. */
export const RIGHT_FOLLOWS = /(?:[\s,;.(-]{0,4})(?:ni|but|bali|ila|lakini|it'?s|is)(?![a-z])/iy;
/** Between two numbers of a list that look alike: both are meant. */
export const LISTED = /\s?[,;]\s{0,2}|\s(?=\d)/iy;
/** Between two numbers: both are meant. */
export const BOTH_MEANT = /\s{0,2}(?:,?\s?(?:na|and|au|ama|or)(?![a-z])|[&/+])/iy;

/** The words of a text that holds an order number and nothing else. */
export const ALONE_WORDS = set(
  'ni basi samahani sorry pole hii hiyo hapa ndio ndiyo yes eeh it is its yangu my the please tafadhali sawa ok here number namba ' +
    'no nambari ile hapo order oda hi hello habari asante thanks thank you sasa',
);

/** Words before a reference of letters and figures that make it another thing than an order. */
export const OTHER_REFERENCE =
  /(?<![a-z])(?:customer|mteja|tracking|parcel|kifurushi|sku|coupon|promo|wifi|kra|pin|id|imei|model|version|gari|plate|size|serial|po box|ws)(?: (?:no|number|namba|ni|yangu))*[\s.:=#"'-]{0,3}$/i;
