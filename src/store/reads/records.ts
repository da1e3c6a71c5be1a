import type { Instant } from '../../core/clock.ts';
import { DAY } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import type { EarlierRefund } from '../../cases/reads.ts';
import { normalOrderNumber } from '../../reading/order-numbers.ts';
import { slipForm } from '../../reading/receipts.ts';
import type { Msisdn, OrderNumber, Receipt } from '../../reading/types.ts';
import type { GivenBack, Order, Payment, Records } from '../../records/types.ts';
import { msisdnHash } from '../../records/payer.ts';
import type { Db } from '../open.ts';
import { HAS_DOUBT, orderOf, PAYMENT_SELECT, paymentOf, type Row } from '../rows.ts';
import { all, marks, one } from '../statement.ts';

/** D3 looks among the payments of the last 30 days (decisions.md); a day more costs nothing and forgives clocks. */
const LOOKED_AT = 31 * DAY;
/** A payer with more payments than this in a month is nobody's "exactly one"; the newest are enough to see that. */
const PAYMENTS_OF_PAYER = 200;

/** From which values the records of a case are reached. */
export interface Reach {
  readonly now: Instant;
  readonly receipts: readonly Receipt[];
  readonly orders: readonly OrderNumber[];
  readonly numbers: readonly Msisdn[];
}

/**
 * Every payment, order and refund that the table of decisions.md can reach from what a case names: the receipts and
 * their slips, the stated orders and their payments, recent payments of the sender and the stated payer, the orders
 * that those payments name, and every payment of those orders.
 */
export function recordsInReach(db: Db, reach: Reach): Records {
  const payments = new Map<Receipt, Payment>();
  const orders = new Map<OrderNumber, Order>();
  const addPayments = (found: readonly Payment[]): void => {
    for (const payment of found) payments.set(payment.receipt, payment);
  };
  addPayments(bySlipForm(db, reach.receipts));
  addPayments(byOrders(db, reach.orders));
  addPayments(byPayer(db, reach.numbers, reach.now - LOOKED_AT));
  const named = new Set<OrderNumber>(reach.orders);
  for (const payment of payments.values()) {
    const account = normalOrderNumber(payment.account);
    if (account !== '') named.add(account);
  }
  for (const order of ordersPaidBy(db, [...payments.keys()])) named.add(order);
  for (const order of unpaidOrdersOf(db, reach.numbers)) named.add(order);
  loadOrders(db, named, orders);
  addPayments(
    byOrders(
      db,
      [...orders.keys()].filter((order) => !reach.orders.includes(order)),
    ),
  );
  addPayments(
    byReceipt(
      db,
      [...orders.values()].flatMap((order) => order.paidBy),
    ),
  );
  // Another order may name one of these orders' payments: then nobody knows whose money it is (D14).
  loadOrders(db, ordersPaidBy(db, [...payments.keys()]), orders);
  return {
    payments: [...payments.values()],
    orders: [...orders.values()],
    givenBack: givenBackOf(db, [...payments.keys()]),
  };
}

function loadOrders(db: Db, numbers: Iterable<OrderNumber>, into: Map<OrderNumber, Order>): void {
  for (const number of numbers) {
    const order = into.has(number) ? null : orderByNumber(db, number);
    if (order) into.set(number, order);
  }
}

export function byReceipt(db: Db, receipts: readonly Receipt[]): readonly Payment[] {
  if (receipts.length === 0) return [];
  return all(db, `${PAYMENT_SELECT} WHERE receipt IN (${marks(receipts)})`, ...receipts).map(paymentOf);
}

function bySlipForm(db: Db, receipts: readonly Receipt[]): readonly Payment[] {
  const forms = receipts.map(slipForm);
  return all(db, `${PAYMENT_SELECT} WHERE slip_form IN (${marks(forms)})`, ...forms).map(paymentOf);
}

/** An order's payments: by account reference, or named by the order row. */
export function byOrders(db: Db, orders: readonly OrderNumber[]): readonly Payment[] {
  if (orders.length === 0) return [];
  const list = marks(orders);
  return all(
    db,
    `${PAYMENT_SELECT} WHERE account_normal <> '' AND account_normal IN (${list})
     UNION ${PAYMENT_SELECT} WHERE receipt IN (SELECT receipt FROM order_receipts WHERE number IN (${list}))`,
    ...orders,
    ...orders,
  ).map(paymentOf);
}

function byPayer(db: Db, numbers: readonly Msisdn[], since: Instant): readonly Payment[] {
  return numbers.flatMap((number) =>
    [
      ...all(
        db,
        `${PAYMENT_SELECT} WHERE payer_full = ? AND paid_at >= ? ORDER BY paid_at DESC LIMIT ${PAYMENTS_OF_PAYER}`,
        number,
        since,
      ),
      ...all(
        db,
        `${PAYMENT_SELECT} WHERE payer_sha256 = ? AND paid_at >= ? ORDER BY paid_at DESC LIMIT ${PAYMENTS_OF_PAYER}`,
        msisdnHash(number),
        since,
      ),
    ].map(paymentOf),
  );
}

function ordersPaidBy(db: Db, receipts: readonly Receipt[]): readonly OrderNumber[] {
  return all(db, `SELECT number FROM order_receipts WHERE receipt IN (${marks(receipts)})`, ...receipts).map(
    (row) => row['number'] as OrderNumber,
  );
}

function unpaidOrdersOf(db: Db, numbers: readonly Msisdn[]): readonly OrderNumber[] {
  return all(
    db,
    `SELECT number FROM orders WHERE phone IN (${marks(numbers)}) AND status IN ('unpaid', 'cancelled')`,
    ...numbers,
  ).map((row) => row['number'] as OrderNumber);
}

export function orderByNumber(db: Db, number: OrderNumber): Order | null {
  const row = one(db, 'SELECT * FROM orders WHERE number = ?', number);
  if (!row) return null;
  const paidBy = all(db, 'SELECT receipt FROM order_receipts WHERE number = ? ORDER BY receipt', number);
  return orderOf(
    row,
    paidBy.map((receipt) => receipt['receipt'] as Receipt),
  );
}

/** One line of money per payout and per outside refund of these receipts. */
export function refundsOf(db: Db, receipts: readonly Receipt[]): readonly EarlierRefund[] {
  const list = marks(receipts);
  return all(
    db,
    `SELECT receipt, amount_cents, 'us' AS by, reference, at,
       CASE WHEN state IN ('paid', 'already_back') THEN 'paid'
            WHEN state = 'unresolved' OR in_doubt THEN 'unresolved'
            ELSE 'not_paid' END AS state
     FROM (SELECT *, ${HAS_DOUBT} AS in_doubt FROM payouts WHERE receipt IN (${list}))
     WHERE in_doubt OR state NOT IN ('proposed', 'rejected', 'retry_due')
     UNION ALL
     SELECT receipt, amount_cents, 'outside', provider_receipt, at, 'paid'
     FROM given_back_outside WHERE receipt IN (${list})
     ORDER BY at`,
    ...receipts,
    ...receipts,
  ).map(earlierRefundOf);
}

function earlierRefundOf(row: Row): EarlierRefund {
  return {
    receipt: row['receipt'] as Receipt,
    amountCents: row['amount_cents'] as Cents,
    by: row['by'] as 'us' | 'outside',
    state: row['state'] as GivenBack['state'],
    reference: row['reference'] as string | null,
    at: row['at'] as number,
  };
}

function givenBackOf(db: Db, receipts: readonly Receipt[]): readonly GivenBack[] {
  return refundsOf(db, receipts).map(({ receipt, amountCents, by, state }) => ({
    receipt,
    amountCents,
    by,
    state,
  }));
}

/** How much is known, and how fresh the payments are. */
/** The receipt of the payment that was imported last. */
export function newestReceipt(db: Db): Receipt | null {
  const row = one(db, 'SELECT receipt FROM payments ORDER BY rowid DESC LIMIT 1');
  return (row?.['receipt'] as Receipt | undefined) ?? null;
}

export function countRecords(db: Db): {
  readonly payments: number;
  readonly orders: number;
  readonly newestPaidAt: Instant | null;
} {
  const row = one(
    db,
    `SELECT (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM orders) AS orders,
       (SELECT max(paid_at) FROM payments) AS newest`,
  );
  return {
    payments: row?.['payments'] as number,
    orders: row?.['orders'] as number,
    newestPaidAt: (row?.['newest'] as number | null | undefined) ?? null,
  };
}

/** Newest first. */
export function paymentsOfAmount(
  db: Db,
  amountCents: Cents,
  before: Instant,
  limit: number,
): readonly Payment[] {
  return all(
    db,
    `${PAYMENT_SELECT} WHERE amount_cents = ? AND paid_at <= ? ORDER BY paid_at DESC LIMIT ?`,
    amountCents,
    before,
    limit,
  ).map(paymentOf);
}
