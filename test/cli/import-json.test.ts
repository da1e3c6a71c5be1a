import Database from 'better-sqlite3';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_SOME_ROWS_BAD } from '../../src/cli/exit-codes.ts';
import { cents } from '../../src/core/money.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { listenFor, NOW, simulatorWith } from '../mpesa/simulator-kit.ts';
import { payIn } from '../mpesa/simulator-pay-in-kit.ts';
import { rudisha } from './run.ts';

// Goal: what Daraja tells of customers' payments can be saved and imported, and one payment stays one, however it is
// told. Method: the simulator tells, a file keeps it, the command line imports it into a real database.

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());

interface Counts {
  readonly rows: number;
  readonly added: number;
  readonly filled: number;
  readonly same: number;
  readonly conflicts: number;
  readonly bad: readonly unknown[];
}

async function imported(...documents: readonly string[]): Promise<Counts & { readonly code: number }> {
  const file = join(desk.folder, 'told.jsonl');
  writeFileSync(file, documents.join('\n'));
  const { code, out } = await rudisha(desk, ['records', 'import-payments', file, '--json']);
  return { code, ...(JSON.parse(out) as Counts) };
}

const HASH = msisdnHash('254712000391' as Msisdn);

interface Known {
  readonly amountCents: number;
  readonly full: string | null;
  readonly masked: string | null;
  readonly sha256: string | null;
  readonly account: string;
  readonly source: string;
  readonly onHold: number;
}

/** What the database holds of a receipt; receipts are unique in it by themselves. */
function known(receipt: string): Known | undefined {
  const db = new Database(desk.config.RUDISHA_DB, { readonly: true });
  try {
    return db
      .prepare<[string], Known>(
        `SELECT amount_cents AS amountCents, payer_full AS full, payer_masked AS masked, payer_sha256 AS sha256, account,
         source, (SELECT count(*) FROM holds WHERE holds.receipt = payments.receipt) AS onHold
         FROM payments WHERE receipt = ?`,
      )
      .get(receipt);
  } finally {
    db.close();
  }
}

describe('import-payments', () => {
  it.each([
    ['in full', [], { masked: null, sha256: null }],
    ['masked', ['party_masked'], { masked: '2547*****391', sha256: null }],
    ['hashed', ['party_hashed'], { masked: null, sha256: HASH }],
  ])('makes one payment of a push and its confirmation, %s', async (_, faults, payer) => {
    const ear = await listenFor();
    const simulator = await simulatorWith({
      dueNow: () => NOW,
      ...(faults.length === 0 ? {} : { faults: [{ operation: 'stk' as const, faults }] }),
    });
    await payIn(simulator, 'c2b_register', { ConfirmationURL: `${ear.url}/confirmed` });
    await payIn(simulator, 'stk', { CallBackURL: `${ear.url}/pushed` });
    await simulator.tick();
    const told = ear.heard.map(({ text }) => text);
    expect(told).toHaveLength(2);
    expect(await imported(...told)).toMatchObject({ code: 0, rows: 2, added: 1, filled: 1, conflicts: 0 });
    expect(await imported(...told.toReversed())).toMatchObject({ rows: 2, added: 0, filled: 0, same: 2 });
    const { receipt = '' } = simulator.books().payments.find(({ msisdn }) => msisdn === '254712000391') ?? {};
    expect(known(receipt)).toMatchObject({
      amountCents: 235_000,
      account: '88213',
      full: '254712000391',
      ...payer,
      onHold: 0,
    });
    expect(['stk callback', 'c2b confirmation']).toContain(known(receipt)?.source);
  });

  it('keeps a masked payer masked and a hashed one hashed when nothing else is told', async () => {
    const simulator = await simulatorWith({
      dueNow: () => NOW,
      faults: [
        { operation: 'c2b', request: 1, faults: ['party_masked'] },
        { operation: 'c2b', request: 2, faults: ['party_hashed'] },
      ],
    });
    const ear = await listenFor();
    await payIn(simulator, 'c2b_register', { ConfirmationURL: `${ear.url}/confirmed` });
    await payIn(simulator, 'c2b', { Amount: 700 });
    await payIn(simulator, 'c2b', { Amount: 800 });
    await simulator.tick();
    await imported(...ear.heard.map(({ text }) => text));
    const payers = simulator
      .books()
      .payments.filter(({ amountCents }) => amountCents < 100_000)
      .toSorted((a, b) => a.amountCents - b.amountCents)
      .map(({ receipt }) => known(receipt));
    expect(payers).toMatchObject([
      { full: null, masked: '2547*****391', sha256: null },
      { full: null, masked: null, sha256: HASH },
    ]);
  });

  it('neither loses nor doubles a payment through gaps and repeats of Pull, page by page, pull by pull', async () => {
    const receipts = Array.from('ABCDEFG', (letter) => `UKT5P9K2${letter}Z`);
    const [, gap = '', again = '', moved = ''] = receipts;
    const simulator = await simulatorWith({
      pullPageSize: 3,
      faults: [
        { operation: 'pull', receipt: gap, times: 1, faults: ['pull_missing'] },
        { operation: 'pull', receipt: again, faults: ['pull_repeated', 'pull_repeated_on_next_page'] },
        { operation: 'pull', receipt: moved, faults: ['pull_missing', 'pull_repeated_on_next_page'] },
      ],
    });
    simulator.addPayments(
      receipts.map((receipt, n) => ({
        receipt,
        amountCents: cents(50_000 + n),
        msisdn: '254712000442',
        account: '88214',
        paidAt: NOW - 3_600_000 * (7 - n),
      })),
    );
    await payIn(simulator, 'pull_register');
    const pages = (): Promise<readonly string[]> =>
      Promise.all(
        [0, 3, 6, 9].map(async (offset) => (await payIn(simulator, 'pull', { OffSetValue: offset })).text),
      );
    const [first, second] = [await pages(), await pages()];
    // All but the gap: the kit's own payment and six of the seven.
    expect(await imported(...first)).toMatchObject({ code: 0, added: 7, conflicts: 0 });
    expect(known(gap)).toBeUndefined();
    expect(await imported(...second)).toMatchObject({ added: 1, filled: 0, conflicts: 0 });
    for (const [n, receipt] of receipts.entries())
      expect(known(receipt)).toMatchObject({
        amountCents: 50_000 + n,
        full: '254712000442',
        source: 'pull',
        onHold: 0,
      });
    expect(await imported(...first, ...second)).toMatchObject({ added: 0, filled: 0, conflicts: 0 });
  });

  it('reports what it cannot read, and imports the rest', async () => {
    const row = {
      transactionId: 'UKT6P9K2AZ',
      trxDate: '2026-11-29T07:00:00Z',
      msisdn: 712000442,
      transactiontype: 'c2b-pay-bill-debit',
      billreference: '88215',
      amount: '168.00',
    };
    const { code, added, bad } = await imported('{"TransID":', JSON.stringify({ Response: [[row]] }));
    expect([code, added, bad]).toEqual([EXIT_SOME_ROWS_BAD, 1, [{ line: 1, reason: 'no JSON' }]]);
  });

  it('holds a receipt of which two sources tell different amounts', async () => {
    const page = (amount: string): string =>
      JSON.stringify({
        Response: [
          [
            {
              transactionId: 'UKT6P9K2BZ',
              trxDate: '2026-11-29T07:00:00Z',
              msisdn: 712000442,
              transactiontype: 'c2b-pay-bill-debit',
              billreference: '88216',
              amount,
            },
          ],
        ],
      });
    expect(await imported(page('168.00'), page('169.00'))).toMatchObject({ added: 1, conflicts: 1 });
    expect(known('UKT6P9K2BZ')).toMatchObject({ amountCents: 16_800, onHold: 1 });
  });
});
