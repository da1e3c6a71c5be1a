import type { Instant } from '../core/clock.ts';
import type { Cents } from '../core/money.ts';
import type { Receipt } from '../reading/types.ts';
import { normalCode } from './classify/result-codes.ts';
import { meaningOfAnswer } from './classify/status-words.ts';
import type { Confirmation } from './gate-types.ts';
import type { StatusAnswer } from './types.ts';

/**
 * Whether an answer tells of the payment at all, if only that there is none. Busy, internal failure and the like are
 * about the query, and say no more than silence (payouts.md §6).
 */
function isAnswer(answer: StatusAnswer): boolean {
  return normalCode(answer.code) === '0' || meaningOfAnswer('reversal', answer) === 'not_found';
}

/**
 * The answers to every question about the original payment that is young enough. What counts is when it was *asked*:
 * the answer may tell of any moment since.
 */
export function freshAnswers({ inquiries, maxAgeMs }: Confirmation, now: Instant): readonly StatusAnswer[] {
  return inquiries
    .filter(({ inquiry }) => inquiry.at <= now && now - inquiry.at <= maxAgeMs)
    .flatMap(({ answers }) => answers.filter(isAnswer));
}

/** Whether each of them says *Completed*, of this receipt and this amount. Answers that differ confirm nothing. */
export function isConfirmed(
  answers: readonly StatusAnswer[],
  receipt: Receipt,
  amountCents: Cents | null,
): boolean {
  return (
    amountCents !== null &&
    answers.length > 0 &&
    answers.every(
      (answer) =>
        normalCode(answer.code) === '0' &&
        answer.status?.trim().toLowerCase() === 'completed' &&
        answer.receipt?.trim().toUpperCase() === receipt &&
        answer.amountCents === amountCents,
    )
  );
}

/**
 * Whether any answer since the approval, to a question of whatever age, says that the payment was reversed: what was
 * reversed does not come back.
 */
export function isReversed({ inquiries }: Confirmation): boolean {
  return inquiries.some(({ answers }) =>
    answers.some((answer) => meaningOfAnswer('reversal', answer) === 'reversed'),
  );
}

/** How many questions ended without an answer that tells of the payment. */
export function unansweredOf({ inquiries }: Confirmation): number {
  return inquiries.filter(
    ({ inquiry, answers }) =>
      inquiry.state === 'unanswered' || (inquiry.state === 'answered' && !answers.some(isAnswer)),
  ).length;
}
