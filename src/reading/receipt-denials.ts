import type { Span } from './types.ts';

/**
 * Right before a code: "sio UKN4X7M2QP", "not the code UKN4X7M2QP", "si hiyo ya UKN4X7M2QP". A pointing word alone may
 * point back ("UKN81B6TQZ si hiyo UKN4X7M2QP"), and "or not" leaves both open: neither denies what follows.
 */
const DENIED_BEFORE =
  /(?<![a-z])(?<!(?:au|ama|or) )(?:sio|siyo|si|wala|not|isn't|isnt)(?:(?: (?:hiyo|hii|ile|that|this))?(?: (?:ya|the|code|kodi|ref|risiti|receipt|namba))+)? $/i;
const BEFORE_MAX = 40;

/**
 * Leaves out the codes that the customer says are not the one. A question ("si UKN4X7M2QP?") denies nothing: it asks
 * whether we have that one. Of "UKN4X7M2QP badala ya UKN81B6TQZ" both stay, for either may be meant.
 */
export function withoutDenied<Code extends Span>(text: string, codes: readonly Code[]): readonly Code[] {
  return codes.filter(({ start, end }) => {
    const asks = text
      .slice(end, end + 2)
      .trimStart()
      .startsWith('?');
    return asks || !DENIED_BEFORE.test(text.slice(Math.max(0, start - BEFORE_MAX), start));
  });
}
