import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import type { FaultRule } from '../../src/mpesa/simulator/faults.ts';
import { NOW, PAYMENT, simulatorWith } from './simulator-kit.ts';
import { pageOf, payIn, pulled } from './simulator-pay-in-kit.ts';

// Goal: Pull shows the payments page by page, and its pages fail as they are told to. Method: pages of two over HTTP.

const PAGE = 2;
const HOUR = 3_600_000;
// The payment that every simulator of the kit knows is the first, a day old.
const OTHERS = ['UKT4H7Q2B1', 'UKT4H7Q2B2', 'UKT4H7Q2B3'] as const;
const ALL = [PAYMENT.receipt, ...OTHERS];

async function registered(faults: readonly FaultRule[] = []) {
  const simulator = await simulatorWith({ pullPageSize: PAGE, faults });
  simulator.addPayments(
    OTHERS.map((receipt, n) => ({
      ...PAYMENT,
      receipt,
      amountCents: cents(100_000 + 97_100 * (n + 1)),
      paidAt: NOW - (3 - n) * HOUR,
    })),
  );
  await payIn(simulator, 'pull_register');
  return simulator;
}

describe('Pull', () => {
  it('shows every payment of the window once, in pages, and says when there are no more', async () => {
    const simulator = await registered();
    expect(await pulled(simulator, PAGE)).toEqual([ALL.slice(0, 2), ALL.slice(2)]);
    const { code, text } = await pageOf(simulator, 4);
    expect(code).toBe('1001');
    expect(text).toContain('"Response":[[]]');
  });

  it('shows a payment in the documented shape', async () => {
    const simulator = await registered();
    expect((await pageOf(simulator, 0)).rows[0]).toEqual({
      transactionId: PAYMENT.receipt,
      trxDate: '2026-11-29T07:00:00Z',
      msisdn: 700000391,
      sender: 'JANE MADEUP',
      transactiontype: 'c2b-pay-bill-debit',
      billreference: 'INV-7',
      amount: '4500.00',
      organizationname: 'SIMULATED SHOP 600992',
    });
  });

  it('reaches two days back, and only into the window', async () => {
    const simulator = await registered();
    simulator.addPayments([{ ...PAYMENT, receipt: 'UKR4H7Q2ZX', paidAt: NOW - 49 * HOUR }]);
    expect((await pulled(simulator, PAGE)).flat()).toEqual(ALL);
    const { body } = await payIn(simulator, 'pull', { StartDate: '2026-11-30 08:30:00' });
    expect(JSON.stringify(body)).not.toContain(OTHERS[1 - 1]);
    expect(JSON.stringify(body)).toContain(OTHERS[2]);
  });

  it('shows nothing to a shortcode that is not registered, and registering again is no error', async () => {
    const simulator = await simulatorWith();
    expect((await pageOf(simulator, 0)).code).toBe('1001');
    expect((await payIn(simulator, 'pull_register')).body).toMatchObject({ ResponseStatus: '1000' });
    expect((await payIn(simulator, 'pull_register')).body).toMatchObject({ ResponseStatus: '1001' });
    expect((await pageOf(simulator, 0)).code).toBe('1000');
  });

  it.each([
    ['StartDate', '30-11-2026 00:00:00'],
    ['EndDate', '2026-11-31 00:00:00'],
    ['OffSetValue', '-1'],
  ])('is refused for %s %s', async (field, value) => {
    const simulator = await registered();
    expect((await payIn(simulator, 'pull', { [field]: value })).body).toMatchObject({
      errorMessage: `Bad Request - Invalid ${field}`,
    });
  });
});

describe('a page of Pull', () => {
  it.each<[string, Partial<FaultRule>]>([
    ['receipt', { receipt: OTHERS[0] }],
    ['amount', { amountCents: 197_100 }],
    ['the ending of an amount', { amountEnding: '971' }],
  ])('has a gap where a payment is missing, chosen by %s, and a later pull closes it', async (_, which) => {
    const simulator = await registered([{ operation: 'pull', times: 1, ...which, faults: ['pull_missing'] }]);
    const gap = [[PAYMENT.receipt], ALL.slice(2)];
    expect(await pulled(simulator, PAGE)).toEqual(gap);
    expect(await pulled(simulator, PAGE)).toEqual([ALL.slice(0, 2), ALL.slice(2)]);
  });

  it('has a gap in the pull of that number only', async () => {
    const simulator = await registered([{ operation: 'pull', request: 2, faults: ['pull_missing'] }]);
    expect(await pageOf(simulator, 0)).toMatchObject({ code: '1000' });
    expect(await pageOf(simulator, 0)).toMatchObject({ code: '1001', rows: [] });
    expect((await pageOf(simulator, 0)).rows).toHaveLength(2);
  });

  it('repeats a payment of the page before it', async () => {
    const simulator = await registered([
      { operation: 'pull', receipt: OTHERS[0], faults: ['pull_repeated_on_next_page'] },
    ]);
    expect(await pulled(simulator, PAGE)).toEqual([ALL.slice(0, 2), [OTHERS[0], ...ALL.slice(2)]]);
  });

  it('shows a payment that is missing from its own page in the next one', async () => {
    const simulator = await registered([
      { operation: 'pull', receipt: OTHERS[2], faults: ['pull_missing', 'pull_repeated_on_next_page'] },
    ]);
    expect(await pulled(simulator, PAGE)).toEqual([ALL.slice(0, 2), [OTHERS[1]], [OTHERS[2]]]);
  });

  it('counts a rule only where it changed a page', async () => {
    const simulator = await registered([
      { operation: 'pull', receipt: OTHERS[0], times: 1, faults: ['pull_repeated_on_next_page'] },
    ]);
    expect((await pulled(simulator, PAGE))[1]).toHaveLength(3);
    expect((await pulled(simulator, PAGE))[1]).toHaveLength(2);
  });

  it('shows a payment twice, hides its payer, or gives its time in another zone', async () => {
    const only = (receipt: string, ...faults: string[]): FaultRule => ({
      operation: 'pull',
      receipt,
      faults,
    });
    const simulator = await registered([
      only(PAYMENT.receipt, 'pull_repeated', 'pull_sender_placeholder'),
      only(OTHERS[0], 'party_masked', 'pull_time_of_eat'),
      only(OTHERS[1], 'party_hashed'),
      only(OTHERS[2], 'party_missing'),
    ]);
    const [first, second] = [(await pageOf(simulator, 0)).rows, (await pageOf(simulator, 2)).rows];
    expect(first.map(({ transactionId }) => transactionId)).toEqual([PAYMENT.receipt, ...ALL.slice(0, 2)]);
    expect(first[0]?.sender).toBe('MPESA');
    expect(first[2]).toMatchObject({ msisdn: '2547****0391', trxDate: '2026-11-30T07:00:00Z' });
    expect(second[0]?.msisdn).toMatch(/^[0-9a-f]{64}$/);
    expect(second[1]).not.toHaveProperty('msisdn');
  });

  it('without payments may be an HTTP 500', async () => {
    const simulator = await registered([{ operation: 'pull', faults: ['pull_none_as_500'] }]);
    expect((await pageOf(simulator, 0)).code).toBe('1000');
    expect((await payIn(simulator, 'pull', { OffSetValue: 4 })).http).toBe(500);
  });
});
