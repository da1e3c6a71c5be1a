import type { Instant } from '../../core/clock.ts';
import type { Cents } from '../../core/money.ts';
import { cents } from '../../core/money.ts';
import type { BooksFile } from './books-open.ts';

/** Money that a customer paid to the shortcode. */
export interface BookedPayment {
  readonly receipt: string;
  readonly amountCents: Cents;
  readonly msisdn: string;
  readonly payerName: string;
  readonly account: string;
  readonly paidAt: Instant;
  readonly status: 'Completed' | 'Reversed';
  /** The receipt of its first reversal. */
  readonly reversedBy: string | null;
  readonly reversedOutside: boolean;
}

/** Money that left the Utility account. */
export interface MoneyOut {
  readonly receipt: string;
  readonly kind: 'reversal' | 'outside' | 'b2c';
  /** The number of the request that asked for it; null for what happened outside. */
  readonly request: number | null;
  readonly originalReceipt: string | null;
  readonly amountCents: Cents;
  readonly msisdn: string;
  readonly at: Instant;
}

const PAYMENT_COLUMNS = `receipt, amount_cents AS amountCents, msisdn, payer_name AS payerName, account,
  paid_at AS paidAt, status, reversed_by AS reversedBy, reversed_outside AS reversedOutside`;

const MONEY_OUT_COLUMNS = `receipt, kind, request, original_receipt AS originalReceipt,
  amount_cents AS amountCents, msisdn, at`;

type PaymentRow = Omit<BookedPayment, 'reversedOutside'> & { readonly reversedOutside: 0 | 1 };

export type MoneyTables = ReturnType<typeof moneyTables>;

export function moneyTables(db: BooksFile, openingBalanceCents: Cents) {
  db.prepare(`INSERT INTO accounts VALUES ('utility', ?) ON CONFLICT DO NOTHING`).run(openingBalanceCents);
  const balance = db.prepare<[], { readonly n: number }>(
    `SELECT balance_cents AS n FROM accounts WHERE name = 'utility'`,
  );
  const setBalance = db.prepare(`UPDATE accounts SET balance_cents = ? WHERE name = 'utility'`);
  const paidTo = db.prepare<[string, Instant], { readonly n: number }>(
    `SELECT ifnull(sum(amount_cents), 0) AS n FROM money_out WHERE kind = 'b2c' AND msisdn = ? AND at >= ?`,
  );
  const credit = db.prepare(`UPDATE accounts SET balance_cents = balance_cents + ? WHERE name = 'utility'`);
  const debit = db.prepare(`UPDATE accounts SET balance_cents = balance_cents - ? WHERE name = 'utility'`);
  const addPayment = db.prepare(
    'INSERT INTO payments (receipt, amount_cents, msisdn, payer_name, account, paid_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const payment = db.prepare<[string], PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE receipt = ?`,
  );
  const payments = db.prepare<[], PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments ORDER BY paid_at, receipt`,
  );
  const payerName = db.prepare<[string], { readonly name: string }>(
    'SELECT payer_name AS name FROM payments WHERE msisdn = ? LIMIT 1',
  );
  const reverse = db.prepare(
    `UPDATE payments SET status = 'Reversed', reversed_by = ifnull(reversed_by, ?),
     reversed_outside = max(reversed_outside, ?) WHERE receipt = ?`,
  );
  const addMoneyOut = db.prepare('INSERT INTO money_out VALUES (?, ?, ?, ?, ?, ?, ?)');
  const moneyOut = db.prepare<[string], MoneyOut>(
    `SELECT ${MONEY_OUT_COLUMNS} FROM money_out WHERE receipt = ?`,
  );
  const allMoneyOut = db.prepare<[], MoneyOut>(
    `SELECT ${MONEY_OUT_COLUMNS} FROM money_out ORDER BY at, rowid`,
  );
  const ofRequest = db.prepare<[number], MoneyOut>(
    `SELECT ${MONEY_OUT_COLUMNS} FROM money_out WHERE request = ?`,
  );

  const findPayment = (receipt: string): BookedPayment | null => {
    const row = payment.get(receipt);
    return row === undefined ? null : paymentFrom(row);
  };
  return {
    balanceCents: (): Cents => cents(balance.get()?.n ?? 0),
    setBalanceCents: (amountCents: Cents): void => {
      setBalance.run(amountCents);
    },
    /** What payouts (not reversals) brought a customer since then. */
    paidToSince: (msisdn: string, since: Instant): Cents => cents(paidTo.get(msisdn, since)?.n ?? 0),
    payment: findPayment,
    payments: (): readonly BookedPayment[] => payments.all().map(paymentFrom),
    payerName: (msisdn: string): string | null => payerName.get(msisdn)?.name ?? null,
    addPayment(added: Omit<BookedPayment, 'status' | 'reversedBy' | 'reversedOutside'>): void {
      const { receipt, amountCents, msisdn, payerName, account, paidAt } = added;
      addPayment.run(receipt, amountCents, msisdn, payerName, account, paidAt);
    },
    /** What came in through the simulator's own paths; seeded payments are older than its books. */
    credit: (amountCents: Cents): void => {
      credit.run(amountCents);
    },
    /** Takes the money from the account and, for a reversal, marks the payment. One transaction of the caller's. */
    pay(out: MoneyOut): void {
      const { receipt, kind, request, originalReceipt, amountCents, msisdn, at } = out;
      addMoneyOut.run(receipt, kind, request, originalReceipt, amountCents, msisdn, at);
      debit.run(amountCents);
      if (originalReceipt !== null) reverse.run(receipt, kind === 'outside' ? 1 : 0, originalReceipt);
    },
    moneyOut: (receipt: string): MoneyOut | null => moneyOut.get(receipt) ?? null,
    moneyOutOfRequest: (number: number): MoneyOut | null => ofRequest.get(number) ?? null,
    allMoneyOut: (): readonly MoneyOut[] => allMoneyOut.all(),
    receiptIsFree: (receipt: string): boolean =>
      findPayment(receipt) === null && moneyOut.get(receipt) === undefined,
  };
}

function paymentFrom(row: PaymentRow): BookedPayment {
  return { ...row, reversedOutside: row.reversedOutside === 1 };
}
