import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Escalation } from '../../src/cases/change.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  caseOf,
  complain,
  openReasons,
  recordPayment,
  seed,
  somebody,
  type Customer,
} from '../support/journey.ts';
import { rudisha, type Ran } from './run.ts';

// Goal: no escalation is a dead end: each shows the command that answers it, and each answer does what it says.

let desk: TestDesk;
let customer: Customer;
let caseId: string;
let id: string;

beforeEach(async () => {
  desk = await openTestDesk();
  // The provider does not know it either: it would be found and the case would go on.
  desk.simulator.setFaults([{ operation: 'status', faults: ['status_result:2032'] }]);
  customer = await seed(desk, { unrecorded: true });
  caseId = await complain(desk, customer);
  id = (await open(caseId)).id;
});
afterEach(() => desk.close());

async function open(of: string): Promise<Escalation> {
  const [escalation] = await desk.app.desk.store.escalations({ caseId: of, open: true, limit: 1 });
  if (!escalation) throw new Error(`case ${of} has no open escalation`);
  return escalation;
}

function resolve(...answer: readonly string[]): Promise<Ran> {
  return rudisha(desk, ['escalations', 'resolve', id, '--as', 'Wanjiru', '--because', 'looked', ...answer]);
}

describe('escalations list', () => {
  it('shows the oldest first, each with what happened and the exact command', async () => {
    const stranger = somebody(desk);
    desk.clock.forward(1_000);
    const other = await complain(desk, stranger);
    const { out, code } = await rudisha(desk, ['escalations', 'list']);
    expect(code).toBe(0);
    expect(out.indexOf(caseId)).toBeLessThan(out.indexOf(other));
    expect(out).toContain(`rudisha escalations resolve ${id} --as NAME --because TEXT`);
    const { out: limited } = await rudisha(desk, ['escalations', 'list', '--limit', '1', '--json']);
    expect(JSON.parse(limited)).toMatchObject([{ id, case_id: caseId, reason: 'payment_not_found' }]);
  });

  it('shows answered ones with --all, with who answered what and why', async () => {
    await resolve('--close', 'rejected');
    expect((await rudisha(desk, ['escalations', 'list'])).talk).toBe('nothing waits for a person\n');
    const { out } = await rudisha(desk, ['escalations', 'list', '--all', '--case', caseId.toLowerCase()]);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('by wanjiru: close rejected; looked');
  });
});

describe('escalations resolve', () => {
  it('--go-on with a receipt moves the case on, and keeps who said so from approving', async () => {
    const found = await seed(desk);
    const { code } = await resolve(
      '--go-on',
      '--receipt',
      found.receipt.toLowerCase(),
      '--order',
      `#${found.orderNumber}`,
    );
    expect(code).toBe(0);
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval', hands: ['wanjiru'] });
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).toContain('not wanjiru, who worked on the case');
    expect(out).toContain('wanjiru stated it: “looked”');
  });

  it('--ask asks the customer for that field', async () => {
    expect((await resolve('--ask', 'mpesa_code')).code).toBe(0);
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_customer', asked: 'mpesa_code' });
  });

  it('--reply sends the person’s own words', async () => {
    expect((await resolve('--reply', 'Tafadhali piga simu dukani.')).code).toBe(0);
    await desk.settle();
    const sent = await desk.app.desk.store.outboundOf(caseId);
    expect(sent.at(-1)).toMatchObject({ audience: 'customer', text: 'Tafadhali piga simu dukani.' });
  });

  it('--close closes the case with the outcome', async () => {
    expect((await resolve('--close', 'rejected')).out).toContain('closed');
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'rejected' });
  });

  it('wants exactly one answer, and --receipt and --order with --go-on only', async () => {
    const wrong: readonly (readonly string[])[] = [
      [],
      ['--go-on', '--close', 'rejected'],
      ['--reply', 'x', '--ask', 'amount'],
      ['--ask', 'amount', '--receipt', customer.receipt],
      ['--order', '88213'],
      ['--ask', 'shoe_size'],
      ['--close', 'refunded'],
      ['--close', 'applied_to_order'],
      ['--reply', ' '],
    ];
    for (const answer of wrong) {
      const ran = await resolve(...answer);
      expect(ran, answer.join(' ')).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
    }
    expect(await openReasons(desk, caseId)).toEqual(['payment_not_found']);
  });

  it('refuses a second answer, also when two people answer at once', async () => {
    const both = await Promise.all([resolve('--close', 'rejected'), resolve('--ask', 'amount')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, EXIT_CODES.conflict]);
    const { code, talk } = await resolve('--go-on');
    expect(code).toBe(EXIT_CODES.conflict);
    expect(talk).toContain('was answered by wanjiru already');
  });

  it('is answered by new records alone when it was a missing payment', async () => {
    await recordPayment(desk, customer);
    await desk.settle();
    expect(await openReasons(desk, caseId)).toEqual([]);
    expect((await resolve('--go-on')).code).toBe(EXIT_CODES.conflict);
  });
});
