/**
 * Texts that state two codes, two amounts or two orders, or hold words of yes and no, in many frames of Swahili, Sheng
 * and English; with and without words that only point. Made up here, so that no labelled line is among them.
 */

export const CODES = ['UKN4X7M2QP', 'UKP6B1R8WX'] as const;
export const ORDERS = ['88213', '88214'] as const;
export const AMOUNTS = ['2,350', '3,000'] as const;

/** `{1}` and `{2}` are the two values, with what names them. */
const FRAMES = [
  'nina mbili, {1} ya kwanza na {2} ya pili, bado haijaonekana',
  'nimelipa {1} na {2} lakini order bado unpaid',
  'si {1}, ni {2}, pesa haijafika',
  '{1} sio {2}, nimelipa na bado inasema unpaid',
  'ni {2} wala si {1}, nilituma na haijareflect',
  'kwanza {1} halafu {2}, nirudishieni pesa',
  '{1} ama {2}, moja ndio sahihi, bado haijaingia',
  'samahani nilikosea, si {1} ni {2}, nimelipa lakini bado',
  'ile ya {1} ndio haijaingia, ile ya {2} iko poa',
  '{1} badala ya {2}, nimekatwa pesa',
  'hapana {1}, {2} ndiyo ilikatwa, nirudishie',
  'maze nimetuma {1} na {2} doo imekatwa tu',
  'buda si {1} ni {2} ndo haijaingia',
  'zii, {1} ni ya msee mwingine, yangu ni {2}, haijaingia bado',
  'I paid {1} first and {2} second, still unpaid',
  'not {1} but {2}, my order still says unpaid',
  'only {2} is missing, {1} came through fine, refund me',
  'sorry I meant {2} instead of {1}, payment not reflecting',
  'wrong one, it is {1}, not {2}, paid but still pending',
  '{1} or {2}, the correct one is the last, I was charged',
  'correction: {2}. {1} was a mistake. I want my money back',
  'I was charged {1} only {2} valid, refund the rest',
  'yes {1}, no {2}, payment not showing',
  'that one {1}, not that one {2}',
  '{1}? hapana, {2}',
  'kuhusu {1} na {2}',
  'naulizia {1}, sio {2}',
] as const;

const POINTERS = ['', 'kwanza ', 'ndio ', 'ile ', 'only ', 'the last one: '] as const;

/** How a value is named; an amount beside one code and order, so that it is held against a record. */
const NAMED = {
  codes: (at: 0 | 1) => `code ${CODES[at]}`,
  bareCodes: (at: 0 | 1) => CODES[at],
  orders: (at: 0 | 1) => `order ${ORDERS[at]}`,
  amounts: (at: 0 | 1) => `Ksh ${AMOUNTS[at]}`,
  pairs: (at: 0 | 1) => `order ${ORDERS[at]} code ${CODES[at]}`,
} as const;

/** What stands behind the frame: nothing, or the other two fields, once. */
const BESIDE = {
  codes: ['', `, order ${ORDERS[0]}`, `, Ksh ${AMOUNTS[0]}`],
  bareCodes: [''],
  orders: ['', `, code ${CODES[0]}`],
  amounts: [`, code ${CODES[0]}`, `, order ${ORDERS[0]}`],
  pairs: ['', `, Ksh ${AMOUNTS[1]}`],
} as const;

export function statedTwice(): readonly string[] {
  const kinds = Object.keys(NAMED) as (keyof typeof NAMED)[];
  return kinds.flatMap((kind) =>
    BESIDE[kind].flatMap((beside) =>
      POINTERS.flatMap((pointer) =>
        FRAMES.map(
          (frame) => pointer + frame.replace('{1}', NAMED[kind](0)).replace('{2}', NAMED[kind](1)) + beside,
        ),
      ),
    ),
  );
}

const YES_NO = [
  'ndio maana nikawaandikia',
  'ndio nimeelewa maneno yenu',
  'eti sawa mnasema hivyo',
  'reply with yes',
  'sawa mambo ni mengi',
  'yes is what you people always say',
  'ok nimewaona nyinyi watu wa kwetu',
  'nimewaona nyinyi watu wa kwetu',
  'case imesolviwa',
  'case imesolviwa hapo kwenu',
  'kesi imetatuliwa kwa system yenu',
  'issue resolved on your side',
  'only that one first',
  'ile ya kwanza, si ya pili',
  'hapana ile ingine',
  'poa vile mlisema mtaona',
  'wacha tuone vile itakuwa',
  'tuendelee vile mlisema jana',
  'mmesema mtanirudishia vile',
  'fanyeni vile mnafanya',
  'msee wangu si nilikuwa nimesema',
  'niko hapa tu mkinitafuta',
] as const;

/** Replies whose meaning is a yes, a no or nothing that a rule knows. */
export function yesAndNo(): readonly string[] {
  return YES_NO.flatMap((text) => ['', 'kwanza ', 'ndio ', 'ile ', 'sawa '].map((pointer) => pointer + text));
}
