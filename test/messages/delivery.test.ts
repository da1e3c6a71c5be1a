import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutboundMessage } from '../../src/cases/change.ts';
import { deliver } from '../../src/cases/deliver.ts';
import type { Channel } from '../../src/cases/ports.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { fileChannel } from '../../src/messages/file-channel.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { approved, caseOf, complain, expectRefunded, seed } from '../support/journey.ts';
import { answers, says } from '../support/talk.ts';

// Goal: every message arrives, in its order, under one id. Method: the real outbox on a channel that fails as told.

let desk: TestDesk;
/** What the channel was handed, failed tries and all. */
let tried: OutboundMessage[] = [];
let failing: (message: OutboundMessage) => boolean = () => false;

beforeAll(async () => {
  const channel = (real: Channel): Channel => ({
    deliver: async (message) => {
      tried.push(message);
      if (failing(message)) throw new Error('no signal');
      await real.deliver(message);
    },
  });
  desk = await openTestDesk({ wrapping: { channel } });
});
afterEach(() => {
  failing = () => false;
  tried = [];
});
afterAll(() => desk.close());

const lines = (): readonly { id: string; case_id: string; audience: string; purpose: string }[] =>
  readFileSync(join(desk.folder, 'messages.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; case_id: string; audience: string; purpose: string });

const arrived = (caseId: string, audience = 'customer'): readonly string[] =>
  lines()
    .filter((line) => line.case_id === caseId && line.audience === audience)
    .map(({ purpose }) => purpose);

async function later(ms: number): Promise<void> {
  desk.clock.forward(ms);
  await desk.settle();
}

describe('a channel that fails', () => {
  it('is tried again after growing pauses, with the same id and the same words', async () => {
    failing = ({ audience }) => audience === 'customer';
    const caseId = await complain(desk, await seed(desk), 'Nililipa lakini oda haijaonekana');
    for (const pause of [SECOND, 5 * SECOND, 30 * SECOND]) await later(pause);
    const mine = tried.filter((message) => message.caseId === caseId);
    expect(mine).toHaveLength(4);
    expect(new Set(mine.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
    failing = () => false;
    await later(5 * MINUTE);
    expect(arrived(caseId)).toEqual(['ask_mpesa_code']);
    const [message] = await desk.app.desk.store.outboundOf(caseId);
    expect(message).toMatchObject({ tries: 5 });
    expect(message?.deliveredAt).not.toBeNull();
  });

  it('and then works delivers in the order in which the messages were written', async () => {
    failing = ({ purpose }) => purpose === 'ask_mpesa_code';
    const customer = await seed(desk);
    const caseId = await complain(desk, customer, 'Nililipa lakini oda haijaonekana');
    await says(desk, customer, caseId, 'sina');
    await says(desk, customer, caseId, 'sina kabisa');
    await answers(desk, caseId, 'details_missing', { kind: 'close', outcome: 'rejected' });
    // Nothing overtakes the first one, in none of its tries.
    expect(lines().filter((line) => line.case_id === caseId && line.audience === 'customer')).toEqual([]);
    failing = () => false;
    await later(30 * MINUTE);
    expect(arrived(caseId)).toEqual([
      'ask_mpesa_code',
      'ask_again_mpesa_code',
      'handed_to_person',
      'closed_rejected',
    ]);
    expect(arrived(caseId, 'staff')).toEqual(['escalation']);
  });

  it('for one customer holds up no other one', async () => {
    const [one, two] = [await seed(desk), await seed(desk)];
    failing = ({ to }) => to === one.phone;
    await complain(desk, one, 'Nililipa lakini oda haijaonekana');
    const caseId = await complain(desk, two, 'Nililipa lakini oda haijaonekana');
    expect(arrived(caseId)).toEqual(['ask_mpesa_code']);
  });

  it('keeps a refunded case open until its customer was told', async () => {
    failing = ({ purpose }) => purpose === 'refund_paid';
    const kase = await approved(desk);
    await desk.settle();
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'refunded', outcome: null });
    failing = () => false;
    await later(MINUTE);
    await expectRefunded(desk, kase);
    expect(arrived(kase.caseId)).toEqual(['refund_paid']);
  });

  it('that dies after handing over repeats the message under its id: at least once, never none', async () => {
    failing = ({ purpose }) => purpose === 'refund_paid';
    const kase = await approved(desk);
    await desk.settle();
    failing = () => false;
    desk.clock.forward(MINUTE);
    const { store } = desk.app.desk;
    const due = await store.dueMessages(desk.clock.now(), 100);
    const dying = { ...store, commit: () => Promise.reject(new Error('killed here')) };
    const handing = deliver(due, desk.app.channel, { ...desk.app.desk, store: dying });
    await expect(handing).rejects.toThrow('killed here');
    await desk.settle();
    await expectRefunded(desk, kase);
    const told = lines().filter((line) => line.case_id === kase.caseId && line.purpose === 'refund_paid');
    expect(told).toHaveLength(2);
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the file channel', () => {
  it('shows one line a message, with the number masked and control characters as escapes', async () => {
    const shown: string[] = [];
    const channel = fileChannel({ path: join(desk.folder, 'other.jsonl'), show: (line) => shown.push(line) });
    await channel.deliver({
      id: 'C-1.1.staff_reply',
      caseId: 'C-1',
      audience: 'customer',
      purpose: 'staff_reply',
      to: '254712000391',
      text: 'Habari\u001b[2J\nkaribu',
      at: desk.clock.now(),
      closes: false,
    });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('25471****391');
    expect(shown[0]).not.toContain('254712000391');
    expect(shown[0]).toContain('\\u{1b}[2J\\nkaribu');
  });
});
