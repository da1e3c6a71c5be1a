import type { Write, WriteOutcome } from '../../cases/change.ts';
import { normalOrderNumber } from '../../reading/order-numbers.ts';
import { slipForm } from '../../reading/receipts.ts';
import type { OrderNumber, Receipt } from '../../reading/types.ts';
import { mergeOrder, mergePayment, type OrderMerge } from '../../records/merge.ts';
import type { Order, Payment } from '../../records/types.ts';
import { PAYMENT_SELECT, paymentOf } from '../rows.ts';
import { one, run } from '../statement.ts';
import { orderByNumber } from '../reads/records.ts';
import { wake } from './cases.ts';
import type { WriteContext } from './context.ts';

type WriteOf<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>;

/**
 * Merges a payment into what is known of its receipt; a source that contradicts puts the receipt on hold. What is new
 * wakes the open cases that name the receipt or the account; the same told again wakes nobody.
 */
export function addPayment(context: WriteContext, write: WriteOf<'payment'>): WriteOutcome {
  const outcome = mergeIn(context, write);
  const account = normalOrderNumber(write.payment.account);
  if (outcome !== 'same') wakeNamed(context, [write.payment.receipt], account === '' ? [] : [account]);
  return outcome;
}

function wakeNamed(
  context: WriteContext,
  receipts: readonly Receipt[],
  orders: readonly OrderNumber[],
): void {
  wake(context, { kind: 'wake', receipts, orders });
}

function mergeIn(context: WriteContext, write: WriteOf<'payment'>): WriteOutcome {
  const { db } = context;
  const row = one(db, `${PAYMENT_SELECT} WHERE receipt = ?`, write.payment.receipt);
  const merge = mergePayment(row ? paymentOf(row) : null, write.payment);
  switch (merge.kind) {
    case 'same':
      return 'same';
    case 'new':
      insertPayment(context, merge.payment, write.source);
      return 'written';
    case 'filled':
      run(
        db,
        `UPDATE payments SET payer_full = ?, payer_masked = ?, payer_sha256 = ?, account = ?, account_normal = ?
         WHERE receipt = ?`,
        merge.payment.payer.full ?? null,
        merge.payment.payer.masked ?? null,
        merge.payment.payer.sha256 ?? null,
        merge.payment.account,
        normalOrderNumber(merge.payment.account),
        merge.payment.receipt,
      );
      return 'filled';
    case 'conflict': {
      const held = hold(context, {
        kind: 'hold',
        receipt: write.payment.receipt,
        why: `sources differ about its ${merge.differs.join(', ')}`,
        source: `${write.source}: ${merge.differs.join(',')}`,
      });
      return held === 'same' ? 'same' : 'conflict';
    }
  }
}

function insertPayment(context: WriteContext, payment: Payment, source: string): void {
  run(
    context.db,
    `INSERT INTO payments (receipt, slip_form, amount_cents, paid_at, payer_full, payer_masked, payer_sha256, account,
       account_normal, source, imported_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    payment.receipt,
    slipForm(payment.receipt),
    payment.amountCents,
    payment.paidAt,
    payment.payer.full ?? null,
    payment.payer.masked ?? null,
    payment.payer.sha256 ?? null,
    payment.account,
    normalOrderNumber(payment.account),
    source,
    context.at,
  );
}

/**
 * Merges an order; where an import contradicts a paid one, its payments go on hold. The same told again wakes nobody,
 * a contradiction no more than an agreement.
 */
export function addOrder(context: WriteContext, write: WriteOf<'order'>): WriteOutcome {
  const before = orderByNumber(context.db, write.order.number);
  const merge = mergeOrder(before, write.order);
  putOrder(context, merge.order, write.source);
  const held = merge.kind === 'conflict' ? holdPayments(context, merge, write.source) : 'same';
  const isNews = held === 'written' || before === null || !saysTheSame(before, merge.order);
  if (isNews) wakeNamed(context, write.order.paidBy, [write.order.number]);
  switch (merge.kind) {
    case 'new':
      return 'written';
    case 'changed':
      return 'filled';
    case 'same':
      return 'same';
    case 'conflict':
      return isNews || held === 'conflict' ? 'conflict' : 'same';
  }
}

/**
 * `written` when one of the order's payments was not on hold for this contradiction before, `same` when all were, and
 * `conflict` when it has none: then no hold tells of it, and the import says so every time.
 */
function holdPayments(
  context: WriteContext,
  { order, differs }: Extract<OrderMerge, { kind: 'conflict' }>,
  source: string,
): WriteOutcome {
  const outcomes = receiptsOfOrder(context, order).map((receipt) =>
    hold(context, {
      kind: 'hold',
      receipt,
      why: `an import contradicts the paid order ${order.written} about its ${differs.join(', ')}`,
      source: `${source}: order ${order.number} ${differs.join(',')}`,
    }),
  );
  if (outcomes.length === 0) return 'conflict';
  return outcomes.includes('written') ? 'written' : 'same';
}

/** Apart from `seenAt`, which is the age of the data. */
function saysTheSame(before: Order, now: Order): boolean {
  const said = ({ number, totalCents, status, phone, paidBy, createdAt }: Order): string =>
    JSON.stringify([number, totalCents, status, phone, [...paidBy].sort(), createdAt]);
  return said(before) === said(now);
}

function receiptsOfOrder(context: WriteContext, order: Order): readonly Payment['receipt'][] {
  const row = one(
    context.db,
    `SELECT json_group_array(receipt) AS receipts FROM (
       SELECT receipt FROM payments WHERE account_normal = ? UNION SELECT receipt FROM order_receipts WHERE number = ?)`,
    order.number,
    order.number,
  );
  return JSON.parse((row?.['receipts'] as string | undefined) ?? '[]') as Payment['receipt'][];
}

/** `seen_at` moves even when nothing else does: it is the age of the data. */
function putOrder(context: WriteContext, order: Order, source: string): void {
  run(
    context.db,
    `INSERT INTO orders (number, written, total_cents, status, phone, created_at, seen_at, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (number) DO UPDATE SET total_cents = excluded.total_cents, status = excluded.status,
       phone = excluded.phone, created_at = excluded.created_at, seen_at = excluded.seen_at, source = excluded.source`,
    order.number,
    order.written,
    order.totalCents,
    order.status,
    order.phone,
    order.createdAt,
    order.seenAt,
    source,
  );
  for (const receipt of order.paidBy) nameReceipt(context, order.number, receipt, source);
}

function nameReceipt(context: WriteContext, number: string, receipt: string, source: string): void {
  run(
    context.db,
    'INSERT INTO order_receipts (number, receipt, source) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    number,
    receipt,
    source,
  );
}

/** Staff keep the order and the money: the order is paid by this receipt from now on. */
export function applyReceipt(context: WriteContext, write: WriteOf<'apply_receipt'>): void {
  run(context.db, `UPDATE orders SET status = 'paid' WHERE number = ?`, write.order);
  nameReceipt(context, write.order, write.receipt, context.actor);
}

export function addGivenBackOutside(
  context: WriteContext,
  write: WriteOf<'given_back_outside'>,
): WriteOutcome {
  const added = run(
    context.db,
    `INSERT INTO given_back_outside (provider_receipt, receipt, amount_cents, source, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (provider_receipt) DO NOTHING`,
    write.providerReceipt,
    write.receipt,
    write.amountCents,
    write.source,
    context.at,
  );
  if (added === 1) wakeNamed(context, [write.receipt], []);
  return added === 1 ? 'written' : 'same';
}

/** A hold of one source is placed once: lifting it is final for that source's contradiction. */
export function hold(context: WriteContext, write: WriteOf<'hold'>): WriteOutcome {
  const added = run(
    context.db,
    `INSERT INTO holds (receipt, source, why, at) VALUES (?, ?, ?, ?) ON CONFLICT (receipt, source) DO NOTHING`,
    write.receipt,
    write.source,
    write.why,
    context.at,
  );
  if (added === 1) wakeNamed(context, [write.receipt], []);
  return added === 1 ? 'written' : 'same';
}

export function liftHolds(context: WriteContext, write: WriteOf<'lift_holds'>): void {
  run(
    context.db,
    'UPDATE holds SET lifted_at = ?, lifted_by = ?, lifted_because = ? WHERE receipt = ? AND lifted_at IS NULL',
    context.at,
    write.by,
    write.because,
    write.receipt,
  );
}
