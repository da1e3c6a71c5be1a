/**
 * Bugs to plant, to see that the simulation finds them. Each changes source text: the text must be there, word for
 * word, or the plant is refused, so that none dies silently when the source moves on.
 */
export interface Plant {
  readonly name: string;
  readonly says: string;
  /** The promises that it breaks: another finding is none of it. */
  readonly breaks: readonly string[];
  readonly changes: readonly Edit[];
}

export interface Edit {
  /** Under `src/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const PLANTS: readonly Plant[] = [
  {
    name: 'resend-on-timeout',
    says: 'a money request whose answer was lost is sent again',
    breaks: ['one_request_an_attempt'],
    changes: [
      {
        file: 'mpesa/send.ts',
        from: 'const outcome = await parts.wire.post(request.refund.rail, body, token, tooLate);',
        to: `let outcome = await parts.wire.post(request.refund.rail, body, token, tooLate);
  if (outcome.kind === 'broken') outcome = await parts.wire.post(request.refund.rail, body, token, tooLate);`,
      },
    ],
  },
  {
    name: 'cap-per-receipt-only',
    says: 'what the other receipts of an order gave back is not counted',
    breaks: ['order_cap'],
    changes: [
      {
        file: 'payouts/checks/caps.ts',
        from: "return refund.amountCents <= ofOrder ? null : conflict('over_order_cap');",
        to: 'void ofOrder;\n  return null;',
      },
      {
        file: 'records/refund-due.ts',
        from: 'subtractCents(one.amountCents, givenBackCents(one.receipt, records.givenBack)),',
        to: 'subtractCents(one.amountCents, one.receipt === receipt ? givenBackCents(one.receipt, records.givenBack) : (0 as Cents)),',
      },
      {
        file: 'records/refund-due.ts',
        from: 'counted: readonly Payment[], { records }: RefundQuestion): Cents {',
        to: 'counted: readonly Payment[], { records, receipt }: RefundQuestion): Cents {',
      },
    ],
  },
  {
    name: 'approval-not-bound-to-the-key',
    says: 'an approval counts for whatever the case stands for by then',
    breaks: ['valid_approvals'],
    changes: [
      {
        file: 'cases/staff/approve.ts',
        from: 'assertKey(approving.key, payout.key, kase.id);',
        to: 'void assertKey;',
      },
    ],
  },
  {
    name: 'query-code-read-as-the-payments',
    says: 'the query was answered, so the refund was made',
    breaks: ['told_only_what_is_proven', 'ledger_equals_the_providers_books'],
    changes: [
      {
        file: 'payouts/classify/status-words.ts',
        from: "completed: 'stands',",
        to: "completed: 'reversed',",
      },
    ],
  },
  {
    name: 'answer-dropped-on-a-version-conflict',
    says: 'an answer that arrives after the case moved on is thrown away',
    breaks: ['no_acknowledged_answer_is_lost'],
    changes: [
      {
        file: 'store/record.ts',
        from: 'const isNew = known && told.fact !== null && addFact(db, told.attemptId, told.fact, told.at);',
        to: `const movedOn = one(db, "SELECT 1 FROM attempts a JOIN cases c ON c.id = a.case_id WHERE a.id = ? AND c.changed_at > a.reserved_at", told.attemptId ?? '') !== undefined;
  const isNew = known && told.fact !== null && !movedOn && addFact(db, told.attemptId, told.fact, told.at);`,
      },
    ],
  },
  {
    name: 'reservation-without-an-answer-is-sent-again',
    says: 'a payout that is out counts as one that has to be made',
    breaks: [
      'one_request_an_attempt',
      'one_unresolved_payout_a_receipt',
      'no_work_fails',
      'every_case_ends_or_waits_for_a_person',
    ],
    changes: [
      {
        file: 'payouts/checks/reserve.ts',
        from: "return { reason: 'attempt_unresolved', then: 'waits' };",
        to: 'return null;',
      },
      {
        file: 'cases/steps/approved.ts',
        from: 'return rest();\n    case',
        to: "return { kind: 'pay' };\n    case",
      },
    ],
  },
  {
    name: 'own-hand-may-approve',
    says: 'whoever opened or answered a case approves its refund',
    breaks: ['valid_approvals'],
    changes: [
      {
        file: 'cases/staff/approve.ts',
        from: 'if (kase.hands.some((hand) => personKey(hand) === personKey(by))) {',
        to: 'if (kase.hands.length > 99) {',
      },
      {
        file: 'payouts/checks/approval.ts',
        from: "person !== '' && !hands.has(person)",
        to: "person !== '' && hands.size >= 0",
      },
    ],
  },
  {
    name: 'failure-believed-without-asking',
    says: 'a failure result alone proves that nothing was paid',
    breaks: [
      'ledger_equals_the_providers_books',
      'a_key_is_paid_once',
      'paid_at_most_received',
      'one_unresolved_payout_a_receipt',
    ],
    changes: [
      {
        file: 'payouts/judge.ts',
        from: 'answers.some((answer) => agreeing.includes(answer.means) && answer.askedAfter.has(id)),',
        to: 'agreeing.length > 0,',
      },
    ],
  },
  {
    name: 'original-not-confirmed',
    says: 'B2C pays of a payment that the payer took back',
    breaks: ['nothing_is_paid_of_a_payment_taken_back'],
    changes: [
      {
        file: 'payouts/checks/payment-confirmed.ts',
        from: "if (refund.rail === 'reversal') return null;",
        to: 'if (refund.rail.length > 0) return null;',
      },
    ],
  },
  {
    name: 'late-request-leaves',
    says: 'the deadline of a reservation is not looked at',
    breaks: ['sent_in_time'],
    changes: [
      {
        file: 'mpesa/send.ts',
        from: 'clock.now() < sendBy && clock.monotonic() < monotonicBy',
        to: 'clock.now() < sendBy + 1e9 && clock.monotonic() < monotonicBy + 1e9',
      },
    ],
  },
  {
    name: 'phones-stay-in-the-prompt',
    says: 'redaction hides codes and forgets numbers',
    breaks: ['no_secret_in_a_prompt'],
    changes: [
      {
        file: 'reading/redact.ts',
        from: 'return { redacted: withPlaceholders(text, spans), secrets: numbering.secrets(), spans };',
        to: 'return { redacted: withPlaceholders(text, spans.filter((span) => !span.placeholder.startsWith("PHONE"))), secrets: numbering.secrets(), spans };',
      },
    ],
  },
];
