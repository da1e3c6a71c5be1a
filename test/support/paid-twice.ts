import type { TestDesk } from './desk.ts';
import { paidInSimulator, recordOrder, recordPayment, somebody, type Customer } from './journey.ts';

/** An order paid twice by one customer: complaints about either payment lead to the later one. */
export async function paidTwice(
  desk: TestDesk,
): Promise<{ readonly first: Customer; readonly second: Customer }> {
  const first = somebody(desk, { daysAgo: 3 });
  const second = { ...somebody(desk), phone: first.phone, orderNumber: first.orderNumber };
  for (const customer of [first, second]) {
    paidInSimulator(desk, customer);
    await recordPayment(desk, customer);
  }
  await recordOrder(desk, first, { status: 'paid', paidBy: [first.receipt] });
  return { first, second };
}

export function paidTwiceComplaintOf({ orderNumber, receipt }: Customer): string {
  return `Nimelipa order ${orderNumber} mara mbili kwa M-Pesa, nirudishieni moja. Code ${receipt}`;
}
