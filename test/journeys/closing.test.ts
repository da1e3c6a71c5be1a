import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advance } from '../../src/cases/advance.ts';
import type { Change } from '../../src/cases/change.ts';
import { openCase, receive } from '../../src/cases/inbound.ts';
import { deliver } from '../../src/cases/deliver.ts';
import type { Channel, Store } from '../../src/cases/ports.ts';
import { reject } from '../../src/cases/staff/approve.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  attemptsOf,
  caseOf,
  complain,
  complaintOf,
  expectBooks,
  expectRefunded,
  incoming,
  moneyOut,
  openReasons,
  payoutOf,
  seed,
  somebody,
  told,
  type Customer,
} from '../support/journey.ts';
import { answers, files, GO_ON, says, textsTo } from '../support/talk.ts';

// Goal: a case closes for the reason that the table names, once, and what comes after the end finds its place.
// Method: real store and simulator, a clock that the test moves; judged by outcome, outbox and both books.

let desk: TestDesk;
/** What happens between a decision and its commit. */
let beforeCommit: ((change: Change) => Promise<void>) | null = null;
/** No message gets through. */
let isMute = false;
beforeAll(async () => {
  const store = (real: Store): Store => ({
    ...real,
    commit: async (change) => {
      await beforeCommit?.(change);
      return real.commit(change);
    },
  });
  const channel = (real: Channel): Channel => ({
    deliver: (message) => (isMute ? Promise.reject(new Error('no signal')) : real.deliver(message)),
  });
  desk = await openTestDesk({ wrapping: { store, channel } });
});
afterEach(async () => {
  desk.simulator.setFaults([]);
  await expectBooks(desk);
});
afterAll(() => desk.close());

const store = (): Store => desk.app.desk.store;
const closesAsDuplicate = (change: Change): boolean =>
  change.writes.some((write) => write.kind === 'update_case' && write.set.outcome === 'duplicate');
const WITHDRAWS = 'achana nayo tu, sihitaji kuendelea';

/** A refund that was sent and accepted, and whose callback is an hour away. */
async function sent(): Promise<Customer & { readonly caseId: string }> {
  const kase = await approved(desk);
  desk.simulator.setFaults([
    { receipt: kase.receipt, faults: ['delay_callback_ms:3600000', 'status_silent'] },
  ]);
  await desk.settle();
  expect(await attemptsOf(desk, kase.caseId)).toMatchObject([{ verdict: 'unresolved' }]);
  return kase;
}

async function hourLater(): Promise<void> {
  desk.clock.forward(HOUR);
  await desk.settle();
}

describe('a customer who withdraws', () => {
  it.each([
    ['is asked for something', 'waiting_for_customer', 'Nililipa lakini oda haijaonekana'],
    ['waits for approval', 'waiting_for_approval', null],
  ])('while the case %s closes it', async (_, status, text) => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer, text ?? complaintOf(customer));
    expect((await caseOf(desk, caseId)).status).toBe(status);
    expect(await says(desk, customer, caseId, WITHDRAWS)).toMatchObject({
      status: 'closed',
      outcome: 'withdrawn',
    });
    expect((await told(desk, caseId)).at(-1)).toBe('closed_withdrawn');
  });

  it('while the case waits for a payout of another case closes it, and that payout goes on', async () => {
    const first = await sent();
    const friend = somebody(desk);
    const second = await complain(desk, friend, complaintOf(first));
    // Whose payment it is, a person says; then only the payout on its way is in between.
    await answers(desk, second, 'claimed_by_another_case', GO_ON);
    expect(await caseOf(desk, second)).toMatchObject({
      status: 'extracted',
      decision: { route: 'wait', row: 'D8' },
    });
    expect(await told(desk, second)).toEqual(['handed_to_person', 'waits_for_payout']);
    expect(await says(desk, friend, second, WITHDRAWS)).toMatchObject({
      status: 'closed',
      outcome: 'withdrawn',
    });
    await hourLater();
    await expectRefunded(desk, first);
  });

  it('after the approval, before anything was sent, closes it and nothing is paid', async () => {
    const kase = await approved(desk);
    expect(await says(desk, kase, kase.caseId, WITHDRAWS)).toMatchObject({ outcome: 'withdrawn' });
    expect(await attemptsOf(desk, kase.caseId)).toEqual([]);
    expect(moneyOut(desk, kase.receipt)).toBe(0);
  });

  it('after the approval and complains again needs one approval of the new card, also by the same person', async () => {
    const kase = await approved(desk);
    await says(desk, kase, kase.caseId, WITHDRAWS);
    const again = await complain(desk, kase);
    await approveAs(desk, again);
    await desk.settle();
    await expectRefunded(desk, { ...kase, caseId: again });
  });

  it('after the request was sent is told that the refund is on its way, and gets it', async () => {
    const kase = await sent();
    expect(await says(desk, kase, kase.caseId, WITHDRAWS)).toMatchObject({
      status: 'approved',
      outcome: null,
    });
    expect(await told(desk, kase.caseId)).toEqual(['on_its_way']);
    await hourLater();
    await expectRefunded(desk, kase);
  });
});

describe('the same payment complained about again', () => {
  it('by the same sender closes as a duplicate that names the first case, and the first goes on', async () => {
    const customer = await seed(desk);
    const first = await complain(desk, customer);
    const second = await complain(desk, customer);
    expect(await caseOf(desk, second)).toMatchObject({
      status: 'closed',
      outcome: 'duplicate',
      duplicateOf: first,
    });
    expect((await textsTo(desk, second)).at(-1)).toContain(first);
    await approveAs(desk, first);
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId: first });
  });

  it('two at the same moment close one of them, not both', async () => {
    const customer = await seed(desk);
    const [one, two] = await Promise.all([
      receiveNew(complaintOf(customer), customer),
      receiveNew(complaintOf(customer), customer),
    ]);
    await desk.settle();
    const cases = await Promise.all([one, two].map((id) => caseOf(desk, id)));
    expect(cases.map(({ status }) => status).toSorted()).toEqual(['closed', 'waiting_for_approval']);
  });

  it('does not close as a duplicate of a case that closes in between: that would leave nobody', async () => {
    const customer = await seed(desk);
    const first = await complain(desk, customer);
    beforeCommit = async (change) => {
      if (!closesAsDuplicate(change)) return;
      beforeCommit = null;
      await files(desk, customer, first, WITHDRAWS);
      await advance(first, desk.app.desk);
    };
    const second = await complain(desk, customer);
    expect(beforeCommit).toBeNull();
    expect(await caseOf(desk, first)).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
    expect(await caseOf(desk, second)).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('names the refund when the first case is paid and closed in between', async () => {
    isMute = true;
    const kase = await approved(desk);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'refunded' });
    beforeCommit = async (change) => {
      if (!closesAsDuplicate(change)) return;
      beforeCommit = null;
      isMute = false;
      // The closing message arrives only now: its delivery closes the first case, and wakes nobody.
      const due = (await store().outboundOf(kase.caseId)).filter(({ deliveredAt }) => deliveredAt === null);
      await deliver(due, desk.app.channel, desk.app.desk);
    };
    const second = await complain(desk, kase);
    expect(beforeCommit).toBeNull();
    await expectRefunded(desk, kase);
    expect(await caseOf(desk, second)).toMatchObject({ outcome: 'duplicate', duplicateOf: null });
    expect((await textsTo(desk, second)).at(-1)).toContain((await payoutOf(desk, kase.caseId)).reference);
  });

  it('by another sender goes to a person on both cases', async () => {
    const customer = await seed(desk);
    const first = await complain(desk, customer);
    const second = await complain(desk, somebody(desk), complaintOf(customer));
    expect(await openReasons(desk, first)).toEqual(['claimed_by_another_case']);
    expect(await openReasons(desk, second)).toEqual(['claimed_by_another_case']);
    // No card is approved over an open doubt.
    await expect(approveAs(desk, first)).rejects.toMatchObject({ code: 'wrong_status' });
    await answers(desk, second, 'claimed_by_another_case', { kind: 'close', outcome: 'rejected' });
    expect(await answers(desk, first, 'claimed_by_another_case', GO_ON)).toMatchObject({
      status: 'waiting_for_approval',
    });
    await approveAs(desk, first);
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId: first });
  });

  it('by another sender leaves a case alone whose payout is reserved', async () => {
    const first = await sent();
    const second = await complain(desk, somebody(desk), complaintOf(first));
    expect(await openReasons(desk, second)).toEqual(['claimed_by_another_case']);
    expect(await openReasons(desk, first.caseId)).toEqual([]);
    const history = (await store().eventsOf(first.caseId)).map(({ what }) => what);
    expect(history).toContain('also_claimed');
    expect(history).not.toContain('escalated');
    await hourLater();
    await expectRefunded(desk, first);
  });

  it('after its refund closes as a duplicate that names the refund', async () => {
    const kase = await approved(desk);
    await desk.settle();
    await expectRefunded(desk, kase);
    const second = await complain(desk, kase);
    expect(await caseOf(desk, second)).toMatchObject({ status: 'closed', outcome: 'duplicate' });
    expect((await textsTo(desk, second)).at(-1)).toContain((await payoutOf(desk, kase.caseId)).reference);
    expect(moneyOut(desk, kase.receipt)).toBe(kase.amountCents);
  });
});

describe('a message to a closed case', () => {
  async function rejected(): Promise<Customer & { readonly caseId: string }> {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer);
    await reject({ caseId, by: 'achieng', because: 'the goods were delivered' }, desk.app.desk);
    await desk.settle();
    return { ...customer, caseId };
  }

  async function writes(customer: Customer, text: string): Promise<string> {
    const { caseId } = await receive(incoming(customer, text), 'customer', desk.app.desk);
    await desk.settle();
    return caseId;
  }

  it('that thanks is filed, and wakes nobody', async () => {
    const kase = await rejected();
    expect(await writes(kase, 'Asante sana 🙏')).toBe(kase.caseId);
    expect(await openReasons(desk, kase.caseId)).toEqual([]);
    expect((await store().snapshot(kase.caseId))?.unread).toEqual([]);
    expect((await store().inboundOf(kase.caseId)).length).toBe(2);
  });

  it('that disputes within 14 days goes to a person on that case, who answers it', async () => {
    const kase = await rejected();
    desk.clock.forward(13 * DAY);
    expect(await writes(kase, 'Si kweli! Sijapata kitu, nirudishieni pesa yangu')).toBe(kase.caseId);
    expect(await openReasons(desk, kase.caseId)).toEqual(['customer_asks_for_person']);
    expect((await told(desk, kase.caseId, 'staff')).at(-1)).toBe('escalation');
    const after = await answers(desk, kase.caseId, 'customer_asks_for_person', {
      kind: 'reply',
      text: 'Tumeangalia tena: mzigo ulichukuliwa jana.',
    });
    expect(after).toMatchObject({ status: 'closed', outcome: 'rejected' });
    expect((await textsTo(desk, kase.caseId)).at(-1)).toMatch(/mzigo ulichukuliwa/);
  });

  it('that disputes later, or is about another receipt, opens a new case', async () => {
    const kase = await rejected();
    const other = await seed(desk, { phone: kase.phone });
    const second = await writes(kase, complaintOf(other));
    expect(second).not.toBe(kase.caseId);
    expect(await caseOf(desk, second)).toMatchObject({
      status: 'waiting_for_approval',
      receipt: other.receipt,
    });
    await reject({ caseId: second, by: 'achieng', because: 'as the first' }, desk.app.desk);
    desk.clock.forward(15 * DAY);
    expect(await writes(kase, 'Nirudishieni pesa yangu sasa')).not.toBe(second);
  });

  it('goes to the case that is open, when one is, and not to a repeat of it that was closed', async () => {
    const customer = await seed(desk);
    const first = await complain(desk, customer);
    const second = await complain(desk, customer);
    expect((await caseOf(desk, second)).outcome).toBe('duplicate');
    expect(await writes(customer, 'Bado sijapata kitu')).toBe(first);
  });
});

async function receiveNew(text: string, customer: Customer): Promise<string> {
  return (await openCase(incoming(customer, text), 'customer', desk.app.desk)).caseId;
}
