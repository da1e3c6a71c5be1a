import { addCents, cents, formatKes, ZERO_CENTS, type Cents } from '../../core/money.ts';
import type { Case } from '../../cases/types.ts';
import type { Payout } from '../../payouts/types.ts';
import type { BooksReport } from '../../mpesa/simulator/books-report.ts';
import { payRequests } from './provider.ts';
import type { Complaint } from './script.ts';

/** What the desk says of one complaint at the end. */
export interface DeskSays {
  readonly complaint: Complaint;
  readonly kase: Case;
  /** The refund that this case brought about; null when it closed without one. */
  readonly payout: Payout | null;
  /** Money that the desk's ledger has as posted for it. */
  readonly postedCents: Cents;
  /** The last message that the customer got. */
  readonly told: string | null;
}

/** One line of the last table: the desk's word beside the provider's books. */
export interface Line {
  readonly says: DeskSays;
  /** What the desk says went back. */
  readonly refundCents: Cents | null;
  /** Requests to pay that the provider received for the receipt. */
  readonly requests: number;
  /** How often, and how much, the provider paid back for us. */
  readonly timesPaid: number;
  readonly paidCents: Cents;
  /** How often somebody else gave it back. */
  readonly timesOutside: number;
}

export interface Total {
  readonly refunds: number;
  readonly refundCents: Cents;
  readonly requests: number;
  readonly timesPaid: number;
  readonly paidCents: Cents;
}

export interface Figures {
  readonly lines: readonly Line[];
  readonly total: Total;
  /** What does not agree; nothing, when every refund was paid exactly once. */
  readonly wrong: readonly string[];
}

/** Compares what the desk says with the books of the provider, receipt by receipt and as a whole. Pure. */
export function compare(says: readonly DeskSays[], books: BooksReport): Figures {
  const lines = says.map((one) => lineOf(one, books));
  const total = totalOf(lines, books);
  return { lines, total, wrong: [...lines.flatMap(wrongIn), ...wrongAsAWhole(total)] };
}

function lineOf(says: DeskSays, books: BooksReport): Line {
  const { complaint, payout } = says;
  const requests = payRequests(books, complaint.receipt, payout?.reference ?? null);
  const out = books.moneyOut.filter(
    ({ originalReceipt, request }) =>
      originalReceipt === complaint.receipt || requests.some(({ number }) => number === request),
  );
  const ours = out.filter(({ kind }) => kind !== 'outside');
  const isDone = payout?.state === 'paid' || payout?.state === 'already_back';
  return {
    says,
    refundCents: isDone ? payout.refund.amountCents : null,
    requests: requests.length,
    timesPaid: ours.length,
    paidCents: addCents(...ours.map(({ amountCents }) => amountCents)),
    timesOutside: out.length - ours.length,
  };
}

function totalOf(lines: readonly Line[], books: BooksReport): Total {
  const refunds = lines.flatMap(({ refundCents }) => (refundCents === null ? [] : [refundCents]));
  // Over everything that left, whatever it was for: a payment to nobody's case must show here.
  const ours = books.moneyOut.filter(({ kind }) => kind !== 'outside');
  return {
    refunds: refunds.length,
    refundCents: addCents(...refunds),
    requests: books.requests.filter(({ operation }) => operation === 'reversal' || operation === 'b2c')
      .length,
    timesPaid: ours.length,
    paidCents: addCents(...ours.map(({ amountCents }) => amountCents)),
  };
}

function wrongIn(line: Line): readonly string[] {
  const { complaint, kase, postedCents, told } = line.says;
  const name = `scene ${complaint.scene} (${kase.id})`;
  const checks: readonly (readonly [boolean, string])[] = [
    [kase.status === 'closed', `is ${kase.status}, not closed`],
    [
      line.refundCents === complaint.refundCents,
      `${amountText(line.refundCents)} went back, ${amountText(complaint.refundCents)} was due`,
    ],
    [told === complaint.told, `the customer was told ${told ?? 'nothing'}, not ${complaint.told}`],
    [postedCents === (line.refundCents ?? ZERO_CENTS), `the ledger has ${formatKes(postedCents)}`],
    ...(line.refundCents === null
      ? []
      : ([
          [line.timesPaid === 1, `M-Pesa's books have it ${line.timesPaid} times`],
          [line.requests === 1, `M-Pesa received ${line.requests} requests for it`],
          [line.paidCents === line.refundCents, `M-Pesa paid ${formatKes(line.paidCents)}`],
          [line.timesOutside === 0, 'somebody else gave it back too'],
        ] as const)),
    [
      complaint.part !== 'outside' || (line.timesOutside === 1 && line.timesPaid === 0),
      'was given back outside, and then by us',
    ],
  ];
  return checks.flatMap(([holds, what]) => (holds ? [] : [`${name}: ${what}`]));
}

function wrongAsAWhole(total: Total): readonly string[] {
  return [
    ...(total.timesPaid === total.refunds
      ? []
      : [`${total.timesPaid} payments for ${total.refunds} refunds`]),
    ...(total.requests === total.refunds ? [] : [`${total.requests} requests for ${total.refunds} refunds`]),
  ];
}

function amountText(amount: Cents | null): string {
  return amount === null ? 'nothing' : formatKes(cents(amount));
}
