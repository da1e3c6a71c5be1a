import { columnsIn, type ColumnNames } from './columns.ts';

export type StatementField =
  | 'receipt'
  | 'time'
  | 'details'
  | 'status'
  | 'paidIn'
  | 'withdrawn'
  | 'reason'
  | 'party'
  | 'linked'
  | 'account';

/** The organisation portal's columns, today's names and those of older exports (daraja.md §9). */
export const STATEMENT_COLUMNS: ColumnNames<StatementField> = {
  receipt: ['receiptno', 'receipt', 'receiptnumber', 'transactionid'],
  time: ['completiontime', 'completiondate', 'date', 'transactiondate', 'datetime'],
  details: ['details', 'description'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin', 'credit', 'amountpaidin'],
  withdrawn: ['withdrawn', 'withdrawal', 'withdraw', 'paidout', 'debit'],
  reason: ['reasontype', 'transactiontype', 'reason', 'type'],
  party: ['otherpartyinfo', 'otherparty', 'oppositeparty'],
  linked: ['linkedtransactionid', 'linkedtransaction', 'linkedreceiptno', 'linkedreceipt'],
  account: ['acno', 'accountno', 'accountnumber', 'account', 'accountreference', 'billrefnumber'],
};

/** Without these nothing can be told from a row: whether it is completed, when, how much and which way. */
const NEEDED: readonly StatementField[] = ['receipt', 'time', 'status', 'paidIn', 'withdrawn'];

/** The columns by name, for the line that refuses a file without them. */
export const STATEMENT_WANTED =
  'Receipt No., Completion Time, Details, Transaction Status, Paid In, Withdrawn, Reason Type, Other Party Info (an M-Pesa organisation statement)';

/**
 * Whether a row is the header of an organisation statement. A customer's own statement has neither the other party nor
 * a reason, and its *Paid In* is money that the customer received: it is no record of the shop's.
 */
export function isStatementHeader(cells: readonly string[]): boolean {
  const found = columnsIn(cells, STATEMENT_COLUMNS);
  return NEEDED.every((field) => found.has(field)) && (found.has('party') || found.has('reason'));
}
