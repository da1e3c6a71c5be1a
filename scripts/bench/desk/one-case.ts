import { advance } from '../../../src/cases/advance.ts';
import { deliver } from '../../../src/cases/deliver.ts';
import { openCase } from '../../../src/cases/inbound.ts';
import { settle } from '../../../src/cases/settle.ts';
import { approve } from '../../../src/cases/staff/approve.ts';
import { invariant } from '../../../src/core/errors.ts';
import { parseCallback } from '../../../src/mpesa/callback.ts';
import type { BenchDesk } from './desk.ts';
import { complaintOf, type Person } from './people.ts';

/**
 * One complaint from its message to the closed case, through the functions that the worker, the command line and the
 * listener call: nothing waits and nothing is polled for. Returns the case's id.
 */
export async function wholeCase(one: Person, bench: BenchDesk): Promise<string> {
  const { desk, channel } = bench.app;
  const { caseId } = await openCase(complaintOf(one), 'customer', desk);
  await advance(caseId, desk);
  const card = await desk.store.snapshot(caseId);
  invariant(card?.payout, `case ${caseId} waits for no approval but is ${card?.case.status ?? 'gone'}`);
  const { key } = card.payout;
  await approve({ caseId, by: 'achieng', key, orderChecked: false, revision: card.case.revision }, desk);
  await advance(caseId, desk);
  const attempts = await desk.store.attemptsOf(key);
  const [attempt] = attempts;
  invariant(attempt && attempts.length === 1, `case ${caseId} has ${attempts.length} attempts`);
  await calledBack(attempt.id, bench);
  await settle(attempt.id, desk);
  const messages = await desk.store.outboundOf(caseId);
  await deliver(
    messages.filter(({ deliveredAt }) => deliveredAt === null),
    channel,
    desk,
  );
  const closed = await desk.store.case(caseId);
  invariant(closed?.outcome === 'refunded', `case ${caseId} is ${closed?.status ?? 'gone'}`);
  return caseId;
}

/** What the listener does with a request, without the request. */
async function calledBack(attemptId: string, { app, provider }: BenchDesk): Promise<void> {
  const { desk } = app;
  const owed = provider.take(attemptId);
  invariant(owed, `nothing was sent for ${attemptId}`);
  const { fact, why, stored } = parseCallback('result', null, JSON.parse(owed.body) as unknown);
  await desk.store.record({
    kind: 'callback',
    at: desk.clock.now(),
    path: owed.path,
    attemptId,
    fact,
    why,
    body: JSON.stringify(stored),
  });
}
