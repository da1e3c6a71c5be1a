import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOrders, importPayments, type Imported } from '../../src/cases/import-records.ts';
import { eatDate, MINUTE } from '../../src/core/clock.ts';
import type { Store } from '../../src/cases/ports.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { readOrders } from '../../src/records/orders-file.ts';
import { readStatement } from '../../src/records/statement.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approved,
  attemptsOf,
  caseOf,
  complain,
  complaintOf,
  expectBooks,
  expectRefunded,
  moneyOut,
  openReasons,
  paidInSimulator,
  payoutOf,
  recordOrder,
  seed,
  somebody,
  told,
  type Customer,
} from '../support/journey.ts';

// Goal: an import tells the desk what happened, moves exactly the cases it is about, and can be repeated at will.
// Method: real statement and order files, real store and simulator; judged by versions, holds and both books.

let desk: TestDesk;
let commits = 0;
beforeAll(async () => {
  desk = await openTestDesk({
    wrapping: {
      hook: (moment) => {
        if (moment === 'after-commit') commits += 1;
      },
    },
  });
});
afterAll(() => desk.close());

const store = (): Store => desk.app.desk.store;

const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

function moment(at: number): string {
  return `${eatDate(at)} ${new Date(at + 3 * 3_600_000).toISOString().slice(11, 19)}`;
}

/** A statement row of a customer's payment; digits of the payer as the portal shows them. */
function paidIn(customer: Customer, differing: { shillings?: number } = {}): string {
  const { receipt, phone, paidAt, amountCents, orderNumber } = customer;
  const amount = (differing.shillings ?? amountCents / 100).toFixed(2);
  return `${receipt},${moment(paidAt)},Pay Bill from ${phone} Acc. ${orderNumber},Completed,${amount},,Pay Bill,${phone} - MADE UP,,${orderNumber}`;
}

function reversalOf(customer: Customer, providerReceipt: string): string {
  const amount = (customer.amountCents / 100).toFixed(2);
  return `${providerReceipt},${moment(customer.paidAt + 60 * MINUTE)},Reversal of ${customer.receipt},Completed,,-${amount},Pay Bill Reversal,${customer.phone} - MADE UP,${customer.receipt},`;
}

function sentOut(customer: Customer, providerReceipt: string): string {
  const amount = (customer.amountCents / 100).toFixed(2);
  return `${providerReceipt},${moment(customer.paidAt + 60 * MINUTE)},Business Payment to ${customer.phone},Completed,,-${amount},Business Payment,${customer.phone} - MADE UP,,`;
}

async function statement(...rows: readonly string[]): Promise<Imported> {
  const { rows: read, bad } = readStatement(Buffer.from([HEADER, ...rows].join('\n')));
  expect(bad).toEqual([]);
  const imported = await importPayments(read, 'import', desk.app.desk, () => undefined);
  await desk.settle();
  return imported;
}

async function orders(...rows: readonly string[]): Promise<Imported> {
  const bytes = Buffer.from(['number,total,status,phone,paid_by', ...rows].join('\n'));
  const { rows: read, bad } = readOrders(bytes, desk.clock.now());
  expect(bad).toEqual([]);
  const imported = await importOrders(read, 'import', desk.app.desk, () => undefined);
  await desk.settle();
  return imported;
}

/** A customer whose payment is in the simulator's books, and nothing in the desk's. */
function unrecorded(): Customer {
  const customer = somebody(desk);
  paidInSimulator(desk, customer);
  return customer;
}

async function versions(...caseIds: readonly string[]): Promise<readonly number[]> {
  return Promise.all(caseIds.map(async (id) => (await caseOf(desk, id)).version));
}

describe('a statement', () => {
  it('handed in twice changes nothing: no case is woken, no version moves', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    const rows = [paidIn(customer), paidIn(unrecorded())];
    expect(await statement(...rows)).toMatchObject({ rows: 2, added: 1 });
    const before = await versions(caseId);
    expect(await statement(...rows)).toMatchObject({ rows: 2, added: 0, filled: 0, same: 2, conflicts: 0 });
    expect(await versions(caseId)).toEqual(before);
  });

  it('wakes exactly the open cases that name one of its receipts or orders', async () => {
    desk.simulator.setFaults([{ operation: 'status', faults: ['status_result:2032'] }]);
    const byReceipt = unrecorded();
    const byOrder = unrecorded();
    await recordOrder(desk, byReceipt);
    await recordOrder(desk, byOrder);
    const bystander = await complain(desk, await seed(desk));
    const first = await complain(desk, byReceipt);
    const second = await complain(desk, byOrder, `Nimelipa order ${byOrder.orderNumber} lakini haijaonekana`);
    expect(await openReasons(desk, first)).toEqual(['payment_not_found']);
    expect(await caseOf(desk, second)).toMatchObject({ asked: 'mpesa_code' });
    const before = await versions(bystander);
    await statement(paidIn(byReceipt), paidIn(byOrder), paidIn(unrecorded()));
    expect(await versions(bystander)).toEqual(before);
    expect(await openReasons(desk, first)).toEqual([]);
    expect(await caseOf(desk, first)).toMatchObject({ status: 'waiting_for_approval' });
    expect(await caseOf(desk, second)).toMatchObject({
      status: 'waiting_for_approval',
      receipt: byOrder.receipt,
    });
  });

  it('that contradicts what is known puts the receipt on hold, and its card is taken away', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    expect(await statement(paidIn(customer, { shillings: 99 }))).toMatchObject({ conflicts: 1 });
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
    const [payment] = await store().payments([customer.receipt]);
    expect(payment).toMatchObject({ amountCents: customer.amountCents, onHold: true });
    // The same contradiction again is no news.
    const before = await versions(caseId);
    expect(await statement(paidIn(customer, { shillings: 99 }))).toMatchObject({ conflicts: 0, same: 1 });
    expect(await versions(caseId)).toEqual(before);
  });

  it('of 2,500 rows is three commits, and says how far it is', async () => {
    const paidAt = desk.clock.now() - 60 * MINUTE;
    const rows = Array.from({ length: 2_500 }, (_, n) =>
      paidIn({ ...somebody(desk), receipt: `UKS${String(1_000_000 + n)}` as Receipt, paidAt }),
    );
    const { rows: read } = readStatement(Buffer.from([HEADER, ...rows].join('\n')));
    const progress: number[] = [];
    commits = 0;
    const imported = await importPayments(read, 'import', desk.app.desk, (done) => progress.push(done));
    expect(commits).toBe(3);
    expect(progress).toEqual([1_000, 2_000, 2_500]);
    expect(imported).toMatchObject({ rows: 2_500, added: 2_500 });
  });
});

describe('a reversal in a statement', () => {
  it('that is our own payout is matched to it, and gives nothing back twice', async () => {
    const kase = await approved(desk);
    await desk.settle();
    await expectRefunded(desk, kase);
    const { providerReceipt } = await payoutOf(desk, kase.caseId);
    expect(await statement(reversalOf(kase, providerReceipt!))).toMatchObject({
      ours: 1,
      givenBackOutside: 0,
    });
    expect(await store().refundsOf([kase.receipt])).toMatchObject([{ by: 'us', state: 'paid' }]);
    await expectBooks(desk);
  });

  it('of a payout without an answer settles it, and the customer is told', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['lose_callback', 'status_silent'] }]);
    await desk.settle();
    desk.simulator.setFaults([]);
    const [move] = desk.simulator.books().moneyOut.filter((one) => one.originalReceipt === kase.receipt);
    expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
    expect(await statement(reversalOf(kase, move!.receipt))).toMatchObject({ ours: 1, givenBackOutside: 0 });
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect((await told(desk, kase.caseId)).at(-1)).toBe('money_is_back');
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
  });

  it("that is somebody else's counts as given back, and the case closes as refunded outside", async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    const outside = desk.simulator.reverseOutside(customer.receipt);
    const rows = [paidIn(customer), reversalOf(customer, outside)];
    expect(await statement(...rows)).toMatchObject({ ours: 0, givenBackOutside: 1 });
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'refunded_outside' });
    expect((await told(desk, caseId)).at(-1)).toBe('closed_refunded_outside');
    expect(await statement(...rows)).toMatchObject({ givenBackOutside: 0, same: 2 });
  });

  it('second to our own puts the receipt on hold: money may have left twice', async () => {
    const kase = await approved(desk);
    await desk.settle();
    expect(await statement(reversalOf(kase, 'UKU5QQ0001'))).toMatchObject({ givenBackOutside: 1, held: 1 });
    expect(await store().holds(kase.receipt, 10)).toHaveLength(1);
    expect(await statement(reversalOf(kase, 'UKU5QQ0001'))).toMatchObject({ givenBackOutside: 0, held: 0 });
  });
});

describe('other money that went out', () => {
  it('and fits a payment puts it on hold: somebody may have paid it back by hand', async () => {
    const customer = await seed(desk, { shillings: 1_237 });
    const caseId = await complain(desk, customer);
    expect(await statement(sentOut(customer, 'UKU5QQ0002'))).toMatchObject({ held: 1, givenBackOutside: 0 });
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
  });

  it('to another number, of another amount or before the payment fits none', async () => {
    const customer = await seed(desk, { shillings: 1_238 });
    const caseId = await complain(desk, customer);
    const before = await versions(caseId);
    const imported = await statement(
      sentOut({ ...customer, phone: somebody(desk).phone }, 'UKU5QQ0003'),
      sentOut({ ...customer, amountCents: (customer.amountCents + 100) as never }, 'UKU5QQ0004'),
      sentOut({ ...customer, paidAt: customer.paidAt - 120 * MINUTE }, 'UKU5QQ0005'),
    );
    expect(imported).toMatchObject({ held: 0, ours: 0 });
    expect(await versions(caseId)).toEqual(before);
  });
});

describe('an orders file', () => {
  it('that brings the order that a customer named moves their case', async () => {
    const customer = unrecorded();
    await statement(paidIn(customer));
    const caseId = await complain(desk, customer);
    expect(await caseOf(desk, caseId)).toMatchObject({ asked: 'order_number' });
    await orders(`${customer.orderNumber},2350,unpaid,${customer.phone},`);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('that says paid takes the card away: nothing is due', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    await orders(`${customer.orderNumber},2350,paid,${customer.phone},${customer.receipt}`);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'not_due' });
  });

  it('never turns a paid order unpaid: its payments go on hold instead, once', async () => {
    const customer = await seed(desk, { status: 'paid' });
    const row = `${customer.orderNumber},2350,unpaid,${customer.phone},`;
    expect(await orders(row)).toMatchObject({ conflicts: 1 });
    expect(await store().order(customer.orderNumber as never)).toMatchObject({ status: 'paid' });
    const caseId = await complain(desk, customer, complaintOf(customer));
    expect(await openReasons(desk, caseId)).toEqual(['records_conflict']);
    const before = await versions(caseId);
    await orders(row);
    expect(await versions(caseId)).toEqual(before);
  });

  it('that contradicts a paid order without payments says so every time', async () => {
    const customer = somebody(desk);
    await recordOrder(desk, customer, { status: 'paid' });
    const row = `${customer.orderNumber},2350,unpaid,${customer.phone},`;
    expect(await orders(row)).toMatchObject({ conflicts: 1, same: 0 });
    expect(await orders(row)).toMatchObject({ conflicts: 1, same: 0 });
  });

  it('handed in twice wakes nobody', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    const row = `${customer.orderNumber},"2,350.00",Unpaid,0${customer.phone.slice(3)},`;
    const before = await versions(caseId);
    expect(await orders(row)).toMatchObject({ same: 1 });
    expect(await orders(row)).toMatchObject({ same: 1 });
    expect(await versions(caseId)).toEqual(before);
  });
});
