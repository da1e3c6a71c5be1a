import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { fileReply, openCase } from '../../src/cases/inbound.ts';
import { pay } from '../../src/cases/pay.ts';
import { settle } from '../../src/cases/settle.ts';
import { DAY } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { bothAtOnce } from '../support/both-at-once.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  b2cPaid,
  caseOf,
  complaintOf,
  expectBooks,
  expectRefunded,
  incoming,
  moneyOut,
  openReasons,
  requestsFor,
  restarted,
  seed,
  waitingOn,
  type Customer,
} from '../support/journey.ts';
import { paidTwice, paidTwiceComplaintOf } from '../support/paid-twice.ts';

// Goal: what the schema keeps only once is once in the world, too: a payout of a key, a reference, a ledger line, a
// fact. Method: real store, simulator over HTTP, two cases, two workers, a provider that repeats itself; judged by the
// simulator's books. Where a wall before the schema's is down, its refusal may end a step: that is left open.

let desk: TestDesk;
afterEach(() => desk.close());

/** Everything due is done; only a unique key of the schema may have stopped a piece of work. */
async function settleAnyhow(): Promise<void> {
  await desk.settle().catch((error: unknown) => {
    for (const line of String(error).split('\n')) expect(line).toMatch(/UNIQUE constraint failed/);
  });
}

/** A complaint, decided as far as it can be. */
async function complainAnyhow(customer: Customer, text: string): Promise<string> {
  const { caseId } = await openCase(incoming(customer, text), 'customer', desk.app.desk);
  await settleAnyhow();
  return caseId;
}

describe('one refund that two complaints lead to', () => {
  it('is one payout in the books and goes out once', async () => {
    desk = await openTestDesk();
    const { first, second } = await paidTwice(desk);
    const one = await complainAnyhow(first, paidTwiceComplaintOf(first));
    await complainAnyhow(second, paidTwiceComplaintOf(second));
    await approveAs(desk, one);
    await settleAnyhow();
    expect(requestsFor(desk, second.receipt)).toBe(1);
    expect(moneyOut(desk, second.receipt)).toBe(second.amountCents);
    expect(await caseOf(desk, one)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    await expectBooks(desk);
  });
});

describe('refunds of two customers', () => {
  it('never go out under one callback path', async () => {
    desk = await openTestDesk();
    const customers = [await seed(desk), await seed(desk)];
    for (const customer of customers) {
      const caseId = await complainAnyhow(customer, complaintOf(customer));
      const snapshot = await desk.app.desk.store.snapshot(caseId);
      if (snapshot?.payout) await approveAs(desk, caseId);
      await settleAnyhow();
    }
    const paths = desk.simulator.books().requestsByPath.filter(({ operation }) => operation === 'reversal');
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatchObject({ received: 1 });
    await expectBooks(desk);
  });
});

describe('money that moved after all', () => {
  it('is booked once by two workers that hear of it at the same moment', async () => {
    const both = bothAtOnce('update_attempt');
    desk = await openTestDesk({ wrapping: { store: both.store } });
    const other = await restarted(desk, {}, { wrapping: { store: both.store } });
    const kase = await waitingOn(desk, 'b2c');
    desk.simulator.setFaults([{ operation: 'b2c', faults: ['failed_then_paid:11', 'second_after:2d'] }]);
    await approveAs(desk, kase.caseId);
    await desk.settle();
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_refused']);
    desk.clock.forward(2 * DAY);
    await desk.simulator.tick();
    await desk.simulator.tick();
    const [attempt] = await attemptsOf(desk, kase.caseId);
    both.arm();
    await Promise.all([desk, other].map(({ app }) => settle(attempt?.id ?? '', app.desk)));
    expect(both.met(), 'both had judged').toBe(true);
    await desk.settle();
    expect(b2cPaid(desk)).toHaveLength(1);
    await expectBooks(desk);
    await other.close();
  });
});

describe('a provider that says the same five times', () => {
  it('is heard once', async () => {
    desk = await openTestDesk();
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['callback_times:5'] }]);
    await desk.settle();
    await expectRefunded(desk, kase);
    const said = desk.simulator.books().callbacks.filter(({ body }) => body.includes(kase.receipt));
    expect(said).toHaveLength(5);
    const [attempt] = await attemptsOf(desk, kase.caseId);
    const view = await desk.app.desk.store.attempt(attempt?.id ?? '');
    const heard = view?.facts.filter(({ fact }) => fact.kind === 'result') ?? [];
    expect(heard).toHaveLength(new Set(said.map(({ body }) => body)).size);
    await expectBooks(desk);
  });
});

describe('a program whose database a newer one has migrated', () => {
  it('pays nothing any more', async () => {
    desk = await openTestDesk();
    const kase = await approved(desk);
    const newer = new Database(desk.config.RUDISHA_DB);
    const version = newer.pragma('user_version', { simple: true }) as number;
    newer.pragma(`user_version = ${version + 1}`);
    await desk.settle().catch((error: unknown) => {
      expect(String(error)).toContain('restart with the newer program');
    });
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect(moneyOut(desk, kase.receipt)).toBe(0);
    newer.close();
  });
});

describe('a reply that a channel hands in twice at once', () => {
  it('is one message, and the refund goes out once', async () => {
    const both = bothAtOnce('inbound');
    desk = await openTestDesk({ wrapping: { store: both.store } });
    const other = await restarted(desk, {}, { wrapping: { store: both.store } });
    const kase = await waitingOn(desk, 'reversal');
    const reply = incoming(kase, 'Asanteni, nasubiri');
    both.arm();
    await Promise.all([desk, other].map(({ app }) => fileReply(kase.caseId, reply, 'customer', app.desk)));
    const inbound = await desk.app.desk.store.inboundOf(kase.caseId);
    expect(inbound.filter(({ providerId }) => providerId === reply.providerId)).toHaveLength(1);
    await desk.settle();
    await approveAs(desk, kase.caseId);
    await desk.settle();
    await expectRefunded(desk, kase);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
    await other.close();
  });
});

describe('a question about the original payment', () => {
  it('is put once by two workers at once, and its answer, said five times, is heard once', async () => {
    const both = bothAtOnce('inquire');
    desk = await openTestDesk({ wrapping: { store: both.store } });
    const other = await restarted(desk, {}, { wrapping: { store: both.store } });
    const kase = await waitingOn(desk, 'b2c');
    await approveAs(desk, kase.caseId);
    const snapshot = await desk.app.desk.store.snapshot(kase.caseId);
    if (snapshot === null) throw new Error('no case');
    desk.simulator.setFaults([{ operation: 'status', faults: ['callback_times:5'] }]);
    both.arm();
    await Promise.all([desk, other].map(({ app }) => pay(snapshot, app.desk)));
    await desk.settle();
    const asked = desk.simulator.books().requests.filter(({ operation }) => operation === 'status');
    expect(asked).toHaveLength(1);
    const [inquiry] = (await desk.app.desk.store.snapshot(kase.caseId))?.inquiries ?? [];
    expect((await desk.app.desk.store.inquiry(inquiry?.id ?? ''))?.answers).toHaveLength(1);
    expect(b2cPaid(desk)).toHaveLength(1);
    await expectBooks(desk);
    await other.close();
  });
});

describe('a payout about which the provider says two things that do not fit', () => {
  it('is one question to a person', async () => {
    desk = await openTestDesk();
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['lose_callback'] }]);
    await desk.settle();
    const [attempt] = await attemptsOf(desk, kase.caseId);
    for (const said of [{ amountCents: cents(100) }, { originalReceipt: 'UKT1AB2CD3' }]) {
      await desk.app.desk.store.record({
        kind: 'attempt_fact',
        at: desk.clock.now(),
        attemptId: attempt?.id ?? '',
        fact: {
          kind: 'result',
          code: '0',
          description: 'lies',
          transactionId: 'UKU9F0RGED',
          conversationId: null,
          originatorConversationId: null,
          amountCents: kase.amountCents,
          originalReceipt: kase.receipt,
          ...said,
        },
      });
      await desk.settle();
    }
    expect(await openReasons(desk, kase.caseId)).toEqual(['fact_contradicts']);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });
});
