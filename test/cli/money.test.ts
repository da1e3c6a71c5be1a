import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  approved,
  attemptsOf,
  caseOf,
  expectRefunded,
  moneyOut,
  payoutOf,
  requestsFor,
} from '../support/journey.ts';
import { rudisha, type Ran } from './run.ts';

// Goal: staff see all that is known about money, and can stop, start and settle it, by two people where it takes two.
// Method: command lines beside a worker on one file, the simulator's faults for doubt; judged by the simulator's books.

interface AttemptSeen {
  readonly id: string;
  readonly verdict: string;
  readonly facts: readonly { readonly kind: string }[];
  readonly ledger: readonly { readonly kind: string }[];
  readonly callbacks: readonly { readonly body: string }[];
  readonly next: string | null;
}

interface StorySeen {
  readonly payout: { readonly state: string };
  readonly approvals: readonly { readonly by: string }[];
  readonly attempts: readonly AttemptSeen[];
  readonly gate_refusals: readonly { readonly check: string }[];
}

const JUSTIFIED = ['--as', 'achieng', '--because', 'drill'];

describe('payouts', () => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await openTestDesk();
  });
  afterAll(() => desk.close());
  const run = (...argv: readonly string[]): Promise<Ran> => rudisha(desk, argv);

  async function story(caseId: string): Promise<StorySeen> {
    const { reference } = await payoutOf(desk, caseId);
    const { out, talk } = await run('payouts', 'show', reference, '--json');
    expect(talk).toBe('');
    return JSON.parse(out) as StorySeen;
  }

  /** An attempt whose request arrived and of which the provider says nothing. */
  async function doubtful(): Promise<{ caseId: string; receipt: string; id: string; amountCents: number }> {
    const kase = await approved(desk);
    desk.simulator.setFaults([{ receipt: kase.receipt, faults: ['no_processing'] }]);
    await desk.settle();
    const [attempt] = await attemptsOf(desk, kase.caseId);
    return { ...kase, id: attempt?.id ?? '' };
  }

  it('show: every attempt with its facts in order, its verdict, the ledger and the callbacks', async () => {
    const kase = await approved(desk);
    desk.simulator.setFaults([]);
    await desk.settle();
    await expectRefunded(desk, kase);
    const seen = await story(kase.caseId);
    expect(seen.payout.state).toBe('paid');
    expect(seen.approvals).toMatchObject([{ by: 'achieng' }]);
    const [attempt] = seen.attempts;
    expect(seen.attempts).toHaveLength(1);
    expect(attempt?.facts.map(({ kind }) => kind).sort()).toEqual(['acknowledged', 'result']);
    expect(attempt?.ledger.map(({ kind }) => kind)).toEqual(['pending', 'posted']);
    expect(attempt?.callbacks).toHaveLength(1);
    const { reference } = await payoutOf(desk, kase.caseId);
    const { out, code } = await run('payouts', 'show', `${reference.toLowerCase()}/1`);
    expect(code).toBe(0);
    expect(out).toMatch(/ATTEMPT .*\/1 {3}paid since/);
    expect(out).toContain('M-Pesa took the request');
  });

  it('doubtful: how long, what is known and what happens next; then the exact command for people', async () => {
    const kase = await doubtful();
    const early = await run('payouts', 'doubtful');
    expect(early.out).toContain(`${kase.id}  KES 2,350 of ${kase.receipt}`);
    expect(early.out).toContain('M-Pesa took the request');
    expect(early.out).toContain('next: nothing: M-Pesa is asked again by itself');
    for (const ms of [MINUTE, 4 * MINUTE, 25 * MINUTE, 90 * MINUTE, 22 * HOUR, 10 * MINUTE]) {
      desk.clock.forward(ms + SECOND);
      await desk.settle();
    }
    const late = await run('payouts', 'doubtful');
    expect(late.out).toContain('for 1 d');
    expect(late.out.replaceAll(/\s+/g, ' ')).toContain(`rudisha payouts reconcile ${kase.id} --as NAME`);
    await reconcileByTwo(kase.id, ['--not-paid', '--evidence', 'looked in the portal: no reversal']);
    expect((await run('payouts', 'doubtful')).talk).toBe('no attempt is in doubt\n');
    expect(moneyOut(desk, kase.receipt)).toBe(0);
  });

  async function reconcileByTwo(id: string, finding: readonly string[]): Promise<void> {
    const first = await run('payouts', 'reconcile', id, '--as', 'achieng', ...finding);
    expect(first.out).toContain('a second, different person must say the same');
    const again = await run('payouts', 'reconcile', id, '--as', 'ACHIENG', ...finding);
    expect(again.out).toContain('a second, different person must say the same');
    const seen = JSON.parse((await run('payouts', 'doubtful', '--json')).out) as readonly AttemptSeen[];
    expect(seen.map((attempt) => attempt.id)).toContain(id);
    const second = await run('payouts', 'reconcile', id, '--as', 'otieno', ...finding);
    expect(second.out).toContain('settled');
  }

  it('reconcile: too early for "not paid" and a second answer to a settled attempt are conflicts', async () => {
    const kase = await doubtful();
    const finding = ['--not-paid', '--evidence', 'nothing in the portal'];
    const early = await run('payouts', 'reconcile', kase.id, '--as', 'achieng', ...finding);
    expect(early).toMatchObject({ code: EXIT_CODES.conflict, out: '' });
    expect(early.talk).toContain('too early');
    await reconcileByTwo(kase.id, ['--paid', 'UKT9PPP2QP']);
    expect((await story(kase.caseId)).attempts).toMatchObject([{ verdict: 'paid' }]);
    const late = await run('payouts', 'reconcile', kase.id, '--as', 'amina', '--paid', 'UKT9PPP2QP');
    expect(late.code).toBe(EXIT_CODES.conflict);
    expect(requestsFor(desk, kase.receipt)).toBe(1);
  });

  it('reconcile: wants exactly one finding, with evidence for "not paid"', async () => {
    const wrong: readonly (readonly string[])[] = [
      [],
      ['--paid', 'UKT9PPP2QP', '--not-paid', '--evidence', 'x'],
      ['--paid', 'UKT9PPP2QP', '--not-paid'],
      ['--not-paid'],
      ['--paid', 'UKT9PPP2QP', '--evidence', 'x'],
      ['--paid', 'no receipt'],
    ];
    for (const finding of wrong) {
      const ran = await run('payouts', 'reconcile', 'RF-22222222/1', '--as', 'achieng', ...finding);
      expect(ran, finding.join(' ')).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
    }
    expect((await run('payouts', 'reconcile', 'RF-1', '--as', 'a')).code).toBe(EXIT_CODES.bad_input);
    expect((await run('payouts', 'show', 'nonsense')).code).toBe(EXIT_CODES.bad_input);
  });

  it('refunds record: two people who say the same, and then it counts as given back', async () => {
    const kase = await approved(desk);
    const record = (as: string, amount: string): Promise<Ran> =>
      run(
        'refunds',
        'record',
        kase.receipt,
        '--amount',
        amount,
        '--provider-receipt',
        'UKT9QQQ2QP',
        '--as',
        as,
      );
    expect((await record('achieng', '2,350')).out).toContain('a second person must say the same');
    expect((await record('otieno', '2349')).out).toContain('a second person must say the same');
    expect((await record('otieno', '2350.00')).out).toContain('counts as given back');
    expect((await record('amina', '2350')).code).toBe(EXIT_CODES.conflict);
    desk.simulator.setFaults([]);
    await desk.settle();
    expect(moneyOut(desk, kase.receipt)).toBe(0);
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'closed', outcome: 'refunded_outside' });
  });
});

describe('brakes', () => {
  let desk: TestDesk;
  beforeEach(async () => {
    desk = await openTestDesk();
  });
  afterEach(() => desk.close());
  const run = (...argv: readonly string[]): Promise<Ran> => rudisha(desk, ['brakes', ...argv]);

  it('stop holds approved refunds back; start sends them at once, without waiting for their pause', async () => {
    expect((await run('stop', ...JUSTIFIED)).code).toBe(0);
    const kase = await approved(desk);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    const { out } = await run('status');
    expect(out).toContain('ON: nothing goes out');
    expect(out).toMatch(/stop by achieng: drill/);
    const { reference } = await payoutOf(desk, kase.caseId);
    const shown = await rudisha(desk, ['payouts', 'show', reference]);
    expect(shown.out).toContain('kill switch on');
    expect((await run('start', ...JUSTIFIED)).out).toContain('1 approved case goes on');
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('start --lane reopens a stopped lane, and says so when it is open', async () => {
    expect((await run('start', '--lane', ...JUSTIFIED)).code).toBe(EXIT_CODES.conflict);
    const kase = await approved(desk);
    desk.simulator.setFaults([{ faults: ['result:1'], times: 1 }]);
    await desk.settle();
    expect((await run('status')).out).toContain('STOPPED: float code 1');
    expect((await run('start', ...JUSTIFIED)).code).toBe(0);
    expect((await run('status')).out).toContain('STOPPED: float code 1');
    expect((await run('start', '--lane', ...JUSTIFIED)).code).toBe(0);
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({
      payouts_live: true,
      lane_stop: null,
      history: [{ what: 'start' }, { what: 'start_lane', by: 'achieng', because: 'drill' }],
    });
    desk.clock.forward(MINUTE + SECOND);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('accept-clock lets money out again after a clock ran ahead once, and is refused when none did', async () => {
    expect((await run('accept-clock', ...JUSTIFIED)).code).toBe(EXIT_CODES.conflict);
    const kase = await approved(desk);
    desk.clock.forward(2 * DAY);
    await rudisha(desk, ['cases', 'open', 'Nimelipa', '--as', 'wanjiru']);
    desk.clock.forward(-2 * DAY);
    await desk.settle();
    expect(requestsFor(desk, kase.receipt)).toBe(0);
    expect((await run('status')).out).toContain('BEHIND the newest event by 1 d');
    expect((await run('accept-clock', ...JUSTIFIED)).code).toBe(0);
    expect((await run('status')).out).toMatch(/clock +fine/);
    await desk.settle();
    await expectRefunded(desk, kase);
  });

  it('want a name and a reason for every touch', async () => {
    for (const argv of [['stop'], ['start'], ['accept-clock'], ['stop', '--as', 'achieng']]) {
      expect((await run(...argv)).code, argv.join(' ')).toBe(EXIT_CODES.bad_input);
    }
    expect((await run('stop', '--as', 'achieng', '--because', ' ')).code).toBe(EXIT_CODES.bad_input);
    expect((await run('stop', '--as', '; rm', '--because', 'x')).code).toBe(EXIT_CODES.bad_input);
    expect((await run('status')).out).toContain('payouts are live');
  });
});
