import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { receive } from '../../src/cases/inbound.ts';
import type { Store } from '../../src/cases/ports.ts';
import { HOUR } from '../../src/core/clock.ts';
import type { OrderNumber } from '../../src/reading/types.ts';
import { openDatabase, type Db } from '../../src/store/open.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  complain,
  expectRefunded,
  incoming,
  payoutOf,
  seed,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: no question that the desk asks grows with closed cases. Method: every statement that a desk prepares while it
// works through journeys and is asked every question of the store once, explained by SQLite on the same file.

/** Tables that a shop fills with its switches and its people, not with its cases. */
const SMALL = new Set(['settings', 'staff']);

/** Partial indexes that hold only what waits: walking one whole is the work that is there. */
const OF_WHAT_WAITS = new Set([
  'cases_due',
  'cases_open',
  'cases_open_receipt',
  'attempts_to_judge',
  'attempts_to_ask',
  'attempts_unresolved',
  'outbox_due',
  'inbound_unread',
  'inquiries_due',
  'inquiries_one_open',
  'escalations_open',
  'holds_in_force',
  'escalations_one_open',
]);

/** Indexes in the order in which a list is read: with a LIMIT the walk ends after that many rows. */
const NEWEST_FIRST = new Set(['cases_newest', 'payouts_newest', 'escalations_newest']);

/** Walks that are meant, by their statement, with the reason. */
const MEANT: readonly (readonly [sql: RegExp, why: string])[] = [
  [
    /^SELECT receipt FROM payments ORDER BY rowid DESC LIMIT 1$/,
    'backwards by rowid: it ends at the first row',
  ],
  [
    /^SELECT \(SELECT count\(\*\) FROM payments\)/,
    'a count of all records, which no worker and no step asks for',
  ],
];

let desk: TestDesk;
let db: Db;
const statements = new Set<string>();

beforeAll(async () => {
  const prepare = Reflect.get(Database.prototype, 'prepare') as (this: Db, sql: string) => unknown;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Db, sql: string) {
    if (this.name.endsWith('rudisha.db')) statements.add(sql);
    return prepare.call(this, sql) as ReturnType<Db['prepare']>;
  });
  desk = await openTestDesk({ environment: { STATUS_ANSWER_WITHIN: '1m' } });
  await worked(desk);
  vi.restoreAllMocks();
  db = await openDatabase(desk.config.RUDISHA_DB, { create: false });
});
afterAll(async () => {
  db.close();
  await desk.close();
});

/** The journeys: refunded, asked and answered, asked about, in doubt, called to a person. Then every read once. */
async function worked(on: TestDesk): Promise<void> {
  const plain = await approved(on);
  await on.settle();
  await expectRefunded(on, plain);
  const vague = await seed(on);
  await receive(incoming(vague, 'Nimelipa kwa M-Pesa lakini bado haionyeshi'), 'customer', on.app.desk);
  await on.settle();
  await receive(incoming(vague, `Code ${vague.receipt}`), 'customer', on.app.desk);
  await on.settle();
  // A part of a payment goes back over B2C, after a question about the payment.
  const over = await seed(on, { totalShillings: 2_000, status: 'paid' });
  const overCase = await complain(on, over);
  if ((await caseOf(on, overCase)).status === 'waiting_for_approval') await approveAs(on, overCase);
  await on.settle();
  const lost = await approved(on);
  on.simulator.setFaults([{ receipt: lost.receipt, faults: ['lose_callback'] }]);
  await on.settle();
  on.clock.forward(HOUR);
  await on.settle();
  const nobody = await seed(on, { unrecorded: true });
  await complain(on, nobody);
  await complain(on, await seed(on), 'Nataka kuongea na mtu. I want to talk to a person.');
  await everyRead(on, plain);
}

/** So that a read which no journey makes is explained too. The type names those that are missing. */
async function everyRead(on: TestDesk, { caseId, receipt, phone, orderNumber }: CustomerCase): Promise<void> {
  const { store } = on.app.desk;
  const now = on.clock.now();
  const payout = await payoutOf(on, caseId);
  const attempt = (await attemptsOf(on, caseId))[0]!;
  const reads: Readonly<
    Record<Exclude<keyof Store, 'commit' | 'reserve' | 'record'>, () => Promise<unknown>>
  > = {
    snapshot: () => store.snapshot(caseId),
    case: () => store.case(caseId),
    dueCases: () => store.dueCases(now, 10),
    attemptsToJudge: () => store.attemptsToJudge(now, 10),
    attemptsToAsk: () => store.attemptsToAsk(now, 10),
    attempt: () => store.attempt(attempt.id),
    inquiriesDue: () => store.inquiriesDue(now, 10),
    inquiry: () => store.inquiry('Q-AAAAAAAA'),
    dueMessages: () => store.dueMessages(now, 10),
    nextDue: () => store.nextDue(),
    cases: async () => {
      await store.cases({ limit: 10 });
      await store.cases({ open: true, limit: 10 });
      await store.cases({ status: 'waiting_for_approval', limit: 10 });
      await store.cases({ status: 'closed', limit: 10 });
    },
    newestCaseOf: () => store.newestCaseOf('test', phone),
    inboundOf: () => store.inboundOf(caseId),
    caseOfMessage: () => store.caseOfMessage('test', 'm1'),
    outboundOf: () => store.outboundOf(caseId),
    eventsOf: () => store.eventsOf(caseId),
    modelCallsOf: () => store.modelCallsOf(caseId),
    eventsIntact: () => store.eventsIntact(caseId),
    payments: () => store.payments([receipt]),
    paymentsOfAmount: () => store.paymentsOfAmount(payout.refund.amountCents, now, 10),
    order: () => store.order(orderNumber as OrderNumber),
    holds: async () => {
      await store.holds(null, 10);
      await store.holds(receipt, 10);
    },
    refundsOf: () => store.refundsOf([receipt]),
    isGivenBackOutsideKnown: () => store.isGivenBackOutsideKnown(receipt),
    newestReceipt: () => store.newestReceipt(),
    paymentCount: () => store.paymentCount(),
    payout: () => store.payout(payout.key),
    payoutByReference: () => store.payoutByReference(payout.reference),
    payoutOfProviderReceipt: () => store.payoutOfProviderReceipt(receipt),
    payouts: async () => {
      await store.payouts({ limit: 10 });
      await store.payouts({ state: 'unresolved', limit: 10 });
    },
    payoutsOfReceipt: () => store.payoutsOfReceipt(receipt),
    attemptsOf: () => store.attemptsOf(payout.key),
    openB2cPayouts: () => store.openB2cPayouts(payout.refund.amountCents, 10),
    doubtfulAttempts: () => store.doubtfulAttempts(10),
    approvalsOf: () => store.approvalsOf(payout.key),
    callbacksOf: () => store.callbacksOf(attempt.id),
    escalations: async () => {
      await store.escalations({ limit: 10 });
      await store.escalations({ open: true, limit: 10 });
      await store.escalations({ open: true, reason: 'payout_in_doubt', limit: 10 });
      await store.escalations({ caseId, limit: 10 });
      await store.escalations({ caseId, open: true, limit: 10 });
    },
    escalation: () => store.escalation('E-AAAAAA'),
    statements: () => store.statements(attempt.id),
    setting: () => store.setting('lane'),
  };
  for (const read of Object.values(reads)) await read();
}

/** What SQLite walks whole in a statement, as it names it. */
function walksOf(sql: string): readonly string[] {
  const marks = sql.split('?').length - 1;
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array<null>(marks).fill(null));
  const plan = rows.map((row) => (row as { readonly detail: string }).detail);
  const ends = /LIMIT \S+\s*$/.test(sql) && !plan.includes('USE TEMP B-TREE FOR ORDER BY');
  return plan.filter((detail) => {
    const table = /^SCAN (?!\()(?!(?:\d+ )?CONSTANT ROW)(\S+)/.exec(detail)?.[1];
    if (table === undefined || SMALL.has(table)) return false;
    const index = /USING (?:COVERING )?INDEX (\S+)/.exec(detail)?.[1] ?? '';
    return !OF_WHAT_WAITS.has(index) && !(ends && NEWEST_FIRST.has(index));
  });
}

/** Every statement that walks something, with what it walks. */
function walking(): readonly (readonly [sql: string, walks: readonly string[]])[] {
  return [...statements]
    .filter((sql) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(sql))
    .map((sql) => [sql.replaceAll(/\s+/g, ' ').trim(), walksOf(sql)] as const)
    .filter(([, walks]) => walks.length > 0);
}

describe('the statements of a working desk', () => {
  it.each([
    [
      'the worker',
      [
        'wake_at <= ?',
        'judge_at <= ?',
        'next_ask_at <= ?',
        'FROM inquiries WHERE next_at <= ?',
        'min(next_ask_at)',
      ],
    ],
    [
      'a step',
      [
        'FROM inbound_messages WHERE case_id = ? AND read_at IS NULL',
        'payer_full = ?',
        'UPDATE cases SET version',
      ],
    ],
    [
      'the gate',
      [
        'AS spent',
        'INSERT INTO attempts',
        'FROM given_back_outside WHERE receipt',
        'INSERT INTO gate_refusals',
      ],
    ],
    [
      'a settlement',
      ['FROM facts WHERE attempt_id = ?', 'INSERT INTO transfers', 'UPDATE attempts SET verdict'],
    ],
    ['a question about a payment', ['INSERT INTO inquiries', 'FROM inquiry_answers']],
    ['a call for a person', ['INSERT INTO escalations']],
  ])('of %s were seen', (_, parts) => {
    for (const part of parts) {
      expect(
        [...statements].some((sql) => sql.includes(part)),
        part,
      ).toBe(true);
    }
  });

  it('walk no table that grows with closed cases', () => {
    const unknown = walking().filter(([sql]) => !MEANT.some(([known]) => known.test(sql)));
    expect(unknown).toEqual([]);
  });

  it.each(MEANT)('that are meant to walk still do: %s (%s)', (known) => {
    expect(walking().some(([sql]) => known.test(sql))).toBe(true);
  });
});
