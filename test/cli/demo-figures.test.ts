/**
 * Goal: the last table of the demo cannot say "exactly once" when it was not. Method: books and cases that agree, made
 * wrong in one place each.
 */
import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import type { Case } from '../../src/cases/types.ts';
import type { Payout } from '../../src/payouts/types.ts';
import { compare, type DeskSays } from '../../src/cli/demo/figures.ts';
import { COMPLAINTS, type Complaint } from '../../src/cli/demo/script.ts';
import type { BooksReport } from '../../src/mpesa/simulator/books-report.ts';

type MoneyOut = BooksReport['moneyOut'][number];
type Request = BooksReport['requests'][number];

function says(complaint: Complaint): DeskSays {
  const { refundCents } = complaint;
  const payout = { state: 'paid', refund: { amountCents: refundCents } } as unknown as Payout;
  return {
    complaint,
    kase: { id: 'C-7K3M9Q', status: 'closed' } as Case,
    payout: refundCents === null ? null : payout,
    postedCents: refundCents ?? cents(0),
    told: complaint.told,
  };
}

function moneyOut(receipt: string, amountCents: number, kind: MoneyOut['kind'] = 'reversal'): MoneyOut {
  const amount = cents(amountCents);
  return { receipt: 'x', kind, request: 1, originalReceipt: receipt, amountCents: amount, msisdn: '', at: 0 };
}

function request(receipt: string): Request {
  return { operation: 'reversal', body: JSON.stringify({ TransactionID: receipt }) } as Request;
}

const REFUNDS = COMPLAINTS.filter(({ refundCents }) => refundCents !== null);
const OUTSIDE = COMPLAINTS.find(({ part }) => part === 'outside')!;
const [FIRST] = REFUNDS as [Complaint];

function books(change: Partial<Pick<BooksReport, 'moneyOut' | 'requests'>> = {}): BooksReport {
  return {
    requests: REFUNDS.map(({ receipt }) => request(receipt)),
    moneyOut: [
      ...REFUNDS.map(({ receipt, refundCents }) => moneyOut(receipt, refundCents!)),
      moneyOut(OUTSIDE.receipt, 206_000, 'outside'),
    ],
    ...change,
  } as BooksReport;
}

const RIGHT = books();
const ALL = COMPLAINTS.map(says);

function firstBut(change: Partial<DeskSays>): readonly DeskSays[] {
  return ALL.map((one) => (one.complaint === FIRST ? { ...one, ...change } : one));
}

describe('the figures of the demo', () => {
  it('are right when cases and books agree', () => {
    const { wrong, total } = compare(ALL, RIGHT);
    expect(wrong).toEqual([]);
    expect(total).toMatchObject({ refunds: 7, timesPaid: 7, paidCents: 1_330_000 });
  });

  it('find a B2C by our reference, for it names no receipt: a second one to pay it shows', () => {
    const overpaid = COMPLAINTS.find(({ part }) => part === 'overpaid')!;
    const reference = 'RF-7K3M9QXW';
    const desk = ALL.map((one) =>
      one.complaint === overpaid ? { ...one, payout: { ...one.payout, reference } as Payout } : one,
    );
    const b2c = { operation: 'b2c', number: 41, body: `{"Remarks":"Refund ${reference}"}` } as Request;
    const out = { ...moneyOut('', 15_000, 'b2c'), originalReceipt: null, request: 41 };
    const requests = RIGHT.requests.filter(({ body }) => !body.includes(overpaid.receipt));
    const paid = RIGHT.moneyOut.filter(({ originalReceipt }) => originalReceipt !== overpaid.receipt);
    const once = books({ requests: [...requests, b2c], moneyOut: [...paid, out] });
    expect(compare(desk, once).wrong).toEqual([]);
    const twice = books({
      requests: [...requests, b2c, { ...b2c, number: 42 }],
      moneyOut: [...paid, out, { ...out, request: 42 }],
    });
    expect(compare(desk, twice).wrong.join(' ')).toContain('2 times');
  });

  const wrongs: readonly (readonly [string, readonly DeskSays[], BooksReport])[] = [
    [
      'a refund was paid twice',
      ALL,
      books({ moneyOut: [...RIGHT.moneyOut, moneyOut(FIRST.receipt, 235_000)] }),
    ],
    ['a refund was not paid', ALL, books({ moneyOut: RIGHT.moneyOut.slice(1) })],
    [
      'a refund was paid with another amount',
      ALL,
      books({ moneyOut: [moneyOut(FIRST.receipt, 9_000_000), ...RIGHT.moneyOut.slice(1)] }),
    ],
    [
      'a request was sent twice, though the second was refused',
      ALL,
      books({ requests: [...RIGHT.requests, request(FIRST.receipt)] }),
    ],
    [
      'a request was sent twice, and another one paid without any',
      ALL,
      books({ requests: [request(FIRST.receipt), ...RIGHT.requests.slice(0, -1)] }),
    ],
    [
      'a request was sent that belongs to no case',
      ALL,
      books({ requests: [...RIGHT.requests, request('UKN5G7Q2DX')] }),
    ],
    [
      'money left that belongs to no case',
      ALL,
      books({ moneyOut: [...RIGHT.moneyOut, moneyOut('UKN5G7Q2DX', 300_000)] }),
    ],
    [
      'what was reversed outside was paid again',
      ALL,
      books({ moneyOut: [...RIGHT.moneyOut, moneyOut(OUTSIDE.receipt, 206_000)] }),
    ],
    [
      'somebody else gave one back too',
      ALL,
      books({ moneyOut: [...RIGHT.moneyOut, moneyOut(FIRST.receipt, 235_000, 'outside')] }),
    ],
    [
      'desk and books agree on an amount that was not due',
      firstBut({
        payout: { state: 'paid', refund: { amountCents: cents(9_000_000) } } as unknown as Payout,
        postedCents: cents(9_000_000),
      }),
      books({ moneyOut: [moneyOut(FIRST.receipt, 9_000_000), ...RIGHT.moneyOut.slice(1)] }),
    ],
    ['nobody gave back what is called given back', ALL, books({ moneyOut: RIGHT.moneyOut.slice(0, -1) })],
    ['the ledger has another amount', firstBut({ postedCents: cents(1) }), RIGHT],
    ['a customer was not told', firstBut({ told: null }), RIGHT],
    ['a case is open', firstBut({ kase: { id: 'C-7K3M9Q', status: 'approved' } as Case }), RIGHT],
    ['the desk claims a refund that nobody saw', firstBut({ payout: null, postedCents: cents(0) }), RIGHT],
  ];
  it.each(wrongs)('are wrong when %s', (_what, desk, provider) => {
    expect(compare(desk, provider).wrong).not.toEqual([]);
  });
});
