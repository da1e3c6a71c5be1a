import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import { ZERO_CENTS, addCents } from '../../core/money.ts';
import type { BookedCallback } from './books-callbacks.ts';
import type { BookedPayment, MoneyOut } from './books-money.ts';
import type { BooksFile } from './books-open.ts';
import type { Books } from './books.ts';
import { isPayIn } from './operations.ts';
import type { Operation } from './operations.ts';

/** A payment to seed. */
export interface NewPayment {
  readonly receipt: string;
  readonly amountCents: Cents;
  /** The payer's twelve digits. */
  readonly msisdn: string;
  readonly payerName?: string;
  /** What the payer typed as account; none by default. */
  readonly account?: string;
  readonly paidAt?: Instant;
}

export interface BookedRequest {
  readonly number: number;
  readonly operation: Operation;
  readonly path: string;
  /** Without the security credential. */
  readonly body: string;
  readonly resultPath: string;
  readonly receivedAt: Instant;
  readonly accepted: boolean;
  readonly outcome: string;
  readonly resultCode: string | null;
}

/** The requests that named one callback path: for a client that makes a path an attempt, the requests of an attempt. */
export interface RequestsOfPath {
  readonly operation: Operation;
  readonly resultPath: string;
  /** Everything that arrived, also what was refused: more than one payout request a path is the client's failure. */
  readonly received: number;
  readonly accepted: number;
  readonly moneyOutCents: Cents;
}

export interface BooksReport {
  readonly utilityBalanceCents: Cents;
  readonly payments: readonly BookedPayment[];
  readonly moneyOut: readonly MoneyOut[];
  /** What left for each payment, by reversals of any kind. Twice its amount is what must never happen. */
  readonly moneyOutCentsByReceipt: Readonly<Record<string, Cents>>;
  readonly requests: readonly BookedRequest[];
  readonly requestsByPath: readonly RequestsOfPath[];
  readonly callbacks: readonly BookedCallback[];
  readonly credentialLocked: boolean;
}

type RequestRow = Omit<BookedRequest, 'accepted'> & { readonly accepted: 0 | 1 };

export function reportBooks(db: BooksFile, books: Books, credentialTriesMax: number): BooksReport {
  const requests = db
    .prepare<[], RequestRow>(
      `SELECT number, operation, path, body, result_path AS resultPath, received_at AS receivedAt, accepted, outcome,
       result_code AS resultCode FROM requests ORDER BY number`,
    )
    .all()
    .map((row) => ({ ...row, accepted: row.accepted === 1 }));
  const moneyOut = books.money.allMoneyOut();
  return {
    utilityBalanceCents: books.money.balanceCents(),
    payments: books.money.payments(),
    moneyOut,
    moneyOutCentsByReceipt: byReceipt(moneyOut),
    requests,
    requestsByPath: byPath(requests, moneyOut),
    callbacks: books.callbacks.all(),
    credentialLocked: books.settings.wrongCredentials() >= credentialTriesMax,
  };
}

function byReceipt(moneyOut: readonly MoneyOut[]): Record<string, Cents> {
  const sums: Record<string, Cents> = {};
  for (const { originalReceipt, amountCents } of moneyOut) {
    if (originalReceipt !== null)
      sums[originalReceipt] = addCents(sums[originalReceipt] ?? ZERO_CENTS, amountCents);
  }
  return sums;
}

function byPath(requests: readonly BookedRequest[], moneyOut: readonly MoneyOut[]): RequestsOfPath[] {
  const groups = new Map<string, RequestsOfPath>();
  const paid = new Map(moneyOut.map(({ request, amountCents }) => [request, amountCents]));
  for (const { operation, resultPath, number, accepted } of requests) {
    // Payments in name no ResultURL of an attempt.
    if (operation === 'token' || isPayIn(operation)) continue;
    const key = `${operation} ${resultPath}`;
    const before = groups.get(key);
    groups.set(key, {
      operation,
      resultPath,
      received: (before?.received ?? 0) + 1,
      accepted: (before?.accepted ?? 0) + (accepted ? 1 : 0),
      moneyOutCents: addCents(before?.moneyOutCents ?? ZERO_CENTS, paid.get(number) ?? ZERO_CENTS),
    });
  }
  return [...groups.values()];
}
