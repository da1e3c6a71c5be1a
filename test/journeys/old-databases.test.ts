import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { SCHEMA_VERSION } from '../../src/store/migrate.ts';
import { fileReply } from '../../src/cases/inbound.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  b2cRequestsFor,
  caseOf,
  expectRefunded,
  incoming,
  moneyOut,
  openReasons,
  paidInSimulator,
  payoutOf,
  requestsFor,
  told,
  type CustomerCase,
} from '../support/journey.ts';

// Goal: a case file of any earlier schema is migrated and its cases are finished by today's code. Method: files made by
// those programs (test/fixtures/make-database.ts), real simulator.

interface Kept {
  readonly now: number;
  readonly references: { readonly unresolved: string; readonly approved: string };
  readonly cases: Readonly<
    Record<
      'waiting_for_customer' | 'waiting_for_approval' | 'closed' | 'unresolved' | 'approved' | 'new',
      CustomerCase
    >
  > & {
    /** From the second schema on. */
    readonly b2c_unresolved?: CustomerCase;
  };
}

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/databases');
const SCHEMAS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

describe.each(SCHEMAS)('a case file of %s', (schema) => {
  let desk: TestDesk;
  afterEach(() => desk.close());

  it('is finished: every case, each refund once, under the reference that it had', async () => {
    const kept = JSON.parse(readFileSync(join(FOLDER, `${schema}.json`), 'utf8')) as Kept;
    const database = gunzipSync(readFileSync(join(FOLDER, `${schema}.db.gz`)));
    desk = await openTestDesk({ database, now: kept.now + MINUTE });
    const { cases, references } = kept;
    for (const customer of Object.values(cases)) paidInSimulator(desk, customer);
    // What the old program sent and never heard of; and the refund that was over.
    desk.simulator.reverseOutside(cases.unresolved.receipt);
    desk.simulator.reverseOutside(cases.closed.receipt);

    await desk.settle();
    await expectRefunded(desk, cases.approved);
    expect((await payoutOf(desk, cases.approved.caseId)).reference).toBe(references.approved);
    await expectRefunded(desk, cases.unresolved, 'money_is_back');
    expect((await payoutOf(desk, cases.unresolved.caseId)).reference).toBe(references.unresolved);
    expect(requestsFor(desk, cases.unresolved.receipt)).toBe(0);
    expect(await caseOf(desk, cases.closed.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
    expect(requestsFor(desk, cases.closed.receipt)).toBe(0);

    if (cases.b2c_unresolved !== undefined) await expectB2cInDoubt(cases.b2c_unresolved);

    await approveAs(desk, cases.waiting_for_approval.caseId);
    await approveAs(desk, cases.new.caseId);
    const { caseId } = cases.waiting_for_customer;
    const { orderNumber } = cases.waiting_for_customer;
    const message = incoming(cases.waiting_for_customer, `Samahani, order ni ${orderNumber}`);
    // Message ids of this run begin anew, and the file knows some of them.
    const answer = { ...message, providerId: 'answered-after-the-migration' };
    await fileReply(caseId, answer, 'customer', desk.app.desk);
    await desk.settle();
    await approveAs(desk, caseId);
    await desk.settle();
    for (const kase of [cases.waiting_for_approval, cases.new, cases.waiting_for_customer]) {
      await expectRefunded(desk, kase);
      expect(requestsFor(desk, kase.receipt)).toBe(1);
      expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
    }
    for (const kase of Object.values(cases)) {
      expect(await desk.app.desk.store.eventsIntact(kase.caseId)).toBe(true);
      expect((await told(desk, kase.caseId)).length).toBeGreaterThan(0);
    }
  });

  /** This simulator knows nothing of what the other one paid: nothing is proven, and nothing is sent again. */
  async function expectB2cInDoubt(kase: CustomerCase): Promise<void> {
    for (const wait of [HOUR, DAY, HOUR]) {
      desk.clock.forward(wait);
      await desk.settle();
    }
    expect(b2cRequestsFor(desk, kase.phone)).toBe(0);
    expect(await payoutOf(desk, kase.caseId)).toMatchObject({ state: 'unresolved' });
    expect(await openReasons(desk, kase.caseId)).toEqual(['payout_in_doubt']);
  }

  it('is copied before it is migrated, for its owner alone to read', async () => {
    desk = await openTestDesk({ database: gunzipSync(readFileSync(join(FOLDER, `${schema}.db.gz`))) });
    const copies = readdirSync(desk.folder).filter((name) => name.includes('.backup-schema-'));
    // A file of this very schema has nothing to migrate.
    expect(copies).toHaveLength(schema === `schema-${SCHEMA_VERSION}` ? 0 : 1);
    if (copies.length > 0) expect(statSync(join(desk.folder, copies[0] ?? '')).mode & 0o777).toBe(0o600);
  });
});
