import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { approved, complain, payoutOf, seed, somebody } from '../support/journey.ts';
import { rudisha } from './run.ts';

// Goal: scripts can rely on the command line: JSON alone on standard output, talk on standard error, named exit codes.

describe('what commands print', () => {
  let desk: TestDesk;
  let caseId: string;
  let reference: string;

  beforeAll(async () => {
    desk = await openTestDesk();
    const paid = await approved(desk);
    await desk.settle();
    reference = (await payoutOf(desk, paid.caseId)).reference;
    await complain(desk, somebody(desk), 'Nimelipa order kwa M-Pesa lakini bado unpaid');
    await complain(desk, somebody(desk));
    caseId = await complain(desk, await seed(desk));
  });
  afterAll(() => desk.close());

  const looks = (): readonly (readonly string[])[] => [
    ['cases', 'list'],
    ['cases', 'list', '--open'],
    ['cases', 'list', '--status', 'closed'],
    ['cases', 'show', caseId],
    ['approvals', 'list'],
    ['approvals', 'show', caseId],
    ['payouts', 'list'],
    ['payouts', 'list', '--state', 'not_paid'],
    ['payouts', 'show', reference],
    ['payouts', 'doubtful'],
    ['escalations', 'list'],
    ['escalations', 'list', '--all'],
    ['brakes', 'status'],
  ];

  it('is one JSON document and no talk with --json, also when there is nothing', async () => {
    for (const argv of looks()) {
      const ran = await rudisha(desk, [...argv, '--json']);
      expect(ran.code, argv.join(' ')).toBe(0);
      expect(ran.talk, argv.join(' ')).toBe('');
      expect(() => JSON.parse(ran.out) as unknown, argv.join(' ')).not.toThrow();
      expect(ran.out).not.toContain('undefined');
    }
  });

  it('lists cases newest first, all of them, the open ones or those of one status', async () => {
    const listed = async (...options: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
      JSON.parse((await rudisha(desk, ['cases', 'list', ...options, '--json'])).out) as readonly Record<
        string,
        unknown
      >[];
    const all = await listed();
    expect(all).toHaveLength(4);
    const opened = all.map((row) => row['opened_at']);
    expect(opened).toEqual([...opened].sort().reverse());
    expect(await listed('--open')).toEqual(all.filter((row) => row['status'] !== 'closed'));
    for (const status of ['closed', 'waiting_for_customer', 'waiting_for_approval']) {
      const some = all.filter((row) => row['status'] === status);
      expect(some.length, status).toBeGreaterThan(0);
      expect(await listed('--status', status)).toEqual(some);
      expect(await listed('--status', status, '--open')).toEqual(status === 'closed' ? [] : some);
    }
    expect(await listed('--limit', '2')).toEqual(all.slice(0, 2));
  });

  it('says "nothing" as talk, so that an empty list is empty in a pipe', async () => {
    for (const argv of [
      ['payouts', 'doubtful'],
      ['payouts', 'list', '--state', 'not_paid'],
    ]) {
      const ran = await rudisha(desk, argv);
      expect(ran.out).toBe('');
      expect(ran.talk).not.toBe('');
    }
  });

  it('takes a limit for every list, from 1 to 10,000', async () => {
    for (const argv of looks().filter(([, what]) => what === 'list' || what === 'doubtful')) {
      const { out } = await rudisha(desk, [...argv, '--limit', '1', '--json']);
      expect((JSON.parse(out) as unknown[]).length, argv.join(' ')).toBeLessThanOrEqual(1);
      for (const limit of ['0', '-1', '1.5', 'many', '10001']) {
        const ran = await rudisha(desk, [...argv, '--limit', limit]);
        expect(ran, limit).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
      }
    }
  });

  it('lists what waits for approval with the longest wait first', async () => {
    desk.clock.forward(1_000);
    const later = await complain(desk, await seed(desk));
    const { out } = await rudisha(desk, ['approvals', 'list', '--json']);
    expect((JSON.parse(out) as { case_id: string }[]).map((row) => row.case_id)).toEqual([caseId, later]);
    const { out: one } = await rudisha(desk, ['approvals', 'list', '--json', '--limit', '1']);
    expect(JSON.parse(one)).toMatchObject([{ case_id: caseId }]);
  });

  it('says what is wrong in one line for unknown commands, options and missing names', async () => {
    const wrong: readonly (readonly string[])[] = [
      ['approvals', 'approve', caseId],
      ['approvals', 'approve', caseId, '--as', '1'],
      ['approvals', 'reject', caseId, '--as', 'achieng'],
      ['cases', 'list', '--status', 'lost'],
      ['payouts', 'list', '--state', 'lost'],
      ['escalations', 'list', '--reason', 'lost'],
      ['nonsense'],
      ['cases', 'show', caseId, '--nonsense'],
      ['refunds', 'record', 'x', '--amount', '1', '--provider-receipt', 'UKT9QQQ2QP', '--as', 'achieng'],
      [
        'refunds',
        'record',
        'UKT4X7M2QP',
        '--amount',
        '-1',
        '--provider-receipt',
        'UKT9QQQ2QP',
        '--as',
        'achieng',
      ],
    ];
    for (const argv of wrong) {
      const ran = await rudisha(desk, argv);
      expect(ran, argv.join(' ')).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
      expect(ran.talk).not.toMatch(/\n\s+at /);
      expect(ran.talk).not.toBe('');
    }
  });

  it('shows the history of a case as intact, and the model and the messages with it', async () => {
    const { out } = await rudisha(desk, ['cases', 'show', caseId, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      id: caseId,
      status: 'waiting_for_approval',
      history_intact: true,
      messages_in: [{ channel: 'test' }],
      said: { complaint: 'yes' },
      decision: { route: 'refund', row: 'D13' },
    });
  });
});
