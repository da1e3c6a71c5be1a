import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';

/** What a source shows of the payer: any of the forms, merged by receipt (daraja.md §5). */
export interface Payer {
  readonly full?: Msisdn;
  /** Digits and `*`, as long as the number it hides: `2547*****391`. */
  readonly masked?: string;
  /** 64 lower-case hex digits: SHA-256 of the twelve-digit number. */
  readonly sha256?: string;
}

/** Money that arrived at the merchant: only completed incoming rows are payments. */
export interface Payment {
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  readonly paidAt: Instant;
  readonly payer: Payer;
  /** The account reference as the payer typed it; empty when there was none. */
  readonly account: string;
  /** Two sources differ about it, or somebody put it on hold: nothing of it is paid out (D6). */
  readonly onHold: boolean;
}

export interface Order {
  readonly number: OrderNumber;
  readonly written: string;
  readonly totalCents: Cents;
  /** As the shop says it: `unpaid`, `paid`, `cancelled`; another word is a `records_conflict`. */
  readonly status: string;
  readonly phone: Msisdn | null;
  /** Receipts that the shop itself names as this order's payments. */
  readonly paidBy: readonly Receipt[];
  readonly createdAt: Instant | null;
  /** When the newest import said so: the age of the data. */
  readonly seenAt: Instant;
}

export type Rail = 'reversal' | 'b2c';
export type Cause = 'unpaid_order' | 'duplicate_payment' | 'overpayment';

/** The payee of every reversal: M-Pesa sends the money back to whoever paid the receipt. */
export const PAYER_OF_RECEIPT = 'payer-of-receipt';

/** A refund that `decide()` found due. Every value comes from records. */
export interface Refund {
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  readonly cause: Cause;
  readonly rail: Rail;
  readonly payee: Msisdn | typeof PAYER_OF_RECEIPT;
}

/** A refund of a receipt, ours or one seen outside. A `not_paid` one provably did not happen and does not count. */
export interface GivenBack {
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  readonly by: 'us' | 'outside';
  readonly state: 'paid' | 'unresolved' | 'not_paid';
}

/** What the records hold about a case: every payment, order and refund that the table of decisions.md can reach. */
export interface Records {
  readonly payments: readonly Payment[];
  readonly orders: readonly Order[];
  readonly givenBack: readonly GivenBack[];
}
