import type { Instant } from '../core/clock.ts';
import { cents, parseShillings, ZERO_CENTS, type Cents } from '../core/money.ts';
import type { Receipt } from '../reading/types.ts';
import { cellReader, type CellReader } from './columns.ts';
import { readCsv, type BadRow } from './csv-rows.ts';
import { parseFileDate } from './file-dates.ts';
import type { SourcedPayment } from './merge.ts';
import { parsePayer } from './payer.ts';
import { normalReceipt } from '../reading/receipt-shapes.ts';
import {
  isStatementHeader,
  STATEMENT_COLUMNS,
  STATEMENT_WANTED,
  type StatementField,
} from './statement-columns.ts';
import type { Payer } from './types.ts';

/** Money that came in from a customer. */
export interface PaymentRow {
  readonly kind: 'payment';
  readonly line: number;
  readonly payment: SourcedPayment;
  /** Who told of it; the statement when nothing else is said. */
  readonly source?: string;
}

/** A payment that was reversed: given back outside, unless it is our own attempt (payouts.md §10). */
export interface ReversalRow {
  readonly kind: 'reversal';
  readonly line: number;
  /** The reversal's own receipt. */
  readonly receipt: Receipt;
  readonly original: Receipt;
  readonly amountCents: Cents;
  readonly at: Instant;
}

/** Other money that went out: perhaps a payout, ours or made by hand. */
export interface OutgoingRow {
  readonly kind: 'outgoing';
  readonly line: number;
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  readonly at: Instant;
  readonly payer: Payer;
  readonly name: string;
  /** The receipt that the statement ties it to, if any. */
  readonly linked: Receipt | null;
}

export type StatementRow = PaymentRow | ReversalRow | OutgoingRow;

/**
 * Why a good row is no record: it did not complete, it moved no money, it is a fee, or money of ours that came back
 * or came from ourselves.
 */
export type SkipReason = 'not_completed' | 'no_money' | 'charge' | 'returned_to_us' | 'own_funds';

export interface StatementReading {
  /** Payments first, then reversals, then other outgoing rows, each as in the file: a batch never precedes its base. */
  readonly rows: readonly StatementRow[];
  readonly skipped: Readonly<Record<SkipReason, number>>;
  readonly bad: readonly BadRow[];
}

/** What a reading counts up from. */
export function noneSkipped(): Record<SkipReason, number> {
  return { not_completed: 0, no_money: 0, charge: 0, returned_to_us: 0, own_funds: 0 };
}

/**
 * Reads an M-Pesa organisation statement (CSV; daraja.md §9): the header by name below any preamble, columns in any
 * order, UTF-8 or cp1252, both date shapes (East Africa Time), *Withdrawn* with or without its minus. Only `Completed`
 * rows count. A row that cannot be read is reported with its line number and costs no other row. Throws Problem
 * `bad_input` when there is no header.
 */
export function readStatement(bytes: Uint8Array): StatementReading {
  const { header, rows, bad } = readCsv(bytes, isStatementHeader, STATEMENT_WANTED);
  const cell = cellReader(header, STATEMENT_COLUMNS);
  const read = rows.map(({ line, cells }) => ({ line, result: readRow(line, cells, cell) }));
  const good = read.map(({ result }) => result).filter((result) => typeof result === 'object');
  const skipped = noneSkipped();
  const unread: BadRow[] = [...bad];
  for (const { line, result } of read) {
    if (typeof result === 'object') continue;
    if (isSkip(result)) skipped[result] += 1;
    else unread.push({ line, reason: result });
  }
  return {
    rows: (['payment', 'reversal', 'outgoing'] as const).flatMap((kind) =>
      good.filter((row) => row.kind === kind),
    ),
    skipped,
    bad: unread.toSorted((a, b) => a.line - b.line),
  };

  function isSkip(result: string): result is SkipReason {
    return Object.hasOwn(skipped, result);
  }
}

/** A record, the reason why it is none, or what is wrong with the row. */
function readRow(
  line: number,
  cells: readonly string[],
  cell: CellReader<StatementField>,
): StatementRow | string {
  const status = cell(cells, 'status');
  if (status.toLowerCase() !== 'completed') {
    return status === '' ? 'no transaction status' : 'not_completed';
  }
  const [paidIn, withdrawn] = [moneyOf(cell(cells, 'paidIn')), moneyOf(cell(cells, 'withdrawn'))];
  if (paidIn === null || paidIn < 0) return `“${cell(cells, 'paidIn')}” is no amount paid in`;
  if (withdrawn === null) return `“${cell(cells, 'withdrawn')}” is no amount withdrawn`;
  if (paidIn === 0 && withdrawn === 0) return 'no_money';
  if (paidIn !== 0 && withdrawn !== 0) return 'money both paid in and withdrawn';
  const receipt = normalReceipt(cell(cells, 'receipt'));
  if (receipt === null) return `“${cell(cells, 'receipt')}” is no M-Pesa receipt`;
  const at = parseFileDate(cell(cells, 'time'));
  if (at === null) return `“${cell(cells, 'time')}” is no date`;
  const common = { line, receipt, at };
  return paidIn > 0
    ? incoming({ ...common, amountCents: paidIn }, cells, cell)
    : outgoing({ ...common, amountCents: cents(Math.abs(withdrawn)) }, cells, cell);
}

interface Moved {
  readonly line: number;
  readonly receipt: Receipt;
  readonly at: Instant;
  readonly amountCents: Cents;
}

function incoming(
  moved: Moved,
  cells: readonly string[],
  cell: CellReader<StatementField>,
): PaymentRow | SkipReason {
  const details = cell(cells, 'details');
  const { before, account } = splitAccount(details);
  // What the payer typed must not decide what kind of row it is: the reason does, else the words before the account.
  const what = cell(cells, 'reason') || before;
  if (/revers/i.test(what)) return 'returned_to_us';
  if (/settlement|organi[sz]ation (?:to|transfer)|transfer of funds|funds transfer/i.test(what))
    return 'own_funds';
  const party = cell(cells, 'party');
  return {
    kind: 'payment',
    line: moved.line,
    payment: {
      receipt: moved.receipt,
      amountCents: moved.amountCents,
      paidAt: moved.at,
      payer: parsePayer(party === '' ? partyIn(before) : party).payer,
      account: cell(cells, 'account') || account,
    },
  };
}

function outgoing(
  moved: Moved,
  cells: readonly string[],
  cell: CellReader<StatementField>,
): ReversalRow | OutgoingRow | SkipReason {
  const details = cell(cells, 'details');
  const what = `${cell(cells, 'reason')} ${details}`;
  const linked = normalReceipt(cell(cells, 'linked'));
  if (/revers/i.test(what)) {
    const original = linked ?? receiptIn(details, moved.receipt);
    if (original !== null) return { kind: 'reversal', ...moved, original };
  } else if (/charge|\bfee\b|tariff/i.test(cell(cells, 'reason') || details)) {
    return 'charge';
  }
  return { kind: 'outgoing', ...moved, ...parsePayer(cell(cells, 'party') || partyIn(details)), linked };
}

/** Empty cells and lone dashes are no money. */
function moneyOf(text: string): Cents | null {
  return text === '' || text === '-' ? ZERO_CENTS : parseShillings(text);
}

/** `Pay Bill from 2547… - NAME Acc. INV-1`: what stands before the account, and the account. */
function splitAccount(details: string): { readonly before: string; readonly account: string } {
  const match = /\s+Acc(?:ount)?\.?\s+(\S.*)$/i.exec(details);
  if (match === null) return { before: details, account: '' };
  return { before: details.slice(0, match.index), account: (match[1] ?? '').trim() };
}

/** The party in `Pay Bill from 2547… - NAME` or `Business Payment to 2547… - NAME`. */
function partyIn(details: string): string {
  return /\b(?:from|to)\s+(\+?[\d*][\d*\s]{6,}[\d*].*)$/i.exec(details)?.[1] ?? '';
}

/** The one receipt that a text names besides its own; null when there are none or several. */
function receiptIn(text: string, own: Receipt): Receipt | null {
  const named = new Set(text.match(/\b[A-Z]{2}[1-9A-V][A-Z0-9]{7}\b/g));
  named.delete(own);
  const [only, ...others] = named;
  return only === undefined || others.length > 0 ? null : normalReceipt(only);
}
