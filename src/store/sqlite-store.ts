import type { Change, Committed } from '../cases/change.ts';
import type { Clock, Store } from '../cases/ports.ts';
import type { Reads } from '../cases/reads.ts';
import type { Waiting } from './busy.ts';
import { groupWriter } from './group.ts';
import type { Db } from './open.ts';
import * as cases from './reads/cases.ts';
import * as due from './reads/due.ts';
import * as inquiries from './reads/inquiries.ts';
import * as payouts from './reads/payouts.ts';
import * as people from './reads/people.ts';
import * as records from './reads/records.ts';
import { caseById, snapshotOf } from './reads/snapshot.ts';
import { recordInTransaction } from './record.ts';
import { reserveInTransaction } from './reserve.ts';
import { settingOf } from './settings.ts';
import { one } from './statement.ts';
import type { StoreHook } from './hook.ts';
import { Lost, reading } from './transaction.ts';
import { applyWrite } from './writes/apply.ts';
import { assertCondition } from './writes/conditions.ts';
import { rememberStaff } from './writes/settings.ts';

export interface StoreOptions {
  readonly clock: Clock;
  readonly waiting: Waiting;
  /** Called inside every writer; tests stop a process there. */
  readonly hook?: StoreHook;
}

/**
 * The store on an open database: three writers, each one synchronous function in an immediate transaction, which those
 * that are in flight at the same moment share (group.ts).
 */
export function sqliteStore(db: Db, options: StoreOptions): Store {
  const hook = options.hook ?? (() => undefined);
  const write = groupWriter(db, hook, options.waiting);
  return {
    ...reads(db, options.clock),
    commit: (change) => orLost(() => write('commit', () => commitInTransaction(db, change))),
    reserve: (request, given) =>
      orLost(() => write('reserve', () => reserveInTransaction(db, request, given))),
    record: (fact) => write('record', () => recordInTransaction(db, fact)),
  };
}

async function orLost<T>(
  run: () => Promise<T>,
): Promise<T | { readonly kind: 'lost'; readonly what: string }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Lost) return { kind: 'lost', what: error.what };
    throw error;
  }
}

function commitInTransaction(db: Db, change: Change): Committed {
  const context = { db, at: change.at, actor: change.actor };
  if (change.actor.startsWith('staff:')) rememberStaff(context, change.actor.slice('staff:'.length));
  for (const condition of change.conditions ?? []) assertCondition(db, condition);
  return { kind: 'done', outcomes: change.writes.map((one) => applyWrite(context, one)) };
}

// Reads are synchronous on one connection; the port is async so that another engine can stand behind it.
function reads(db: Db, clock: Clock): Reads {
  const read = <T>(run: () => T): Promise<T> => Promise.resolve(reading(db, run));
  return {
    snapshot: (caseId) => read(() => snapshotOf(db, caseId, clock.now())),
    case: (caseId) => read(() => caseById(db, caseId)),
    dueCases: (now, limit) => read(() => due.dueCases(db, now, limit)),
    attemptsToJudge: (now, limit) => read(() => due.attemptsToJudge(db, now, limit)),
    attemptsToAsk: (now, limit) => read(() => due.attemptsToAsk(db, now, limit)),
    attempt: (attemptId) => read(() => payouts.attemptView(db, attemptId)),
    inquiriesDue: (now, limit) => read(() => inquiries.inquiriesDue(db, now, limit)),
    inquiry: (inquiryId) => read(() => inquiries.inquiryView(db, inquiryId)),
    dueMessages: (now, limit) => read(() => due.dueMessages(db, now, limit)),
    nextDue: () => read(() => due.nextDue(db)),
    cases: (filter) => read(() => cases.listCases(db, filter)),
    newestCaseOf: (channel, sender) => read(() => cases.newestCaseOf(db, channel, sender)),
    inboundOf: (caseId) => read(() => cases.inboundMessagesOf(db, caseId)),
    caseOfMessage: (channel, providerId) => read(() => cases.caseOfMessage(db, channel, providerId)),
    outboundOf: (caseId) => read(() => cases.outboundMessagesOf(db, caseId)),
    eventsOf: (caseId) => read(() => cases.eventsOf(db, caseId)),
    modelCallsOf: (caseId) => read(() => cases.modelCallsOf(db, caseId)),
    eventsIntact: (caseId) => read(() => cases.eventsIntact(db, caseId)),
    payments: (receipts) => read(() => records.byReceipt(db, receipts)),
    paymentsOfAmount: (amountCents, before, limit) =>
      read(() => records.paymentsOfAmount(db, amountCents, before, limit)),
    order: (number) => read(() => records.orderByNumber(db, number)),
    holds: (receipt, limit) => read(() => people.holdsInForce(db, receipt, limit)),
    refundsOf: (receipts) => read(() => records.refundsOf(db, receipts)),
    isGivenBackOutsideKnown: (providerReceipt) =>
      read(
        () =>
          one(db, 'SELECT 1 FROM given_back_outside WHERE provider_receipt = ?', providerReceipt) !==
          undefined,
      ),
    newestReceipt: () => read(() => records.newestReceipt(db)),
    paymentCount: () => read(() => records.countRecords(db)),
    payout: (key) => read(() => payouts.payoutBy(db, 'key', key)),
    payoutByReference: (reference) => read(() => payouts.payoutBy(db, 'reference', reference)),
    payoutOfProviderReceipt: (receipt) => read(() => payouts.payoutBy(db, 'provider_receipt', receipt)),
    payouts: (filter) => read(() => payouts.listPayouts(db, filter)),
    payoutsOfReceipt: (receipt) => read(() => payouts.payoutsOfReceipt(db, receipt)),
    attemptsOf: (key) => read(() => payouts.attemptsOf(db, key)),
    openB2cPayouts: (amountCents, limit) => read(() => payouts.openB2cPayouts(db, amountCents, limit)),
    doubtfulAttempts: (limit) => read(() => payouts.doubtfulAttempts(db, limit)),
    approvalsOf: (key) => read(() => payouts.approvalsOf(db, key)),
    callbacksOf: (attemptId) => read(() => payouts.callbacksOf(db, attemptId)),
    escalations: (filter) => read(() => people.listEscalations(db, filter)),
    escalation: (id) => read(() => people.escalationById(db, id)),
    statements: (about) => read(() => people.statementsAbout(db, about)),
    setting: (name) => read(() => settingOf(db, name)),
  };
}
