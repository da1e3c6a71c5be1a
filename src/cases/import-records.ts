import { DAY, MINUTE } from '../core/clock.ts';
import type { Attempt, Payout } from '../payouts/types.ts';
import { inBatches } from '../records/batches.ts';
import type { Receipt } from '../reading/types.ts';
import { mayHaveGivenBack } from '../records/outgoing-match.ts';
import { comparePayers } from '../records/payer.ts';
import { PAYER_OF_RECEIPT, type Refund } from '../records/types.ts';
import type { OrderRow } from '../records/orders-file.ts';
import type { OutgoingRow, ReversalRow, StatementRow } from '../records/statement.ts';
import type { Desk } from './desk.ts';
import type { Actor, WorldFact, Write, WriteOutcome } from './change.ts';

/** What an import did, row by row of the file that was good. */
export interface Imported {
  readonly rows: number;
  readonly added: number;
  /** Told something that was missing. */
  readonly filled: number;
  readonly same: number;
  /** Contradicted what was known: the receipt, or the order's receipts, are on hold. */
  readonly conflicts: number;
  /** Outgoing rows that are our own payouts. */
  readonly ours: number;
  /** Reversals by somebody else: the receipt counts as given back. */
  readonly givenBackOutside: number;
  /** Outgoing rows that may have given a payment back: that receipt is on hold. */
  readonly held: number;
}

type Counts = { -readonly [Name in keyof Imported]: number };

/** Called after each commit: long imports show that they live. */
export type OnProgress = (done: number, of: number) => void;

/** More payments of one amount than this, and none of the older ones is what a new outgoing row gave back. */
const CANDIDATES = 500;

/**
 * Imports statement rows, at most 1,000 a commit. Doing it again changes nothing. Open cases that name a receipt or an
 * order of the file are woken in the same commits (decisions.md, What moves a case again).
 */
export function importPayments(
  rows: readonly StatementRow[],
  by: Actor,
  desk: Importing,
  onProgress: OnProgress,
): Promise<Imported> {
  return importRows(rows, (row, counts) => planOf(row, counts, desk), by, desk, onProgress);
}

/** Imports orders, at most 1,000 a commit. */
export function importOrders(
  rows: readonly OrderRow[],
  by: Actor,
  desk: Importing,
  onProgress: OnProgress,
): Promise<Imported> {
  const plan = ({ order }: OrderRow): Promise<readonly Write[]> =>
    Promise.resolve([{ kind: 'order', order, source: 'orders file' }]);
  return importRows(rows, plan, by, desk, onProgress);
}

/** What an import needs of the desk. */
type Importing = Pick<Desk, 'store' | 'clock'>;

async function importRows<Row>(
  rows: readonly Row[],
  plan: (row: Row, counts: Counts) => Promise<readonly Write[]>,
  by: Actor,
  desk: Importing,
  onProgress: OnProgress,
): Promise<Imported> {
  const counts = noCounts();
  let done = 0;
  for (const batch of inBatches(rows)) {
    const planned = await Promise.all(batch.map((row) => plan(row, counts)));
    await commitRows(planned.flat(), by, counts, desk);
    done += batch.length;
    onProgress(done, rows.length);
  }
  counts.rows = rows.length;
  return counts;
}

function noCounts(): Counts {
  return { rows: 0, added: 0, filled: 0, same: 0, conflicts: 0, ours: 0, givenBackOutside: 0, held: 0 };
}

async function planOf(row: StatementRow, counts: Counts, desk: Importing): Promise<readonly Write[]> {
  switch (row.kind) {
    case 'payment':
      return [{ kind: 'payment', payment: row.payment, source: row.source ?? 'statement' }];
    case 'reversal':
      return reversal(row, counts, desk);
    case 'outgoing':
      return outgoing(row, counts, desk);
  }
}

/** A reversal is first matched to our own payouts of that receipt; else it is money given back outside. */
async function reversal(row: ReversalRow, counts: Counts, desk: Importing): Promise<readonly Write[]> {
  const payouts = await desk.store.payoutsOfReceipt(row.original);
  const known = payouts.find(({ providerReceipt }) => providerReceipt === row.receipt);
  const open = payouts.find(
    ({ state, providerReceipt }) =>
      state === 'unresolved' || (state === 'already_back' && providerReceipt === null),
  );
  if (known || open) counts.ours += 1;
  if (known) return [];
  if (open) {
    const attempts = await desk.store.attemptsOf(open.key);
    const newest = attempts.at(-1);
    if (newest) {
      await desk.store.record(statementRow(row, newest, desk));
      return [];
    }
  }
  return [
    {
      kind: 'given_back_outside',
      providerReceipt: row.receipt,
      receipt: row.original,
      amountCents: row.amountCents,
      source: 'statement',
    },
    ...(payouts.some(({ state }) => state === 'paid' || state === 'already_back')
      ? [holdOf(row.original, row.receipt, 'the statement shows a second reversal of it')]
      : []),
  ];
}

/**
 * Money that went out: first matched to our own B2C attempts (payouts.md §10). What is none of ours and fits a payment,
 * or a payout that is still to be made, puts that receipt on hold: nobody pays it before people looked.
 */
async function outgoing(row: OutgoingRow, counts: Counts, desk: Importing): Promise<readonly Write[]> {
  if ((await desk.store.payoutOfProviderReceipt(row.receipt)) !== null) {
    counts.ours += 1;
    return [];
  }
  if (await desk.store.isGivenBackOutsideKnown(row.receipt)) return [];
  const payouts = (await desk.store.openB2cPayouts(row.amountCents, CANDIDATES)).filter(({ refund }) =>
    goesTo(row, refund),
  );
  const own = await attemptOf(row, payouts, desk);
  if (own !== null) {
    counts.ours += 1;
    if (own !== 'several') await desk.store.record(statementRow(row, own, desk));
    return [];
  }
  const candidates =
    row.linked === null
      ? await desk.store.paymentsOfAmount(row.amountCents, row.at, CANDIDATES)
      : await desk.store.payments([row.linked]);
  const receipts = new Set([
    ...candidates.filter((payment) => mayHaveGivenBack(row, payment)).map(({ receipt }) => receipt),
    ...payouts.map(({ refund }) => refund.receipt),
  ]);
  return [...receipts].map((receipt) =>
    holdOf(receipt, row.receipt, `${row.receipt} may have given it back by hand`),
  );
}

/** The statement writes a payment within minutes of the request; clocks differ by less. */
const BEFORE_RESERVATION = 5 * MINUTE;
/** A request that sat in a queue longer than this is not what a row shows (daraja.md §8 plans for 48 h). */
const AFTER_RESERVATION = 2 * DAY;

/**
 * The B2C attempt that a row is: the one that is unresolved and fits, else the one that we held to be unpaid. `several`
 * when it may be any of them: then the provider's answers and people tell, and nothing is guessed.
 */
async function attemptOf(
  row: OutgoingRow,
  payouts: readonly Payout[],
  desk: Importing,
): Promise<Attempt | 'several' | null> {
  const attempts = (await Promise.all(payouts.map(({ key }) => desk.store.attemptsOf(key))))
    .flat()
    .filter(
      ({ reservedAt, verdict }) =>
        (verdict === 'unresolved' || verdict === 'not_paid') &&
        row.at >= reservedAt - BEFORE_RESERVATION &&
        row.at <= reservedAt + AFTER_RESERVATION,
    );
  const unresolved = attempts.filter(({ verdict }) => verdict === 'unresolved');
  const [first, ...others] = unresolved.length > 0 ? unresolved : attempts;
  if (first === undefined) return null;
  return others.length === 0 ? first : 'several';
}

function goesTo(row: OutgoingRow, { payee }: Refund): boolean {
  return payee !== PAYER_OF_RECEIPT && comparePayers(row.payer, { full: payee }) === 'agree';
}

function statementRow(
  row: Pick<OutgoingRow, 'receipt' | 'amountCents'>,
  attempt: Attempt,
  desk: Importing,
): WorldFact {
  return {
    kind: 'attempt_fact',
    at: desk.clock.now(),
    attemptId: attempt.id,
    fact: { kind: 'statement_row', providerReceipt: row.receipt, amountCents: row.amountCents },
  };
}

function holdOf(receipt: Receipt, by: Receipt, why: string): Write {
  return { kind: 'hold', receipt, why, source: `statement: ${by}` };
}

async function commitRows(
  writes: readonly Write[],
  by: Actor,
  counts: Counts,
  desk: Importing,
): Promise<void> {
  const saved = await desk.store.commit({
    at: desk.clock.now(),
    actor: by,
    writes,
  });
  if (saved.kind === 'lost') return;
  writes.forEach((write, index) => {
    count(write, saved.outcomes[index] ?? 'same', counts);
  });
}

function count(write: Write, outcome: WriteOutcome, counts: Counts): void {
  if (write.kind === 'given_back_outside') {
    if (outcome === 'written') counts.givenBackOutside += 1;
    else counts.same += 1;
  } else if (write.kind === 'hold') {
    if (outcome === 'written') counts.held += 1;
    else counts.same += 1;
  } else if (outcome === 'written') counts.added += 1;
  else if (outcome === 'filled') counts.filled += 1;
  else if (outcome === 'conflict') counts.conflicts += 1;
  else counts.same += 1;
}
