import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { fileReply } from '../../src/cases/inbound.ts';
import { approvalsCommand } from '../../src/cli/approvals.ts';
import type { Confirm } from '../../src/cli/confirm.ts';
import { EXIT_CODES, EXIT_DECLINED } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  attemptsOf,
  caseOf,
  complain,
  expectRefunded,
  incoming,
  moneyOut,
  payoutOf,
  recordOrder,
  requestsFor,
  seed,
  type Customer,
} from '../support/journey.ts';
import { rudisha, runGroup, type Ran } from './run.ts';

// Goal: money is approved only by the right person, for exactly the card they saw, once.
// Method: command lines with connections of their own on one file; judged by the case and the simulator's books.

let desk: TestDesk;
let customer: Customer;
let caseId: string;

beforeEach(async () => {
  desk = await openTestDesk({ environment: { TWO_PEOPLE_ABOVE: '5000' } });
  customer = await seed(desk);
  caseId = await complain(desk, customer);
});
afterEach(() => desk.close());

async function approveIt(as: string, key?: string, ...more: readonly string[]): Promise<Ran> {
  const keyed = ['--key', key ?? (await payoutOf(desk, caseId)).key.slice(0, 8)];
  const argv = ['approvals', 'approve', caseId, '--as', as, ...keyed, ...more];
  return rudisha(desk, argv, { environment: { TWO_PEOPLE_ABOVE: '5000' } });
}

describe('approving with a key', () => {
  it('takes the first eight characters of the key, and the worker pays once', async () => {
    const ran = await approveIt('achieng');
    expect(ran).toMatchObject({ code: 0, talk: '' });
    expect(ran.out).toMatch(/approved: RF-/);
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId });
  });

  it('takes the reference in any case as well', async () => {
    const { reference } = await payoutOf(desk, caseId);
    expect(await approveIt('achieng', ` ${reference.toLowerCase()} `)).toMatchObject({ code: 0 });
  });

  it('refuses a key that is too short, another refund’s, or of no refund', async () => {
    const { key, reference } = await payoutOf(desk, caseId);
    const other = await payoutOf(desk, await complain(desk, await seed(desk)));
    const stale = EXIT_CODES.stale_key;
    expect((await approveIt('achieng', key.slice(0, 7))).code).toBe(EXIT_CODES.bad_input);
    expect((await approveIt('achieng', other.key)).code).toBe(stale);
    expect((await approveIt('achieng', other.reference)).code).toBe(stale);
    expect((await approveIt('achieng', 'RF-22222222')).code).toBe(stale);
    expect((await approveIt('achieng', reference.slice(0, 7))).code).toBe(EXIT_CODES.bad_input);
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  });

  it('does not let somebody approve what they worked on, however they spell their name', async () => {
    await fileReply(caseId, incoming(customer, 'Tafadhali'), 'staff:wanjiru', desk.app.desk);
    await desk.settle();
    for (const name of ['wanjiru', ' WANJIRU ', 'Wanjiru']) {
      const { code, talk, out } = await approveIt(name);
      expect([code, out]).toEqual([EXIT_CODES.not_allowed, '']);
      expect(talk).toContain('cannot approve it');
    }
    expect((await approveIt('achieng')).code).toBe(0);
  });

  it('wants two different people above the configured amount', async () => {
    customer = await seed(desk, { shillings: 5_001 });
    caseId = await complain(desk, customer);
    expect((await approveIt('achieng')).out).toContain('a second, different person');
    expect((await approveIt('Achieng')).out).toContain('a second, different person');
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).toContain('approved by achieng');
    expect((await approveIt('otieno')).out).toContain('approved');
    expect((await caseOf(desk, caseId)).status).toBe('approved');
  });

  it('does not count an approval that expired, nor show it on the card', async () => {
    customer = await seed(desk, { shillings: 5_001 });
    caseId = await complain(desk, customer);
    await approveIt('achieng');
    desk.clock.forward(3 * DAY + HOUR);
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).not.toContain('approved by');
    expect((await approveIt('otieno', undefined, '--order-checked')).out).toContain(
      'a second, different person',
    );
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  });

  it('wants the order looked at when its data is old', async () => {
    desk.clock.forward(DAY + HOUR);
    const refused = await approveIt('achieng');
    expect(refused.code).toBe(EXIT_CODES.conflict);
    expect(refused.talk).toContain('--order-checked');
    expect((await approveIt('achieng', undefined, '--order-checked')).code).toBe(0);
  });
});

describe('two approvals at once', () => {
  it('let exactly one through, and the money goes out once', async () => {
    const both = await Promise.all([approveIt('achieng'), approveIt('otieno')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, EXIT_CODES.wrong_status]);
    await desk.settle();
    expect(requestsFor(desk, customer.receipt)).toBe(1);
    expect(moneyOut(desk, customer.receipt)).toBe(customer.amountCents);
    expect(await attemptsOf(desk, caseId)).toHaveLength(1);
  });

  it('let a yes and a no at once end in one of them, never in both', async () => {
    const no = ['approvals', 'reject', caseId, '--as', 'otieno', '--because', 'not his'];
    const both = await Promise.all([approveIt('achieng'), rudisha(desk, no)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, EXIT_CODES.wrong_status]);
    await desk.settle();
    const rejected = (await caseOf(desk, caseId)).outcome === 'rejected';
    expect(moneyOut(desk, customer.receipt)).toBe(rejected ? 0 : customer.amountCents);
  });
});

describe('approving at a terminal', () => {
  const answering = (confirm: Confirm): Promise<Ran> =>
    runGroup(desk, (context) => approvalsCommand(context, confirm), [
      'approvals',
      'approve',
      caseId,
      '--as',
      'achieng',
    ]);

  it('shows the card first, asks for exactly that refund, and takes a yes', async () => {
    const asked: string[] = [];
    const ran = await answering((question) => {
      asked.push(question);
      return Promise.resolve('yes');
    });
    const { reference } = await payoutOf(desk, caseId);
    expect(asked).toEqual([`Give back KES 2,350 (${reference})?`]);
    expect(ran.out).toContain('GIVE BACK   KES 2,350');
    expect((await caseOf(desk, caseId)).status).toBe('approved');
  });

  it('changes nothing on a no or on Ctrl-C, and says so with an exit code of its own', async () => {
    const before = await caseOf(desk, caseId);
    for (const answer of ['no', 'stopped'] as const) {
      const ran = await answering(() => Promise.resolve(answer));
      expect(ran.code).toBe(EXIT_DECLINED);
      expect(ran.talk).toContain('nothing was changed');
    }
    expect(await caseOf(desk, caseId)).toEqual(before);
  });

  it('refuses a yes to a card that is not the case’s any more: another refund became due meanwhile', async () => {
    const refused = answering(async () => {
      await recordOrder(desk, customer, { status: 'paid', totalCents: customer.amountCents });
      await fileReply(caseId, incoming(customer, 'Sawa?'), 'customer', desk.app.desk);
      await desk.settle();
      return 'yes';
    });
    await expect(refused).rejects.toMatchObject({ name: 'Problem' });
    expect((await caseOf(desk, caseId)).status).not.toBe('approved');
  });

  it('refuses a yes when the customer wrote between the card and the answer', async () => {
    const unread = answering(async () => {
      await fileReply(caseId, incoming(customer, 'Nimepata, sihitaji tena'), 'customer', desk.app.desk);
      return 'yes';
    });
    await expect(unread).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it('refuses a yes when what the case is about changed, even for the same refund', async () => {
    const revised = answering(async () => {
      const kase = await caseOf(desk, caseId);
      await desk.app.desk.store.commit({
        at: desk.clock.now(),
        actor: 'worker',
        writes: [
          { kind: 'update_case', caseId, version: kase.version, set: { revision: kase.revision + 1 } },
        ],
      });
      return 'yes';
    });
    await expect(revised).rejects.toMatchObject({ code: 'stale_key' });
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  });

  it('does not ask somebody whose yes would be refused', async () => {
    await fileReply(caseId, incoming(customer, 'Tafadhali'), 'staff:achieng', desk.app.desk);
    await desk.settle();
    const asked = answering(() => Promise.reject(new Error('was asked')));
    await expect(asked).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('never asks where there is no terminal, nor with --json', async () => {
    for (const [more, interactive] of [
      [[], false],
      [['--json'], true],
    ] as const) {
      const argv = ['approvals', 'approve', caseId, '--as', 'achieng', ...more];
      const ran = await rudisha(desk, argv, { interactive });
      expect(ran).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
      expect(ran.talk).toContain('--key is missing');
    }
  });
});

describe('the other two answers', () => {
  it('apply: the order counts as paid, the case closes, and no money goes out', async () => {
    const ran = await rudisha(desk, ['approvals', 'apply', caseId, '--as', 'achieng', '--json']);
    expect(JSON.parse(ran.out)).toMatchObject({ what: 'applied_to_order', order: customer.orderNumber });
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'applied_to_order' });
    expect(moneyOut(desk, customer.receipt)).toBe(0);
  });

  it('reject: the case closes with the reason in its history, and no money goes out', async () => {
    const argv = ['approvals', 'reject', caseId, '--as', 'achieng', '--because', 'seen in the shop'];
    expect(await rudisha(desk, argv)).toMatchObject({ code: 0, talk: '' });
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'rejected' });
    const { out } = await rudisha(desk, ['cases', 'show', caseId]);
    expect(out).toContain('seen in the shop');
    expect(moneyOut(desk, customer.receipt)).toBe(0);
  });
});
