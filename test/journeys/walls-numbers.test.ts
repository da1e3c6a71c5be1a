import { afterEach, describe, expect, it } from 'vitest';
import { resolve } from '../../src/cases/staff/resolve.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cRequestsFor,
  openReasons,
  payoutOf,
  waitingOn,
  expectBooks,
} from '../support/journey.ts';

// Goal: no request ever repeats the id or the callback path of an earlier one, over all rounds of a refund. Method: real
// store, simulator over HTTP, a refund that fails and is approved again; judged by the requests in the simulator's books.

let desk: TestDesk;
afterEach(() => desk.close());

describe('a refund that failed and is approved again', () => {
  it('goes out under an id and a callback path that no earlier request had', async () => {
    desk = await openTestDesk();
    const kase = await waitingOn(desk, 'b2c');
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['result:11'], times: 1 }]);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ number: 1, verdict: 'not_paid' }]);
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    const [open] = await desk.app.desk.store.escalations({ caseId: kase.caseId, open: true, limit: 1 });
    const resolution = { kind: 'go-on', receipt: null, order: null } as const;
    await resolve(
      { escalationId: open?.id ?? '', by: 'dida', because: 'an exercise', resolution },
      desk.app.desk,
    );
    await desk.settle();
    await approveAs(desk, kase.caseId);
    expect((await payoutOf(desk, kase.caseId)).round).toBe(2);
    // Whether a wall of the schema stops the second request is left open: none may repeat the first.
    await desk.settle().catch((error: unknown) => {
      expect(String(error)).toContain('UNIQUE constraint failed');
    });
    const { requests, requestsByPath } = desk.simulator.books();
    const ids = requests
      .filter(({ operation }) => operation === 'b2c')
      .map(({ body }) => /"OriginatorConversationID":"([^"]+)"/.exec(body)?.[1]);
    expect(ids.length).toBe(b2cRequestsFor(desk, kase.phone));
    expect(new Set(ids).size, 'ids of B2C requests').toBe(ids.length);
    for (const path of requestsByPath.filter(({ operation }) => operation === 'b2c'))
      expect(path).toMatchObject({ received: 1 });
    await expectBooks(desk);
  });
});
