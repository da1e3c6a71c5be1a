import type { Instant } from '../core/clock.ts';
import type { Asked, Field, Msisdn, OrderNumber, Receipt, Said, SecretMap } from '../reading/types.ts';
import type { Records, Refund } from '../records/types.ts';
import type { PayoutKey } from '../payouts/types.ts';

export type Status =
  'new' | 'extracted' | 'waiting_for_customer' | 'waiting_for_approval' | 'approved' | 'refunded' | 'closed';

/** Why a case closed. */
export type Outcome =
  | 'refunded'
  | 'refunded_outside'
  | 'applied_to_order'
  | 'rejected'
  | 'withdrawn'
  | 'no_answer'
  | 'not_due'
  | 'duplicate';

/** Why a person is needed (DESIGN §7). */
export type EscalationReason =
  | 'model_unavailable'
  | 'model_output_untrusted'
  | 'model_budget_spent'
  | 'step_budget_spent'
  | 'redaction_failed'
  | 'not_a_complaint'
  | 'amount_differs'
  | 'payer_differs'
  | 'details_missing'
  | 'payment_not_found'
  | 'order_not_found'
  | 'records_conflict'
  | 'claimed_by_another_case'
  | 'no_rail'
  | 'payout_refused'
  | 'payout_failed'
  | 'payout_in_doubt'
  | 'fact_contradicts'
  | 'customer_asks_for_person';

/** The row of the decision table (decisions.md) that decided. */
export type Row = `D${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16}`;

/** What staff state with `escalations resolve --go-on`: an input of `decide()` (decisions.md, What a person can do). */
export interface StaffFact {
  readonly receipt: Receipt | null;
  readonly order: OrderNumber | null;
  readonly by: string;
  readonly at: Instant;
  readonly because: string;
}

/** Another case whose status is not `closed`. */
export interface OpenCase {
  readonly id: string;
  readonly receipt: Receipt | null;
  readonly sender: Msisdn | null;
  readonly openedAt: Instant;
}

/** All that `decide()` looks at. */
export interface Situation {
  readonly now: Instant;
  readonly caseId: string;
  readonly openedAt: Instant;
  readonly sender: Msisdn | null;
  readonly said: Said;
  readonly staffFact: StaffFact | null;
  /** How often each field was asked for since a usable answer came. */
  readonly timesAsked: Readonly<Partial<Record<Field, number>>>;
  readonly records: Records;
  readonly openCases: readonly OpenCase[];
}

/** What a case leads to, and the row of the table that says so. */
export type Decision =
  | {
      readonly route: 'refund';
      readonly row: Row;
      readonly refund: Refund;
      /** The receipt complained about: not always the one refunded (D14). */
      readonly receipt: Receipt;
      readonly order: OrderNumber;
    }
  | { readonly route: 'ask'; readonly row: Row; readonly for: Field; readonly receipt: Receipt | null }
  | { readonly route: 'wait'; readonly row: Row; readonly receipt: Receipt }
  | {
      readonly route: 'person';
      readonly row: Row;
      readonly reason: EscalationReason;
      readonly receipt: Receipt | null;
      /** Other open cases that need the same person (D7). */
      readonly alsoOn: readonly string[];
      /** Receipts about which the provider may tell what the records do not: asked once before a person is called. */
      readonly inquire?: readonly Receipt[];
    }
  | {
      readonly route: 'close';
      readonly row: Row;
      readonly outcome: Outcome;
      readonly receipt: Receipt | null;
      /** The open case that this one repeats (D7): the commit that closes checks that it is still open. */
      readonly duplicateOf: string | null;
    };

/** One complaint, as stored. */
export interface Case {
  readonly id: string;
  readonly channel: string;
  readonly sender: Msisdn | null;
  readonly language: 'sw' | 'en';
  readonly status: Status;
  readonly outcome: Outcome | null;
  /** Counts every write: a lost version means decide again. */
  readonly version: number;
  /** Counts changes of what the case is about (words, decision, staff facts): approvals are bound to it. */
  readonly revision: number;
  readonly openedAt: Instant;
  readonly changedAt: Instant;
  readonly closedAt: Instant | null;
  /** When the worker looks at the case again by itself; null: only when something wakes it. */
  readonly wakeAt: Instant | null;
  readonly modelCalls: number;
  readonly readingSteps: number;
  /** Null until the first message was read. */
  readonly said: Said | null;
  readonly secrets: SecretMap;
  readonly decision: Decision | null;
  readonly staffFact: StaffFact | null;
  /** The open question to the customer. */
  readonly asked: Asked;
  readonly askedAt: Instant | null;
  readonly reminders: number;
  readonly timesAsked: Readonly<Partial<Record<Field, number>>>;
  /** Staff want this asked next (`escalations resolve --ask`). */
  readonly staffAsk: Field | null;
  /** The receipt complained about, once known. */
  readonly receipt: Receipt | null;
  readonly orderNumber: OrderNumber | null;
  /** The refund put up for approval. */
  readonly payoutKey: PayoutKey | null;
  readonly duplicateOf: string | null;
  /** The customer was told that the case waits for another one or for a payout on its way. */
  readonly toldToWait: boolean;
  /** Failures of the model in a row, for the backoff. */
  readonly modelFailures: number;
  /** Staff who opened, edited, answered or stated a fact: none of them may approve. */
  readonly hands: readonly string[];
}

/** What is kept of a model call for audit: the redacted prompt and the raw answer. */
export interface ModelAudit {
  readonly model: string;
  readonly digest: string | null;
  readonly promptHash: string;
  readonly prompt: string;
  readonly raw: string | null;
  readonly ms: number;
  readonly promptTokens: number | null;
  readonly answerTokens: number | null;
}
