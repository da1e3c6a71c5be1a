import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type {
  PayoutKey,
  PayoutState,
  Approval,
  Attempt,
  Inquiry,
  InquiryView,
  Payout,
  StoredFact,
  Transfer,
} from '../payouts/types.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import type { GivenBack, Order, Payment } from '../records/types.ts';
import type { Escalation, InboundMessage, OutboundMessage, PersonStatement, SettingName } from './change.ts';
import type { Case, EscalationReason, Situation, Status } from './types.ts';

/** A case with all that its step looks at, from one read transaction. */
export interface Snapshot {
  readonly case: Case;
  /** Not yet read by a reading step, oldest first. */
  readonly unread: readonly InboundMessage[];
  readonly openEscalations: readonly Escalation[];
  /** Null until something was said. */
  readonly situation: Situation | null;
  /** The payout that the case is about, and what belongs to it. */
  readonly payout: Payout | null;
  readonly approvals: readonly Approval[];
  /** Every refund of a payment in reach of the case, oldest first. */
  readonly refunds: readonly EarlierRefund[];
  /** What the provider was asked for this case's sake, oldest first. */
  readonly inquiries: readonly Inquiry[];
}

/** An attempt with everything that judging and settling it needs. */
export interface AttemptView {
  readonly attempt: Attempt;
  readonly payout: Payout;
  readonly facts: readonly StoredFact[];
  readonly transfers: readonly Transfer[];
  /** Ids of the facts that the last judgement knew. */
  readonly judgedFacts: readonly string[];
  /** The open `payout_in_doubt` of this attempt. */
  readonly openDoubts: readonly Escalation[];
  /** Other unresolved attempts of the case that are not asked about any more: only people settle them. */
  readonly othersInDoubt: readonly string[];
  /** The case that reserved it, whatever became of that. */
  readonly own: Case;
  /** Other open cases that are decided to this payout. */
  readonly others: readonly Case[];
}

export interface CaseFilter {
  readonly status?: Status;
  readonly open?: boolean;
  readonly limit: number;
}

export interface PayoutFilter {
  readonly state?: PayoutState;
  readonly limit: number;
}

export interface StoredEvent {
  readonly seq: number;
  readonly at: Instant;
  readonly actor: string;
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface StoredOutbound extends OutboundMessage {
  readonly tries: number;
  readonly deliveredAt: Instant | null;
}

export interface StoredModelCall {
  readonly id: string;
  readonly caseId: string;
  readonly purpose: string;
  readonly at: Instant;
  readonly outcome: string | null;
  readonly model: string | null;
  /** Of the model's weights, as its host named them. */
  readonly digest: string | null;
  /** Of the prompt file that it was asked with. */
  readonly promptHash: string | null;
  readonly prompt: string | null;
  readonly rawAnswer: string | null;
}

export interface Hold {
  readonly receipt: Receipt;
  readonly source: string;
  readonly why: string;
  readonly at: Instant;
}

/** What the review card shows of money that went back before. */
export interface EarlierRefund {
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  readonly by: 'us' | 'outside';
  readonly state: GivenBack['state'];
  readonly reference: string | null;
  readonly at: Instant;
}

export interface StoredCallback {
  readonly at: Instant;
  readonly attemptId: string | null;
  readonly why: string | null;
  readonly body: string;
}

/** Reads of the store. Lists have an order, a limit and no surprises: oldest first where work waits, else newest. */
export interface Reads {
  snapshot(caseId: string): Promise<Snapshot | null>;
  case(caseId: string): Promise<Case | null>;
  dueCases(now: Instant, limit: number): Promise<readonly string[]>;
  /** Attempts with facts that nobody judged yet. */
  attemptsToJudge(now: Instant, limit: number): Promise<readonly string[]>;
  attemptsToAsk(now: Instant, limit: number): Promise<readonly string[]>;
  attempt(attemptId: string): Promise<AttemptView | null>;
  inquiriesDue(now: Instant, limit: number): Promise<readonly string[]>;
  inquiry(inquiryId: string): Promise<InquiryView | null>;
  dueMessages(now: Instant, limit: number): Promise<readonly StoredOutbound[]>;
  /** The next moment at which anything above becomes due; null when nothing will by itself. */
  nextDue(): Promise<Instant | null>;

  cases(filter: CaseFilter): Promise<readonly Case[]>;
  /** The newest open case of a sender, else their newest closed one. */
  newestCaseOf(channel: string, sender: Msisdn): Promise<Case | null>;
  inboundOf(caseId: string): Promise<readonly InboundMessage[]>;
  /** The case that already holds this message, if it was handed in before. */
  caseOfMessage(channel: string, providerId: string): Promise<string | null>;
  outboundOf(caseId: string): Promise<readonly StoredOutbound[]>;
  eventsOf(caseId: string): Promise<readonly StoredEvent[]>;
  modelCallsOf(caseId: string): Promise<readonly StoredModelCall[]>;
  /** True when every event's hash follows from its content and the one before it. */
  eventsIntact(caseId: string): Promise<boolean>;

  payments(receipts: readonly Receipt[]): Promise<readonly Payment[]>;
  /** Payments of exactly this amount, made before that moment: those that an outgoing row may have given back. */
  paymentsOfAmount(amountCents: Cents, before: Instant, limit: number): Promise<readonly Payment[]>;
  order(number: OrderNumber): Promise<Order | null>;
  holds(receipt: Receipt | null, limit: number): Promise<readonly Hold[]>;
  refundsOf(receipts: readonly Receipt[]): Promise<readonly EarlierRefund[]>;
  isGivenBackOutsideKnown(providerReceipt: Receipt): Promise<boolean>;
  /** The receipt of the newest payment; null before the first. */
  newestReceipt(): Promise<Receipt | null>;
  paymentCount(): Promise<{
    readonly payments: number;
    readonly orders: number;
    readonly newestPaidAt: Instant | null;
  }>;

  payout(key: PayoutKey): Promise<Payout | null>;
  payoutByReference(reference: string): Promise<Payout | null>;
  payoutOfProviderReceipt(providerReceipt: Receipt): Promise<Payout | null>;
  payouts(filter: PayoutFilter): Promise<readonly Payout[]>;
  payoutsOfReceipt(receipt: Receipt): Promise<readonly Payout[]>;
  attemptsOf(key: PayoutKey): Promise<readonly Attempt[]>;
  doubtfulAttempts(limit: number): Promise<readonly AttemptView[]>;
  /** Payouts of that amount over B2C that are not done, newest first: what an outgoing statement row may be. */
  openB2cPayouts(amountCents: Cents, limit: number): Promise<readonly Payout[]>;
  approvalsOf(key: PayoutKey): Promise<readonly Approval[]>;
  callbacksOf(attemptId: string): Promise<readonly StoredCallback[]>;

  escalations(filter: {
    readonly open?: boolean;
    readonly caseId?: string;
    readonly reason?: EscalationReason;
    readonly limit: number;
  }): Promise<readonly Escalation[]>;
  escalation(id: string): Promise<Escalation | null>;
  statements(about: string): Promise<readonly PersonStatement[]>;
  setting(name: SettingName | 'secret' | 'newest_event_at'): Promise<string | null>;
}
