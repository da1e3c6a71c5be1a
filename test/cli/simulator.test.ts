import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/program.ts';
import { listFaults } from '../../src/mpesa/simulator/fault-list.ts';
import type { BooksReport } from '../../src/mpesa/simulator/books-report.ts';
import { contextOf } from './run.ts';

// Goal: a person finds every fault by name and can try it by hand. Method: real command lines; a simulator that runs
// until it is told to stop, asked over HTTP.

const folder = mkdtempSync(join(tmpdir(), 'simulator-cli-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ENVIRONMENT = {
  RUDISHA_DB: join(folder, 'rudisha.db'),
  DARAJA_CERTIFICATE: join(folder, 'certificate.pem'),
};

function contextFor(signal: AbortSignal) {
  const desk = { config: { RUDISHA_DB: ENVIRONMENT.RUDISHA_DB }, clock: undefined } as never;
  const { context, said } = contextOf(desk, { environment: ENVIRONMENT });
  return { context: { ...context, signal, wrapping: {} }, said };
}

async function run(...argv: string[]): Promise<{ readonly code: number; readonly out: string }> {
  const { context, said } = contextFor(new AbortController().signal);
  const code = await runCli(argv, context);
  return { code, out: said().out };
}

describe('simulator faults', () => {
  it('prints one line for each fault: name, section, meaning', async () => {
    const { code, out } = await run('simulator', 'faults');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(listFaults().length);
    expect(lines).toContainEqual(
      expect.stringMatching(/^spike_arrest_after_accept:SHAPE +§7 +taken and carried out, but: /),
    );
    for (const line of lines) expect(line).toMatch(/^[a-z0-9_]+(:[A-Z]+)? {1,42}§\d+(\.\d)? +\S/);
  });

  it('prints the same as JSON, and the amounts by hand', async () => {
    expect(JSON.parse((await run('simulator', 'faults', '--json')).out)).toEqual(listFaults());
    expect((await run('simulator', 'faults', '--amounts')).out).toMatch(/^…901 {2}cut_after_accept\n/);
    const rules = JSON.parse((await run('simulator', 'faults', '--amounts', '--json')).out) as unknown[];
    expect(rules).toContainEqual({ amountEnding: '934', faults: ['late_callback:2d'] });
  });
});

describe('simulator', () => {
  it('meets amounts by hand with their faults; rules of a file win; the float is what was said', async () => {
    const script = join(folder, 'faults.json');
    writeFileSync(script, JSON.stringify([{ receipt: 'UKT4H7Q2ZX', faults: ['refuse:403.002.1001'] }]));
    const stop = new AbortController();
    const { context, said } = contextFor(stop.signal);
    const argv = ['simulator', '--port', '0', '--by-hand', '--faults', script, '--float', '2500', '--quiet'];
    const ended = runCli([...argv, '--parties', 'masked'], context);
    await expect.poll(() => said().out).toContain('simulator ready at ');
    const url = /ready at (\S+),/.exec(said().out)?.[1] ?? '';
    const books = (await (await fetch(`${url}/simulator/books`)).json()) as BooksReport;
    expect(books.utilityBalanceCents).toBe(250_000);
    const pay = async (Amount: number, TransactionID?: string): Promise<number> => {
      const answer = await fetch(`${url}/mpesa/reversal/v1/request`, {
        method: 'POST',
        body: JSON.stringify({ Amount, TransactionID }),
      });
      return answer.status;
    };
    expect([await pay(1_921), await pay(1_926), await pay(1_000)]).toEqual([400, 500, 404]);
    expect(await pay(1_926, 'UKT4H7Q2ZX')).toBe(500);
    expect(await pay(1_000, 'UKT4H7Q2ZX')).toBe(403);
    stop.abort();
    expect(await ended).toBe(0);
  });

  it.each([
    [['--parties', 'upside-down'], 'form: one of full, masked, hashed, missing'],
    [['--faults', join(folder, 'nowhere.json')], 'cannot read fault rules'],
  ])('refuses %j', async (argv, words) => {
    const { context, said } = contextFor(AbortSignal.abort());
    expect(await runCli(['simulator', ...argv], context)).toBe(2);
    expect(said().talk).toContain(words);
  });

  it('says in its help how a script looks and what a running one can be asked', async () => {
    const { out } = await run('simulator', '--help');
    for (const words of ['amountEnding', '/simulator/advance', '--without-dedupe', 'faults']) {
      expect(out).toContain(words);
    }
  });
});
