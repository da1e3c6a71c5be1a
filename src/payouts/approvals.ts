import type { GateRows } from './gate-types.ts';
import type { Approval } from './types.ts';

/** Approvals of this key, its present round and this case: one given for an earlier round was used up by it. */
export function approvalsOfRound(
  rows: Pick<GateRows, 'approvals' | 'key' | 'payout' | 'case'>,
): readonly Approval[] {
  return rows.approvals.filter(
    ({ key, round, caseId }) => key === rows.key && round === rows.payout?.round && caseId === rows.case.id,
  );
}
