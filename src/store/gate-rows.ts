import { DAY, EAT_OFFSET, type Instant } from '../core/clock.ts';
import { cents, type Cents } from '../core/money.ts';
import type { ReserveRequest } from '../cases/change.ts';
import { decide } from '../cases/decide.ts';
import { laneStopIn } from '../cases/lane.ts';
import type { Case } from '../cases/types.ts';
import type { GateBooks, GateRows } from '../payouts/gate-types.ts';
import { payoutKey } from '../payouts/key.ts';
import { peopleNeeded } from '../payouts/people.ts';
import type { Payout } from '../payouts/types.ts';
import type { OrderNumber, Receipt } from '../reading/types.ts';
import type { Db } from './open.ts';
import { confirmationsOf } from './reads/inquiries.ts';
import { byOrders, byReceipt, orderByNumber } from './reads/records.ts';
import { situationOf, unreadOf } from './reads/snapshot.ts';
import { approvalOf, HAS_DOUBT, transferOf } from './rows.ts';
import { payoutsLive, secretOf, settingOf } from './settings.ts';
import { all, marks, one } from './statement.ts';
import { NEWEST_EVENT } from './writes/events.ts';

/** Loads everything that the gate looks at, inside the transaction that reserves. */
export function gateRows(
  db: Db,
  kase: Case,
  payout: Payout,
  request: ReserveRequest,
  now: Instant,
): GateRows {
  const { refund, key } = payout;
  const { twoPeopleAboveCents } = request.limits;
  return {
    payoutsLive: payoutsLive(db),
    newestEventAt: numberSetting(db, NEWEST_EVENT),
    acceptedClock: numberSetting(db, 'accepted_clock'),
    laneStop: laneStopIn(settingOf(db, 'lane')),
    case: {
      id: kase.id,
      status: kase.status,
      revision: kase.revision,
      unreadMessages: unreadOf(db, kase.id).length,
      payoutKey: kase.payoutKey,
      hands: kase.hands,
    },
    key,
    refund,
    payout,
    receiptOnHold:
      one(db, 'SELECT 1 FROM holds WHERE receipt = ? AND lifted_at IS NULL', refund.receipt) !== undefined,
    unresolvedOnReceipt: all(
      db,
      // Its own state says of a payout that it is out; its attempts say it where the state could not follow.
      `SELECT reference FROM payouts WHERE receipt = ? AND NOT (key = ? AND state = 'unresolved')
         AND (state = 'unresolved' OR ${HAS_DOUBT})`,
      refund.receipt,
      key,
    ).map((row) => row['reference'] as Payout['reference']),
    limits: {
      perPayoutCents: request.limits.perPayoutCents,
      perDayCents: request.limits.perDayCents,
      spentTodayCents: spentSince(db, Math.floor((now + EAT_OFFSET) / DAY) * DAY - EAT_OFFSET),
    },
    // An approval is given on a case's card: another case of the same refund wants its own.
    approvals: all(db, 'SELECT * FROM approvals WHERE key = ? AND case_id = ?', key, kase.id).map(approvalOf),
    peopleNeeded: peopleNeeded(refund.amountCents, twoPeopleAboveCents),
    dueNow: () => {
      const situation = situationOf(db, kase, now);
      const decision = situation === null ? null : decide(situation);
      return decision?.route === 'refund' ? payoutKey(secretOf(db), decision.refund) : null;
    },
    books: booksOf(db, refund.receipt, payout.orderNumber),
    attemptsPerRound: request.limits.attemptsPerRound,
    confirmation: {
      // What was asked before people approved this round is too old to count, answered or not.
      inquiries: confirmationsOf(db, kase.id, refund.receipt, newestApproval(db, payout, kase.id)),
      maxAgeMs: request.limits.confirmationMaxAgeMs,
    },
  };
}

function newestApproval(db: Db, payout: Payout, caseId: string): Instant {
  const row = one(
    db,
    'SELECT max(at) AS at FROM approvals WHERE key = ? AND round = ? AND case_id = ?',
    payout.key,
    payout.round,
    caseId,
  );
  return (row?.['at'] as number | null | undefined) ?? 0;
}

function numberSetting(db: Db, name: string): number | null {
  const value = settingOf(db, name);
  return value === null ? null : Number(value);
}

/** Reserved and not voided since that moment. */
function spentSince(db: Db, since: Instant): Cents {
  const row = one(
    db,
    `SELECT coalesce(sum(amount_cents), 0) AS spent FROM transfers
     WHERE kind IN ('pending', 'late') AND at >= ?
       AND id NOT IN (SELECT resolves FROM transfers WHERE kind = 'voided' AND at >= ?)`,
    since,
    since,
  );
  return cents((row?.['spent'] as number | undefined) ?? 0);
}

function booksOf(db: Db, receipt: Receipt, orderNumber: OrderNumber): GateBooks {
  const payment = byReceipt(db, [receipt])[0];
  const order = orderByNumber(db, orderNumber);
  const orderPayments = new Map(
    [...byOrders(db, [orderNumber]), ...(payment ? [payment] : [])].map((paid) => [paid.receipt, paid]),
  );
  const receipts = [...orderPayments.keys()];
  return {
    paymentCents: payment?.amountCents ?? null,
    receiptTransfers: transfersOf(db, [receipt]),
    receiptOutsideCents: outside(db, [receipt]),
    order: order ? { status: order.status, totalCents: order.totalCents } : null,
    orderCameInCents: cents([...orderPayments.values()].reduce((sum, paid) => sum + paid.amountCents, 0)),
    orderTransfers: transfersOf(db, receipts),
    orderOutsideCents: outside(db, receipts),
  };
}

function transfersOf(db: Db, receipts: readonly Receipt[]): GateBooks['receiptTransfers'] {
  return all(db, `SELECT * FROM transfers WHERE receipt IN (${marks(receipts)})`, ...receipts).map(
    transferOf,
  );
}

function outside(db: Db, receipts: readonly Receipt[]): Cents {
  const row = one(
    db,
    `SELECT coalesce(sum(amount_cents), 0) AS back FROM given_back_outside WHERE receipt IN (${marks(receipts)})`,
    ...receipts,
  );
  return cents((row?.['back'] as number | undefined) ?? 0);
}
