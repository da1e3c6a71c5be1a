/** What outlives the process, what the control paths do, and in how many shapes the same truth comes. */
import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cents } from '../../src/core/money.ts';
import { startSimulator } from '../../src/mpesa/simulator/simulator.ts';
import type { RunningSimulator, SimulatorOptions } from '../../src/mpesa/simulator/options.ts';
import {
  PAYMENT,
  ask,
  itemsOf,
  listenFor,
  newBooksPath,
  optionsWith,
  seal,
  simulatorWith,
  stop,
  tokenOf,
  urlsOf,
} from './simulator-kit.ts';

describe('a restart', () => {
  it('keeps the books, the certificate, the tokens and the fault script', async () => {
    const booksPath = newBooksPath();
    const faults = [{ times: 1, faults: ['http_500'] }];
    const first = await simulatorWith({ booksPath, faults });
    const authorization = `Bearer ${await tokenOf(first)}`;
    const SecurityCredential = seal(first);
    expect((await ask(first, 'reversal', {}, { authorization })).http).toBe(500);
    await stop(first);
    const ear = await listenFor();
    // The same script again is no new one: its one time is used up.
    const second = await simulatorWith({ booksPath, faults });
    const answer = await ask(second, 'reversal', { ...urlsOf(ear), SecurityCredential }, { authorization });
    expect(answer.http).toBe(200);
    expect((await ear.nth(1)).body.Result.ResultCode).toBe(0);
    expect(second.books().requests.filter(({ operation }) => operation === 'reversal')).toHaveLength(2);
    await stop(second);
    const third = await simulatorWith({ booksPath, utilityBalanceCents: cents(1) });
    // Without a script the books' own stands; another one replaces it.
    expect((await ask(third, 'reversal')).http).toBe(200);
    third.setFaults([{ faults: ['html'] }]);
    await stop(third);
    const fourth = await simulatorWith({ booksPath });
    expect((await ask(fourth, 'reversal')).http).toBe(503);
    expect(fourth.books()).toMatchObject({
      utilityBalanceCents: 999_550_000,
      moneyOutCentsByReceipt: { [PAYMENT.receipt]: 450_000 },
      payments: [{ status: 'Reversed' }],
    });
  });

  it('carries out and calls back what was pending', async () => {
    let due = 0;
    const booksPath = newBooksPath();
    const ear = await listenFor();
    const faults = [
      { request: 1, faults: ['delay_processing_ms:1000'] },
      { request: 2, faults: ['delay_callback_ms:1000'] },
    ];
    const first = await simulatorWith({ booksPath, faults, dueNow: () => due });
    first.addPayments([{ ...PAYMENT, receipt: 'UKT0000AAA' }]);
    await ask(first, 'reversal', urlsOf(ear, 'a-1'));
    await ask(first, 'reversal', { ...urlsOf(ear, 'a-2'), TransactionID: 'UKT0000AAA' });
    await first.tick();
    expect(first.books().moneyOutCentsByReceipt).toEqual({ UKT0000AAA: 450_000 });
    await stop(first);
    due = 1_000;
    const second = await simulatorWith({ booksPath, faults, dueNow: () => due });
    await ear.nth(2);
    expect(ear.heard.map(({ path }) => path).toSorted()).toEqual(['/result/a-1', '/result/a-2']);
    expect(second.books().moneyOutCentsByReceipt).toEqual({
      UKT0000AAA: 450_000,
      [PAYMENT.receipt]: 450_000,
    });
  });

  it('tells again what a client heard and had not answered when the simulator stopped', async () => {
    const booksPath = newBooksPath();
    const ear = await listenFor((n) => (n === 1 ? 0 : 200));
    const first = await simulatorWith({ booksPath });
    await ask(first, 'reversal', urlsOf(ear));
    await ear.nth(1);
    await stop(first);
    const second = await simulatorWith({ booksPath });
    expect((await ear.nth(2)).text).toBe(ear.heard[0]?.text);
    await expect.poll(() => second.books().callbacks.map(({ state }) => state)).toEqual(['delivered']);
  });

  it('keeps the private key to its owner', async () => {
    const keyPath = `${newBooksPath()}.pem`;
    const simulator = await simulatorWith({ keyPath });
    expect(statSync(keyPath).mode & 0o777).toBe(0o600);
    expect(readFileSync(simulator.certificatePath, 'utf8')).toContain('BEGIN CERTIFICATE');
  });

  it('is refused books that are none', async () => {
    const booksPath = newBooksPath();
    writeFileSync(booksPath, 'not a database, and long enough to look like one '.repeat(40));
    await expect(startSimulator(optionsWith({ booksPath }))).rejects.toMatchObject({
      code: 'database_unreadable',
    });
  });

  it('on a port in use is a problem in one line, and delivers nothing of its books', async () => {
    const ear = await listenFor();
    const booksPath = newBooksPath();
    const first = await simulatorWith({ booksPath, dueNow: () => 0, callbackDelayMs: 1_000 });
    await ask(first, 'reversal', urlsOf(ear));
    await first.tick();
    const again = startSimulator(optionsWith({ booksPath, port: first.port, dueNow: () => 5_000 }));
    await expect(again).rejects.toMatchObject({
      code: 'port_in_use',
      message: `port ${first.port} of 127.0.0.1 is already in use; stop what listens there or choose another port`,
    });
    expect(first.books().callbacks[0]).toMatchObject({ state: 'pending', attempts: 0 });
  });
});

/** A process of its own that dies by SIGKILL at one moment. */
async function startAndKill(
  options: SimulatorOptions,
  dieAt: string,
): Promise<{ url: string; died: Promise<unknown> }> {
  const script = `${newBooksPath()}.mjs`;
  const simulator = pathToFileURL(
    fileURLToPath(new URL('../../src/mpesa/simulator/simulator.ts', import.meta.url)),
  );
  const moment = `(name) => { if (name === ${JSON.stringify(dieAt)}) process.kill(process.pid, 'SIGKILL'); }`;
  const rest = JSON.stringify(options);
  writeFileSync(
    script,
    `import { startSimulator } from ${JSON.stringify(simulator.href)};
     const running = await startSimulator({ ...${rest}, moment: ${moment} });
     running.addPayments([${JSON.stringify(PAYMENT)}]);
     console.log(running.url);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const died = new Promise((resolve) => {
    child.on('exit', (_code, signal) => {
      resolve(signal);
    });
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      resolve(chunk.toString().trim());
    });
  });
  return { url, died };
}

describe('a simulator killed', () => {
  it.each([
    ['reversal:request-received', { received: 1, accepted: 0, moneyOutCents: 0 }, 0],
    ['reversal:accepted', { received: 1, accepted: 1, moneyOutCents: 450_000 }, 1],
    ['reversal:before-reply', { received: 1, accepted: 1, moneyOutCents: 450_000 }, 1],
    ['reversal:before-callback', { received: 1, accepted: 1, moneyOutCents: 450_000 }, 1],
    ['reversal:after-callback', { received: 1, accepted: 1, moneyOutCents: 450_000 }, 2],
  ])('at %s has counted the request and finishes what it accepted', async (moment, counted, callbacks) => {
    const ear = await listenFor();
    const options = optionsWith();
    const { url, died } = await startAndKill(options, moment);
    const answer = ask(
      { url, certificatePath: `${options.booksPath}.cer.pem` } as RunningSimulator,
      'reversal',
      urlsOf(ear),
    ).catch(() => 'no answer');
    expect(await died).toBe('SIGKILL');
    await answer;
    const restarted = await simulatorWith(options);
    // A callback is due some milliseconds after the money moved: ticked until it came.
    await expect.poll(async () => restarted.tick().then(() => ear.heard.length)).toBe(callbacks);
    expect(restarted.books().requestsByPath).toEqual([
      { operation: 'reversal', resultPath: '/result/a-1', ...counted },
    ]);
    expect(ear.heard).toHaveLength(callbacks);
    expect(new Set(ear.heard.map(({ text }) => text)).size).toBe(Math.min(1, callbacks));
  });
});

describe('the moments', () => {
  it('name the operation and come in the order in which things happen', async () => {
    const moments: string[] = [];
    const ear = await listenFor();
    const simulator = await simulatorWith({ moment: (name) => moments.push(name) });
    await ask(simulator, 'b2c', urlsOf(ear));
    await expect.poll(() => simulator.books().callbacks[0]?.state).toBe('delivered');
    expect(moments).toEqual([
      'token:request-received',
      'token:before-reply',
      'b2c:request-received',
      'b2c:accepted',
      'b2c:before-reply',
      'b2c:before-callback',
      'b2c:after-callback',
    ]);
  });
});

describe('the control paths', () => {
  const send = async (
    simulator: RunningSimulator,
    path: string,
    body?: unknown,
    contentType = 'application/json',
  ) => {
    const response = await fetch(
      `${simulator.url}/simulator/${path}`,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': contentType }, body: JSON.stringify(body) },
    );
    return { http: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('seed payments, give back outside, script faults and show the books', async () => {
    const simulator = await simulatorWith();
    const payment = { ...PAYMENT, receipt: 'UKT0000AAA' };
    expect(await send(simulator, 'health')).toEqual({ http: 200, body: { status: 'ok' } });
    expect(await send(simulator, 'payments', [payment])).toEqual({ http: 200, body: { payments: 1 } });
    expect((await send(simulator, 'reverse-outside', { receipt: 'UKT0000AAA' })).body['receipt']).toMatch(
      /^UKU/,
    );
    expect((await send(simulator, 'faults', [{ faults: ['http_500'] }])).http).toBe(200);
    expect((await ask(simulator, 'reversal')).http).toBe(500);
    expect((await send(simulator, 'unlock', {})).http).toBe(200);
    expect((await send(simulator, 'tick', {})).http).toBe(200);
    const { body } = await send(simulator, 'books');
    expect(body).toEqual(JSON.parse(JSON.stringify(simulator.books())));
    expect(body['payments']).toContainEqual(
      expect.objectContaining({ receipt: 'UKT0000AAA', status: 'Reversed', reversedOutside: true }),
    );
  });

  it.each([
    ['payments', [{ ...PAYMENT, receipt: 'short' }], 400],
    ['payments', [{ ...PAYMENT, receipt: 'UKT0000AAA', amountCents: 0 }], 400],
    ['payments', [{ ...PAYMENT, receipt: 'UKT0000AAA', amountCents: 1.5 }], 400],
    ['payments', [{ ...PAYMENT, receipt: 'UKT0000AAA', msisdn: '0700000391' }], 400],
    ['payments', [{ ...PAYMENT, amountCents: 1 }], 409],
    ['payments', { payments: [] }, 400],
    ['reverse-outside', { receipt: 'UKT0000BBB' }, 404],
    ['faults', [{ faults: ['nonsense'] }], 400],
    ['nothing', {}, 404],
  ])('%s refuses %j with HTTP %i', async (path, body, http) => {
    const simulator = await simulatorWith();
    const answer = await send(simulator, path, body);
    expect(answer.http).toBe(http);
    expect(answer.body['error']).toEqual(expect.any(String));
    expect(simulator.books().payments).toHaveLength(1);
  });

  it('refuse a second reversal outside', async () => {
    const simulator = await simulatorWith();
    simulator.reverseOutside(PAYMENT.receipt);
    expect((await send(simulator, 'reverse-outside', { receipt: PAYMENT.receipt })).http).toBe(409);
    expect(simulator.books().moneyOut).toHaveLength(1);
  });

  it('seed all payments of a list or none', async () => {
    const simulator = await simulatorWith();
    const good = { ...PAYMENT, receipt: 'UKT0000AAA' };
    expect((await send(simulator, 'payments', [good, { ...PAYMENT, amountCents: 1 }])).http).toBe(409);
    expect(simulator.books().payments).toHaveLength(1);
  });

  it('take no form that a web page could send', async () => {
    const simulator = await simulatorWith();
    expect((await send(simulator, 'faults', [{ faults: ['hang'] }], 'text/plain')).http).toBe(400);
  });

  it('are not there for another host name', async () => {
    const simulator = await simulatorWith();
    const { request } = await import('node:http');
    const http = await new Promise((resolve) => {
      request(`${simulator.url}/simulator/books`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(http).toBe(403);
  });
});

describe('the shapes of a body', () => {
  it('vary by request and not in meaning', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ variants: 7 });
    const shapes = new Set<string>();
    for (let n = 1; n <= 60; n += 1) {
      await ask(simulator, 'status', urlsOf(ear));
      const heard = await ear.nth(n);
      const { ResultCode, ResultType, ReferenceData } = heard.body.Result;
      const items = itemsOf(heard);
      expect([Number(ResultCode), Number(ResultType), Number(items['Amount'])]).toEqual([0, 0, 4500]);
      expect(String(items['TransactionStatus']).toLowerCase()).toBe('completed');
      // Also where both parties are called debit party, the payer is the first.
      expect(/"DebitPartyName","Value":"([^ ]+)/.exec(heard.text)?.[1]).toBe(PAYMENT.msisdn);
      const amount = /"Key":"Amount","Value":([^}]+)/.exec(heard.text)?.[1];
      for (const shape of [
        `code ${typeof ResultCode}`,
        `type ${typeof ResultType}`,
        `reference ${Array.isArray(ReferenceData.ReferenceItem) ? 'list' : 'object'}`,
        `amount ${amount}`,
        `word ${String(items['TransactionStatus'])}`,
        `debit parties ${heard.text.split('"DebitPartyName"').length - 1}`,
      ]) {
        shapes.add(shape);
      }
    }
    expect([...shapes].toSorted()).toEqual([
      'amount "4500"',
      'amount "4500.00"',
      'amount 4500',
      'amount 4500.00',
      'code number',
      'code string',
      'debit parties 1',
      'debit parties 2',
      'reference list',
      'reference object',
      'type number',
      'type string',
      'word COMPLETED',
      'word Completed',
    ]);
  });

  it('vary for failures too: a filler or what looks like a receipt, one item without a list or none', async () => {
    const ear = await listenFor();
    const simulator = await simulatorWith({ variants: 7, faults: [{ faults: ['result:17'] }] });
    const shapes = new Set<string>();
    for (let n = 1; n <= 30; n += 1) {
      await ask(simulator, 'reversal', urlsOf(ear));
      const { TransactionID, ResultParameters } = (await ear.nth(n)).body.Result;
      shapes.add(TransactionID.endsWith('0000000') ? 'filler' : 'looks real');
      shapes.add(JSON.stringify(ResultParameters ?? 'no items'));
    }
    expect([...shapes].toSorted()).toEqual([
      '"no items"',
      'filler',
      'looks real',
      '{"ResultParameter":{"Key":"ActionType"}}',
    ]);
  });

  it('are the same again for the same seed and number', async () => {
    const ear = await listenFor();
    const texts: string[] = [];
    for (const n of [1, 2]) {
      const simulator = await simulatorWith({ variants: 3 });
      await ask(simulator, 'status', urlsOf(ear));
      texts.push((await ear.nth(n)).text.replaceAll(/"(AG_|[0-9a-f]{4}-)[^"]+"/g, '"id"'));
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it('never repeat a receipt or an id between two simulators', async () => {
    const ear = await listenFor();
    for (let n = 0; n < 2; n += 1) await ask(await simulatorWith(), 'reversal', urlsOf(ear));
    const [first, second] = [(await ear.nth(1)).body.Result, (await ear.nth(2)).body.Result];
    expect(first.TransactionID).not.toBe(second.TransactionID);
    expect(first.ConversationID).not.toBe(second.ConversationID);
  });
});
