import { eatDate, type Instant } from '../core/clock.ts';
import { addCents, formatKes, type Cents } from '../core/money.ts';
import { formatEat } from '../core/clock.ts';
import { normalOrderNumber } from '../reading/order-numbers.ts';
import { slipForm } from '../reading/receipts.ts';
import type { Msisdn } from '../reading/types.ts';
import { isPaymentOf } from '../records/order-payments.ts';
import { fits, provesPayer } from '../records/payer.ts';
import type { Order, Payer, Payment } from '../records/types.ts';
import type { Situation } from './types.ts';

/** Whether two things that should be the same are (DESIGN §5). */
export type Comparison = 'agree' | 'differ' | 'cannot_tell';

export type FieldName =
  'receipt' | 'amount' | 'payer' | 'date' | 'order' | 'account' | 'total' | 'order_phone' | 'order_made';

/** One line of the comparison on the card: what one side says, what the other says, and whether they agree. */
export interface FieldCheck {
  readonly field: FieldName;
  /** What is held against the record; null when nothing is known of it. */
  readonly said: string | null;
  /** Whose word `said` is. */
  readonly by: 'customer' | 'sender' | 'staff' | 'order' | 'payment';
  readonly record: string | null;
  readonly comparison: Comparison;
  /** What a person should know beside it. */
  readonly note: string | null;
}

/**
 * Compares what was said with the payment, and the payment with its order, field by field. Pure. `payment` is the one
 * complained about; either record may be missing.
 */
export function fieldChecks(
  situation: Situation,
  payment: Payment | null,
  order: Order | null,
): readonly FieldCheck[] {
  return [
    receiptCheck(situation, payment),
    amountCheck(situation, payment),
    payerCheck(situation, payment),
    dateCheck(situation, payment),
    orderCheck(situation, order),
    accountCheck(situation, payment, order),
    totalCheck(situation, payment, order),
    phoneCheck(payment, order),
    madeCheck(payment, order),
  ];
}

/** What a record shows of the payer, the fullest form first. */
export function payerText(payer: Payer): string | null {
  return payer.full ?? payer.masked ?? (payer.sha256 === undefined ? null : 'hashed number');
}

function receiptCheck({ said, staffFact }: Situation, payment: Payment | null): FieldCheck {
  const base = { field: 'receipt', by: 'customer', record: payment?.receipt ?? null, note: null } as const;
  if (staffFact?.receipt && payment) {
    const comparison = staffFact.receipt === payment.receipt ? 'agree' : 'differ';
    return { ...base, by: 'staff', said: staffFact.receipt, comparison, note: `stated by ${staffFact.by}` };
  }
  if (said.receipts.length === 0 || !payment) {
    const note = payment ? 'no code was given: found by order or payer' : null;
    return { ...base, said: listed(said.receipts), comparison: 'cannot_tell', note };
  }
  if (said.receipts.includes(payment.receipt)) {
    const others = said.receipts.length - 1;
    const note = others > 0 ? `${others} more given` : null;
    return { ...base, said: payment.receipt, comparison: 'agree', note };
  }
  const slip = said.receipts.find((receipt) => slipForm(receipt) === slipForm(payment.receipt));
  return {
    ...base,
    said: slip ?? listed(said.receipts),
    comparison: 'differ',
    note: slip === undefined ? null : 'O and 0, or I and 1, mixed up',
  };
}

function amountCheck({ said }: Situation, payment: Payment | null): FieldCheck {
  const amounts = said.amounts.map((amount) => formatKes(amount));
  return {
    field: 'amount',
    by: 'customer',
    said: listed(amounts),
    record: payment ? formatKes(payment.amountCents) : null,
    comparison:
      !payment || amounts.length === 0 ? 'cannot_tell' : agreeing(said.amounts.includes(payment.amountCents)),
    note: null,
  };
}

function payerCheck({ said, sender }: Situation, payment: Payment | null): FieldCheck {
  const number = said.payer ?? sender;
  const check = numberCheck(number, payment?.payer ?? {});
  return { field: 'payer', by: said.payer === null ? 'sender' : 'customer', ...check };
}

type NumberCheck = Pick<FieldCheck, 'said' | 'record' | 'comparison' | 'note'>;

/** A mask that shows no other digit agrees as far as it goes, and the card says how far that is. */
function numberCheck(number: Msisdn | null, payer: Payer): NumberCheck {
  const record = payerText(payer);
  if (number === null || record === null) {
    return { said: number, record, comparison: 'cannot_tell', note: null };
  }
  if (fits(number, payer) === 'no') return { said: number, record, comparison: 'differ', note: null };
  const note = provesPayer(number, payer)
    ? payer.full === undefined
      ? 'by its hash'
      : null
    : 'only the visible digits';
  return { said: number, record, comparison: 'agree', note };
}

/** Days as said ("jana", "Friday") are shown and not reckoned with: people know better which day was meant. */
function dateCheck({ said }: Situation, payment: Payment | null): FieldCheck {
  const record = payment ? formatEat(payment.paidAt) : null;
  const base = { field: 'date', by: 'customer', said: said.paidOn, record, note: null } as const;
  if (!payment || said.paidOn === null) return { ...base, comparison: 'cannot_tell' };
  const day = eatDate(payment.paidAt);
  if (/^\d{4}-/.test(said.paidOn)) return { ...base, comparison: agreeing(said.paidOn === day) };
  if (said.paidOn.startsWith('--'))
    return { ...base, comparison: agreeing(said.paidOn.slice(2) === day.slice(5)) };
  return { ...base, comparison: 'cannot_tell' };
}

function orderCheck({ said, staffFact }: Situation, order: Order | null): FieldCheck {
  const record = order?.written ?? null;
  const base = { field: 'order', by: 'customer', record, note: null } as const;
  if (staffFact?.order && order) {
    const comparison = agreeing(staffFact.order === order.number);
    return { ...base, by: 'staff', said: staffFact.order, comparison, note: `stated by ${staffFact.by}` };
  }
  const written = listed([...new Set(said.orders.map((stated) => stated.written))]);
  if (written === null || !order) return { ...base, said: written, comparison: 'cannot_tell' };
  return { ...base, said: written, comparison: agreeing(said.orders.some((o) => o.number === order.number)) };
}

/** A reference that names no order is the commonest slip there is: it decides nothing and is shown as *differs*. */
function accountCheck({ records }: Situation, payment: Payment | null, order: Order | null): FieldCheck {
  const account = payment && payment.account !== '' ? payment.account : null;
  const base = { field: 'account', by: 'payment', said: account, record: order?.written ?? null } as const;
  if (payment === null || order === null) return { ...base, comparison: 'cannot_tell', note: null };
  if (account !== null && normalOrderNumber(account) === order.number)
    return { ...base, comparison: 'agree', note: null };
  if (isPaymentOf(payment, order))
    return { ...base, comparison: 'agree', note: 'the shop names this receipt' };
  if (account === null) return { ...base, comparison: 'cannot_tell', note: null };
  const exists = records.orders.some(({ number }) => number === normalOrderNumber(account));
  return { ...base, comparison: 'differ', note: exists ? 'names another order' : 'names no order' };
}

function totalCheck({ records }: Situation, payment: Payment | null, order: Order | null): FieldCheck {
  const base = { field: 'total', by: 'payment', record: order ? formatKes(order.totalCents) : null } as const;
  if (payment === null || order === null)
    return { ...base, said: null, comparison: 'cannot_tell', note: null };
  const own = records.payments.filter((one) => isPaymentOf(one, order) || one.receipt === payment.receipt);
  const sum: Cents = addCents(...own.map(({ amountCents }) => amountCents));
  const note = own.length > 1 ? `${own.length} payments, ${formatKes(sum)} together` : null;
  return {
    ...base,
    said: formatKes(payment.amountCents),
    comparison: agreeing(sum === order.totalCents),
    note,
  };
}

function phoneCheck(payment: Payment | null, order: Order | null): FieldCheck {
  const check = numberCheck(order?.phone ?? null, payment?.payer ?? {});
  return { field: 'order_phone', by: 'order', ...check };
}

function madeCheck(payment: Payment | null, order: Order | null): FieldCheck {
  const made: Instant | null = order?.createdAt ?? null;
  return {
    field: 'order_made',
    by: 'order',
    said: made === null ? null : formatEat(made),
    record: payment ? formatEat(payment.paidAt) : null,
    comparison: made === null || !payment ? 'cannot_tell' : agreeing(made <= payment.paidAt),
    note: made !== null && payment && made > payment.paidAt ? 'paid before it was made' : null,
  };
}

function agreeing(same: boolean): Comparison {
  return same ? 'agree' : 'differ';
}

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}
