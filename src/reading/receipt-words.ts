import type { Span } from './types.ts';

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Words that name a receipt. */
const NAMES = wordSet(
  'code codes kodi kod koda msimbo ref refs reference receipt receipts risiti resiti risti ' +
    'stakabadhi transaction transactions trans txn trx trans_id muamala mpesa pesa confirmation ' +
    'transid transcode',
);

/** Words that may stand between a name and the code, or between the code and a name. */
const BETWEEN = wordSet(
  'ni ya yangu yake yao za zangu is was are id no number namba nambari my the her his this that it ' +
    'its iko hapa hapo hii hiyo hizi hizo ile ndio ndiyo ndo nasoma inasema ilikuwa mbili dada kaka ' +
    'mke mume wangu rafiki kwanza mwisho pili tatu first last second of m from sms old zamani',
);

/** Words whose capitals with figures behind them make a label, not a code: `ID31234567`, `TILL832911`, `ACC1234567`. */
const LABELS = wordSet(
  'id till oda order acc account ref case claim ticket bill sale sales item client card gate page ' +
    'pack paid kes ksh sku delivery model block flat deal wallet receipt class label file face batch ' +
    'sack lila gift save flash bag',
);

/** Particles that begin no code when they stand alone. */
const PARTICLES = wordSet(
  'na ni ya wa za la kwa si no id by my me is to of in on at it a i hii hadi saa kila baki mia elfu',
);

export function isLabel(word: string): boolean {
  return LABELS.has(word.toLowerCase());
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase());
}

/** Sixty characters hold the six small words that a name may be away. */
const REACH = 60;
const WORDS_BETWEEN_MAX = 6;

/** How a text speaks of the code at a span. */
export class Naming {
  /** The code opens an M-Pesa SMS: `CODE Confirmed.` */
  readonly sms: boolean;
  /** A word that means "code" stands beside it, with nothing but small words between. */
  readonly named: boolean;
  private readonly namedBefore: boolean;
  private readonly before: string;

  constructor(text: string, span: Span) {
    const after = text.slice(span.end, span.end + REACH);
    this.before = text.slice(Math.max(0, span.start - REACH), span.start);
    this.sms = /^[\s.,:;"')\]-]{0,4}(?:confirmed|imethibitishwa)/i.test(after);
    this.namedBefore = reachesName(wordsOf(this.before).reverse());
    this.named = this.namedBefore || reachesName(wordsOf(after.split(/[.!?]/, 1)[0] ?? ''));
  }

  /** `code ni X`, `code: X`, `ref=X`: the text says that X is the code. */
  stated(): boolean {
    return this.namedBefore && STATED.test(this.before);
  }

  /** An order word stands right before it. */
  order(): boolean {
    return ORDERED.test(this.before);
  }
}

const STATED = /(?:[:=]|(?<![a-z])(?:ni|is|code|kodi|ref))["'\s#(-]{0,4}$/i;
const ORDERED =
  /(?<![a-z])(?:order|oda|orda|invoice|account|akaunti|acc|sku|tracking|parcel|coupon|promo|wifi)(?: (?:no|number|namba|yangu|ni|id))*[\s.:=#"'-]{0,4}$/i;

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('m-pesa', 'mpesa')
      .match(/[a-z_]+|\d+/g) ?? []
  );
}

function reachesName(words: readonly string[]): boolean {
  for (const word of words.slice(0, WORDS_BETWEEN_MAX + 1)) {
    if (NAMES.has(word)) return true;
    if (!BETWEEN.has(word)) return false;
  }
  return false;
}
