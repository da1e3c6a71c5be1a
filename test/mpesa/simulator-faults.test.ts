/** Every scripted fault, judged by what the client sees and by the simulator's own books. */
import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/mpesa/simulator/faults.ts';
import { parseFaultRules } from '../../src/mpesa/simulator/faults.ts';
import type { RunningSimulator } from '../../src/mpesa/simulator/options.ts';
import {
  PATHS,
  PAYMENT,
  ask,
  askToken,
  itemsOf,
  listenFor,
  simulatorWith,
  tokenOf,
  urlsOf,
} from './simulator-kit.ts';

const scripted = (...faults: string[]): Promise<RunningSimulator> => simulatorWith({ faults: [{ faults }] });
const moneyOut = (simulator: RunningSimulator): unknown =>
  simulator.books().moneyOutCentsByReceipt[PAYMENT.receipt];

/** The first request for a payout in the books. */
const firstOf = (simulator: RunningSimulator) =>
  simulator.books().requests.find(({ operation }) => operation === 'reversal');

describe('before the request is accepted', () => {
  it.each([
    ['html', 503, 'answered with HTML 503'],
    ['html_200', 200, 'answered with HTML 200'],
    ['http_500', 500, 'refused 500.003.1001'],
    ['refuse:500.003.02', 500, 'refused 500.003.02'],
    ['refuse:403.002.1001', 403, 'refused 403.002.1001'],
    ['refuse:499.123', 499, 'refused 499.123'],
    ['refuse_200:400.002.02', 200, 'refused 400.002.02'],
    ['response_code:17', 200, 'refused with response code 17'],
    ['token_invalid', 404, 'refused 404.001.03'],
  ])('%s answers with HTTP %i and moves nothing', async (fault, http, outcome) => {
    const simulator = await scripted(fault);
    const answer = await ask(simulator, 'reversal');
    await simulator.tick();
    expect(answer.http).toBe(http);
    expect(firstOf(simulator)).toMatchObject({ accepted: false, outcome });
    expect(answer.body === null).toBe(fault.startsWith('html'));
    expect(moneyOut(simulator)).toBeUndefined();
    expect(simulator.books().callbacks).toEqual([]);
  });

  it('cut_before_accept breaks the connection; the request is counted all the same', async () => {
    const simulator = await scripted('cut_before_accept');
    await expect(ask(simulator, 'reversal')).rejects.toThrow('fetch failed');
    expect(firstOf(simulator)).toMatchObject({ accepted: false, outcome: 'cut' });
  });

  it('hang_before_accept never answers', async () => {
    const simulator = await scripted('hang_before_accept');
    await expect(hungUp(simulator)).resolves.toBe('aborted by the client');
    expect(firstOf(simulator)).toMatchObject({ accepted: false });
  });

  it('redirect makes a client that follows it post twice, and both are counted', async () => {
    const simulator = await scripted('redirect');
    expect((await ask(simulator, 'reversal')).http).toBe(307);
    expect(simulator.books().requestsByPath[0]).toMatchObject({ received: 1, accepted: 0 });
    const authorization = `Bearer ${await tokenOf(simulator)}`;
    const ear = await listenFor();
    const body = JSON.parse(simulator.books().requests[1]!.body) as Record<string, unknown>;
    await fetch(simulator.url + PATHS.reversal, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, SecurityCredential: 'x', ...urlsOf(ear) }),
    });
    expect(simulator.books().requestsByPath[1]).toMatchObject({ received: 2, accepted: 1 });
  });
});

/** Sends a reversal and gives up once the simulator has it and has decided not to answer. */
async function hungUp(simulator: RunningSimulator): Promise<string> {
  const giveUp = new AbortController();
  const authorization = `Bearer ${await tokenOf(simulator)}`;
  const request = fetch(simulator.url + PATHS.reversal, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      Initiator: 'refunds',
      SecurityCredential: 'x',
      CommandID: 'TransactionReversal',
      TransactionID: PAYMENT.receipt,
      Amount: 4500,
      ReceiverParty: '600992',
      RecieverIdentifierType: '11',
      Remarks: 'Refund',
      ResultURL: 'http://127.0.0.1:9/result/nobody',
      QueueTimeOutURL: 'http://127.0.0.1:9/timeout/nobody',
    }),
    signal: giveUp.signal,
  }).then(
    () => 'answered',
    () => 'aborted by the client',
  );
  await expect.poll(() => firstOf(simulator)?.outcome).toContain('left without an answer');
  giveUp.abort();
  return request;
}

describe('after the request is accepted', () => {
  it('cut_after_accept breaks the connection, and the money moves and the callback comes', async () => {
    const ear = await listenFor();
    const simulator = await scripted('cut_after_accept');
    await expect(ask(simulator, 'reversal', urlsOf(ear))).rejects.toThrow('fetch failed');
    expect((await ear.nth(1)).body.Result.ResultCode).toBe(0);
    expect(firstOf(simulator)).toMatchObject({ accepted: true, outcome: 'accepted, cut' });
    expect(moneyOut(simulator)).toBe(450_000);
  });

  it.each([
    ['http_500_after_accept', 500],
    ['html_after_accept', 503],
  ])('%s answers with HTTP %i although the money moves', async (fault, http) => {
    const ear = await listenFor();
    const simulator = await scripted(fault);
    expect((await ask(simulator, 'reversal', urlsOf(ear))).http).toBe(http);
    await ear.nth(1);
    expect(moneyOut(simulator)).toBe(450_000);
  });

  it('hang never answers, and the request is accepted', async () => {
    const simulator = await scripted('hang');
    await expect(hungUp(simulator)).resolves.toBe('aborted by the client');
    expect(firstOf(simulator)).toMatchObject({ accepted: true });
  });

  it('callback_before_answer has the result heard before the acknowledgement is there', async () => {
    const order: string[] = [];
    const ear = await listenFor(() => (order.push('callback'), 200));
    const simulator = await scripted('callback_before_answer');
    await ask(simulator, 'reversal', urlsOf(ear)).then(() => order.push('answer'));
    expect(order).toEqual(['callback', 'answer']);
    expect(ear.heard).toHaveLength(1);
  });

  it('lose_callback pays and tells nobody', async () => {
    const simulator = await scripted('lose_callback');
    await ask(simulator, 'reversal');
    await simulator.tick();
    expect(moneyOut(simulator)).toBe(450_000);
    expect(simulator.books().callbacks.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['lost', 0],
    ]);
  });

  it('no_processing takes the request and does nothing, for ever', async () => {
    const simulator = await scripted('no_processing');
    expect((await ask(simulator, 'reversal')).body?.['ResponseCode']).toBe('0');
    await simulator.tick();
    expect(simulator.books()).toMatchObject({ moneyOut: [], callbacks: [] });
  });
});

describe('callbacks', () => {
  it('callback_twice says the same thing twice', async () => {
    const ear = await listenFor();
    const simulator = await scripted('callback_twice');
    await ask(simulator, 'reversal', urlsOf(ear));
    expect((await ear.nth(1)).text).toBe((await ear.nth(2)).text);
  });

  it('changed_callback_twice says another amount the second time', async () => {
    const ear = await listenFor();
    const simulator = await scripted('changed_callback_twice');
    await ask(simulator, 'reversal', urlsOf(ear));
    const amounts = [itemsOf(await ear.nth(1))['Amount'], itemsOf(await ear.nth(2))['Amount']];
    expect(amounts.toSorted()).toEqual([4500, 4501]);
  });

  it('wrong_amount, wrong_party and foreign_ids show what is not so, and pay what was asked', async () => {
    const ear = await listenFor();
    const simulator = await scripted('wrong_amount', 'wrong_party', 'foreign_ids');
    const ack = await ask(simulator, 'reversal', urlsOf(ear));
    const heard = await ear.nth(1);
    expect(itemsOf(heard)).toMatchObject({
      Amount: 4501,
      CreditPartyPublicName: '254700000000 - SIMULATED CUSTOMER',
    });
    expect(heard.body.Result.ConversationID).not.toBe(ack.body?.['ConversationID']);
    expect(moneyOut(simulator)).toBe(450_000);
  });

  it('single_parameter stands without a list', async () => {
    const ear = await listenFor();
    const simulator = await scripted('single_parameter');
    await ask(simulator, 'reversal', urlsOf(ear));
    expect((await ear.nth(1)).body.Result.ResultParameters).toEqual({
      ResultParameter: { Key: 'Amount', Value: 4500 },
    });
  });

  it('delay_callback_ms and delay_processing_ms wait by the clock', async () => {
    let due = 1_000_000;
    const ear = await listenFor();
    const simulator = await simulatorWith({
      dueNow: () => due,
      faults: [{ faults: ['delay_processing_ms:60000', 'delay_callback_ms:3600000'] }],
    });
    await ask(simulator, 'reversal', urlsOf(ear));
    due += 59_999;
    await simulator.tick();
    expect(moneyOut(simulator)).toBeUndefined();
    due += 1;
    await simulator.tick();
    expect(moneyOut(simulator)).toBe(450_000);
    due += 3_599_999;
    await simulator.tick();
    expect(ear.heard).toHaveLength(0);
    due += 1;
    await simulator.tick();
    expect(ear.heard).toHaveLength(1);
  });

  it('are given up after one try, or tried again as often as the setting says', async () => {
    for (const [callbackAttemptsMax, states] of [
      [1, ['given_up', 1]],
      [3, ['delivered', 3]],
    ] as const) {
      const ear = await listenFor((n) => (n < 3 ? 503 : 200));
      const simulator = await simulatorWith({ callbackAttemptsMax, callbackRetryMs: 0 });
      await ask(simulator, 'reversal', urlsOf(ear));
      await expect
        .poll(() => simulator.books().callbacks.map(({ state, attempts }) => [state, attempts]))
        .toEqual([states]);
    }
  });

  it('are not posted again to where a client redirects them', async () => {
    const ear = await listenFor(() => 307);
    const simulator = await simulatorWith();
    await ask(simulator, 'reversal', urlsOf(ear));
    await expect.poll(() => simulator.books().callbacks[0]?.state).toBe('given_up');
    expect(ear.heard).toHaveLength(1);
  });

  it('of a burst go out sixteen at once, and none is lost', async () => {
    let [due, underWay, most] = [0, 0, 0];
    const ear = await listenFor();
    const simulator = await simulatorWith({
      dueNow: () => due,
      processingDelayMs: 1,
      moment: (name) => {
        if (name.endsWith(':before-callback')) most = Math.max(most, (underWay += 1));
        if (name.endsWith(':after-callback')) underWay -= 1;
      },
    });
    for (let n = 0; n < 40; n += 1) await ask(simulator, 'status', urlsOf(ear, `q-${n}`));
    due = 1;
    await simulator.tick();
    expect(most).toBe(16);
    expect(new Set(simulator.books().callbacks.map(({ state }) => state))).toEqual(new Set(['delivered']));
    expect(new Set(ear.heard.map(({ path }) => path)).size).toBe(40);
    expect(ear.heard).toHaveLength(40);
  });

  it('to nobody end in given_up, not in a crash', async () => {
    const simulator = await simulatorWith();
    await ask(simulator, 'reversal');
    await expect.poll(() => simulator.books().callbacks[0]?.state).toBe('given_up');
  });
});

describe('results', () => {
  it.each(['15', '17', 'SFC_IC0003', 'TP40153'])('result:%s fails without money', async (code) => {
    const ear = await listenFor();
    const simulator = await scripted(`result:${code}`);
    await ask(simulator, 'reversal', urlsOf(ear));
    expect(String((await ear.nth(1)).body.Result.ResultCode)).toBe(code);
    expect(moneyOut(simulator)).toBeUndefined();
  });

  it('moved_but_result says failure of money that left, and a query says Reversed', async () => {
    const ear = await listenFor();
    const simulator = await scripted('moved_but_result:17');
    await ask(simulator, 'reversal', urlsOf(ear));
    expect((await ear.nth(1)).body.Result.ResultCode).toBe(17);
    expect(moneyOut(simulator)).toBe(450_000);
    await ask(simulator, 'status', urlsOf(ear, 'q-1'));
    expect(itemsOf(await ear.nth(2))['TransactionStatus']).toBe('Reversed');
  });

  it('queue_timeout gives the request back flat at the other URL, and no result, although the money moves', async () => {
    const ear = await listenFor();
    const simulator = await scripted('queue_timeout');
    await ask(simulator, 'reversal', urlsOf(ear));
    const heard = await ear.nth(1);
    expect(heard.path).toBe('/timeout/a-1');
    expect(heard.body).toMatchObject({ TransactionID: PAYMENT.receipt, Amount: '4500', ...urlsOf(ear) });
    expect(heard.body['SecurityCredential']).toMatch(/^.{344}$/);
    expect(simulator.books().callbacks).toHaveLength(1);
    expect(moneyOut(simulator)).toBe(450_000);
  });

  it('queue_timeout with no_processing moves nothing', async () => {
    const ear = await listenFor();
    const simulator = await scripted('queue_timeout', 'no_processing');
    await ask(simulator, 'reversal', urlsOf(ear));
    expect((await ear.nth(1)).path).toBe('/timeout/a-1');
    expect(moneyOut(simulator)).toBeUndefined();
  });

  it('queue_timeout_envelope wraps it, queue_timeout_then_result has a result as well', async () => {
    const ear = await listenFor();
    await ask(await scripted('queue_timeout_envelope'), 'reversal', urlsOf(ear, 'a-1'));
    const envelope = await ear.nth(1);
    expect([envelope.path, envelope.body.Result.ResultCode]).toEqual(['/timeout/a-1', 100_000_000]);
    await ask(await scripted('queue_timeout_then_result'), 'reversal', urlsOf(ear, 'a-2'));
    await ear.nth(3);
    expect(
      ear.heard
        .slice(1)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/result/a-2', '/timeout/a-2']);
  });

  it('status_silent, status_word and status_result are about queries and leave payouts alone', async () => {
    const ear = await listenFor();
    const silent = await scripted('status_silent');
    await ask(silent, 'status', urlsOf(ear));
    await silent.tick();
    expect(silent.books().callbacks.map(({ state }) => state)).toEqual(['lost']);
    const other = await simulatorWith({
      faults: [
        { request: 1, faults: ['status_word:Pending'] },
        { request: 2, faults: ['status_result:2032'] },
      ],
    });
    await ask(other, 'status', urlsOf(ear));
    expect(itemsOf(await ear.nth(1))['TransactionStatus']).toBe('Pending');
    await ask(other, 'status', urlsOf(ear));
    expect((await ear.nth(2)).body.Result.ResultCode).toBe(2032);
    await ask(other, 'reversal', urlsOf(ear));
    expect((await ear.nth(3)).body.Result.ResultCode).toBe(0);
  });
});

describe('a rule', () => {
  const refusedBy = async (
    rule: Omit<FaultRule, 'faults'>,
    changed: Record<string, unknown>,
  ): Promise<boolean> => {
    const simulator = await simulatorWith({ faults: [{ ...rule, faults: ['refuse:400.002.02'] }] });
    return (await ask(simulator, 'reversal', changed)).http === 400;
  };

  it('applies to its receipt, its amount and its operation only', async () => {
    expect(await refusedBy({ receipt: PAYMENT.receipt }, {})).toBe(true);
    expect(await refusedBy({ receipt: 'UKT0000AAA' }, {})).toBe(false);
    expect(await refusedBy({ amountCents: 450_000 }, { Amount: '4500.00' })).toBe(true);
    expect(await refusedBy({ amountCents: 450_001 }, {})).toBe(false);
    expect(await refusedBy({ operation: 'reversal' }, {})).toBe(true);
    expect(await refusedBy({ operation: 'b2c' }, {})).toBe(false);
  });

  it('applies to the request of its number', async () => {
    const simulator = await simulatorWith({ faults: [{ request: 2, faults: ['http_500'] }] });
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push((await ask(simulator, 'reversal')).http);
    expect(answers).toEqual([200, 500, 200]);
  });

  it('applies a number of times, and again as often when it is set anew', async () => {
    const rules = [{ times: 2, faults: ['http_500'] }];
    const simulator = await simulatorWith({ faults: rules });
    const askThrice = async (): Promise<number[]> => [
      (await ask(simulator, 'reversal')).http,
      (await ask(simulator, 'reversal')).http,
      (await ask(simulator, 'reversal')).http,
    ];
    expect(await askThrice()).toEqual([500, 500, 200]);
    simulator.setFaults(rules);
    expect(await askThrice()).toEqual([500, 500, 200]);
  });

  it('reaches a query about a payout by the amount of that payout', async () => {
    const simulator = await simulatorWith({ faults: [{ amountCents: 120_000, faults: ['status_silent'] }] });
    await ask(simulator, 'b2c');
    await ask(simulator, 'status', { TransactionID: undefined, OriginalConversationID: 'RF-7K3M9QXW-1' });
    await simulator.tick();
    expect(simulator.books().callbacks.map(({ state }) => state)).toContain('lost');
  });

  it('may be about the token', async () => {
    const simulator = await simulatorWith({
      faults: [{ operation: 'token', request: 1, faults: ['http_500'] }],
    });
    const authorization = `Basic ${Buffer.from('key:secret').toString('base64')}`;
    expect((await askToken(simulator, authorization)).status).toBe(500);
    expect((await askToken(simulator, authorization)).status).toBe(200);
  });

  it.each([
    [[{ faults: ['lose_calback'] }], 'no such fault: lose_calback'],
    [[{ faults: ['delay_callback_ms:soon'] }], 'no such fault: delay_callback_ms:soon'],
    [[{ faults: ['refuse'] }], 'no such fault: refuse'],
    [[{ faults: ['hang:1'] }], 'no such fault: hang:1'],
    [[{ faults: [] }], 'faults'],
    [[{ reciept: 'X', faults: ['hang'] }], 'reciept'],
    ['hang', 'array'],
  ])('that is misspelt is a problem, not a rule without effect: %j', (script, words) => {
    expect(() => parseFaultRules(script)).toThrow(words);
  });
});
