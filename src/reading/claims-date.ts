import { wordLine } from './message-words.ts';
import type { PaidOn, Span } from './types.ts';

/** A date or a named day in a text. */
interface DateFound extends Span {
  readonly paidOn: PaidOn;
}

/** Words just before a day that make it another day than that of the payment: "mpaka leo", "refund by Friday". */
const NOT_THE_PAYMENT =
  / (?:mpaka|hadi|tangu|until|till|by|since|before|kabla ya|kila|ifikapo|kufikia|leo ni|today is) (?:siku ya |on |the |tarehe )?$| (?:\w*rudishi\w*|rudisheni|refund\w*|nitalipa|will pay|kuja|come|deliver\w*|mnafungua|open) (?:\w+ ){0,3}$/;
const WORDS_BEFORE = 40;

/** The day on which the customer says they paid; null when none or two different days are named. */
export function statedDay(text: string, dates: readonly DateFound[]): PaidOn | null {
  const days = new Set<PaidOn>();
  for (const date of dates) {
    const before = text.slice(Math.max(0, date.start - WORDS_BEFORE), date.start);
    // "leo ni tarehe 30" tells what day it is.
    if (/^ (?:ni|is) /.test(text.slice(date.end, date.end + 4))) continue;
    if (!NOT_THE_PAYMENT.test(wordLine(before.split(/[.!?\n](?=\s)/).at(-1) ?? ''))) days.add(date.paidOn);
  }
  const [day = null] = days;
  return days.size === 1 ? day : null;
}
