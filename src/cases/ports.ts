import type { Instant } from '../core/clock.ts';
import type { ModelAnswer, ModelQuestion, Receipt, SecretMap } from '../reading/types.ts';
import type { CallbackOf } from '../payouts/callback-path.ts';
import type { Fact, LaneStop, SendRequest } from '../payouts/types.ts';
import type {
  Change,
  Committed,
  OutboundMessage,
  Recorded,
  Reserved,
  ReserveGiven,
  ReserveRequest,
  WorldFact,
} from './change.ts';
import type { Reads } from './reads.ts';
import type { ModelAudit } from './types.ts';

/** Wall clock for what is stored, monotonic clock for deadlines. */
export interface Clock {
  now(): Instant;
  /** Milliseconds from any start; never goes back. */
  monotonic(): number;
}

export interface Ids {
  /** `C-7K3M9Q`: short enough to read over a phone; the store refuses one that is taken. */
  caseId(): string;
  /** `E-4QX7KD`: people type it. */
  escalationId(): string;
  /** `Q-7K3M9Q2X`: part of a callback URL. */
  inquiryId(): string;
  /** For rows that people never type. */
  rowId(): string;
}

/** The three writers of DESIGN §3, and the reads. Every writer is one immediate transaction. */
export interface Store extends Reads {
  commit(change: Change): Promise<Committed>;
  reserve(request: ReserveRequest, given: ReserveGiven): Promise<Reserved>;
  record(fact: WorldFact): Promise<Recorded>;
}

export type ModelOutcome =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer; readonly audit: ModelAudit }
  | {
      readonly kind: 'unavailable';
      readonly why: 'down' | 'not_pulled' | 'slow' | 'cut_connection' | 'server_error';
      readonly advice: string;
      readonly audit: ModelAudit;
    }
  | {
      readonly kind: 'untrusted';
      readonly subReason:
        | 'not_json'
        | 'cut_off'
        | 'wrong_shape'
        | 'not_a_candidate'
        | 'over_long'
        | 'too_long_for_model'
        | 'our_schema';
      readonly audit: ModelAudit;
    }
  /** The last guard saw a phone number or a receipt: nothing was sent. */
  | { readonly kind: 'refused_to_send'; readonly audit: ModelAudit };

export interface Model {
  readonly name: string;
  /** Never throws: every failure is an outcome. */
  ask(question: ModelQuestion, secrets: SecretMap): Promise<ModelOutcome>;
}

/** A question to the provider. Its answer comes to the callback URL of an attempt or of an inquiry. */
export interface StatusQuery {
  readonly callback: CallbackOf;
  /** A payment by its receipt, or our own B2C request by its OriginatorConversationID (daraja.md §4). */
  readonly about:
    | { readonly kind: 'receipt'; readonly receipt: Receipt }
    | { readonly kind: 'request'; readonly originatorConversationId: string };
}

export type AskOutcome =
  | { readonly kind: 'asked' }
  | { readonly kind: 'ask_failed'; readonly detail: string; readonly laneStop: LaneStop | null };

/** A slot of the lane and a token in hand. */
export interface Prepared {
  /** Null when no token is to be had now; `why` says so. */
  readonly tokenUntil: Instant | null;
  readonly why: string | null;
  release(): void;
}

/** M-Pesa. Nothing here throws: whatever happens to money is a fact. */
export interface Payments {
  prepare(): Promise<Prepared>;
  /** Sends the money request of an attempt, once. */
  send(request: SendRequest): Promise<Fact>;
  /** Asks; the answer comes by callback. */
  ask(query: StatusQuery): Promise<AskOutcome>;
}

/** A way to reach customers and staff. At least once, with a stable id: no channel can do better. */
export interface Channel {
  /** Resolves when the message is handed over; rejects to be tried again later. */
  deliver(message: OutboundMessage): Promise<void>;
}
