import { expect } from 'vitest';
import { resolve } from '../../src/cases/staff/resolve.ts';
import type { TestDesk } from './desk.ts';

/**
 * Somebody looked at what is escalated, of a case or of all, and lets it go on; a case has something open. A doubt about
 * money is left: only `payouts reconcile` answers it.
 */
export async function goOn(desk: TestDesk, caseId?: string): Promise<void> {
  const open = await desk.app.desk.store.escalations({
    ...(caseId === undefined ? {} : { caseId }),
    open: true,
    limit: 10,
  });
  if (caseId !== undefined) expect(open, `open escalations of ${caseId}`).not.toEqual([]);
  const resolution = { kind: 'go-on', receipt: null, order: null } as const;
  for (const { id, reason } of open) {
    if (reason === 'payout_in_doubt') continue;
    await resolve({ escalationId: id, by: 'dida', because: 'looked', resolution }, desk.app.desk);
  }
  await desk.settle();
}
