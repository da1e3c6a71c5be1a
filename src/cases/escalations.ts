import type { Escalation, Write } from './change.ts';
import type { StepContext } from './context.ts';
import { toStaff } from './outgoing.ts';
import { event } from './step.ts';
import type { Case, EscalationReason } from './types.ts';

/** The answers that a person can give to an escalation (decisions.md, What a person can do). */
export type Answer = 'go-on' | 'ask' | 'reply' | 'close';

interface Meaning {
  /** What happened and what can be done, in one sentence for staff. */
  readonly sentence: string;
  readonly answers: readonly Answer[];
  /** The arguments that usually answer it. */
  readonly usual: string;
  /** A command other than `escalations resolve` that answers it; `{attempt}` and `{receipt}` are filled in. */
  readonly command?: string;
}

const ALL: readonly Answer[] = ['go-on', 'ask', 'reply', 'close'];

/** Every reason with what staff read and can answer. No reason is a dead end. */
export const MEANINGS: Readonly<Record<EscalationReason, Meaning>> = {
  model_unavailable: {
    sentence:
      'The reading model did not answer: read the message yourself and state what it says, or ask the customer.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  model_output_untrusted: {
    sentence: 'The reading model answered something that cannot be trusted: read the message yourself.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  model_budget_spent: {
    sentence: 'Five model calls were made for this case: a person reads on.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  step_budget_spent: {
    sentence: 'Ten messages were read for this case: a person reads on.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  redaction_failed: {
    sentence:
      'A phone number or code was still visible after redaction, so nothing was sent to the model: read the message yourself.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  not_a_complaint: {
    sentence: 'This does not read like a payment that did not count: answer it, or go on if it is one.',
    answers: ALL,
    usual: '--reply TEXT',
  },
  amount_differs: {
    sentence:
      'The amount of the payment is not what the customer says or what the order costs: look at both and decide.',
    answers: ALL,
    usual: '--go-on',
  },
  payer_differs: {
    sentence: 'The number that wrote or was named is not the one that paid: find out whose money it is.',
    answers: ALL,
    usual: '--go-on',
  },
  details_missing: {
    sentence: 'The customer was asked twice and could not say: find the payment in the statement, or close.',
    answers: ALL,
    usual: '--go-on --receipt R --order N',
  },
  payment_not_found: {
    sentence:
      'No record has the code that was given: import a newer statement (that alone moves the case on), or correct the code.',
    answers: ALL,
    usual: '--go-on --receipt R',
  },
  order_not_found: {
    sentence: 'Two order numbers were given and neither exists: find the order, or import newer orders.',
    answers: ALL,
    usual: '--go-on --order N',
  },
  records_conflict: {
    sentence:
      'The records contradict each other about this receipt or order: look at the card; a hold is lifted by two people with "records lift-hold".',
    answers: ALL,
    usual: '--go-on --order N',
  },
  claimed_by_another_case: {
    sentence:
      'Another open case claims the same receipt: find out whose payment it is, close the other, then go on.',
    answers: ALL,
    usual: '--go-on',
  },
  no_rail: {
    sentence:
      'Money is due, but no rail can carry it (payer not known in full, too small, or part of a payment): give it back by hand and record it with "refunds record".',
    answers: ['go-on', 'ask', 'reply', 'close'],
    usual: '--close refunded_outside',
  },
  payout_refused: {
    sentence:
      'The provider or a check of the gate refused the payout, and nothing was paid: see "payouts show"; go on to put it up for approval again.',
    answers: ALL,
    usual: '--go-on',
  },
  payout_failed: {
    sentence:
      'Three attempts failed and nothing was paid: see "payouts show"; go on to put it up for approval again.',
    answers: ALL,
    usual: '--go-on',
  },
  payout_in_doubt: {
    sentence:
      'Nobody can prove whether this payout happened: look in the M-Pesa portal for a reversal of the receipt and say what you found; a second person confirms.',
    answers: [],
    usual: '',
    command: 'rudisha payouts reconcile {attempt} --as NAME --paid RECEIPT | --not-paid --evidence TEXT',
  },
  fact_contradicts: {
    sentence:
      'What the provider says now contradicts what it said before: see "payouts show" and look in the M-Pesa portal; where money may have moved after all, the receipt is on hold.',
    answers: ['go-on', 'reply', 'close'],
    usual: '--go-on',
  },
  customer_asks_for_person: {
    sentence: 'The customer wants to talk to a person, or disputes how the case was closed: answer them.',
    answers: ALL,
    usual: '--reply TEXT',
  },
};

/** An escalation row, the history line and the message to staff that go with it. */
export function escalate(
  kase: Case,
  reason: EscalationReason,
  context: StepContext,
  options: {
    readonly subReason?: string | null;
    readonly attemptId?: string;
    readonly unlessReserved?: boolean;
  } = {},
): readonly Write[] {
  const meaning = MEANINGS[reason];
  const id = context.newId('escalation');
  const command =
    meaning.command?.replace('{attempt}', options.attemptId ?? 'ATTEMPT') ??
    `rudisha escalations resolve ${id} --as NAME --because TEXT ${meaning.usual}`;
  const escalation: Escalation = {
    id,
    caseId: kase.id,
    reason,
    subReason: options.subReason ?? null,
    sentence: meaning.sentence,
    command,
    openedAt: context.now,
    resolvedAt: null,
    resolvedBy: null,
    answer: null,
    because: null,
  };
  return [
    { kind: 'escalate', escalation, unlessReserved: options.unlessReserved ?? false },
    event(kase.id, 'escalated', { reason, sub_reason: options.subReason ?? null }),
    toStaff(
      kase,
      'escalation',
      context,
      { sentence: `${reason}: ${meaning.sentence}`, command },
      `.${reason}`,
    ),
  ];
}
