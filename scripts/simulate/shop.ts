import { createHash } from 'node:crypto';
import { randomOf, weighted, type Random } from './random.ts';
import type { Books, PaidIn } from './provider/books.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is true of an order and the money that was paid for it. */
export interface Sale {
  readonly order: string;
  readonly totalCents: number;
  /** As the shop's file says at first. */
  readonly status: 'unpaid' | 'paid' | 'cancelled';
  readonly paidBy: readonly string[];
  readonly payments: readonly PaidIn[];
  readonly customer: string;
  /** Payments that no statement shows before the second import. */
  readonly isUnrecorded: boolean;
}

export interface Shop {
  readonly sales: readonly Sale[];
  readonly customers: readonly string[];
}

type Story =
  | 'plain'
  | 'paid_twice'
  | 'paid_twice_unmarked'
  | 'paid_three_times'
  | 'overpaid'
  | 'underpaid'
  | 'not_due'
  | 'cancelled'
  | 'wrong_account';

const STORIES: readonly (readonly [number, Story])[] = [
  [40, 'plain'],
  [14, 'paid_twice'],
  [4, 'paid_twice_unmarked'],
  [3, 'paid_three_times'],
  [22, 'overpaid'],
  [3, 'underpaid'],
  [4, 'not_due'],
  [5, 'cancelled'],
  [5, 'wrong_account'],
];

/** A small shop: few customers and orders, so that complaints meet each other. */
export function shopOf(seed: number, start: number, books: Books): Shop {
  const random = randomOf(seed, 'shop');
  const customers = Array.from({ length: random.between(1, 4) }, () => phone(random));
  const sales = Array.from({ length: random.between(1, 7) }, (_, index) =>
    saleOf(random, index, random.pick(customers), start, books),
  );
  for (const { payments } of sales)
    for (const payment of payments) books.payments.set(payment.receipt, payment);
  return { sales, customers };
}

function phone(random: Random): string {
  return `254${random.pick(['7', '1'])}${String(random.between(10_000_000, 39_999_999))}`;
}

function saleOf(random: Random, index: number, customer: string, start: number, books: Books): Sale {
  const story = weighted(random, STORIES);
  const order = String(88_000 + random.int(900) * 10 + index);
  const totalCents = random.between(2, 220) * 5_000 + (random.chance(0.1) ? 50 : 0);
  const isOverpaid = story === 'overpaid';
  const shown = weighted(random, [
    [isOverpaid ? 6 : 3, 'full'],
    [2, 'masked'],
    [2, 'hashed'],
  ] as const);
  const payer = random.chance(0.1) ? phone(random) : customer;
  const pay = (amountCents: number): PaidIn => {
    const paidAt = Math.floor((start - random.between(2 * HOUR, 5 * DAY)) / 1_000) * 1_000;
    const account = story === 'wrong_account' ? `${order}9` : order;
    return { receipt: books.newReceipt(paidAt), amountCents, payer, account, paidAt, shown };
  };
  const payments = amountsOf(story, totalCents, random).map(pay);
  const isPaid =
    story !== 'plain' && story !== 'cancelled' && story !== 'underpaid' && story !== 'wrong_account';
  const named = story === 'paid_twice_unmarked' ? payments.slice(0, 1) : payments;
  return {
    order,
    totalCents,
    status: story === 'cancelled' ? 'cancelled' : isPaid ? 'paid' : 'unpaid',
    paidBy: isPaid ? named.map(({ receipt }) => receipt) : [],
    payments,
    customer,
    isUnrecorded: random.chance(0.12),
  };
}

function amountsOf(story: Story, totalCents: number, random: Random): readonly number[] {
  switch (story) {
    case 'paid_twice':
    case 'paid_twice_unmarked':
      return [totalCents, totalCents];
    case 'paid_three_times':
      return [totalCents, totalCents, totalCents];
    case 'overpaid':
      return [Math.ceil(totalCents / 100) * 100 + random.between(1, 90) * 1_000 + (totalCents % 100)];
    case 'underpaid':
      return [totalCents - 2_500];
    case 'plain':
    case 'not_due':
    case 'cancelled':
    case 'wrong_account':
      return [totalCents];
  }
}

/** The orders file as the shop exports it. `marked`: orders that the shop has marked paid by hand since. */
export function ordersFile(shop: Shop, marked: ReadonlySet<string>): Buffer {
  const rows = shop.sales.map((sale) => {
    const isMarked = marked.has(sale.order) && sale.status === 'unpaid';
    const receipts = isMarked ? sale.payments.map(({ receipt }) => receipt) : sale.paidBy;
    const status = isMarked ? 'paid' : sale.status;
    return [sale.order, (sale.totalCents / 100).toFixed(2), status, sale.customer, receipts.join(';')].join(
      ',',
    );
  });
  return Buffer.from(['number,total,status,phone,paid_by', ...rows].join('\n'), 'utf8');
}

/** The secret of the desk in this world. */
export function secretOfWorld(seed: number): string {
  return createHash('sha256').update(`simulation ${seed}`).digest('hex');
}
