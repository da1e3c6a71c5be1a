import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCase } from '../../src/cases/inbound.ts';
import type { Status } from '../../src/cases/types.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { approveAs, complain, incoming, payoutOf, recordOrder, seed, somebody } from '../support/journey.ts';
import { rudisha } from './run.ts';

// Goal: every command about a case, in every status: the documented exit code, one line of talk, no stack trace.
// Method: one desk per run with a case in each status; commands that change nothing where they must not.

const OK = 0;
const { wrong_status: WRONG, bad_input: BAD } = EXIT_CODES;

type Row = Readonly<Record<Status, number>>;

/** What each command answers in each status. The order of rows is that in which they run: changing ones come last. */
const TABLE: readonly (readonly [command: string, args: readonly string[], expected: Row])[] = [
  ['cases show', [], all(OK)],
  ['cases show', ['--json'], all(OK)],
  ['cases reply', ['  ', '--as', 'wanjiru'], all(BAD)],
  ['approvals show', [], { ...all(WRONG), waiting_for_approval: OK, approved: OK, refunded: OK, closed: OK }],
  ['approvals approve', ['--as', 'achieng'], all(BAD)],
  [
    'approvals approve',
    ['--as', 'achieng', '--key', '0000000000'],
    { ...all(WRONG), waiting_for_approval: EXIT_CODES.stale_key },
  ],
  ['approvals approve', ['--as', 'achieng', '--key', '00'], { ...all(WRONG), waiting_for_approval: BAD }],
  ['approvals reject', ['--as', 'achieng', '--because', ' '], all(BAD)],
  ['approvals apply', ['--as', '!'], all(BAD)],
  ['approvals apply', ['--as', 'achieng'], { ...all(WRONG), waiting_for_approval: OK }],
  ['approvals reject', ['--as', 'achieng', '--because', 'no'], all(WRONG)],
  ['cases reply', ['Asante sana', '--as', 'wanjiru'], all(OK)],
];

function all(code: number): Row {
  return {
    new: code,
    extracted: code,
    waiting_for_customer: code,
    waiting_for_approval: code,
    approved: code,
    refunded: code,
    closed: code,
  };
}

describe('commands about a case, status by status', () => {
  let desk: TestDesk;
  let caseIn: Readonly<Record<Status, string>>;

  beforeAll(async () => {
    let mayDeliver = true;
    desk = await openTestDesk({
      wrapping: {
        channel: (channel) => ({
          deliver: (message) =>
            mayDeliver ? channel.deliver(message) : Promise.reject(new Error('no network')),
        }),
      },
    });
    const paid = async (): Promise<string> => {
      const caseId = await complain(desk, await seed(desk));
      await approveAs(desk, caseId);
      await desk.settle();
      return caseId;
    };
    const closed = await paid();
    mayDeliver = false;
    const refunded = await paid();
    mayDeliver = true;
    const unknown = somebody(desk);
    const extracted = await complain(desk, unknown);
    const asked = await complain(desk, somebody(desk), 'Nimelipa order kwa M-Pesa lakini bado unpaid');
    const waiting = await complain(desk, await seed(desk));
    const approved = await complain(desk, await seed(desk));
    await approveAs(desk, approved);
    const fresh = incoming(somebody(desk), 'Nimelipa lakini bado unpaid');
    const { caseId } = await openCase(fresh, 'customer', desk.app.desk);
    caseIn = {
      new: caseId,
      extracted,
      waiting_for_customer: asked,
      waiting_for_approval: waiting,
      approved,
      refunded,
      closed,
    };
    await recordOrder(desk, unknown);
  });
  afterAll(() => desk.close());

  it('has a case in each of the seven statuses to try them on', async () => {
    for (const [status, caseId] of Object.entries(caseIn)) {
      expect((await desk.app.desk.store.case(caseId))?.status, caseId).toBe(status);
    }
  });

  for (const [command, args, expected] of TABLE) {
    it(`"${[command, 'CASE', ...args].join(' ')}" answers as documented in every status`, async () => {
      for (const [status, code] of Object.entries(expected)) {
        const caseId = caseIn[status as Status];
        const ran = await rudisha(desk, [...command.split(' '), caseId, ...args]);
        expect(ran.code, `${status}: ${ran.talk}`).toBe(code);
        expect(ran.talk + ran.out).not.toMatch(/at .*\.ts:\d+|this should not happen/);
        if (code === OK) continue;
        expect(ran.out, 'nothing on standard output').toBe('');
        expect(ran.talk.trim().split('\n'), 'one line').toHaveLength(1);
      }
    });
  }

  it('answers "not found" for a case, an escalation, a payout and an attempt that do not exist', async () => {
    const nowhere: readonly (readonly string[])[] = [
      ['cases', 'show', 'C-NOSUCH'],
      ['cases', 'reply', 'C-NOSUCH', 'hello', '--as', 'wanjiru'],
      ['approvals', 'show', 'C-NOSUCH'],
      ['approvals', 'approve', 'C-NOSUCH', '--as', 'achieng', '--key', '00000000'],
      ['approvals', 'apply', 'C-NOSUCH', '--as', 'achieng'],
      ['approvals', 'reject', 'C-NOSUCH', '--as', 'achieng', '--because', 'x'],
      ['escalations', 'resolve', 'E-NOSUCH', '--as', 'achieng', '--because', 'x', '--go-on'],
      ['payouts', 'show', 'RF-22222222'],
      ['payouts', 'reconcile', 'RF-22222222/1', '--as', 'achieng', '--paid', 'UKT4X7M2ZZ'],
      [
        'refunds',
        'record',
        'UKT4X7M2ZZ',
        '--amount',
        '10',
        '--provider-receipt',
        'UKT4X7M2ZY',
        '--as',
        'amina',
      ],
    ];
    for (const argv of nowhere) {
      const { code, talk, out } = await rudisha(desk, argv);
      expect(code, `${argv.join(' ')}: ${talk}`).toBe(EXIT_CODES.not_found);
      expect(talk.trim().split('\n')).toHaveLength(1);
      expect(out).toBe('');
    }
  });

  it('names the status and changes nothing when a command comes at the wrong time', async () => {
    const before = await desk.app.desk.store.case(caseIn.closed);
    const { key } = await payoutOf(desk, caseIn.closed);
    const ran = await rudisha(desk, ['approvals', 'approve', caseIn.closed, '--as', 'achieng', '--key', key]);
    expect(ran).toMatchObject({ code: WRONG, out: '' });
    expect(ran.talk).toBe(
      `rudisha: case ${caseIn.closed} is closed, not waiting_for_approval: nothing was changed\n`,
    );
    expect(await desk.app.desk.store.case(caseIn.closed)).toEqual(before);
  });
});
