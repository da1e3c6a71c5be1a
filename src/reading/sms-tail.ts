const A = String.raw`(?:ksh|kes|kshs)s?\.? ?[\d,]+(?:\.\d{1,2})?`;

/** Sentences that M-Pesa puts after the date: balance, cost, daily limit, notices, advertisements (language.md §D). */
const SENTENCES: readonly RegExp[] = [
  String.raw`new (?:m-?pesa |utility |account |business )*(?:account )?balance is ${A}`,
  String.raw`your (?:new )?(?:m-?pesa )?(?:account )?balance is(?: now)? ${A}`,
  String.raw`and ${A} is (?:credited to|debited from) your m-?pesa account`,
  String.raw`(?:m-?pesa )?balance is ${A}`,
  String.raw`${A} received from [^.\n]{1,80}?(?=\.|,? ?new )`,
  String.raw`withdraw ${A} from [^.\n]{1,80}?(?=\.|,? ?new )`,
  String.raw`(?:baki|salio) (?:yako|lako)(?: mpya)?(?: (?:ya|katika|la))?(?: m-?pesa)? ni ${A}`,
  String.raw`transaction cost,? ${A}`,
  String.raw`gharama ya [a-z]+ ni ${A}`,
  String.raw`amount you can transact within the day is ${A.replace('(?:ksh|kes|kshs)s?', '(?:kshs?|kes)?')}`,
  String.raw`kiwango cha pesa unachoweza ku[a-z]+ kwa siku ni ${A.replace('(?:ksh|kes|kshs)s?', '(?:kshs?|kes)?')}`,
  String.raw`safaricom hupiga na [\d ]+ pekee`,
  String.raw`safaricom only calls you from [\d ]+`,
  String.raw`(?:ku|ili ku)?rudisha hizi pesa,? tuma ujumbe huu kwa \d{3}`,
  String.raw`to reverse,? forward this message to \d{3}`,
  String.raw`(?:sign up|separate|start|save|earn|pay|download|use|dial|get|enjoy|lipa|pata|weka|pakua|furahia)\b[^.\n]{0,90}(?:\*\d{3}#|m-?pesa app|https?:\/\/\S+|ziidi[^.\n]{0,40}|pochi[^.\n]{0,40})`,
].map((sentence) => new RegExp(`[\\s.,;]{0,4}(?:${sentence})(?:\\.(?!\\d))?`, 'iy'));

/** Where the last of M-Pesa's own sentences ends that follow each other from `start`; `start` when there is none. */
export function smsTailEnd(body: string, start: number): number {
  let end = start;
  for (let moved = true; moved;) {
    moved = false;
    for (const sentence of SENTENCES) {
      sentence.lastIndex = end;
      const match = sentence.exec(body);
      if (match === null) continue;
      end += match[0].length;
      moved = true;
    }
  }
  return body.charAt(end) === '.' ? end + 1 : end;
}
