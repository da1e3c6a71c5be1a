import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importOrders, importPayments } from '../../src/cases/import-records.ts';
import { readOrders } from '../../src/records/orders-file.ts';
import { readStatement } from '../../src/records/statement.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  caseOf,
  complain,
  expectBooks,
  expectRefunded,
  paidInSimulator,
  payoutOf,
  requestsFor,
  shillings,
  somebody,
  type Customer,
} from '../support/journey.ts';

// Goal: one payment is one key and one payout, however its sources and its customer spell it.
// Method: the same payment and order come in file after file, each spelt otherwise, while the case goes on; real
// readers, real store, judged by the simulator's books.

type Spelling = (customer: Customer) => { readonly statement: string; readonly orders: string };

const local = ({ phone }: Customer): string => `0${phone.slice(3)}`;
const spaced = ({ phone }: Customer): string =>
  `+254 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;

/** The same 4,500 shillings, the same phone, the same order, with other columns in another order. */
const SPELLINGS: readonly Spelling[] = [
  (customer) => ({
    statement: `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,A/C No.
${customer.receipt},29-11-2026 10:00:00,Pay Bill,Completed,4500,,Pay Bill Online,${customer.phone} - JANE MFANO,${customer.orderNumber}`,
    orders: `number,total,status,phone\n${customer.orderNumber},4500,unpaid,${customer.phone}`,
  }),
  (customer) => ({
    statement: `Other Party Info,Paid In,Receipt No.,Withdrawn,Completion Time,Transaction Status,Reason Type,A/C No.,Extra
${local(customer)} - JANE MFANO,"4,500.00",${customer.receipt.toLowerCase()},,2026-11-29 10:00:00,COMPLETED,Pay Bill Online, ${customer.orderNumber} ,x`,
    orders: `Phone,Status,Total,Number\n${local(customer)},UNPAID,"4,500.00",#${customer.orderNumber}`,
  }),
  (customer) => ({
    statement: `\ufeffReceipt No.;Completion Time;Transaction Status;Paid In;Withdrawn;Reason Type;Other Party Info;A/C No.
 ${customer.receipt} ;29/11/2026 10:00:00;Completed; +4500.0 ;;Pay Bill Online;${spaced(customer)} - JANE MFANO;${customer.orderNumber}`,
    orders: `Order No.,total,Payment Status,Customer Phone\n${customer.orderNumber},KES 4500.00,Unpaid,${spaced(customer)}`,
  }),
  (customer) => ({
    statement: `Receipt,Date,Status,Credit,Debit,Type,Opposite Party,Account
${customer.receipt},29-11-2026 10:00:00,Completed,"4,500",0.00,Pay Bill Online,${customer.phone.slice(0, 4)}****${customer.phone.slice(8)} - JANE MFANO,${customer.orderNumber}`,
    orders: `order,amount,status\n${customer.orderNumber},4500.00,unpaid`,
  }),
];

const WORDS: readonly ((customer: Customer) => string)[] = [
  ({ orderNumber, receipt }) =>
    `Nimelipa elfu nne mia tano order ${orderNumber} bado unpaid, code ${receipt.toLowerCase()}`,
  ({ orderNumber, receipt }) => `Order #${orderNumber} still unpaid. I paid KES 4,500.00, ${receipt}`,
  ({ orderNumber, receipt }) =>
    `order ${orderNumber} unpaid bana, nilituma 4500 bob code ${receipt.slice(0, 5)} ${receipt.slice(5)}`,
];

describe('one payment told in many spellings', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(() => expectBooks(desk));
  afterAll(() => desk.close());

  async function imported(spelling: Spelling, customer: Customer): Promise<readonly number[]> {
    const { statement, orders } = spelling(customer);
    const payments = readStatement(Buffer.from(statement, 'utf8'));
    const rows = readOrders(Buffer.from(orders, 'utf8'), desk.clock.now());
    expect([payments.bad, rows.bad, payments.rows.length, rows.rows.length]).toEqual([[], [], 1, 1]);
    const done = await importPayments(payments.rows, 'import', desk.app.desk, () => undefined);
    await importOrders(rows.rows, 'import', desk.app.desk, () => undefined);
    await desk.settle();
    return [done.added, done.conflicts];
  }

  it.each(WORDS.map((words, index) => [index, words] as const))(
    'is one record, one key and one payout, whichever file comes first (%i)',
    async (first, words) => {
      const customer = {
        ...somebody(desk, { shillings: 4_500 }),
        paidAt: Date.parse('2026-11-29T07:00:00Z'),
      };
      paidInSimulator(desk, customer);
      const order = [...SPELLINGS.slice(first), ...SPELLINGS.slice(0, first)];
      const [opening, ...others] = order as [Spelling, ...Spelling[]];
      expect(await imported(opening, customer)).toEqual([1, 0]);
      const caseId = await complain(desk, customer, words(customer));
      const { key } = await payoutOf(desk, caseId);
      for (const spelling of others) expect(await imported(spelling, customer)).toEqual([0, 0]);
      expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval', payoutKey: key });
      await approveAs(desk, caseId);
      for (const spelling of order) await imported(spelling, customer);
      await expectRefunded(desk, { ...customer, caseId });
      expect(requestsFor(desk, customer.receipt)).toBe(1);
      expect(await desk.app.desk.store.payoutsOfReceipt(customer.receipt)).toHaveLength(1);
      expect(await desk.app.desk.store.holds(customer.receipt, 5)).toEqual([]);
    },
  );

  it('with one cent more is another amount: the receipt is held', async () => {
    const customer = { ...somebody(desk, { shillings: 4_500 }), paidAt: Date.parse('2026-11-29T07:00:00Z') };
    paidInSimulator(desk, customer);
    const [plain] = SPELLINGS as [Spelling];
    await imported(plain, customer);
    const more: Spelling = (told) => ({
      ...plain(told),
      statement: plain(told).statement.replace(',4500,', ',4500.01,'),
    });
    expect(await imported(more, customer)).toEqual([0, 1]);
    expect(await desk.app.desk.store.holds(customer.receipt, 5)).toHaveLength(1);
    expect((await desk.app.desk.store.payments([customer.receipt]))[0]?.amountCents).toBe(shillings(4_500));
  });
});
