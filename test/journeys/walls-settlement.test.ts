import { afterEach, describe, expect, it } from 'vitest';
import { importPayments } from '../../src/cases/import-records.ts';
import type { Store } from '../../src/cases/ports.ts';
import { settle } from '../../src/cases/settle.ts';
import { reconcile } from '../../src/cases/staff/reconcile.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  attemptsOf,
  b2cPaid,
  b2cRequestsFor,
  caseOf,
  expectBooks,
  restarted,
  shillings,
  waitingOn,
} from '../support/journey.ts';
import { outgoingRow } from '../support/statement-rows.ts';

// Goal: two judgements that meet never book what did not move, and never lose what did. Method: real store, simulator
// over HTTP, two workers or two pairs of people on one file; a wrapped store holds a commit back until the other one has
// looked. Judged by the simulator's books.

let desk: TestDesk;
afterEach(() => desk.close());

/** The provider says that it refused, pays all the same, and tells of it a little later. */
const REFUSED_YET_PAID = ['refuse_after_accept:400.002.02', 'late_callback:10s'];

async function successComes(): Promise<void> {
  const delivered = (): number =>
    desk.simulator.books().callbacks.filter(({ state, url }) => state === 'delivered' && url.includes('RF-'))
      .length;
  expect(delivered(), 'told before its time').toBe(0);
  desk.clock.forward(15 * SECOND);
  while (delivered() === 0) await desk.simulator.tick();
}

type Commit = Store['commit'];

/** Puts a deed around the first commit that judges an attempt, once it is armed. */
function aroundJudgement(): {
  readonly store: (real: Store) => Store;
  arm(deed: (commit: () => ReturnType<Commit>) => ReturnType<Commit>): void;
} {
  let deed: ((commit: () => ReturnType<Commit>) => ReturnType<Commit>) | null = null;
  return {
    arm: (what) => {
      deed = what;
    },
    store: (real) => ({
      ...real,
      commit: (change) => {
        const now = deed;
        if (now === null || !change.writes.some(({ kind }) => kind === 'update_attempt')) {
          return real.commit(change);
        }
        deed = null;
        return now(() => real.commit(change));
      },
    }),
  };
}

describe('a success that arrives while an earlier answer is being judged', () => {
  it('is not lost, and nothing is paid again', async () => {
    const judgement = aroundJudgement();
    desk = await openTestDesk({ wrapping: { store: judgement.store } });
    const kase = await waitingOn(desk, 'b2c');
    await approveAs(desk, kase.caseId);
    desk.simulator.setFaults([{ operation: 'b2c', faults: REFUSED_YET_PAID }]);
    let came = false;
    judgement.arm(async (commit) => {
      await successComes();
      came = true;
      return commit();
    });
    await desk.settle();
    expect(came, 'the success came in between').toBe(true);
    desk.clock.forward(2 * MINUTE);
    await desk.settle();
    expect(b2cRequestsFor(desk, kase.phone)).toBe(1);
    expect(b2cPaid(desk).map(({ amountCents }) => amountCents)).toEqual([shillings(150)]);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    await expectBooks(desk);
  });
});

describe('one receipt that people state for two payouts at the same moment', () => {
  it('settles the first, and the other stays in doubt: nothing is booked that the provider did not pay', async () => {
    const judgement = aroundJudgement();
    desk = await openTestDesk({ wrapping: { store: judgement.store } });
    const attempts: string[] = [];
    for (const fault of ['lose_callback', 'cut_before_accept']) {
      const kase = await waitingOn(desk, 'b2c');
      desk.simulator.setFaults([{ operation: 'b2c', faults: [fault] }]);
      await approveAs(desk, kase.caseId);
      await desk.settle();
      const [attempt] = await attemptsOf(desk, kase.caseId);
      attempts.push(attempt?.id ?? '');
    }
    const [paid] = b2cPaid(desk);
    const [real = '', unpaid = ''] = attempts;
    const state = (attemptId: string, by: string) =>
      reconcile(
        { attemptId, by, finding: { kind: 'paid', providerReceipt: paid?.receipt as Receipt } },
        desk.app.desk,
      );
    for (const attemptId of attempts) await state(attemptId, 'achieng');
    let other: Promise<unknown> = Promise.resolve();
    judgement.arm(async (commit) => {
      // The second pair has looked whether the receipt is free, too, before the first is saved.
      const looked = new Promise<void>((resolve) => {
        judgement.arm((commitOther) => {
          resolve();
          return first.then(commitOther);
        });
      });
      let saved: () => void = () => undefined;
      const first = new Promise<void>((resolve) => {
        saved = resolve;
      });
      other = state(unpaid, 'baraka').catch(() => 'refused by the schema');
      await looked;
      const done = await commit();
      saved();
      return done;
    });
    await state(real, 'baraka');
    // Whoever comes second looks again, and is no bug.
    expect(await other).not.toBe('refused by the schema');
    await desk.settle();
    const verdicts = await Promise.all(
      attempts.map(async (id) => (await desk.app.desk.store.attempt(id))?.attempt.verdict),
    );
    expect(b2cPaid(desk)).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'paid')).toHaveLength(b2cPaid(desk).length);
    await expectBooks(desk);
  });
});

describe('a limit of a day', () => {
  it('counts a payout that one worker called refused in the moment in which another saw it paid', async () => {
    const [mine, others] = [aroundJudgement(), aroundJudgement()];
    desk = await openTestDesk({ environment: { LIMIT_PER_DAY: '200' }, wrapping: { store: mine.store } });
    const other = await restarted(desk, {}, { wrapping: { store: others.store } });
    const first = await waitingOn(desk, 'b2c');
    const second = await waitingOn(desk, 'b2c');
    await approveAs(desk, first.caseId);
    desk.simulator.setFaults([{ operation: 'b2c', faults: REFUSED_YET_PAID, times: 1 }]);
    mine.arm(async (commit) => {
      await successComes();
      const [attempt] = await attemptsOf(desk, first.caseId);
      let saved: () => void = () => undefined;
      const mineIsSaved = new Promise<void>((resolve) => {
        saved = resolve;
      });
      let theirs: Promise<unknown> = Promise.resolve();
      await new Promise<void>((looked) => {
        others.arm((commitTheirs) => {
          looked();
          return mineIsSaved.then(commitTheirs);
        });
        theirs = settle(attempt?.id ?? '', other.app.desk).catch(() => 'refused by the schema');
      });
      const done = await commit();
      saved();
      await theirs;
      return done;
    });
    await desk.settle();
    const [paid] = b2cPaid(desk);
    // The statement of the day comes, whatever the callbacks told.
    const row = outgoingRow(paid?.receipt ?? '', desk.clock.now(), { full: first.phone });
    await importPayments([row], 'import', desk.app.desk, () => undefined);
    await desk.settle();
    await approveAs(desk, second.caseId);
    await desk.settle();
    const outCents = b2cPaid(desk).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(outCents, 'paid out today').toBe(shillings(150));
    expect(b2cRequestsFor(desk, first.phone)).toBe(1);
    expect(b2cRequestsFor(desk, second.phone)).toBe(0);
    await expectBooks(desk);
    await other.close();
  });
});
