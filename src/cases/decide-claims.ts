import { earlierRefunds } from '../records/given-back.ts';
import type { Payment } from '../records/types.ts';
import { close, person, type View } from './decide-view.ts';
import type { Decision, OpenCase } from './types.ts';

/** D6: two sources differ about the receipt, or somebody put it on hold. */
export function heldReceipt(payment: Payment): Decision | null {
  return payment.onHold ? person('D6', 'records_conflict', payment.receipt) : null;
}

/** D7: another open case has this receipt. Without a sender on both sides nobody knows that it is the same person. */
export function claimedElsewhere(payment: Payment, view: View): Decision | null {
  const claims = view.openCases.filter((open) => open.receipt === payment.receipt && open.id !== view.caseId);
  const ofOthers = claims.filter((open) => open.sender === null || open.sender !== view.sender);
  if (ofOthers.length > 0) {
    return {
      ...person('D7', 'claimed_by_another_case', payment.receipt),
      alsoOn: ofOthers.map((open) => open.id).toSorted(),
    };
  }
  const [earliest] = claims.filter((open) => isEarlier(open, view)).toSorted(byOpening);
  if (earliest === undefined) return null;
  return {
    route: 'close',
    row: 'D7',
    outcome: 'duplicate',
    receipt: payment.receipt,
    duplicateOf: earliest.id,
  };
}

/** D8: the money is back already, or on its way. */
export function givenBackBefore(payment: Payment, view: View): Decision | null {
  switch (earlierRefunds(payment, view.records.givenBack)) {
    case null:
      return null;
    case 'unresolved':
      return { route: 'wait', row: 'D8', receipt: payment.receipt };
    case 'all_by_us':
      return close('D8', 'duplicate', payment.receipt);
    case 'all_outside':
      return close('D8', 'refunded_outside', payment.receipt);
    case 'mixed':
      return person('D8', 'records_conflict', payment.receipt);
  }
}

function isEarlier(open: OpenCase, view: View): boolean {
  return byOpening(open, { id: view.caseId, openedAt: view.openedAt }) < 0;
}

/** By time of opening, then by id, so that of two cases exactly one is the earlier. */
function byOpening(a: Pick<OpenCase, 'id' | 'openedAt'>, b: Pick<OpenCase, 'id' | 'openedAt'>): number {
  if (a.openedAt !== b.openedAt) return a.openedAt - b.openedAt;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
