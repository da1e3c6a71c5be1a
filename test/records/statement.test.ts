/**
 * Goal: one statement in its many spellings gives the same records, and a bad row costs nothing but itself.
 * Method: a small statement is written out in every shape that exports are known to have, then read back.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromEat } from '../../src/core/clock.ts';
import { inBatches } from '../../src/records/batches.ts';
import { readStatement, type StatementReading, type StatementRow } from '../../src/records/statement.ts';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
const ROWS = [
  'TJ6AB12CD4,06-10-2026 12:00:00,06-10-2026 12:00:00,Pay Bill Charge,Completed,,-15.00,"99,985.00",true,Business Pay Bill Charge,,TJ6AB12CD3,',
  'TJ6AB99ZZ1,06-10-2026 11:00:00,06-10-2026 11:00:00,Reversal of TJ6AB12CD3,Completed,,"-1,500.00","100,000.00",true,Reversal,2547****5678 - JANE MFANO,TJ6AB12CD3,',
  'TJ6AB77QQ2,06-10-2026 10:15:00,06-10-2026 10:14:59,Business Payment to 254712000391 - JANE MFANO,Completed,,-800.00,"101,500.00",true,Business Payment to Customer,254712000391 - JANE MFANO,,',
  'TJ6AB55KK9,06-10-2026 09:45:00,06-10-2026 09:45:00,Pay Bill from 254733000127 - JOHN MFANO Acc. INV-8,Failed,700.00,,"102,300.00",true,Pay Bill Online,254733000127 - JOHN MFANO,,INV-8',
  'TJ6AB12CD3,06-10-2026 09:30:15,06-10-2026 09:30:14,Pay Bill from 2547****5678 - JANE MFANO Acc. INV-7,Completed,"1,500.00",,"102,300.00",true,Pay Bill Online,2547****5678 - JANE MFANO,,INV-7',
];
const PLAIN = ['Organization Name,DUKA MOJA', 'Short Code,600123', '', HEADER, ...ROWS].join('\n');

const at = (hour: number, minute: number, second = 0): number =>
  fromEat(2026, 10, 6, hour, minute, second) ?? Number.NaN;

function read(text: string): StatementReading {
  return readStatement(Buffer.from(text, 'utf8'));
}

/** The records without the line that they came from. */
function recordsOf(reading: StatementReading): readonly StatementRow[] {
  return reading.rows.map((row) => ({ ...row, line: 0 }));
}

/** The same table with its columns renamed, moved and rewritten. */
function rewritten(
  change: (column: string, cell: string) => [string, string],
  order?: readonly number[],
): string {
  const table = [HEADER, ...ROWS].map((line) => cellsOf(line));
  const names = table[0]!;
  const rows = table.map((cells, row) =>
    cells.map((cell, place) => change(names[place]!, cell)[row === 0 ? 0 : 1]),
  );
  const places = order ?? names.map((_, place) => place);
  return rows.map((cells) => places.map((place) => quoted(cells[place]!)).join(',')).join('\n');
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)]
    .map((match) => match[1]!.replaceAll('"', ''))
    .slice(0, 13);
}

function quoted(cell: string): string {
  return cell.includes(',') ? `"${cell}"` : cell;
}

describe('an M-Pesa organisation statement', () => {
  test('gives payments, reversals and other outgoing money, and counts what is none of them', () => {
    const reading = read(PLAIN);
    expect(reading.rows).toEqual([
      {
        kind: 'payment',
        line: 9,
        payment: {
          receipt: 'TJ6AB12CD3',
          amountCents: 150_000,
          paidAt: at(9, 30, 15),
          payer: { masked: '2547****5678' },
          account: 'INV-7',
        },
      },
      {
        kind: 'reversal',
        line: 6,
        receipt: 'TJ6AB99ZZ1',
        original: 'TJ6AB12CD3',
        amountCents: 150_000,
        at: at(11, 0),
      },
      {
        kind: 'outgoing',
        line: 7,
        receipt: 'TJ6AB77QQ2',
        amountCents: 80_000,
        at: at(10, 15),
        payer: { full: '254712000391' },
        name: 'JANE MFANO',
        linked: null,
      },
    ]);
    expect(reading.skipped).toEqual({
      not_completed: 1,
      no_money: 0,
      charge: 1,
      returned_to_us: 0,
      own_funds: 0,
    });
    expect(reading.bad).toEqual([]);
  });

  test.each<[string, Uint8Array]>([
    ['CRLF', Buffer.from(PLAIN.replaceAll('\n', '\r\n'))],
    ['a byte order mark', Buffer.from(`\ufeff${PLAIN}`)],
    ['cp1252', Buffer.from(PLAIN.replaceAll('DUKA', 'CAF\u00c9'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${PLAIN}`, 'utf16le')],
    [
      'semicolons',
      Buffer.from(rewritten((name, cell) => [name, cell]).replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';')),
    ],
    ['no preamble', Buffer.from([HEADER, ...ROWS].join('\n'))],
    [
      'a header in capitals without dots',
      Buffer.from(PLAIN.replace(HEADER, HEADER.toUpperCase().replaceAll('.', ''))),
    ],
    [
      'year first',
      Buffer.from(
        PLAIN.replaceAll(/(\d\d)-(\d\d)-(\d{4}) /g, (_, day, month, year) => `${year}-${month}-${day} `),
      ),
    ],
    ['Withdrawn without a minus', Buffer.from(PLAIN.replaceAll(/,"?-([\d,.]+)"?,/g, ',"$1",'))],
    ['receipts in lower case', Buffer.from(PLAIN.replaceAll(/TJ6\w+/g, (receipt) => receipt.toLowerCase()))],
    [
      'columns in another order',
      Buffer.from(rewritten((name, cell) => [name, cell], [12, 3, 0, 5, 6, 10, 9, 11, 4, 1])),
    ],
    [
      'the columns of older exports',
      Buffer.from(
        rewritten(
          (name, cell) => [
            {
              'Receipt No.': 'Receipt',
              'Completion Time': 'Date',
              'Transaction Status': 'Status',
              'Reason Type': 'Transaction Type',
            }[name] ?? name,
            cell,
          ],
          [0, 1, 3, 4, 6, 5, 7, 8, 9, 10],
        ),
      ),
    ],
    ['spaces around every cell', Buffer.from(rewritten((name, cell) => [` ${name} `, ` ${cell} `]))],
    [
      'amounts without commas or cents',
      Buffer.from(PLAIN.replaceAll('1,500.00', '1500').replaceAll('800.00', '800')),
    ],
  ])('gives the same records with %s', (_, bytes) => {
    expect(recordsOf(readStatement(bytes))).toEqual(recordsOf(read(PLAIN)));
  });

  test('takes full, masked and hashed payers, and accounts from the details where there is no column', () => {
    const hash = 'a'.repeat(64);
    const row = (receipt: string, party: string): string =>
      `${receipt},06-10-2026 09:30:15,,Pay Bill from x Acc. inv 7,Completed,100.00,,,true,Pay Bill Online,${party},,`;
    const reading = read([HEADER, row('TJ6AB12CD3', '0712000391 - J'), row('TJ6AB12CD5', hash)].join('\n'));
    expect(
      reading.rows.map((one) => one.kind === 'payment' && [one.payment.payer, one.payment.account]),
    ).toEqual([
      [{ full: '254712000391' }, 'inv 7'],
      [{ sha256: hash }, 'inv 7'],
    ]);
  });

  test.each([
    ['a date that does not exist', 'TJ6AB12CD3,31-02-2026 09:30:15,,x,Completed,100.00,,,,Pay Bill,,,'],
    ['a receipt of another length', 'TJ6AB12C,06-10-2026 09:30:15,,x,Completed,100.00,,,,Pay Bill,,,'],
    ['the filler of a failure', 'TJ60000000,06-10-2026 09:30:15,,x,Completed,100.00,,,,Pay Bill,,,'],
    ['words for money', 'TJ6AB12CD3,06-10-2026 09:30:15,,x,Completed,mia,,,,Pay Bill,,,'],
    ['three decimals', 'TJ6AB12CD3,06-10-2026 09:30:15,,x,Completed,100.005,,,,Pay Bill,,,'],
    ['money both ways', 'TJ6AB12CD3,06-10-2026 09:30:15,,x,Completed,100.00,50.00,,,Pay Bill,,,'],
    ['a negative payment', 'TJ6AB12CD3,06-10-2026 09:30:15,,x,Completed,-100.00,,,,Pay Bill,,,'],
    ['no status', 'TJ6AB12CD3,06-10-2026 09:30:15,,x,,100.00,,,,Pay Bill,,,'],
    ['an open quote', 'TJ6AB12CD3,06-10-2026 09:30:15,,"x,Completed,100.00,,,,Pay Bill,,,'],
    ['a quote inside a cell', 'TJ6AB12CD3,06-10-2026 09:30:15,,x"y,Completed,"100.00",,,,Pay Bill,,,'],
    ['too few columns', 'TJ6AB12CD3,06-10-2026 09:30:15'],
  ])('reports a row with %s by its line, and keeps the others', (_, bad) => {
    const reading = read(['DUKA MOJA', '', HEADER, ROWS[4], bad, ROWS[2]].join('\r\n'));
    expect(reading.bad.map(({ line }) => line)).toEqual([5]);
    expect(reading.bad[0]!.reason).not.toBe('');
    expect(reading.rows.map(({ line }) => line)).toEqual([4, 6]);
  });

  test('reads a cell with line breaks, and counts lines as an editor does', () => {
    const broken = ROWS[4]!.replace(
      'Pay Bill from 2547****5678 - JANE MFANO Acc. INV-7',
      '"Pay Bill\nfrom Jane"',
    );
    const reading = read([HEADER, broken, ROWS[2]].join('\n'));
    expect([reading.bad, reading.rows.map(({ line }) => line)]).toEqual([[], [2, 4]]);
  });

  test('never lets one broken row swallow the next, whatever the quotes add up to', () => {
    const plain = ROWS[4]!.replaceAll(/"(\d+),(\d+\.00)"/g, '$1$2');
    const open = plain.replace(/INV-7$/, '"INV-7');
    const close = plain.replace('TJ6AB12CD3', 'TJ6AB12CD9').replace(/INV-7$/, 'INV-8"');
    const reading = read([HEADER, open, close, ROWS[2]].join('\n'));
    expect(reading.bad.map(({ line }) => line)).toEqual([2, 3]);
    expect(reading.rows.map(({ line }) => line)).toEqual([4]);
  });

  test('reports every line of a broken row that closes its quote but has other columns', () => {
    const reading = read(
      [HEADER, 'TJ6AB12CD3,06-10-2026 09:30:15,,"Pay', 'Bill",Completed', ROWS[2]].join('\n'),
    );
    expect(reading.bad.map(({ line }) => line)).toEqual([2, 3]);
    expect(reading.rows.map(({ line }) => line)).toEqual([4]);
  });

  test('takes a customer who types "reversal" as account for a payment', () => {
    const row =
      'TJ6AB12CD3,06-10-2026 09:30:15,,Pay Bill from 2547****5678 - J Acc. REVERSAL,Completed,100.00,,,,,x,,';
    expect(read([HEADER, row].join('\n')).rows.map(({ kind }) => kind)).toEqual(['payment']);
  });

  test('finds the receipt of a reversal in its details when nothing is linked', () => {
    const row =
      'TJ6AB99ZZ1,06-10-2026 11:00:00,,TJ6AB99ZZ1 Reversal of TJ6AB12CD3,Completed,,100.00,,,Reversal,x,,';
    expect(read([HEADER, row].join('\n')).rows).toMatchObject([{ kind: 'reversal', original: 'TJ6AB12CD3' }]);
  });

  test('takes a reversal of nobody knows what for outgoing money, which only a person can place', () => {
    const row = 'TJ6AB99ZZ1,06-10-2026 11:00:00,,Reversal,Completed,,100.00,,,Reversal,254712000391 - J,,';
    expect(read([HEADER, row].join('\n')).rows).toMatchObject([
      { kind: 'outgoing', payer: { full: '254712000391' } },
    ]);
  });

  test('does not take money that came back to the shop, or its own, for a payment', () => {
    const rows = [
      'TJ6AB99ZZ1,06-10-2026 11:00:00,,Reversal of B2C,Completed,100.00,,,,Business Payment Reversal,x,TJ6AB12CD3,',
      'TJ6AB99ZZ2,06-10-2026 11:00:00,,x,Completed,100.00,,,,Organization Settlement,x,,',
    ];
    expect(read([HEADER, ...rows].join('\n'))).toMatchObject({
      rows: [],
      skipped: { returned_to_us: 1, own_funds: 1 },
    });
  });

  test.each([
    ['with no header', 'a,b,c\n1,2,3', /no header row/],
    ['that is empty', '', /no header row/],
    [
      'without a status column',
      PLAIN.replace('Transaction Status', 'X'),
      /no header row.*Transaction Status/,
    ],
    [
      "that is a customer's own statement",
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
      /organisation statement/,
    ],
    ['that is a workbook', 'PK\u0003\u0004', /save it as CSV/],
  ])('%s is refused whole with one clear line', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow(/\n/);
  });

  test('any bytes are read or refused, never a crash', () => {
    const header = Buffer.from(`${HEADER}\n`);
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 })),
        (junk) => {
          const reading = readStatement(Buffer.concat([header, Buffer.from(junk as Uint8Array)]));
          expect(reading.rows).toEqual([]);
        },
      ),
    );
  });

  test('is handed out at most a thousand rows at a time, in order', () => {
    const rows = Array.from({ length: 2_500 }, (_, place) => place);
    const batches = [...inBatches(rows)];
    expect(batches.map((batch) => batch.length)).toEqual([1000, 1000, 500]);
    expect(batches.flat()).toEqual(rows);
  });
});
