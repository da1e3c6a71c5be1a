import { afterEach, describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { openCase } from '../../src/cases/inbound.ts';
import { approve } from '../../src/cases/staff/approve.ts';
import type { Msisdn, OrderNumber, Receipt } from '../../src/reading/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';

// Goal: the straight case end to end. Method: real store, simulator over HTTP, judged by the simulator's books.

describe('a straight refund', () => {
  let desk: TestDesk;
  afterEach(() => desk.close());

  it('goes from the message to the money back, once, and tells the customer', async () => {
    desk = await openTestDesk();
    const payer = '254712000391' as Msisdn;
    const paidAt = desk.clock.now() - 86_400_000;
    desk.simulator.addPayments([
      { receipt: 'UKT4X7M2QP', amountCents: cents(235_000), msisdn: payer, account: '88213', paidAt },
    ]);
    const { store } = desk.app.desk;
    await store.commit({
      at: desk.clock.now(),
      actor: 'import',
      writes: [
        {
          kind: 'payment',
          source: 'test',
          payment: {
            receipt: 'UKT4X7M2QP' as Receipt,
            amountCents: cents(235_000),
            paidAt,
            payer: { full: payer },
            account: '88213',
          },
        },
        {
          kind: 'order',
          source: 'test',
          order: {
            number: '88213' as OrderNumber,
            written: '88213',
            totalCents: cents(235_000),
            status: 'unpaid',
            phone: payer,
            paidBy: [],
            createdAt: null,
            seenAt: desk.clock.now(),
          },
        },
      ],
    });
    const { caseId } = await openCase(
      {
        channel: 'test',
        providerId: 'm1',
        sender: payer,
        text: 'Nimelipa order 88213 kwa M-Pesa lakini bado inaonyesha unpaid. Code ni UKT4X7M2QP, Ksh 2,350.',
      },
      'customer',
      desk.app.desk,
    );
    await desk.settle();
    const waiting = await store.snapshot(caseId);
    expect(waiting?.case.status).toBe('waiting_for_approval');
    await approve(
      { caseId, by: 'achieng', key: waiting?.payout?.key ?? '', orderChecked: false },
      desk.app.desk,
    );
    await desk.settle();
    const books = desk.simulator.books();
    expect(books.moneyOutCentsByReceipt).toEqual({ UKT4X7M2QP: 235_000 });
    const done = await store.case(caseId);
    expect(done).toMatchObject({ status: 'closed', outcome: 'refunded' });
  });
});
