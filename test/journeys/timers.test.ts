import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { caseOf, complain, expectBooks, openReasons, seed, somebody, told } from '../support/journey.ts';
import { answers, says } from '../support/talk.ts';

// Goal: waiting days takes no work, and the right thing happens at its hour. Method: a clock that the test moves.

const NO_CODE = 'Nililipa lakini oda haijaonekana';

describe('a customer who owes an answer', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterEach(() => expectBooks(desk));
  afterAll(() => desk.close());

  async function later(ms: number): Promise<void> {
    desk.clock.forward(ms);
    await desk.settle();
  }

  it('is reminded after one and three days, and after seven the case is closed', async () => {
    const caseId = await complain(desk, await seed(desk), NO_CODE);
    await later(DAY - MINUTE);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code']);
    await later(MINUTE);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder']);
    await later(2 * DAY - MINUTE);
    expect(await told(desk, caseId)).toHaveLength(2);
    await later(MINUTE);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder', 'reminder']);
    await later(4 * DAY - MINUTE);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_customer' });
    await later(MINUTE);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'no_answer' });
    expect((await told(desk, caseId)).at(-1)).toBe('closed_no_answer');
  });

  it('costs no work at all meanwhile: nothing is due, and no version moves', async () => {
    const caseId = await complain(desk, await seed(desk), NO_CODE);
    const { version, askedAt } = await caseOf(desk, caseId);
    expect(await desk.app.desk.store.nextDue()).toBe(askedAt! + DAY);
    desk.clock.forward(23 * HOUR);
    expect(await desk.worker.tick()).toBe(0);
    expect((await caseOf(desk, caseId)).version).toBe(version);
    await later(HOUR);
    // A desk that was off for a month sends the one reminder that is due; the rest of the time counts from it.
    await later(30 * DAY);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder', 'reminder']);
    await later(4 * DAY);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'no_answer' });
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder', 'reminder', 'closed_no_answer']);
    expect(await desk.app.desk.store.nextDue()).toBeNull();
  });

  it('whose payment was found and is not given back is given to a person instead', async () => {
    const customer = await seed(desk, { account: 'duka', status: 'paid' });
    const caseId = await complain(desk, customer, `Nililipa lakini haijaonekana, code ${customer.receipt}`);
    expect(await caseOf(desk, caseId)).toMatchObject({ asked: 'order_number', receipt: customer.receipt });
    await later(DAY);
    await later(2 * DAY);
    await later(4 * DAY);
    expect(await openReasons(desk, caseId)).toEqual(['details_missing']);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'extracted', outcome: null });
    expect(
      await answers(desk, caseId, 'details_missing', { kind: 'close', outcome: 'no_answer' }),
    ).toMatchObject({ status: 'closed', outcome: 'no_answer' });
  });

  it('and answers "not yet" is asked nothing, and the reminders start again', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer, NO_CODE);
    await later(20 * HOUR);
    const after = await says(desk, customer, caseId, 'ngoja niitafute nitatuma baadaye');
    expect(after).toMatchObject({ status: 'waiting_for_customer', asked: 'mpesa_code', reminders: 0 });
    await later(23 * HOUR);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code']);
    await later(HOUR);
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder']);
    expect(await says(desk, customer, caseId, `ni ${customer.receipt}`)).toMatchObject({
      status: 'waiting_for_approval',
    });
  });

  it('to staff in their own words is reminded and closed by the same hours', async () => {
    const customer = somebody(desk);
    const caseId = await complain(desk, customer, 'Mnafungua saa ngapi kesho?');
    const reply = { kind: 'reply', text: 'Tunafungua saa mbili. Je, kuna malipo unayouliza?' } as const;
    expect(await answers(desk, caseId, 'not_a_complaint', reply)).toMatchObject({
      status: 'waiting_for_customer',
    });
    await later(DAY);
    expect(await told(desk, caseId)).toEqual(['handed_to_person', 'staff_reply', 'reminder']);
    await later(2 * DAY);
    await later(4 * DAY);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'no_answer' });
  });
});

describe('the settings of the desk', () => {
  it('change the reminders and the closing', async () => {
    const desk = await openTestDesk({ environment: { REMIND_AFTER: '1h', CLOSE_AFTER: '2h' } });
    const caseId = await complain(desk, await seed(desk), NO_CODE);
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(await told(desk, caseId)).toEqual(['ask_mpesa_code', 'reminder']);
    desk.clock.forward(HOUR);
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ outcome: 'no_answer' });
    await desk.close();
  });
});
