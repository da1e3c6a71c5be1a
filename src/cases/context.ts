import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { Field, Receipt } from '../reading/types.ts';
import type { Outcome } from './types.ts';

/** Durations and limits of the desk. All of them are settings (config.ts); milliseconds and cents. */
export interface DeskSettings {
  /** Reminders to a customer who owes an answer, from the question on. */
  readonly remindAfterMs: readonly number[];
  /** Closing without an answer, from the question on. */
  readonly closeAfterMs: number;
  /** A disputing message this long after closing goes to a person on that case (decisions.md). */
  readonly disputeWindowMs: number;
  /** Pauses before the model is tried again; after the last one a person takes over. */
  readonly modelRetryAfterMs: readonly number[];
  readonly approvalValidMs: number;
  /** Above this amount two different people approve; null: one is enough for any. */
  readonly twoPeopleAboveCents: Cents | null;
  /** Older order data wants a fresh import or `--order-checked`. */
  readonly orderDataMaxAgeMs: number;
  readonly perPayoutLimitCents: Cents;
  readonly perDayLimitCents: Cents;
  readonly sendWindowMs: number;
  /** When an unresolved attempt is asked about, from its reservation on. */
  readonly askAfterMs: readonly number[];
  /** How long the last question may stay unanswered before a named person takes over. */
  readonly lastAnswerWithinMs: number;
  readonly tellStaffAfterMs: number;
  readonly tellCustomerAfterMs: number;
  readonly retryPausesMs: readonly number[];
  /** How soon a payout that only has to wait is tried again. */
  readonly waitMs: number;
  /** How long the answer to an inquiry about a payment is waited for. */
  readonly answerWithinMs: number;
  /** How old the question may be whose answer confirms the original payment of a B2C. */
  readonly confirmationMaxAgeMs: number;
  /** Our shortcodes: who got the money of a payment that is ours. */
  readonly ownParties: readonly string[];
}

/** What a message to a customer may need to name. */
export interface TextValues {
  readonly caseId: string;
  readonly reference?: string | undefined;
  readonly amountCents?: Cents | undefined;
  readonly receipt?: Receipt | undefined;
  readonly order?: string | undefined;
  readonly otherCaseId?: string | undefined;
}

export type CustomerText =
  | `ask_${Field}`
  | `ask_again_${Field}`
  | 'reminder'
  | 'handed_to_person'
  | 'waits_for_payout'
  | 'still_checking'
  | 'on_its_way'
  | 'refund_paid'
  | 'money_is_back'
  | `closed_${Outcome}`;

export type StaffText =
  | 'escalation'
  | 'payout_unresolved'
  | 'payout_over_limit'
  | 'order_refunded'
  | 'lane_stopped'
  | 'lane_opened';

/** The words of the desk, in one place (messages/texts.ts). */
export interface Texts {
  customer(text: CustomerText, language: 'sw' | 'en', values: TextValues): string;
  staff(
    text: StaffText,
    values: TextValues & { readonly sentence?: string; readonly command?: string },
  ): string;
}

/** What the pure steps get besides the case. */
export interface StepContext {
  readonly now: Instant;
  readonly settings: DeskSettings;
  readonly texts: Texts;
  /** Key of the HMACs (payouts.md §1). */
  readonly secret: string;
  /** False with `MODEL=rules`: what the rules leave undecided is decided without a model. */
  readonly hasModel: boolean;
  readonly newId: (kind: 'escalation' | 'inquiry' | 'row') => string;
}
