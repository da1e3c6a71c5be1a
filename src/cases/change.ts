import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { GateVerdict, GivenOfProcess } from '../payouts/gate-types.ts';
import type {
  Approval,
  Attempt,
  Fact,
  Inquiry,
  PayoutKey,
  PayoutReference,
  PayoutState,
  SendRequest,
  StatusAnswer,
  Transfer,
  VerdictKind,
} from '../payouts/types.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import type { Order, Payment, Refund } from '../records/types.ts';
import type { Case, EscalationReason, ModelAudit } from './types.ts';

/** Who did it: a program part, a named member of staff or the customer. */
export type Actor = 'worker' | 'listener' | 'customer' | 'import' | `staff:${string}`;

/** What should become of the stored state: all of it or nothing, in one transaction. */
export interface Change {
  readonly at: Instant;
  readonly actor: Actor;
  /** Checked inside the transaction; a false one means that somebody was faster: decide again. */
  readonly conditions?: readonly Condition[];
  readonly writes: readonly Write[];
}

export type Condition =
  | { readonly kind: 'case_open'; readonly caseId: string }
  | { readonly kind: 'escalation_open'; readonly escalationId: string }
  | { readonly kind: 'message_unknown'; readonly channel: string; readonly providerId: string }
  /** The facts judged are all the facts there are. */
  | { readonly kind: 'facts_of_attempt'; readonly attemptId: string; readonly count: number }
  | { readonly kind: 'payout'; readonly key: PayoutKey; readonly round: number; readonly state: PayoutState }
  | { readonly kind: 'receipt_untouched'; readonly receipt: Receipt }
  /** The setting still says this. */
  | { readonly kind: 'setting'; readonly name: SettingName; readonly value: string | null };

/** The fields of a case that a change may set; `version` is counted by the store. */
export type CaseFields = Omit<Case, 'id' | 'channel' | 'sender' | 'openedAt' | 'version' | 'changedAt'>;

export type Write =
  | { readonly kind: 'open_case'; readonly case: Case }
  /** Loses when the case's version is not this one. */
  | {
      readonly kind: 'update_case';
      readonly caseId: string;
      readonly version: number;
      readonly set: Partial<CaseFields>;
    }
  /** Wakes every open case that names the receipt or order, and takes back its `payment_not_found`. */
  | {
      readonly kind: 'wake';
      readonly receipts: readonly Receipt[];
      readonly orders: readonly OrderNumber[];
      /** The case that the same change moves itself. */
      readonly except?: string;
    }
  | { readonly kind: 'wake_case'; readonly caseId: string }
  | { readonly kind: 'event'; readonly caseId: string; readonly what: string; readonly detail: EventDetail }
  | { readonly kind: 'inbound'; readonly message: InboundMessage }
  | { readonly kind: 'mark_read'; readonly messageIds: readonly string[] }
  | { readonly kind: 'send_message'; readonly message: OutboundMessage }
  | { readonly kind: 'delivered'; readonly messageId: string }
  | { readonly kind: 'delivery_failed'; readonly messageId: string; readonly nextAt: Instant }
  /** `unlessReserved`: not when an attempt of this case is out or paid (D7). */
  | { readonly kind: 'escalate'; readonly escalation: Escalation; readonly unlessReserved: boolean }
  | {
      readonly kind: 'resolve_escalation';
      readonly escalationId: string;
      readonly by: string;
      readonly answer: string;
      readonly because: string;
    }
  | { readonly kind: 'model_call'; readonly call: ModelCall }
  | {
      readonly kind: 'model_answer';
      readonly callId: string;
      readonly outcome: string;
      readonly audit: ModelAudit;
    }
  /** Opens a round of a key, or joins the one that is open. */
  | {
      readonly kind: 'propose';
      readonly key: PayoutKey;
      readonly reference: PayoutReference;
      readonly refund: Refund;
      readonly orderNumber: OrderNumber;
    }
  | { readonly kind: 'approve'; readonly approval: Approval }
  | {
      readonly kind: 'update_payout';
      readonly key: PayoutKey;
      readonly state: PayoutState;
      readonly nextAttemptAt: Instant | null;
      readonly providerReceipt: Receipt | null;
    }
  | {
      readonly kind: 'update_attempt';
      readonly attemptId: string;
      readonly verdict: VerdictKind;
      readonly resolvedAt: Instant | null;
      readonly nextAskAt: Instant | null;
      /** Ids of the facts that were judged. */
      readonly judgedFacts: readonly string[];
    }
  /** Moves the next question; null: none by itself. Facts that wait to be judged still do. */
  | { readonly kind: 'next_ask'; readonly attemptId: string; readonly nextAskAt: Instant | null }
  | { readonly kind: 'transfer'; readonly transfer: Transfer }
  /** Asks about a payment; `same` when this case asks that already. */
  | {
      readonly kind: 'inquire';
      readonly inquiry: Pick<Inquiry, 'id' | 'purpose' | 'receipt' | 'caseId'>;
    }
  /** Lost when the inquiry got another answer meanwhile. */
  | {
      readonly kind: 'update_inquiry';
      readonly inquiryId: string;
      readonly answers: number;
      readonly set: Pick<Inquiry, 'state' | 'sentAt' | 'nextAt'>;
    }
  | { readonly kind: 'payment'; readonly payment: Omit<Payment, 'onHold'>; readonly source: string }
  | { readonly kind: 'order'; readonly order: Order; readonly source: string }
  /** Staff say that an order is paid by this receipt. */
  | { readonly kind: 'apply_receipt'; readonly order: OrderNumber; readonly receipt: Receipt }
  | {
      readonly kind: 'given_back_outside';
      readonly providerReceipt: Receipt;
      readonly receipt: Receipt;
      readonly amountCents: Cents;
      readonly source: string;
    }
  | { readonly kind: 'hold'; readonly receipt: Receipt; readonly why: string; readonly source: string }
  | { readonly kind: 'lift_holds'; readonly receipt: Receipt; readonly by: string; readonly because: string }
  | { readonly kind: 'setting'; readonly name: SettingName; readonly value: string }
  | { readonly kind: 'two_people'; readonly statement: PersonStatement };

export type SettingName = 'payouts_live' | 'lane' | 'accepted_clock';

/** Never holds a phone number or a receipt in clear: references, counts, rows, reasons. */
export type EventDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface InboundMessage {
  readonly id: string;
  readonly caseId: string;
  readonly channel: string;
  /** Unique per channel: the same message handed in twice is one message. */
  readonly providerId: string;
  readonly text: string;
  readonly at: Instant;
}

export interface OutboundMessage {
  /** Stable over every delivery of this message. */
  readonly id: string;
  readonly caseId: string;
  readonly audience: 'customer' | 'staff';
  /** Which text it is (messages/texts): `ask_mpesa_code`, `refund_paid`, `escalation`, … */
  readonly purpose: string;
  readonly to: Msisdn | string | null;
  readonly text: string;
  readonly at: Instant;
  /** Its delivery closes the case with this outcome (DESIGN §2: delivered and closed are one commit). */
  readonly closes: boolean;
}

export interface Escalation {
  readonly id: string;
  readonly caseId: string;
  readonly reason: EscalationReason;
  readonly subReason: string | null;
  /** What happened and what can be done, for staff. */
  readonly sentence: string;
  /** The exact command that answers it. */
  readonly command: string;
  readonly openedAt: Instant;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: string | null;
  readonly answer: string | null;
  readonly because: string | null;
}

export interface ModelCall {
  readonly id: string;
  readonly caseId: string;
  readonly purpose: 'message' | 'reply';
  readonly at: Instant;
}

/** One person's half of what needs two. */
export interface PersonStatement {
  readonly id: string;
  readonly about: string;
  readonly says: string;
  readonly by: string;
  readonly at: Instant;
}

export type Committed =
  | { readonly kind: 'done'; readonly outcomes: readonly WriteOutcome[] }
  /** A version or condition was lost: load and decide again. */
  | { readonly kind: 'lost'; readonly what: string };

/** What became of a write that may find itself already done. */
export type WriteOutcome = 'written' | 'same' | 'filled' | 'conflict';

export interface ReserveRequest {
  readonly caseId: string;
  /** The case as the step saw it; another version is lost. */
  readonly version: number;
  readonly key: PayoutKey;
  readonly limits: {
    readonly perPayoutCents: Cents;
    readonly perDayCents: Cents;
    readonly twoPeopleAboveCents: Cents | null;
    readonly attemptsPerRound: number;
    readonly sendWindowMs: number;
    readonly askAfterMs: readonly number[];
    readonly confirmationMaxAgeMs: number;
  };
}

export type ReserveGiven = GivenOfProcess;

export type Reserved =
  | {
      readonly kind: 'reserved';
      readonly attempt: Attempt;
      readonly request: SendRequest;
      readonly version: number;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Exclude<GateVerdict, { ok: true }>;
      /** The first time that this round of the case met it. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'lost'; readonly what: string };

/** What the world said: kept whatever happened to the case meanwhile. */
export type WorldFact =
  | {
      readonly kind: 'attempt_fact';
      readonly at: Instant;
      readonly attemptId: string;
      readonly fact: Fact;
      /** A status query was made: how many there were, and when the next is due. */
      readonly asks?: { readonly count: number; readonly nextAskAt: Instant | null };
    }
  | {
      readonly kind: 'callback';
      readonly at: Instant;
      readonly path: string;
      /** As received, credentials removed. */
      readonly body: string;
      /** The attempt that the path names; null when the path is not ours. */
      readonly attemptId: string | null;
      readonly fact: Fact | null;
      /** Why it does not fit; null when it does. */
      readonly why: string | null;
    }
  /** The answer to an inquiry. */
  | {
      readonly kind: 'inquiry_callback';
      readonly at: Instant;
      readonly path: string;
      readonly body: string;
      readonly inquiryId: string;
      readonly answer: StatusAnswer | null;
      readonly why: string | null;
    };

/** `unknown`: the attempt or inquiry that the path names is not in this database. */
export type Recorded = { readonly kind: 'new' | 'known' | 'unknown' };
