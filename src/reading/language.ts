import { wordsIn } from './message-words.ts';
import type { Language } from './types.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that only Sheng has; one is enough (language.md §B). */
const SHENG = words(
  'niaje buda wasee msee maze thao ngiri soo punch finje chwani rwabe ashu dooh doo ganji chapaa mbogi form ngori sasa_hivi zii fiti manze mzae noma',
);

/** Swahili words that English does not share. Names of things that Swahili speakers borrow (order, code) count for neither. */
const SWAHILI = words(
  'na ya wa kwa ni si sio la za cha vya lakini bado yangu yako yenu wangu zangu langu hii hiyo hizo ile pesa oda malipo namba nambari simu jana leo juzi kesho ' +
    'mbona nini gani wapi lini habari asante asanteni tafadhali naomba nataka sina sijui hakuna kitu ndio ndiyo hapana sawa poa tu pia ama au ' +
    'elfu mia laki moja mbili tatu nne tano saba nane tisa kumi nusu kiasi mara sana kabisa kweli hadi mpaka tena basi je mimi wewe nyinyi kwenu wenu ' +
    'saa siku tarehe badala risiti bila rudisheni nirudishieni angalieni zote eeh samahani mtu bei ngapi kuagiza kulipa',
);

/** Swahili verbs by their shape: subject, tense, stem, final vowel (`nimelipa`, `haijaonekana`, `sijapata`). */
const SWAHILI_VERB =
  /^(?:ni|tu|mli|mme|a|wa|i|ya|zi|u|m|si|ha(?:i|ya|zi|m|wa|tu))(?:li|me|na|ta|ka|ja|sha|ki|nge)\w{2,}[aeiou]$/;
/** The same with an English stem: both languages in one word (`haijareflect`, `niliclear`). */
const MIXED_VERB = /^(?:ni|tu|mli|mme|si|ha(?:i|ya|zi|m))(?:li|me|ja|ta)[a-z]{2,}[^aeiou]$/;

const ENGLISH = words(
  'the my i is was it you your and but for of to from paid still not this that me we please hi hello money left where what how do why when am are have has had ' +
    'been they them their with after before says said only each twice charged refund back now yesterday today nothing kindly confirm just can could would ' +
    'so does on ok okay yes no thanks thank wrong instead',
);

/** Borrowed words inside Swahili and Sheng sentences; they tell nothing. */
const BORROWED = words(
  'order code mpesa pesa paid unpaid pending failed ok refund till paybill account app sms',
);

/** The language of a text, from its words (as of `wordLine`). English when nothing tells. */
export function languageOf(line: string): Language {
  let swahili = 0;
  let english = 0;
  for (const word of wordsIn(line.replaceAll(' m pesa ', ' mpesa '))) {
    if (SHENG.has(word)) return 'sheng';
    if (MIXED_VERB.test(word)) return 'mixed';
    if (SWAHILI.has(word) || SWAHILI_VERB.test(word)) swahili += 1;
    else if (ENGLISH.has(word) && !BORROWED.has(word)) english += 1;
  }
  if (swahili === 0) return 'en';
  return english > 1 ? 'mixed' : 'sw';
}

/** The language in which the customer is answered: Sheng and mixed text come from people who read Swahili. */
export function answerLanguage(language: Language): 'sw' | 'en' {
  return language === 'en' ? 'en' : 'sw';
}
