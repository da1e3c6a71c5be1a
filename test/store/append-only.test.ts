import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../src/store/open.ts';
import { eventsIntact } from '../../src/store/reads/cases.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { approved, expectRefunded, type Customer } from '../support/journey.ts';

// Goal: what happened stays written, whoever writes to the file. Method: a finished refund, then raw SQL against it.

let desk: TestDesk;
let db: Db;
let kase: Customer & { readonly caseId: string };
beforeAll(async () => {
  desk = await openTestDesk();
  kase = await approved(desk);
  await desk.settle();
  await expectRefunded(desk, kase);
  db = await openDatabase(desk.config.RUDISHA_DB, { create: false });
  db.prepare(
    `INSERT INTO given_back_outside (provider_receipt, receipt, amount_cents, source, at) VALUES ('UKU1AB2CD3', 'UKU1AB2CD4', 100, 'test', 1)`,
  ).run();
});
afterAll(async () => {
  db.close();
  await desk.close();
});

const rows = (table: string): unknown => db.prepare(`SELECT * FROM ${table}`).all();

/** Runs SQL that must be refused by a trigger or a constraint, and changes no row of the table. */
function expectRefused(table: string, sql: string): void {
  const before = rows(table);
  expect(before).not.toEqual([]);
  expect(() => db.prepare(sql).run(), sql).toThrow(/append-only|written once|stays|never deleted|constraint/);
  expect(rows(table)).toEqual(before);
  expect(db.inTransaction).toBe(false);
}

describe.each([
  ['events', 'at'],
  ['facts', 'at'],
  ['transfers', 'amount_cents'],
  ['approvals', 'expires_at'],
  ['given_back_outside', 'amount_cents'],
])('%s', (table, column) => {
  it('can be added to, and neither changed nor deleted', () => {
    expectRefused(table, `UPDATE ${table} SET ${column} = ${column} + 1`);
    expectRefused(table, `DELETE FROM ${table}`);
  });

  it('cannot be changed by replacing a row with itself changed', () => {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const values = columns.map((name) => (name === column ? `${column} + 1` : String(name)));
    expectRefused(table, `INSERT OR REPLACE INTO ${table} SELECT ${values.join(', ')} FROM ${table}`);
    expectRefused(table, `UPDATE OR REPLACE ${table} SET ${column} = ${column} + 1`);
  });
});

describe('what money was asked for', () => {
  it.each([
    ['payments', 'UPDATE payments SET amount_cents = amount_cents + 1'],
    ['payments', 'UPDATE payments SET paid_at = paid_at + 1'],
    ['payments', `UPDATE payments SET payer_full = '254700000000'`],
    ['payments', `UPDATE payments SET account = 'other'`],
    ['payments', 'DELETE FROM payments'],
    ['payouts', 'UPDATE payouts SET amount_cents = amount_cents * 10'],
    ['payouts', `UPDATE payouts SET receipt = 'UKT4X7M2QP'`],
    ['payouts', `UPDATE payouts SET payee = '254700000000', rail = 'b2c'`],
    ['payouts', `UPDATE payouts SET state = 'not_paid'`],
    ['payouts', `UPDATE payouts SET state = 'proposed'`],
    ['payouts', 'DELETE FROM payouts'],
    ['attempts', 'DELETE FROM attempts'],
    ['cases', `UPDATE cases SET status = 'approved', outcome = NULL, closed_at = NULL`],
    ['cases', `UPDATE cases SET outcome = 'rejected'`],
    ['cases', 'UPDATE cases SET model_calls = 6'],
    ['cases', 'UPDATE cases SET reading_steps = 11'],
    ['cases', 'DELETE FROM cases'],
  ])('of %s cannot be rewritten by: %s', (table, sql) => {
    expectRefused(table, sql);
  });

  it('is reserved at most once a receipt at a time', () => {
    const payout = (n: number): void => {
      db.prepare(
        `INSERT INTO payouts (key, reference, receipt, amount_cents, cause, rail, payee, order_number, round, state, at)
         VALUES ('${String(n).repeat(64)}', 'RF-TEST000${n}', 'UKV4X7M2QP', 100, 'unpaid_order', 'reversal', 'payer-of-receipt', '1', 1, 'unresolved', 1)`,
      ).run();
    };
    payout(1);
    expect(() => {
      payout(2);
    }).toThrow(/UNIQUE/);
  });
});

describe('the history of a case', () => {
  const intact = (): Promise<boolean> => desk.app.desk.store.eventsIntact(kase.caseId);
  const tampered: readonly (readonly [string, string])[] = [
    ['a changed detail', `UPDATE events SET detail = '{"by":"nobody"}' WHERE seq = 2`],
    ['another actor', `UPDATE events SET actor = 'staff:nobody' WHERE seq = 3`],
    ['a changed time', 'UPDATE events SET at = at - 1 WHERE seq = 1'],
    ['an event taken out', 'DELETE FROM events WHERE seq = 2'],
    [
      'an event taken out and the rest counted down',
      'DELETE FROM events WHERE seq = 2; UPDATE events SET seq = seq - 1 WHERE seq > 2',
    ],
    ['a hash made up', `UPDATE events SET hash = '${'0'.repeat(64)}' WHERE seq = 2`],
  ];

  it('is intact after a refund', async () => {
    expect(await intact()).toBe(true);
  });

  it.each(tampered)('shows %s, even by somebody who drops the triggers', async (_, sql) => {
    db.exec('BEGIN');
    db.exec('DROP TRIGGER events_no_update; DROP TRIGGER events_no_delete');
    db.exec(sql);
    // Looked at on the connection that changed it, and undone afterwards.
    expect(eventsIntact(db, kase.caseId)).toBe(false);
    db.exec('ROLLBACK');
    expect(await intact()).toBe(true);
  });

  it('holds no phone number and no receipt in clear', async () => {
    const text = JSON.stringify(await desk.app.desk.store.eventsOf(kase.caseId));
    expect(text).not.toContain(kase.receipt);
    expect(text).not.toContain(kase.phone);
    expect(text).not.toContain(kase.phone.slice(3));
  });
});
