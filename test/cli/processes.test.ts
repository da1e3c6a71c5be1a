import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import { complain, expectRefunded, payoutOf, requestsFor, seed } from '../support/journey.ts';
import type { Ran } from './run.ts';

// Goal: what only real processes show: two approvals at once, standard streams, exit codes, no prompt, no stack trace.
// Method: the program itself, started as people start it, on the database of a desk that pays in this process.

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk({ now: Date.now() });
});
afterAll(() => desk.close());

function start(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...argv], {
    env: { PATH: process.env['PATH'], RUDISHA_DB: desk.config.RUDISHA_DB, MODEL: 'rules', ...environment },
  });
  child.stdin.end(input);
  const said = { out: '', talk: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.talk += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ ...said, code: code ?? -1 });
    });
  });
}

describe('the program as a process', () => {
  it(
    'lets one of two approvals at once through, and the money goes out once',
    { timeout: 60_000 },
    async () => {
      const customer = await seed(desk);
      const caseId = await complain(desk, customer);
      const { key } = await payoutOf(desk, caseId);
      const approve = (as: string): Promise<Ran> =>
        start(['approvals', 'approve', caseId, '--as', as, '--key', key.slice(0, 12)]);
      const both = await Promise.all([approve('achieng'), approve('otieno')]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, EXIT_CODES.wrong_status]);
      await desk.settle();
      await expectRefunded(desk, { ...customer, caseId });
      expect(requestsFor(desk, customer.receipt)).toBe(1);
    },
  );

  it(
    'does not wait for an answer that nobody can give, and leaves no stack trace',
    { timeout: 60_000 },
    async () => {
      const caseId = await complain(desk, await seed(desk));
      const ran = await start(['approvals', 'approve', caseId, '--as', 'achieng']);
      expect(ran).toMatchObject({ code: EXIT_CODES.bad_input, out: '' });
      expect(ran.talk).toMatch(/^rudisha: --key is missing[^\n]*\n$/);
      const missing = await start(['approvals', 'list'], { RUDISHA_DB: '/nowhere/rudisha.db' });
      expect(missing).toMatchObject({ code: EXIT_CODES.not_found, out: '' });
      expect(missing.talk).toMatch(/^rudisha: there is no database[^\n]*\n$/);
    },
  );

  it(
    'reads a message from standard input, and shows hostile bytes escaped',
    { timeout: 60_000 },
    async () => {
      const opened = await start(
        ['cases', 'open', '-', '--as', 'wanjiru', '--json'],
        {},
        'Nimelipa \u001B]0;owned\u0007 order 1',
      );
      const { case_id: caseId } = JSON.parse(opened.out) as { case_id: string };
      const { out, code } = await start(['cases', 'show', caseId]);
      expect(code).toBe(0);
      expect(out).toContain('Nimelipa \\u{1b}]0;owned\\u{7} order 1');
      expect(out).not.toContain('\u001B');
    },
  );
});
