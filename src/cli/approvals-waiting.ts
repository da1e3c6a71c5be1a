import type { Desk } from '../cases/desk.ts';
import type { Escalation } from '../cases/change.ts';
import type { Case } from '../cases/types.ts';
import type { Payout } from '../payouts/types.ts';

/** A refund that waits for a yes. */
export interface Waiting {
  readonly case: Case;
  readonly payout: Payout;
  /** A person is needed for something else first. */
  readonly escalations: readonly Escalation[];
}

/** More than any desk has waiting at once; beyond it the oldest might not be first. */
const LOOKED_AT = 10_000;

/** Cases that wait for approval, the oldest first: work that waits is done in order. */
export async function approvalsWaiting(
  limit: number,
  desk: Pick<Desk, 'store'>,
): Promise<readonly Waiting[]> {
  const newestFirst = await desk.store.cases({ status: 'waiting_for_approval', limit: LOOKED_AT });
  const waiting = await Promise.all(
    newestFirst
      .toReversed()
      .slice(0, limit)
      .map(async (kase) => {
        const payout = kase.payoutKey === null ? null : await desk.store.payout(kase.payoutKey);
        const escalations = await desk.store.escalations({ caseId: kase.id, open: true, limit: 20 });
        return payout === null ? null : { case: kase, payout, escalations };
      }),
  );
  return waiting.filter((row) => row !== null);
}
