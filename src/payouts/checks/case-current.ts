import { approvalsOfRound } from '../approvals.ts';
import type { Check } from '../gate-types.ts';

/**
 * The case is still the one that was approved. A message that nobody read may withdraw the complaint or tell of another
 * number; a changed revision means that the approvers saw something else.
 */
export const caseCurrent: Check = (rows) => {
  const { status, unreadMessages, payoutKey, revision } = rows.case;
  if (status !== 'approved') return { reason: 'case_not_approved', then: 'back_to_decision' };
  if (unreadMessages !== 0) return { reason: 'case_has_unread_message', then: 'back_to_decision' };
  if (payoutKey !== rows.key) return { reason: 'case_has_another_refund', then: 'back_to_decision' };
  // Without any approval there is nothing to have changed since: `approval` says so.
  const approved = approvalsOfRound(rows);
  const isStale = approved.length > 0 && !approved.some((approval) => approval.revision === revision);
  return isStale ? { reason: 'case_changed_since_approval', then: 'back_to_decision' } : null;
};
