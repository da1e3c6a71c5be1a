import type { Rail } from '../../records/types.ts';
import type { StatusAnswerFact } from '../types.ts';
import { normalCode } from './result-codes.ts';

/**
 * What the answer to a status query says about the money.
 * - `paid`, `not_paid`: of our own B2C transaction
 * - `stands`, `reversed`: of the original payment of a reversal; `stands` describes the payment, not our refund
 * - `not_found`: no such transaction, which soon after sending proves nothing
 * - `nothing`: not final, unknown, or not an answer
 */
export type StatusMeaning = 'paid' | 'not_paid' | 'stands' | 'reversed' | 'not_found' | 'nothing';

/**
 * TransactionStatus words in lower case, by what was asked about (daraja.md §4): for a reversal the *original payment*
 * by its receipt, for B2C *our transaction* by its OriginatorConversationID. A payment that we have as received and
 * that M-Pesa calls Failed is for a person, as is a payout that somebody reversed: both say `nothing`.
 */
export const STATUS_WORDS: Readonly<Record<Rail, Readonly<Record<string, StatusMeaning>>>> = {
  reversal: {
    completed: 'stands',
    reversed: 'reversed',
    cancelled: 'nothing',
    declined: 'nothing',
    expired: 'nothing',
    failed: 'nothing',
    rejected: 'nothing',
    initiated: 'nothing',
    authorized: 'nothing',
    'pending authorized': 'nothing',
  },
  b2c: {
    completed: 'paid',
    cancelled: 'not_paid',
    declined: 'not_paid',
    expired: 'not_paid',
    failed: 'not_paid',
    rejected: 'not_paid',
    reversed: 'nothing',
    initiated: 'nothing',
    authorized: 'nothing',
    'pending authorized': 'nothing',
  },
};

/** The query's own result code for "no such transaction" (daraja.md §4). */
const NOT_FOUND = '2032';

/** What a status answer says. The query's result code only tells whether it was answered (payouts.md §6). */
export function meaningOfAnswer(
  rail: Rail,
  answer: Pick<StatusAnswerFact, 'code' | 'status'>,
): StatusMeaning {
  const code = normalCode(answer.code);
  if (code === NOT_FOUND) return 'not_found';
  if (code !== '0' || answer.status === null) return 'nothing';
  const word = answer.status.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const words = STATUS_WORDS[rail];
  return Object.hasOwn(words, word) ? (words[word] ?? 'nothing') : 'nothing';
}
