import type { Db } from '../../../src/store/open.ts';
import { all, one } from '../../../src/store/statement.ts';
import type { Books } from '../provider/books.ts';
import type { KnownAttempt } from './attempts.ts';

/**
 * Why this reservation takes more out of its order than the order's money allows; null when it does not. What came in
 * and what went out is read from the provider's books, what the order keeps from the shop's file. Requests that are
 * not final count as paid.
 */
export function orderCapFault(
  db: Db,
  books: Books,
  attempts: ReadonlyMap<string, KnownAttempt>,
  attempt: KnownAttempt,
): string | null {
  const order = one(db, 'SELECT status, total_cents FROM orders WHERE number = ?', attempt.order);
  if (order === undefined) return `${attempt.id} is of an order that is not known`;
  const named = all(db, 'SELECT receipt FROM order_receipts WHERE number = ?', attempt.order).map(
    (row) => row['receipt'] as string,
  );
  const receipts = new Set([attempt.receipt, ...named]);
  for (const payment of books.payments.values())
    if (payment.account === attempt.order) receipts.add(payment.receipt);
  const cameIn = [...receipts].reduce(
    (sum, receipt) => sum + (books.payments.get(receipt)?.amountCents ?? 0),
    0,
  );
  const keeps = order['status'] === 'paid' ? (order['total_cents'] as number) : 0;
  const wentOut = [...attempts.values()]
    .filter(({ id, receipt }) => id !== attempt.id && receipts.has(receipt) && mayHavePaid(books, id))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const left = cameIn - keeps - wentOut;
  return attempt.amountCents <= left
    ? null
    : `${attempt.id} takes ${attempt.amountCents} cents of order ${attempt.order}, which has ${left} to give back`;
}

function mayHavePaid(books: Books, id: string): boolean {
  return books.requests.some(
    ({ attempt, state }) => attempt === id && (state === 'paid' || state === 'open'),
  );
}
