import { SqliteError } from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { importPayments } from '../../src/cases/import-records.ts';
import { stopForOldCopy } from '../../src/cases/lane.ts';
import type { Store } from '../../src/cases/ports.ts';
import { brakesOf, probeLane, startLane } from '../../src/cases/staff/brakes.ts';
import { resolve } from '../../src/cases/staff/resolve.ts';
import { callbackPath } from '../../src/payouts/callback-path.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  b2cPaid,
  caseOf,
  complain,
  expectBooks,
  expectRefunded,
  openReasons,
  overpaid,
  overpaymentComplaintOf,
  payoutOf,
  requestsFor,
  restarted,
  seed,
  told,
  waiting,
  waitingOn,
  type CustomerCase,
} from '../support/journey.ts';
import { outgoingRow } from '../support/statement-rows.ts';

// Goal: what only matters when two things meet: an answer beside a giving-up, a stop beside a probe, a death beside an
// alert, one result at two paths. Method: real store, simulator over HTTP, judged by the simulator's books.

const WHY = { by: 'baraka', because: 'an exercise' };

let desk: TestDesk;
afterEach(async () => {
  await expectBooks(desk);
  await desk.close();
});

const statusQueries = (): number =>
  desk.simulator.books().requests.filter(({ operation }) => operation === 'status').length;

describe('one result that is said to two attempts', () => {
  it('pays the one that it belongs to: the refused one stays unpaid, with an alert and a hold', async () => {
    desk = await openTestDesk();
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['refuse:400.002.02'], times: 1 }]);
    await desk.settle();
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
    const [first, second] = await attemptsOf(desk, kase.caseId);
    expect([first?.verdict, second?.verdict]).toEqual(['not_paid', 'paid']);

    const told = desk.simulator.books().callbacks.find(({ state }) => state === 'delivered');
    const path = callbackPath(desk.app.desk.fixed.secret, {
      of: 'attempt',
      reference: (await payoutOf(desk, kase.caseId)).reference,
      number: 1,
      ask: null,
      kind: 'result',
    });
    const { RUDISHA_LISTEN_HOST: host, RUDISHA_LISTEN_PORT: port } = desk.config;
    const answer = await fetch(`http://${host}:${port}${path}`, { method: 'POST', body: told?.body ?? '' });
    expect(answer.status).toBe(200);
    await desk.settle();
    const view = await desk.app.desk.store.attempt(first?.id ?? '');
    expect(view?.attempt.verdict).toBe('not_paid');
    expect(view?.transfers.map(({ kind }) => kind)).not.toContain('late');
    expect(await openReasons(desk, kase.caseId)).toEqual(['fact_contradicts']);
    expect(await desk.app.desk.store.holds(kase.receipt, 5)).toHaveLength(1);
  });
});

describe('staff', () => {
  it('hear of a limit also when the worker died as it was met', async () => {
    desk = await openTestDesk({ environment: { LIMIT_PER_PAYOUT: '1000' } });
    const kase = await approved(desk, { shillings: 5_000 });
    let dies = true;
    const dying = await restarted(
      desk,
      {},
      {
        wrapping: {
          hook: (moment, writer) => {
            // The refusal is saved; what follows from it is not.
            if (dies && writer === 'commit' && moment === 'before-begin')
              throw new SqliteError('gone', 'SQLITE_INTERRUPT');
          },
        },
      },
    );
    await expect(dying.settle()).rejects.toThrow('gone');
    dies = false;
    await dying.close();
    expect(await told(desk, kase.caseId, 'staff')).toEqual([]);
    const next = await restarted(desk, {});
    await next.settle();
    await next.close();
    expect(await told(desk, kase.caseId, 'staff')).toEqual(['payout_over_limit']);
    expect(requestsFor(desk, kase.receipt)).toBe(0);
  });
});

describe('a lane that a credential code stopped', () => {
  const badCredential = { faults: ['credential_wrong'], times: 1 };

  it('stays shut when the books turn out to be an old copy while the probe is read', async () => {
    let meanwhile: (() => Promise<void>) | null = null;
    const store = (real: Store): Store => ({
      ...real,
      commit: async (change) => {
        const opens = change.writes.some((write) => write.kind === 'setting' && write.value === 'open');
        const deed = meanwhile;
        if (opens && deed !== null) {
          meanwhile = null;
          await deed();
        }
        return real.commit(change);
      },
    });
    desk = await openTestDesk({ wrapping: { store } });
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', ...badCredential }]);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'credential' });
    meanwhile = () => stopForOldCopy('RF-22222222/1', desk.app.desk);
    await probeLane(WHY, desk.app.desk);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'old_copy' });
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(desk.simulator.books().moneyOut).toEqual([]);
    expect((await caseOf(desk, kase.caseId)).status).toBe('approved');
  });

  it('holds the questions about unknown receipts back too, until it is open', async () => {
    desk = await openTestDesk();
    await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', ...badCredential }]);
    await desk.settle();
    const before = statusQueries();
    const unknown = await seed(desk, { unrecorded: true });
    const caseId = await complain(desk, unknown);
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    expect(statusQueries()).toBe(before);
    expect((await caseOf(desk, caseId)).status).toBe('extracted');
    await startLane(WHY, desk.app.desk);
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  });
});

describe('a row of the statement', () => {
  it('that may be either of two payouts in doubt settles neither', async () => {
    desk = await openTestDesk();
    const first = await waitingOn(desk, 'b2c');
    const second = await overpaid(desk, undefined, { phone: first.phone });
    const cases: CustomerCase[] = [
      first,
      { ...second, caseId: await complain(desk, second, overpaymentComplaintOf(second)) },
    ];
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['lose_callback'] }]);
    for (const { caseId } of cases) await approveAs(desk, caseId);
    await desk.settle();
    const [paid] = b2cPaid(desk);
    const row = outgoingRow(paid?.receipt ?? '', desk.clock.now(), { full: first.phone });
    const imported = await importPayments([row], 'import', desk.app.desk, () => undefined);
    expect(imported).toMatchObject({ ours: 1, held: 0 });
    await desk.settle();
    for (const { caseId } of cases)
      expect(await payoutOf(desk, caseId)).toMatchObject({ state: 'unresolved' });
    // Asked by their own ids, each is settled with its own receipt.
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    const receipts = await Promise.all(
      cases.map(async ({ caseId }) => (await payoutOf(desk, caseId)).providerReceipt),
    );
    expect(new Set(receipts)).toEqual(new Set(b2cPaid(desk).map(({ receipt }) => receipt)));
  });
});

describe('questions about the original payment', () => {
  it('that were not answered before people approved again do not count', async () => {
    desk = await openTestDesk();
    const kase = await waitingOn(desk, 'b2c');
    await approveAs(desk, kase.caseId);
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_silent'] }]);
    await desk.settle();
    for (let asked = 1; asked <= 3; asked += 1) {
      desk.clock.forward(6 * MINUTE);
      await desk.settle();
    }
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    desk.simulator.setFaults([]);
    const [open] = await desk.app.desk.store.escalations({ caseId: kase.caseId, open: true, limit: 1 });
    const resolution = { kind: 'go-on', receipt: null, order: null } as const;
    await resolve({ escalationId: open?.id ?? '', ...WHY, resolution }, desk.app.desk);
    await desk.settle();
    await approveAs(desk, kase.caseId);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(b2cPaid(desk)).toHaveLength(1);
  });
});

describe('an answer that arrives as its question is given up', () => {
  it('is read: the payment is recorded, and nobody is called', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const store = (real: Store): Store => ({
      ...real,
      commit: async (change) => {
        const givesUp = change.writes.some(
          (write) => write.kind === 'update_inquiry' && write.set.state === 'unanswered',
        );
        const deed = meanwhile;
        if (givesUp && deed !== null) {
          meanwhile = null;
          await deed();
        }
        return real.commit(change);
      },
    });
    desk = await openTestDesk({ wrapping: { store } });
    await waiting(desk);
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_silent'] }]);
    const customer = await seed(desk, { unrecorded: true });
    const caseId = await complain(desk, customer);
    const { inquiries } = (await desk.app.desk.store.snapshot(caseId)) ?? { inquiries: [] };
    meanwhile = () =>
      desk.app.desk.store.record({
        kind: 'inquiry_callback',
        at: desk.clock.now(),
        path: '/cb/result',
        body: '{}',
        inquiryId: inquiries[0]?.id ?? '',
        why: null,
        answer: {
          code: '0',
          receipt: customer.receipt,
          status: 'Completed',
          amountCents: customer.amountCents,
          debitParty: customer.phone,
          creditParty: '600992',
          finalisedAt: customer.paidAt,
        },
      });
    desk.clock.forward(6 * MINUTE);
    await desk.settle();
    expect(meanwhile).toBeNull();
    const view = await desk.app.desk.store.inquiry(inquiries[0]?.id ?? '');
    expect(view?.inquiry.state).toBe('answered');
    expect(await openReasons(desk, caseId)).toEqual([]);
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
    const events = await desk.app.desk.store.eventsOf(caseId);
    expect(events.filter(({ what }) => what === 'inquiry_ended')).toHaveLength(1);
  });
});
