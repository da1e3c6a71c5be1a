/** What the simulator checks, counts and lets people choose: fields, limits, rules, simulated time. */
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { listFaults } from '../../src/mpesa/simulator/fault-list.ts';
import { parseFaultRules } from '../../src/mpesa/simulator/faults.ts';
import { handRules } from '../../src/mpesa/simulator/hand-rules.ts';
import { PAID, RAILS, envelope, plain, sceneOf, statusOf } from './simulator-adversary-kit.ts';
import type { Scene } from './simulator-adversary-kit.ts';
import { simulatorWith } from './simulator-kit.ts';

describe('a B2C request', () => {
  it.each([
    ['Amount', -1200],
    ['Amount', '-1200'],
    ['Amount', Number.NaN],
    ['Amount', [1200]],
    ['Amount', { value: 1200 }],
    ['Amount', true],
    ['Amount', 0],
    ['Amount', 1200.5],
    ['Amount', '1200.00'],
    ['Amount', '1e3'],
    ['Amount', '9'.repeat(40)],
    ['PartyB', '254112345678901'],
    ['PartyB', '+254700000391'],
    ['PartyB', '254200000391'],
    ['PartyB', ['254700000391']],
    ['PartyA', ''],
    ['OriginatorConversationID', 'x'.repeat(37)],
    ['OriginatorConversationID', 'RF 1'],
    ['OriginatorConversationID', 'RF/1'],
    ['OriginatorConversationID', ''],
    ['InitiatorName', undefined],
    ['CommandID', 'TransactionReversal'],
    ['Remarks', 'x'],
    ['Remarks', 'x'.repeat(101)],
    ['Occassion', 'x'.repeat(101)],
  ])('with %s %j is refused by that name', async (field, value) => {
    const scene = await sceneOf('b2c', []);
    const seen = await scene.pay({ Initiator: 'refunds', [field]: value });
    expect(plain(seen)).toEqual({
      http: 400,
      text: envelope('400.002.02', `Bad Request - Invalid ${field}`),
    });
    expect(scene.counted()).toEqual([1, 0, 0]);
  });

  it.each([
    [{ Amount: 9 }, 'result 2'],
    [{ Amount: 10 }, 'result 0'],
    [{ Amount: '250000' }, 'result 0'],
    [{ Amount: 250_001 }, 'result 3'],
    [{ PartyB: 254_110_000_391 }, 'result 0'],
    [{ OriginatorConversationID: 'x'.repeat(36), Occassion: null }, 'result 0'],
  ])('with %j is taken and told %s', async (changed, told) => {
    const scene = await sceneOf('b2c', []);
    await scene.pay(changed);
    expect(scene.heard()).toEqual([told]);
  });

  it('that brings a customer over 500,000 a day is 4, until the next day in Nairobi', async () => {
    let now = Date.UTC(2026, 10, 30, 7);
    const scene = await sceneOf('b2c', [], { now: () => now });
    for (const [id, Amount] of [
      ['RF-1', 250_000],
      ['RF-2', 250_000],
      ['RF-3', 10],
    ] as const) {
      await scene.pay({ OriginatorConversationID: id, Amount });
    }
    now += 14 * HOUR;
    await scene.pay({ OriginatorConversationID: 'RF-4', Amount: 10 });
    await scene.pass();
    expect(scene.heard()).toEqual(['result 0', 'result 0', 'result 4', 'result 0']);
    expect(scene.counted()).toEqual([4, 4, 50_001_000]);
  });
});

describe('a reversal request', () => {
  it.each([[-4500], ['-4500'], [Number.NaN], [[4500]], [{}], [null], ['9'.repeat(40)]])(
    'of %j is refused by name',
    async (Amount) => {
      const scene = await sceneOf('reversal', []);
      const seen = await scene.pay({ Amount });
      expect(plain(seen)).toEqual({
        http: 400,
        text: envelope('400.002.02', 'Bad Request - Invalid Amount'),
      });
      expect(scene.counted()).toEqual([1, 0, 0]);
    },
  );
});

describe('rules', () => {
  it.each(RAILS)(
    'by the ending of the amount or by the customer reach the payout and its queries (%s)',
    async (rail) => {
      const digits = String(PAID[rail] / 100).slice(-3);
      for (const rule of [{ amountEnding: digits }, { msisdn: '254700000391' }]) {
        const scene = await sceneOf(rail, [
          { ...rule, faults: ['moved_but_result:17', 'status_word:Expired'] },
        ]);
        await scene.pay();
        await scene.pass();
        expect(scene.heard()).toEqual(['result 17']);
        expect(statusOf(await scene.query('id'))['word']).toBe('Expired');
      }
      for (const rule of [{ amountEnding: '999' }, { msisdn: '254700000392' }]) {
        const scene = await sceneOf(rail, [{ ...rule, faults: ['http_500'] }]);
        expect(await scene.pay()).toMatchObject({ http: 200 });
      }
    },
  );

  it('an ending is of whole shillings', async () => {
    const scene = await sceneOf('reversal', [{ amountEnding: '05', faults: ['http_500'] }]);
    expect(await scene.pay({ Amount: '4500.05' })).toMatchObject({ http: 200 });
    expect(await scene.pay({ Amount: '4505' })).toMatchObject({ http: 500 });
  });

  it('are listed by name, each with a meaning and a section, and each is taken by the parser', () => {
    const samples = { CODE: '17', COUNT: '3', HTTP: '502', KEY: 'Amount', MS: '5', RECEIPT: 'UKT4H7Q2ZX' };
    const values: Readonly<Record<string, string>> = { ...samples, SHAPE: '429', TIME: '2d', WORD: 'Failed' };
    const faults = listFaults();
    for (const { name, value, does, section } of faults) {
      const written = value === null ? name : `${name}:${values[value] ?? ''}`;
      expect(parseFaultRules([{ faults: [written] }])).toHaveLength(1);
      expect(() => parseFaultRules([{ faults: [value === null ? `${name}:1` : name] }])).toThrow(
        'no such fault',
      );
      expect([does.length > 5, /^§\d/.test(section)]).toEqual([true, true]);
    }
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  it('by hand have endings of their own', () => {
    const rules = parseFaultRules(handRules());
    expect(new Set(rules.map(({ amountEnding }) => amountEnding)).size).toBe(rules.length);
  });
});

describe('simulated time', () => {
  it('is advanced by hand, over HTTP too, and a restart does not fall back', async () => {
    const scene = await sceneOf('reversal', ['late_callback:3d']);
    await scene.pay();
    await post(scene, 'advance', { by: '2d' });
    expect(scene.heard()).toEqual([]);
    await post(scene, 'advance', { by: '1d' });
    expect(scene.heard()).toEqual(['result 0']);
    expect((await post(scene, 'advance', { by: 'soon' })).status).toBe(400);
    expect((await post(scene, 'float', { balanceCents: 0 })).status).toBe(200);
    expect(scene.simulator.books().utilityBalanceCents).toBe(0);
    expect((await post(scene, 'float', { balanceCents: -1 })).status).toBe(400);
    expect((await post(scene, 'end-tokens', {})).status).toBe(200);
  });
});

function post(scene: Scene, control: string, body: unknown): Promise<Response> {
  return fetch(`${scene.simulator.url}/simulator/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('every request received', () => {
  it('is counted, also one that is too long to be read', async () => {
    const simulator = await simulatorWith();
    const response = await fetch(`${simulator.url}/mpesa/b2c/v3/paymentrequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Remarks: 'x'.repeat(9 * 1024 * 1024) }),
    }).catch(() => null);
    expect(response?.status ?? 413).toBe(413);
    await expect
      .poll(() => simulator.books().requests)
      .toMatchObject([{ operation: 'b2c', accepted: false, outcome: 'refused, too long', body: '' }]);
  });
});
