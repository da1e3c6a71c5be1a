import { DAY } from '../../../src/core/clock.ts';
import { cents, type Cents } from '../../../src/core/money.ts';
import type { Store } from '../../../src/cases/ports.ts';
import type { Write } from '../../../src/cases/change.ts';
import type { Incoming } from '../../../src/cases/inbound.ts';
import { normalOrderNumber } from '../../../src/reading/order-numbers.ts';
import type { Msisdn, Receipt } from '../../../src/reading/types.ts';

/** A made-up customer with one payment and one unpaid order. All have values of the same lengths: see copies.ts. */
export interface Person {
  readonly n: number;
  readonly receipt: Receipt;
  readonly phone: Msisdn;
  readonly orderNumber: string;
  readonly amountCents: Cents;
}

/** No letter or digit that a slip could turn into another. */
const CODE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function person(n: number): Person {
  let code = '';
  for (let rest = n, place = 0; place < 5; place += 1, rest = Math.floor(rest / CODE.length)) {
    code = CODE.charAt(rest % CODE.length) + code;
  }
  return {
    n,
    receipt: `UKT4X${code}` as Receipt,
    phone: `2547120${String(10_000 + n).padStart(5, '0')}` as Msisdn,
    orderNumber: String(8_800_000 + n),
    amountCents: cents((500 + (n % 4_000)) * 100),
  };
}

/** A store writes this many rows in one commit at most: what an import does (DESIGN §8). */
const ROWS_A_COMMIT = 1_000;

/** What an import has told of these people before they complain. */
export async function seedRecords(store: Store, people: readonly Person[], now: number): Promise<void> {
  const writes = people.flatMap((one) => recordsOf(one, now));
  for (let start = 0; start < writes.length; start += ROWS_A_COMMIT) {
    await store.commit({ at: now, actor: 'import', writes: writes.slice(start, start + ROWS_A_COMMIT) });
  }
}

function recordsOf(one: Person, now: number): readonly Write[] {
  return [
    {
      kind: 'payment',
      source: 'bench',
      payment: {
        receipt: one.receipt,
        amountCents: one.amountCents,
        paidAt: now - DAY,
        payer: { full: one.phone },
        account: one.orderNumber,
      },
    },
    {
      kind: 'order',
      source: 'bench',
      order: {
        number: normalOrderNumber(one.orderNumber),
        written: one.orderNumber,
        totalCents: one.amountCents,
        status: 'unpaid',
        phone: one.phone,
        paidBy: [],
        createdAt: null,
        seenAt: now,
      },
    },
  ];
}

/** The plain complaint, in Swahili and English by turns. */
export function complaintOf({ n, phone, orderNumber, receipt, amountCents }: Person): Incoming {
  const amount = String(amountCents / 100);
  const text =
    n % 2 === 0
      ? `Nimelipa order ${orderNumber} kwa M-Pesa lakini bado inaonyesha unpaid. Code ni ${receipt}, Ksh ${amount}.`
      : `I paid Ksh ${amount} for order ${orderNumber} by M-Pesa but it still says unpaid. The code is ${receipt}.`;
  return { channel: 'bench', providerId: `bench-${String(n).padStart(8, '0')}`, sender: phone, text };
}

/** A complaint that leaves the order out: the desk asks, and the case waits for its customer. */
export function vagueComplaintOf(one: Person): Incoming {
  return {
    ...complaintOf(one),
    text: 'Nimelipa kwa M-Pesa lakini bado inaonyesha unpaid. Nisaidie tafadhali.',
  };
}
