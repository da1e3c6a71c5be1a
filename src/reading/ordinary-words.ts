import { isDigitWord } from './spelled-digits.ts';

/**
 * Short words of customers' messages, Swahili, Sheng and English. Longer Swahili ones tell by their vowels
 * (`looksLikeWord`); these are too short for that, or have too many consonants.
 */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    'na ni ya wa za la cha vya kwa si no hii ile hiyo hizo hizi hao huyu yule pia tu sana bei leo jana juu kwani ama au ' +
    'ila hata kama kila wote sote bado nami nawe naye yake yako yao mimi wewe yeye sisi nyinyi haki dada kaka mama baba ' +
    'kitu mtu watu vitu siku wiki mara saa hadi tena ndio kesi deni haya hapa hapo huko bana buda bro sis mse msee oda bob ' +
    'a i an as am at be by do go he if in is it me my of on or so to up us we the and are ago all any ask bad bag bed big ' +
    'box boy bus but buy cab can car cat cup cut day did dog due end fan far fee few fix for fun gas get gig had has hat ' +
    'her him his hit how its job jug kid lab led let lid lot man map may men new not now off old one our out own pay pen ' +
    'per pin put red run sad say see set she sit sms son sum tax tea the tin too top try two use van via wait was way web ' +
    'who why win yes yet you account back bank been best bill block both call card cash club code cost days desk done ' +
    'each even ever fast fees find first flat from full gift girl give goes gone good half hand hard have help here high ' +
    'hold home item just keep kept kick kids kind lack last late left less line list long lost luck make many more most ' +
    'much must name need next none once only open over pack page paid part past pick plan plot post rent rest rice same ' +
    'sell send sent shop show side sign size sold some soon still stop such sure take talk tell text than that them then ' +
    'they this till time told took town unit very want week well went were what when will wish with work year your gram ' +
    'kilo hundred thousand mia elfu nusu robo sh ksh kes kshs'
  ).split(' '),
);

/** Whether a lower-case word is one of everyday messages, number words included. */
export function isOrdinaryWord(word: string): boolean {
  return ORDINARY.has(word) || isDigitWord(word);
}
