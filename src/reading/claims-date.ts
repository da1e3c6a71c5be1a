import { wordLine } from './message-words.ts';
import type { PaidOn, Span } from './types.ts';

/** A date or a named day in a text. */
interface DateFound extends Span {
  readonly paidOn: PaidOn;
}

/** Words just before a day that make it another day than that of the payment: "mpaka leo", "refund by Friday". */
const NOT_THE_PAYMENT =
  / (?:mpaka|hadi|tangu|until|till|by|since|before|kabla ya|kila|ifikapo|kufikia|leo ni|today is) (?:siku ya |on |the |tarehe )?$| (?:\w*rudishi\w*|rudisheni|refund\w*|nitalipa|will pay|kuja|come|deliver\w*|mnafungua|open) (?:\w+ ){0,3}$/;
/** And right behind it: "leo ni tarehe 30" tells what day it is, "leo asubuhi bado" how it stands. */
const NOT_THE_PAYMENT_AFTER =
  /^ (?:(?:ni|is) |(?:asubuhi |mchana |jioni |hii |pia |morning |evening )?(?:bado|still|ha(?:i|ya)ja[a-z]+)(?![a-z]))/i;
const WORDS_BEFORE = 40;

/** `[23/11/26, 16:12] Mteja: …`, `23/11/2026, 4:12 pm - Mteja: …`: a copied chat says when a line was written. */
const STAMP_BEFORE = /(?:^|\n)\s{0,4}\[?(?:\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?, {0,2})?$/i;
const STAMP_AFTER =
  /^(?:,? {1,2}\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)?(?:\]| {1,2}[-\u2013\u2014] {0,2}[^:\n]{1,40}:)/i;

function stampsLine(text: string, { start, end }: Span): boolean {
  return (
    STAMP_BEFORE.test(text.slice(Math.max(0, start - WORDS_BEFORE), start)) &&
    STAMP_AFTER.test(text.slice(end, end + 2 * WORDS_BEFORE))
  );
}

/** The day on which the customer says they paid; null when none or two different days are named. */
export function statedDay(text: string, dates: readonly DateFound[]): PaidOn | null {
  const days = new Set<PaidOn>();
  for (const date of dates) {
    const before = text.slice(Math.max(0, date.start - WORDS_BEFORE), date.start);
    const after = text.slice(date.end, date.end + WORDS_BEFORE);
    if (NOT_THE_PAYMENT_AFTER.test(after) || stampsLine(text, date)) continue;
    if (!NOT_THE_PAYMENT.test(wordLine(before.split(/[.!?\n](?=\s)/).at(-1) ?? ''))) days.add(date.paidOn);
  }
  const [day = null] = days;
  return days.size === 1 ? day : null;
}
