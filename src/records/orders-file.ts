import type { Instant } from '../core/clock.ts';
import { parseShillings, type Cents } from '../core/money.ts';
import type { Receipt } from '../reading/types.ts';
import { cellReader, columnsIn, type CellReader, type ColumnNames } from './columns.ts';
import { readCsv, type BadRow } from './csv-rows.ts';
import { parseFileDate } from './file-dates.ts';
import { normalOrderNumber } from '../reading/order-numbers.ts';
import { normalMsisdn } from '../reading/msisdn.ts';
import { normalReceipt } from '../reading/receipt-shapes.ts';
import type { Order } from './types.ts';

type OrderField = 'number' | 'total' | 'status' | 'phone' | 'paidBy' | 'createdAt';

/** Names that shops give to these columns. A payment status goes before a status that may be about delivery. */
const ORDER_COLUMNS: ColumnNames<OrderField> = {
  number: [
    'number',
    'ordernumber',
    'orderno',
    'order',
    'orderid',
    'ordername',
    'invoiceno',
    'invoice',
    'name',
    'id',
  ],
  total: [
    'total',
    'ordertotal',
    'grandtotal',
    'totalamount',
    'totalkes',
    'totalksh',
    'amount',
    'amountkes',
    'totalprice',
  ],
  status: ['paymentstatus', 'financialstatus', 'paidstatus', 'status', 'orderstatus'],
  phone: ['phone', 'phonenumber', 'customerphone', 'billingphone', 'msisdn', 'mobile', 'telephone', 'tel'],
  paidBy: [
    'paidby',
    'receipts',
    'receipt',
    'mpesareceipt',
    'mpesareceipts',
    'mpesacode',
    'mpesacodes',
    'receiptno',
  ],
  createdAt: ['createdat', 'created', 'createdon', 'datecreated', 'orderdate', 'date', 'placedat'],
};

export interface OrderRow {
  readonly line: number;
  readonly order: Order;
}

export interface OrdersReading {
  readonly rows: readonly OrderRow[];
  readonly bad: readonly BadRow[];
}

/**
 * Reads a shop's orders (CSV): number, total in shillings and status, and if the file has them phone, `paid_by`
 * (receipts with `;`, `,` or spaces between) and `created_at` (East Africa Time unless it names a zone). `seenAt` is
 * when the file was handed in. A row that cannot be read is reported with its line number. Throws Problem `bad_input`
 * when there is no header.
 */
export function readOrders(bytes: Uint8Array, seenAt: Instant): OrdersReading {
  const { header, rows, bad } = readCsv(
    bytes,
    isOrdersHeader,
    'number, total, status (and phone, paid_by, created_at)',
  );
  const cell = cellReader(header, ORDER_COLUMNS);
  const read = rows.map(({ line, cells }) => ({ line, order: readRow(cells, cell, seenAt) }));
  const unread = read.flatMap(({ line, order }) =>
    typeof order === 'string' ? [{ line, reason: order }] : [],
  );
  return {
    rows: read.flatMap(({ line, order }) => (typeof order === 'string' ? [] : [{ line, order }])),
    bad: [...bad, ...unread].toSorted((a, b) => a.line - b.line),
  };
}

function isOrdersHeader(cells: readonly string[]): boolean {
  const found = columnsIn(cells, ORDER_COLUMNS);
  return found.has('number') && found.has('total') && found.has('status');
}

/** An order, or what is wrong with the row. */
function readRow(cells: readonly string[], cell: CellReader<OrderField>, seenAt: Instant): Order | string {
  const written = cell(cells, 'number').replace(/^#\s*/, '');
  const number = normalOrderNumber(written);
  if (number === '') return 'no order number';
  const total = orderTotal(cell(cells, 'total'));
  if (total === null) return `“${cell(cells, 'total')}” is no total`;
  const status = orderStatus(cell(cells, 'status'));
  if (status === '') return 'no status';
  const created = cell(cells, 'createdAt');
  const createdAt = created === '' ? null : parseFileDate(created);
  if (created !== '' && createdAt === null) return `“${created}” is no date`;
  const { receipts, others } = paidBy(cell(cells, 'paidBy'));
  return {
    number,
    written,
    totalCents: total,
    // Cash or a card is money that is not seen here: no word that the table knows, so a person looks (decisions.md).
    status: others.length === 0 ? status : `${status} by ${others.join(' ')}`,
    phone: normalMsisdn(cell(cells, 'phone')),
    paidBy: receipts,
    createdAt,
    seenAt,
  };
}

/** A status as `decide()` knows it: lower case, one spelling. Other words stay as they are, for a person to read. */
export function orderStatus(text: string): string {
  const status = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (status === 'canceled') return 'cancelled';
  return status === 'not paid' || status === 'un paid' ? 'unpaid' : status;
}

/** `2350`, `2,350.00`, `KES 2,350`, `Ksh2,350/=`; never below zero. */
function orderTotal(text: string): Cents | null {
  const total = parseShillings(text.replace(/^k(?:es|shs?)\.?\s*/i, '').replace(/\s*\/[=-]$/, ''));
  return total === null || total < 0 ? null : total;
}

function paidBy(text: string): { readonly receipts: readonly Receipt[]; readonly others: readonly string[] } {
  const receipts = new Set<Receipt>();
  const others: string[] = [];
  for (const word of text.split(/[;,|\s]+/).filter((part) => part !== '')) {
    const receipt = normalReceipt(word);
    if (receipt === null) others.push(word);
    else receipts.add(receipt);
  }
  return { receipts: [...receipts], others };
}
