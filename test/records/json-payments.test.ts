import { describe, expect, it } from 'vitest';
import { looksLikeJson, readJsonPayments } from '../../src/records/json-payments.ts';

// Goal: what Daraja tells of one payment, in three shapes, is read as the same payment; nothing else is taken for one.

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (...documents: readonly unknown[]) =>
  readJsonPayments(bytes(documents.map((document) => JSON.stringify(document)).join('\n')));
const HASH = '94c392c3'.padEnd(64, '0');
const AT = Date.UTC(2026, 10, 30, 7, 0, 0);

const CONFIRMATION = {
  TransactionType: 'Pay Bill',
  TransID: 'UKU4H7Q2ZX',
  TransTime: '20261130100000',
  TransAmount: '2350.00',
  BusinessShortCode: '600992',
  BillRefNumber: '88213',
  InvoiceNumber: '',
  OrgAccountBalance: '49197.00',
  ThirdPartyTransID: '',
  MSISDN: '254712000391',
  FirstName: 'MTEJA',
};
const ITEMS = [
  { Name: 'Amount', Value: 2350 },
  { Name: 'MpesaReceiptNumber', Value: 'UKU4H7Q2ZX' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20261130100000 },
  { Name: 'PhoneNumber', Value: 254712000391 },
];
const pushOf = (code: unknown, Item: unknown = ITEMS) => ({
  Body: { stkCallback: { ResultCode: code, ResultDesc: 'x', CallbackMetadata: { Item } } },
});
const ROW = {
  transactionId: 'UKU4H7Q2ZX',
  trxDate: '2026-11-30T07:00:00Z',
  msisdn: 712000391,
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: '88213',
  amount: '2350.00',
  organizationname: 'SHOP',
};
const pageWith = (...rows: readonly unknown[]) => ({ ResponseCode: '1000', Response: [rows] });
const PAYMENT = {
  receipt: 'UKU4H7Q2ZX',
  amountCents: 235_000,
  paidAt: AT,
  payer: { full: '254712000391' },
  account: '88213',
};

describe('a payment', () => {
  it.each<[string, unknown, object]>([
    ['c2b confirmation', CONFIRMATION, PAYMENT],
    ['stk callback', pushOf(0), { ...PAYMENT, account: '' }],
    ['stk callback', pushOf('0'), { ...PAYMENT, account: '' }],
    ['pull', pageWith(ROW), PAYMENT],
  ])('is read from a %s', (source, document, payment) => {
    expect(read(document)).toMatchObject({ rows: [{ kind: 'payment', line: 1, source, payment }], bad: [] });
  });

  it.each([
    ['2547 ***** 391', { masked: '2547*****391' }],
    ['25471****391', { masked: '25471****391' }],
    [HASH, { sha256: HASH }],
    [HASH.toUpperCase(), { sha256: HASH }],
    ['', {}],
    [undefined, {}],
  ])('keeps the payer as it is shown: %s', (MSISDN, payer) => {
    expect(read({ ...CONFIRMATION, MSISDN }).rows).toMatchObject([{ payment: { payer } }]);
    expect(Object.keys(read({ ...CONFIRMATION, MSISDN }).rows[0]?.payment.payer ?? {})).toEqual(
      Object.keys(payer),
    );
    const [row] = read(pageWith({ ...ROW, msisdn: MSISDN })).rows;
    expect(row?.payment.payer).toEqual(payer);
  });

  it('is told by every row of every page, with the line of its page', () => {
    const { rows } = read(
      pageWith(ROW, { ...ROW, transactionId: 'UKU4H7Q2ZY' }),
      CONFIRMATION,
      pageWith(ROW),
    );
    expect(rows.map(({ line, payment }) => [line, payment.receipt])).toEqual([
      [1, 'UKU4H7Q2ZX'],
      [1, 'UKU4H7Q2ZY'],
      [2, 'UKU4H7Q2ZX'],
      [3, 'UKU4H7Q2ZX'],
    ]);
  });

  it('is read from one indented document, and from a list of them', () => {
    expect(readJsonPayments(bytes(JSON.stringify(pageWith(ROW), null, 2))).rows).toHaveLength(1);
    expect(readJsonPayments(bytes(`\uFEFF${JSON.stringify([CONFIRMATION, pushOf(0)])}`)).rows).toHaveLength(
      2,
    );
  });
});

describe('no payment is', () => {
  it.each<[string, unknown, RegExp]>([
    ['a validation, whose balance is empty', { ...CONFIRMATION, OrgAccountBalance: '' }, /a validation/],
    ['a confirmation without a balance', { ...CONFIRMATION, OrgAccountBalance: undefined }, /a validation/],
    ['a filler for a receipt', { ...CONFIRMATION, TransID: 'UKU0000000' }, /no M-Pesa receipt/],
    ['nothing paid', { ...CONFIRMATION, TransAmount: '0.00' }, /no amount/],
    ['a negative amount', pageWith({ ...ROW, amount: '-5.00' }), /no amount/],
    ['an amount that is a list', { ...CONFIRMATION, TransAmount: ['5'] }, /no amount/],
    ['a day that does not exist', { ...CONFIRMATION, TransTime: '20261131100000' }, /no date/],
    ['a push without items', pushOf(0, null), /no M-Pesa receipt/],
    ['a push without a code', pushOf(undefined), /no ResultCode/],
    [
      'a pulled row of another kind',
      pageWith({ ...ROW, transactiontype: 'b2c' }),
      /no payment of a customer/,
    ],
    ['a pulled row that is text', pageWith('x'), /no object/],
    ['a page that is no list', { Response: {} }, /no list/],
    ['a result of a payout', { Result: { ResultCode: 0 } }, /no C2B confirmation/],
    ['a number', 5, /no JSON object/],
  ])('%s; it costs no other row', (_, document, reason) => {
    const { rows, bad } = read(CONFIRMATION, document, pageWith(ROW));
    expect(rows).toHaveLength(2);
    expect(bad).toEqual([{ line: 2, reason: expect.stringMatching(reason) as string }]);
  });

  it('a line that is cut off', () => {
    const { rows, bad } = readJsonPayments(bytes(`${JSON.stringify(CONFIRMATION)}\n{"TransID":"UKU4\n\n`));
    expect([rows.length, bad]).toEqual([1, [{ line: 2, reason: 'no JSON' }]]);
  });

  it('a push that failed, a page without payments, or money of another organisation', () => {
    const own = { ...CONFIRMATION, TransactionType: 'Organization To Organization Transfer' };
    const { rows, bad, skipped } = read(pushOf(1032), pushOf('SFC_IC0003'), { Response: [[]] }, own);
    expect([rows, bad]).toEqual([[], []]);
    expect(skipped).toMatchObject({ not_completed: 2, own_funds: 1 });
  });
});

describe('a file', () => {
  it('is JSON when it begins so, and a statement otherwise', () => {
    expect(['{"a":1}', ' \n[', '\uFEFF{'].map((text) => looksLikeJson(bytes(text)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['Receipt No.,Completion Time', '', '"{'].map((text) => looksLikeJson(bytes(text)))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
