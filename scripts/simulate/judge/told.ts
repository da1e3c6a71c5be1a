import type { OutboundMessage } from '../../../src/cases/change.ts';
import type { Db } from '../../../src/store/open.ts';
import { all, one } from '../../../src/store/statement.ts';
import type { Heard } from '../../../src/server/hear-callback.ts';
import { reversalOf, type Books } from '../provider/books.ts';
import { peopleSaid } from './rows.ts';

/** Why a message says more than the provider's books bear out; null when it does not. */
export function toldTooMuch(db: Db, books: Books, { purpose, text }: OutboundMessage): string | null {
  if (purpose !== 'refund_paid' && purpose !== 'money_is_back') return null;
  const reference = /RF-[2-9A-Z]{8}/.exec(text)?.[0];
  if (reference === undefined) return `"${text}" names no refund`;
  const paid = books.requests.some(
    ({ attempt, state }) => attempt.startsWith(`${reference}/`) && state === 'paid',
  );
  if (paid) return null;
  const receipt = one(db, 'SELECT receipt FROM payouts WHERE reference = ?', reference)?.['receipt'];
  const isBack = reversalOf(books, (receipt as string | undefined) ?? '') !== undefined;
  if (isBack && (purpose === 'money_is_back' || peopleSaid(db, `${reference}/`))) return null;
  return `${purpose} was told about ${reference}, of which no money went back`;
}

/** What was acknowledged to the provider is never told again: it must be in the tables. */
export function lostAnswer(db: Db, fact: NonNullable<Heard['fact']>): string | null {
  if (fact.kind === 'attempt_fact') return null;
  const [table, column, id] =
    fact.kind === 'callback'
      ? (['facts', 'attempt_id', fact.attemptId] as const)
      : (['inquiry_answers', 'inquiry_id', fact.inquiryId] as const);
  const said = fact.kind === 'callback' ? fact.fact : fact.answer;
  if (said === null || id === null) return null;
  const kept = all(db, `SELECT body FROM ${table} WHERE ${column} = ?`, id);
  return kept.some(({ body }) => body === JSON.stringify(said))
    ? null
    : `a callback of ${id} was acknowledged and not kept`;
}
