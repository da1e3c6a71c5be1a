import { approvalsOfRound } from '../approvals.ts';
import type { Check } from '../gate-types.ts';
import { personKey } from '../people.ts';

/**
 * Enough different people approved this key in this round, on the case as it is now, and none of those who count had a
 * hand in it (payouts.md §1). The reason names the last hurdle that emptied the list.
 */
export const approval: Check = (rows, given) => {
  const ofRound = approvalsOfRound(rows);
  if (ofRound.length === 0) return { reason: 'no_approval', then: 'back_to_approval' };
  const valid = ofRound.filter(
    ({ expiresAt, revision }) => expiresAt > given.now && revision === rows.case.revision,
  );
  if (valid.length === 0) return { reason: 'approval_expired', then: 'back_to_approval' };
  const hands = new Set(rows.case.hands.map(personKey));
  const people = new Set(
    valid.map(({ by }) => personKey(by)).filter((person) => person !== '' && !hands.has(person)),
  );
  if (people.size === 0) return { reason: 'approver_not_allowed', then: 'back_to_approval' };
  const isEnough = people.size >= rows.peopleNeeded;
  return isEnough ? null : { reason: 'too_few_approvers', then: 'back_to_approval' };
};
