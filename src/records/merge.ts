import { MINUTE } from '../core/clock.ts';
import { normalOrderNumber } from '../reading/order-numbers.ts';
import { joinMasks } from './mask.ts';
import { comparePayers } from './payer.ts';
import type { Order, Payer, Payment } from './types.ts';

/** A payment as one source tells it: whether it is on hold is for us to say. */
export type SourcedPayment = Omit<Payment, 'onHold'>;

/** What differs between two sources of one receipt. */
export type PaymentDifference = 'amount' | 'time' | 'payer' | 'account';

/**
 * What becomes of a payment that a source tells of: `new`, the `same`, `filled` with what was not known before, or a
 * `conflict`. `payment` is what is to be stored; after a conflict it is the first telling, on hold.
 */
export type PaymentMerge =
  | { readonly kind: 'new' | 'same' | 'filled'; readonly payment: Payment }
  | { readonly kind: 'conflict'; readonly payment: Payment; readonly differs: readonly PaymentDifference[] };

/**
 * Merges what a source says of a receipt into what is known of it. What a receipt says about money is written once
 * (DESIGN §5): a later source may add a form of the payer or an account that was missing, and anything that
 * contradicts puts the receipt on hold (payouts.md §10). A hold is never lifted here.
 */
export function mergePayment(existing: Payment | null, incoming: SourcedPayment): PaymentMerge {
  if (existing === null) return { kind: 'new', payment: { ...incoming, onHold: false } };
  const differs = differences(existing, incoming);
  if (differs.length > 0) return { kind: 'conflict', payment: { ...existing, onHold: true }, differs };
  const payer = joinPayers(existing.payer, incoming.payer);
  const account = existing.account === '' ? incoming.account : existing.account;
  const added =
    account !== existing.account ||
    payer.full !== existing.payer.full ||
    payer.masked !== existing.payer.masked ||
    payer.sha256 !== existing.payer.sha256;
  return added
    ? { kind: 'filled', payment: { ...existing, payer, account } }
    : { kind: 'same', payment: existing };
}

function differences(existing: Payment, incoming: SourcedPayment): PaymentDifference[] {
  const differs: PaymentDifference[] = [];
  if (existing.amountCents !== incoming.amountCents) differs.push('amount');
  // Sources tell the same moment with or without seconds, and a confirmation leaves a few seconds after the payment.
  if (Math.abs(existing.paidAt - incoming.paidAt) >= MINUTE) differs.push('time');
  if (comparePayers(existing.payer, incoming.payer) === 'differ') differs.push('payer');
  const [known, told] = [normalOrderNumber(existing.account), normalOrderNumber(incoming.account)];
  if (known !== '' && told !== '' && known !== told) differs.push('account');
  return differs;
}

function joinPayers(existing: Payer, incoming: Payer): Payer {
  const full = existing.full ?? incoming.full;
  const sha256 = existing.sha256 ?? incoming.sha256;
  const masked =
    existing.masked !== undefined && incoming.masked !== undefined
      ? joinMasks(existing.masked, incoming.masked)
      : (existing.masked ?? incoming.masked);
  return {
    ...(full === undefined ? {} : { full }),
    ...(masked === undefined ? {} : { masked }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

/** What an import said against what is known of a paid order. */
export type OrderDifference = 'status' | 'total';

/**
 * What becomes of an order that an import tells of. `order` is what is to be stored in every case. A `conflict` is for
 * staff (`records_conflict`), and the order's payments belong on hold: payouts.md §10.
 */
export type OrderMerge =
  | { readonly kind: 'new' | 'same' | 'changed'; readonly order: Order }
  | { readonly kind: 'conflict'; readonly order: Order; readonly differs: readonly OrderDifference[] };

/** Statuses under which the whole of a payment would go back (D13). */
const UNPAID = new Set(['unpaid', 'cancelled']);

/**
 * Merges what an import says of an order into what is known of it.
 * - A paid order stays paid: an old or a forged file must not turn its payments into refunds.
 * - The total of an unpaid order may change, as shops edit baskets; that of a paid one would open or close an excess,
 *   so the difference is a conflict and the known total stays.
 * - Receipts in `paid_by` add up: money that paid the order is never forgotten.
 * - `createdAt` is written once: nobody can back-date an order to make an older payment fit (D13).
 */
export function mergeOrder(existing: Order | null, incoming: Order): OrderMerge {
  if (existing === null) return { kind: 'new', order: incoming };
  const paid = existing.status === 'paid';
  const differs: OrderDifference[] = [];
  if (paid && UNPAID.has(incoming.status)) differs.push('status');
  if (paid && incoming.totalCents !== existing.totalCents) differs.push('total');
  const order: Order = {
    number: existing.number,
    written: existing.written,
    totalCents: paid ? existing.totalCents : incoming.totalCents,
    status: differs.includes('status') ? existing.status : incoming.status,
    phone: incoming.phone ?? existing.phone,
    paidBy: [...new Set([...existing.paidBy, ...incoming.paidBy])],
    createdAt: existing.createdAt ?? incoming.createdAt,
    seenAt: Math.max(existing.seenAt, incoming.seenAt),
  };
  if (differs.length > 0) return { kind: 'conflict', order, differs };
  return { kind: sayTheSame(existing, order) ? 'same' : 'changed', order };
}

function sayTheSame(one: Order, other: Order): boolean {
  return (
    one.totalCents === other.totalCents &&
    one.status === other.status &&
    one.phone === other.phone &&
    one.paidBy.length === other.paidBy.length &&
    one.createdAt === other.createdAt
  );
}
