import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { brakesOf, probeLane } from '../../src/cases/staff/brakes.ts';
import { callbackPath } from '../../src/payouts/callback-path.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approveAs,
  approved,
  caseOf,
  complain,
  complaintOf,
  expectBooks,
  expectRefunded,
  openReasons,
  seed,
  told,
} from '../support/journey.ts';

// Goal: what no import knows, the provider is asked once before a person is called; the same question probes a stopped
// lane. Method: real store, simulator over HTTP, judged by the simulator's books.

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk();
});
afterEach(async () => {
  await expectBooks(desk);
  await desk.close();
});

const queries = (): readonly string[] =>
  desk.simulator
    .books()
    .requests.filter(({ operation }) => operation === 'status')
    .map(({ body }) => body);

describe('a receipt that no import knows', () => {
  it('is asked for once, becomes a record, and the refund goes on', async () => {
    const customer = await seed(desk, { unrecorded: true });
    const caseId = await complain(desk, customer);
    expect(queries()).toHaveLength(1);
    expect(queries()[0]).toContain(customer.receipt);
    const [payment] = await desk.app.desk.store.payments([customer.receipt]);
    expect(payment).toMatchObject({
      amountCents: customer.amountCents,
      payer: { full: customer.phone },
      onHold: false,
    });
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
    await approveAs(desk, caseId);
    await desk.settle();
    await expectRefunded(desk, { ...customer, caseId });
  });

  it('goes on by an import that comes before the answer, and the answer changes nothing', async () => {
    desk.simulator.setFaults([{ operation: 'status', faults: ['late_callback:3m'] }]);
    const customer = await seed(desk, { unrecorded: true });
    const caseId = await complain(desk, customer);
    expect((await caseOf(desk, caseId)).status).toBe('extracted');
    expect(await openReasons(desk, caseId)).toEqual([]);
    desk.clock.forward(4 * MINUTE);
    await desk.settle();
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
    expect(await desk.app.desk.store.holds(customer.receipt, 5)).toEqual([]);
  });

  it('that the provider does not know goes to a person, asked for once only', async () => {
    const customer = await seed(desk);
    const unknown = { ...customer, receipt: 'UKT1ZZZZZ9' as Receipt };
    const caseId = await complain(desk, customer, complaintOf(unknown));
    expect(await openReasons(desk, caseId)).toEqual(['payment_not_found']);
    expect(await told(desk, caseId)).toContain('handed_to_person');
    expect(queries()).toHaveLength(1);
  });

  it('about which nobody answers goes to a person; a late answer still brings it back', async () => {
    desk.simulator.setFaults([{ operation: 'status', faults: ['late_callback:1h'] }]);
    const customer = await seed(desk, { unrecorded: true });
    const caseId = await complain(desk, customer);
    desk.clock.forward(6 * MINUTE);
    await desk.settle();
    expect(await openReasons(desk, caseId)).toEqual(['payment_not_found']);
    desk.clock.forward(60 * MINUTE);
    await desk.settle();
    expect(await openReasons(desk, caseId)).toEqual([]);
    expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  });

  it.each(['Failed', 'Reversed', 'Initiated', 'Nonsense'])(
    'that the provider calls %s is no payment',
    async (word) => {
      desk.simulator.setFaults([{ operation: 'status', faults: [`status_word:${word}`] }]);
      const customer = await seed(desk, { unrecorded: true });
      const caseId = await complain(desk, customer);
      expect(await desk.app.desk.store.payments([customer.receipt])).toEqual([]);
      expect(await openReasons(desk, caseId)).toEqual(['payment_not_found']);
    },
  );

  it('that is a payout of ours is no payment to us', async () => {
    const kase = await approved(desk);
    await desk.settle();
    const [out] = desk.simulator.books().moneyOut;
    const other = await seed(desk);
    const caseId = await complain(desk, other, complaintOf({ ...other, receipt: out?.receipt as Receipt }));
    expect(await desk.app.desk.store.payments([out?.receipt as Receipt])).toEqual([]);
    expect(await openReasons(desk, caseId)).toEqual(['payment_not_found']);
    await expectRefunded(desk, kase);
  });

  it('is asked for three times at most in one case, however many codes a message holds', async () => {
    const customer = await seed(desk);
    const codes = ['UKT1ZZZZZ1', 'UKT1ZZZZZ2', 'UKT1ZZZZZ3', 'UKT1ZZZZZ4', 'UKT1ZZZZZ5'];
    await complain(
      desk,
      customer,
      `Nimelipa mara nyingi lakini order iko unpaid. Codes: ${codes.join(', ')}`,
    );
    expect(queries()).toHaveLength(3);
  });
});

describe('an answer to an inquiry', () => {
  it('of which this database knows nothing stops the lane: it is an old copy', async () => {
    await approved(desk);
    const path = callbackPath(desk.app.desk.fixed.secret, {
      of: 'inquiry',
      id: 'Q-7K3M9Q2X',
      kind: 'result',
    });
    const { RUDISHA_LISTEN_HOST: host, RUDISHA_LISTEN_PORT: port } = desk.config;
    const answer = await fetch(`http://${host}:${port}${path}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(200);
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'old_copy' });
  });
});

describe('a probe of a lane that a credential code stopped', () => {
  const by = { by: 'achieng', because: 'the password was renewed' };

  it('opens the lane when it is answered well, and what waited goes out', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([
      { operation: 'reversal', faults: ['credential_wrong'], times: 1 },
      { operation: 'status', faults: ['credential_wrong'], times: 1 },
    ]);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'credential' });
    await probeLane(by, desk.app.desk);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'credential' });
    expect(desk.simulator.books().moneyOut).toEqual([]);
    desk.simulator.setFaults([]);
    await probeLane(by, desk.app.desk);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toBeNull();
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('is refused, with what to do, where it could not tell', async () => {
    await expect(probeLane(by, desk.app.desk)).rejects.toThrow('the lane is open already');
    const kase = await approved(desk);
    desk.simulator.setFaults([{ operation: 'reversal', faults: ['result:1'] }]);
    await desk.settle();
    expect((await brakesOf(desk.app.desk)).laneStop).toMatchObject({ why: 'float' });
    await expect(probeLane(by, desk.app.desk)).rejects.toThrow('empty account');
    expect((await caseOf(desk, kase.caseId)).status).toBe('approved');
  });
});
