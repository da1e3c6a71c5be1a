import type { Rail } from '../../src/records/types.ts';

/** A customer with a payment and an order, all made up, and the words of the complaint. */
export interface Situation {
  readonly name: string;
  readonly rail: Rail;
  readonly receipt: string;
  readonly paidShillings: number;
  readonly phone: string;
  readonly order: string;
  readonly totalShillings: number;
  readonly orderStatus: 'unpaid' | 'paid';
  /** What must go back. */
  readonly refundCents: number;
  readonly message: string;
}

/** The money came, the order does not know it: the whole payment goes back, as a reversal. */
export const UNPAID: Situation = {
  name: 'unpaid',
  rail: 'reversal',
  receipt: 'UKT4X7M2QP',
  paidShillings: 2_350,
  phone: '254712000391',
  order: '88213',
  totalShillings: 2_350,
  orderStatus: 'unpaid',
  refundCents: 235_000,
  message: 'Nimelipa order 88213 kwa M-Pesa lakini bado inaonyesha unpaid. Code ni UKT4X7M2QP, Ksh 2,350.',
};

/** The order is paid, and 150 too many came: a part goes back, over B2C. */
export const OVERPAID: Situation = {
  name: 'overpaid',
  rail: 'b2c',
  receipt: 'UKT6X8M3RV',
  paidShillings: 2_500,
  phone: '254712000442',
  order: '88214',
  totalShillings: 2_350,
  orderStatus: 'paid',
  refundCents: 15_000,
  message: 'I paid KES 2,500 for order 88214 but it cost less, refund the excess. Code UKT6X8M3RV',
};

/** Two codes, one preferred: the rules leave the choice to the model. */
export const TWO_CODES: Situation = {
  ...UNPAID,
  name: 'two codes',
  message: 'Habari, order 88213 code UKT4X7M2QP, samahani UKT5X7M2QP, nimelipa bado inaonyesha unpaid',
};

/** Several customers of both rails, for processes that compete for work. */
export function crowd(size: number): readonly Situation[] {
  return Array.from({ length: size }, (_, n) => {
    const kind = n % 2 === 0 ? UNPAID : OVERPAID;
    const receipt = `UKT7X${'ABCDEFGHJKLMNPQRSTUVWXYZ'[n] ?? 'A'}M3RV`;
    const order = String(88_301 + n);
    return {
      ...kind,
      name: `${kind.name} ${n + 1}`,
      receipt,
      order,
      phone: `2547120005${String(10 + n)}`,
      message: kind.message.replace(kind.order, order).replace(kind.receipt, receipt),
    };
  });
}

/** The organisation's statement with these payments. */
export function statementOf(situations: readonly Situation[]): string {
  const rows = situations.map(
    ({ receipt, paidShillings, phone, order }) =>
      `${receipt},29-11-2026 16:12:00,29-11-2026 16:12:00,Pay Bill from ${phone} - MTEJA MFANO Acc. ${order},Completed,"${paidShillings}.00",,"102,350.00",true,Pay Bill Online,${phone} - MTEJA MFANO,,${order}`,
  );
  return [
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
    ...rows,
    '',
  ].join('\n');
}

/** The shop's orders. */
export function ordersOf(situations: readonly Situation[]): string {
  const rows = situations.map(
    ({ order, totalShillings, orderStatus, phone, receipt }) =>
      `${order},${totalShillings},${orderStatus},${phone},${orderStatus === 'paid' ? receipt : ''}`,
  );
  return ['number,total,status,phone,paid_by', ...rows, ''].join('\n');
}
