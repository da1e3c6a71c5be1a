import { requestOf, reversalOf, type Books, type MoneyOut, type MoneyRequest } from '../provider/books.ts';
import { isLate, type KnownAttempt } from './attempts.ts';

/** A promise and what broke it; null: it is kept. */
export type Finding = readonly [invariant: string, fault: string | null];

type Attempts = ReadonlyMap<string, KnownAttempt>;

/** A B2C rests on an answer of at most ten minutes (payouts.md §4); one more for the way. */
const CONFIRMED_WITHIN = 11 * 60_000;

/** What a money request promises when it arrives, whatever becomes of it. */
export function findingsOfRequest(
  books: Books,
  attempts: Attempts,
  request: MoneyRequest,
  now: number,
  wasClockSet: boolean,
): readonly Finding[] {
  const { attempt } = request;
  const known = attempts.get(attempt);
  const isRepeat = requestOf(books, attempt) !== undefined;
  const first: readonly Finding[] = [
    ['one_request_an_attempt', isRepeat ? `${attempt} was sent twice` : null],
    ['reserved_before_sent', known === undefined ? `${attempt} is not reserved` : null],
  ];
  if (known === undefined) return first;
  const open = books.requests.find(
    (other) => other.state === 'open' && attempts.get(other.attempt)?.receipt === known.receipt,
  );
  const back = request.rail === 'b2c' ? reversalOf(books, known.receipt) : undefined;
  const isGone = back !== undefined && back.at <= known.at - CONFIRMED_WITHIN && !wasClockSet;
  return [
    ...first,
    [
      'sent_in_time',
      isLate(known, now) ? `${attempt} left ${now - known.at} ms after its reservation` : null,
    ],
    [
      'one_unresolved_payout_a_receipt',
      open === undefined ? null : `${attempt} left while ${open.attempt} was open`,
    ],
    [
      'nothing_is_paid_of_a_payment_taken_back',
      isGone
        ? `${attempt} pays of ${known.receipt}, which was reversed ${known.at - back.at} ms before`
        : null,
    ],
  ];
}

/** Why more went out of a receipt than it brought; null when it did not. */
export function overpaidFault(books: Books, attempts: Attempts, out: MoneyOut): string | null {
  const receiptOf = (one: MoneyOut): string | null =>
    one.receipt ?? attempts.get(one.attempt ?? '')?.receipt ?? null;
  const receipt = receiptOf(out);
  const received = books.payments.get(receipt ?? '')?.amountCents ?? 0;
  const paid = books.out
    .filter((one) => one.by === 'ours' && receiptOf(one) === receipt)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return paid <= received ? null : `${receipt ?? '?'} brought ${received} cents, ${paid} went out`;
}

/** Why a key is reserved again although it was paid; null when it was not. */
export function paidKeyFault(books: Books, attempts: Attempts, attempt: KnownAttempt): string | null {
  const paid = books.out.find(
    (out) => out.by === 'ours' && out.attempt !== null && attempts.get(out.attempt)?.key === attempt.key,
  );
  return paid === undefined ? null : `${attempt.id} is reserved, ${paid.attempt ?? ''} was paid`;
}
