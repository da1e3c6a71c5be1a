import type { Check } from '../gate-types.ts';

/** The refund that the records call for *now* is this one, to the key: records may have changed since the decision. */
export const recordsAgree: Check = (rows) => {
  const due = rows.dueNow();
  if (due === rows.key) return null;
  return { reason: due === null ? 'refund_no_longer_due' : 'another_refund_due', then: 'back_to_decision' };
};
