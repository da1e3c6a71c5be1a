import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { Refund } from '../records/types.ts';
import type {
  Approval,
  InquiryView,
  LaneStop,
  Payout,
  PayoutKey,
  PayoutReference,
  Transfer,
} from './types.ts';

/** The checks in the order in which they run: widest scope first, the only writer last (payouts.md §4). */
export const CHECK_NAMES = [
  'payouts_live',
  'process_may_send',
  'clock_sane',
  'lane_open',
  'case_current',
  'receipt_free',
  'limits',
  'approval',
  'records_agree',
  'caps',
  'payment_confirmed',
  'destination',
  'provider_ready',
  'reserve',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** What the process brings along; everything else is loaded inside the transaction that reserves. */
export interface GivenOfProcess {
  /** The wall clock. */
  readonly now: Instant;
  /** The process was started to pay: no dry run, no evaluation. */
  readonly processMaySend: boolean;
  /** A slot of the lane is held, and kept until the request is out. */
  readonly laneSlotHeld: boolean;
  /** When the token in hand expires; null when there is none. */
  readonly tokenUntil: Instant | null;
}

/** What the gate is given: `sendBy` is the deadline that the reservation would get. */
export interface Given extends GivenOfProcess {
  readonly sendBy: Instant;
}

/** The case on whose behalf money is to leave. */
export interface GateCase {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  /** Inbound messages that no reading step has seen. */
  readonly unreadMessages: number;
  readonly payoutKey: PayoutKey | null;
  /** Who opened, edited, answered or stated a fact: none of them may approve (payouts.md §1). */
  readonly hands: readonly string[];
}

/** What the two caps are computed from (payouts.md §3). "The order's receipts" always include this refund's own. */
export interface GateBooks {
  /** What the receipt brought; null when it is not in the records. */
  readonly paymentCents: Cents | null;
  readonly receiptTransfers: readonly Transfer[];
  /** Given back outside, of this receipt. */
  readonly receiptOutsideCents: Cents;
  readonly order: { readonly status: string; readonly totalCents: Cents } | null;
  /** What all of the order's receipts brought. */
  readonly orderCameInCents: Cents;
  /** Ledger lines of all of the order's receipts. */
  readonly orderTransfers: readonly Transfer[];
  /** Given back outside, of all of the order's receipts. */
  readonly orderOutsideCents: Cents;
}

/** Rows loaded in the transaction that reserves. */
export interface GateRows {
  /** False when the kill switch is on. */
  readonly payoutsLive: boolean;
  /** The newest moment that any event carries; null before the first. */
  readonly newestEventAt: Instant | null;
  /** Events up to this moment were looked at and their lead over the clock accepted (`brakes accept-clock`). */
  readonly acceptedClock: Instant | null;
  readonly laneStop: LaneStop | null;
  readonly case: GateCase;
  readonly key: PayoutKey;
  readonly refund: Refund;
  /** The payout of the key; null when no round of it was ever opened. */
  readonly payout: Payout | null;
  readonly receiptOnHold: boolean;
  /**
   * Payouts on the receipt, of whatever rail, with an attempt of which nobody knows what became. This payout itself is
   * among them when an earlier attempt of it is in doubt again.
   */
  readonly unresolvedOnReceipt: readonly PayoutReference[];
  readonly limits: {
    readonly perPayoutCents: Cents;
    readonly perDayCents: Cents;
    /** Reserved and not voided since midnight in East Africa. */
    readonly spentTodayCents: Cents;
  };
  /** Approvals of the key; the gate itself picks those that count. */
  readonly approvals: readonly Approval[];
  /** How many different people must have approved (see `peopleNeeded`). */
  readonly peopleNeeded: number;
  /** The key of the refund that the records call for now, computed from rows of this transaction; null for none. */
  readonly dueNow: () => PayoutKey | null;
  readonly books: GateBooks;
  readonly attemptsPerRound: number;
  /** What the provider said of the original payment. */
  readonly confirmation: Confirmation;
}

/** Status queries about the original payment, made for this case since its newest approval (B2C only). */
export interface Confirmation {
  /** Oldest first. */
  readonly inquiries: readonly InquiryView[];
  /** How old a question may be whose answer counts. */
  readonly maxAgeMs: number;
}

/** What happens next after a refusal. `asks`: the provider, about the original payment. `already_done` is a success: the refund was made, under the same reference. */
export type Then = 'waits' | 'asks' | 'person' | 'back_to_decision' | 'back_to_approval' | 'already_done';

/** Why a check refused. Stable words: the same refusal again is the same row. */
export type RefusalReason =
  | 'kill_switch_on'
  | 'process_not_started_to_pay'
  | 'clock_behind_newest_event'
  | 'lane_stopped_for_credential'
  | 'lane_stopped_for_float'
  | 'lane_stopped_for_old_copy'
  | 'case_not_approved'
  | 'case_has_unread_message'
  | 'case_has_another_refund'
  | 'case_changed_since_approval'
  | 'receipt_on_hold'
  | 'another_payout_unresolved'
  | 'over_limit_per_payout'
  | 'over_limit_per_day'
  | 'no_approval'
  | 'approval_expired'
  | 'approver_not_allowed'
  | 'too_few_approvers'
  | 'refund_no_longer_due'
  | 'another_refund_due'
  | 'payment_or_order_unknown'
  | 'over_receipt_cap'
  | 'over_order_cap'
  | 'reversal_of_a_part'
  | 'payment_not_confirmed'
  | 'confirmation_awaited'
  | 'confirmations_unanswered'
  | 'original_not_completed'
  | 'payee_does_not_fit'
  | 'no_token'
  | 'token_expires_too_soon'
  | 'no_lane_slot'
  | 'no_time_to_send'
  | 'no_round_open'
  | 'round_ended'
  | 'attempts_used_up'
  | 'attempt_unresolved'
  | 'next_attempt_not_due'
  | 'already_paid'
  | 'already_back'
  | `${CheckName} could not decide (${string})`;

/** Named like the escalations of DESIGN §7 that a refusal can lead to. */
export type GateEscalation = 'records_conflict' | 'no_rail' | 'payout_refused' | 'payout_failed';

/** What a check says when it refuses. */
export interface CheckRefusal {
  readonly reason: RefusalReason;
  readonly then: Then;
  /** The escalation to open, when a person is needed. */
  readonly escalation?: GateEscalation;
  /** When asking again can first help; absent: when somebody changes something. */
  readonly until?: Instant;
  /** The receipt is to be put on hold. */
  readonly hold?: true;
}

export interface Refusal extends CheckRefusal {
  readonly ok: false;
  readonly check: CheckName;
}

export type GateVerdict = { readonly ok: true } | Refusal;

/** A refusal, or null. Pure; one that throws refuses. */
export type Check = (rows: GateRows, given: Given) => CheckRefusal | null;
