import { cents } from '../../src/core/money.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';
import type { GivenBack, Order, Payer, Payment } from '../../src/records/types.ts';
import { november } from './decision-lines.ts';

export const JANE = '254712000391' as Msisdn;
export const JOHN = '254733000127' as Msisdn;

/** A payment of JANE's for order 88213, 2,350 shillings on 23 November 2026 at nine, except where told otherwise. */
export function payment(
  receipt: string,
  differing: Partial<Payment> & { readonly shillings?: number } = {},
): Payment {
  const { shillings = 2350, ...rest } = differing;
  return {
    receipt: receipt as Receipt,
    amountCents: cents(Math.round(shillings * 100)),
    paidAt: november(23),
    payer: { full: JANE } satisfies Payer,
    account: '88213',
    onHold: false,
    ...rest,
  };
}

/** An unpaid order of 2,350 shillings, JANE's, except where told otherwise. */
export function order(
  written: string,
  differing: Partial<Order> & { readonly shillings?: number } = {},
): Order {
  const { shillings = 2350, ...rest } = differing;
  return {
    number: normalOrderNumber(written),
    written,
    totalCents: cents(Math.round(shillings * 100)),
    status: 'unpaid',
    phone: JANE,
    paidBy: [],
    createdAt: null,
    seenAt: november(30),
    ...rest,
  };
}

export function refund(
  receipt: string,
  shillings: number,
  state: GivenBack['state'] = 'paid',
  by: GivenBack['by'] = 'us',
): GivenBack {
  return { receipt: receipt as Receipt, amountCents: cents(Math.round(shillings * 100)), state, by };
}
