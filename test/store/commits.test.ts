import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance } from '../../src/cases/advance.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { approveAs, caseOf, complain, expectRefunded, recordPayment, seed } from '../support/journey.ts';

// Goal: a case costs few commits, and nothing is saved that nobody would resume from. Method: the store's hook counts.

let desk: TestDesk;
let commits: string[] = [];
beforeAll(async () => {
  desk = await openTestDesk({
    wrapping: {
      hook: (moment, writer) => {
        if (moment === 'after-commit') commits.push(writer);
      },
    },
  });
});
afterAll(() => desk.close());

describe('a plain case', () => {
  it('costs at most nine commits from the first message to the closing', async () => {
    const customer = await seed(desk);
    commits = [];
    const caseId = await complain(desk, customer);
    await approveAs(desk, caseId);
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId });
    expect(commits).toHaveLength(9);
    expect(commits.filter((writer) => writer === 'reserve')).toHaveLength(1);
  });

  it('that is looked at again and decided as before writes nothing', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    const before = await caseOf(desk, caseId);
    commits = [];
    for (let again = 0; again < 5; again += 1) await advance(caseId, desk.app.desk);
    expect(commits).toEqual([]);
    expect(await caseOf(desk, caseId)).toEqual(before);
  });

  it('that an import wakes and that is decided as before costs the wake-up alone', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    const before = await caseOf(desk, caseId);
    // Another form of the payer: new to the record, the same for the decision.
    await recordPayment(desk, customer, { payer: { masked: `2547*****${customer.phone.slice(-3)}` } });
    await desk.settle();
    const after = await caseOf(desk, caseId);
    const { version, changedAt, ...rest } = before;
    expect(after).toMatchObject(rest);
    expect(after.changedAt).toBeGreaterThanOrEqual(changedAt);
    // Woken by the import, and laid to rest again.
    expect(after.version - version).toBeLessThanOrEqual(2);
  });

  it('and a desk with nothing due writes nothing', async () => {
    await desk.settle();
    commits = [];
    await desk.settle();
    expect(await desk.worker.tick()).toBe(0);
    expect(commits).toEqual([]);
  });
});
