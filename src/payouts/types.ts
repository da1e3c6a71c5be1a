import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { OrderNumber, Receipt } from '../reading/types.ts';
import type { Refund } from '../records/types.ts';

/** The idempotency key of a refund: 64 hex digits, an HMAC of its recorded values (payouts.md §1). */
export type PayoutKey = string & { readonly __brand: 'payout key' };

/** The short form of the key that people see: `RF-7K3M9QXW`. */
export type PayoutReference = string & { readonly __brand: 'payout reference' };

/**
 * The life of a payout (all rounds of one key).
 * - `proposed`: a round is open, nothing was sent in it
 * - `unresolved`: an attempt is out and nobody knows yet what became of it
 * - `retry_due`: the last attempt provably left nothing behind; the next one of this round has its time
 * - `paid`, `already_back`: done for ever
 * - `not_paid`, `rejected`: this round ended; the key may be proposed again, in a new round
 */
export type PayoutState =
  'proposed' | 'unresolved' | 'retry_due' | 'paid' | 'already_back' | 'not_paid' | 'rejected';

export interface Payout {
  readonly key: PayoutKey;
  readonly reference: PayoutReference;
  readonly refund: Refund;
  readonly orderNumber: OrderNumber;
  readonly round: number;
  readonly state: PayoutState;
  /** Attempts made in all rounds; the newest one's number. */
  readonly attempts: number;
  /** Attempts made in this round. */
  readonly attemptsInRound: number;
  readonly nextAttemptAt: Instant | null;
  /** The provider's receipt of the refund, once known. */
  readonly providerReceipt: Receipt | null;
}

/** One request to the provider, sent at most once. */
export interface Attempt {
  /** `<reference>/<number>`. */
  readonly id: string;
  readonly key: PayoutKey;
  readonly number: number;
  readonly round: number;
  /** The case for which it was reserved. */
  readonly caseId: string;
  readonly refund: Refund;
  readonly reservedAt: Instant;
  readonly sendBy: Instant;
  readonly originatorConversationId: string;
  /** What the last verdict that was applied said; `unresolved` from reservation on. */
  readonly verdict: VerdictKind;
  readonly resolvedAt: Instant | null;
  /** Status queries made so far. */
  readonly asks: number;
  readonly nextAskAt: Instant | null;
}

/** What the world said about an attempt. Stored under the hash of its content; never changed, never removed. */
export type Fact =
  /** No secure connection was ever made: nothing can have been received. */
  | { readonly kind: 'never_connected'; readonly detail: string }
  /** The deadline passed before the request was written. */
  | { readonly kind: 'never_sent'; readonly detail: string }
  /** Refused before processing, by a code that daraja.md §7 lists as without effect on money. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** Response code 0, or a duplicate of our OriginatorConversationID: the provider has it. */
  | {
      readonly kind: 'acknowledged';
      readonly conversationId: string | null;
      readonly originatorConversationId: string | null;
    }
  /** Sent, and what came back (or did not) proves nothing: timeout, reset, HTML, 5xx, unknown code. */
  | { readonly kind: 'unknown_answer'; readonly detail: string }
  | ResultFact
  /** The queue timed out: proves nothing. */
  | { readonly kind: 'queue_timeout' }
  /** A status query was made, knowing these facts. */
  | { readonly kind: 'asked'; readonly ask: number; readonly askedAfter: readonly string[] }
  /** The query was not taken, or the provider said so: no answer will come. */
  | { readonly kind: 'ask_failed'; readonly ask: number; readonly detail: string }
  | StatusAnswerFact
  /** A reversal of the receipt in the merchant's statement. */
  | { readonly kind: 'statement_row'; readonly providerReceipt: Receipt; readonly amountCents: Cents }
  /** Two people's finding (payouts.md §7). */
  | {
      readonly kind: 'people';
      readonly says: 'paid' | 'not_paid';
      readonly providerReceipt: Receipt | null;
      readonly by: readonly [string, string];
      readonly evidence: string;
      readonly statedAt: Instant;
    };

/** The result callback of a payout request. */
export interface ResultFact {
  readonly kind: 'result';
  /** `0`, `1`, `R000001`, …: always as text. */
  readonly code: string;
  readonly description: string;
  /** The provider's receipt; on a failure a filler or a declined transaction: never proof. */
  readonly transactionId: string | null;
  readonly conversationId: string | null;
  readonly originatorConversationId: string | null;
  readonly amountCents: Cents | null;
  /** For a reversal: the receipt that was reversed. */
  readonly originalReceipt: string | null;
  /** For B2C: who got it, as the result shows it (a number, full or masked). Absent when it was not told. */
  readonly receiver?: string;
}

/** The result of a status query about an attempt: of the original payment (reversal), of our own transaction (B2C). */
export interface StatusAnswerFact extends StatusAnswer {
  readonly kind: 'status_answer';
  readonly ask: number;
}

/** What the result of a status query says (daraja.md §4). What is optional is absent when it was not told. */
export interface StatusAnswer {
  /** Result code of the *query*: says nothing about the money. */
  readonly code: string;
  readonly receipt: string | null;
  /** `Completed`, `Reversed`, …; null when absent. */
  readonly status: string | null;
  readonly amountCents: Cents | null;
  /** Who paid and who got it: a number (full, masked or hashed) or a shortcode, without the name beside it. */
  readonly debitParty?: string;
  readonly creditParty?: string;
  /** The OriginatorConversationID of the transaction asked about. */
  readonly originatorConversationId?: string;
  /** When the transaction was final. */
  readonly finalisedAt?: Instant;
}

/**
 * Why the provider is asked about a payment outside any attempt.
 * - `find`: a receipt that no import knows, or the payer's full number (decisions.md, D4 and D16)
 * - `confirm`: that the original payment of a B2C still stands (payouts.md §4, `payment_confirmed`)
 * - `probe`: whether the provider takes our credential again (payouts.md §9)
 */
export type InquiryPurpose = 'find' | 'confirm' | 'probe';

/** A status query about a payment, outside any attempt. Moves no money; its answer comes by callback. */
export interface Inquiry {
  /** `Q-7K3M9QXW`. */
  readonly id: string;
  readonly purpose: InquiryPurpose;
  readonly receipt: Receipt;
  /** The case that waits for it. */
  readonly caseId: string;
  /** When it was decided on: an answer is at most as fresh as its question. */
  readonly at: Instant;
  /** Null until it was sent. */
  readonly sentAt: Instant | null;
  /** `unanswered`: nobody waits for it any more; a late answer is still taken. */
  readonly state: 'open' | 'answered' | 'unanswered';
  /** When it is due to be sent, read or given up; null when none of these. */
  readonly nextAt: Instant | null;
}

/** An inquiry with what came back, oldest first. */
export interface InquiryView {
  readonly inquiry: Inquiry;
  readonly answers: readonly StatusAnswer[];
}

/** A stored fact: its id is the hash of attempt and content, so a repeat is the same row. */
export interface StoredFact {
  readonly id: string;
  readonly at: Instant;
  readonly fact: Fact;
}

export type VerdictKind = 'unresolved' | 'paid' | 'already_back' | 'not_paid';

export type Verdict =
  | { readonly kind: 'unresolved'; readonly flags: readonly VerdictFlag[] }
  | {
      readonly kind: 'paid';
      readonly providerReceipt: Receipt | null;
      readonly flags: readonly VerdictFlag[];
    }
  | {
      readonly kind: 'already_back';
      readonly providerReceipt: Receipt | null;
      readonly flags: readonly VerdictFlag[];
    }
  | {
      readonly kind: 'not_paid';
      /** Nothing left us, or it was refused before processing: another attempt of this round may follow. */
      readonly nothingLeft: boolean;
      /** A credential or float code: the lane stops, and another attempt of this round may follow. */
      readonly laneStop: LaneStop | null;
      readonly code: string | null;
      readonly flags: readonly VerdictFlag[];
    };

/** Facts that do not go together: kept, shown to a person, without effect on money. */
export type VerdictFlag =
  'amount_mismatch' | 'party_mismatch' | 'ids_mismatch' | 'several_receipts' | 'success_and_failure';

export interface LaneStop {
  /** `old_copy`: a callback named an attempt that these books do not know, so they are a copy of older ones. */
  readonly why: 'credential' | 'float' | 'old_copy';
  readonly code: string;
}

/** What is to be sent. The adapter adds its own credentials and URLs. */
export interface SendRequest {
  readonly attemptId: string;
  readonly reference: PayoutReference;
  readonly attemptNumber: number;
  readonly refund: Refund;
  readonly originatorConversationId: string;
  readonly sendBy: Instant;
}

/** A ledger line (payouts.md §3). `pending` at reservation; then one `posted` or `voided` that resolves it; `late` for
 * money that turned out to have moved after `voided`. */
export interface Transfer {
  readonly id: string;
  readonly attemptId: string;
  readonly kind: 'pending' | 'posted' | 'voided' | 'late';
  readonly receipt: Receipt;
  readonly orderNumber: OrderNumber;
  readonly amountCents: Cents;
  readonly resolves: string | null;
  readonly providerReceipt: Receipt | null;
  readonly at: Instant;
}

/** One approval of one round of a key. */
export interface Approval {
  readonly key: PayoutKey;
  readonly round: number;
  readonly caseId: string;
  readonly by: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
  /** The case's revision that the approver saw. */
  readonly revision: number;
}
