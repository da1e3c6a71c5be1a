/** What becomes of the money against what is said of it: failures, repeats, reversals outside, status queries. */
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import { DUPLICATE, PAID, RAILS, RECEIPT, plain, sceneOf, statusOf } from './simulator-adversary-kit.ts';
import { itemsOf } from './simulator-kit.ts';

describe.each(RAILS)('failures that are none, and those that are (%s)', (rail) => {
  it.each(['15', '17', '26', '2001', 'R000001'])(
    'moved_but_result:%s is told of money that left; a query by id says Completed',
    async (code) => {
      const scene = await sceneOf(rail, [`moved_but_result:${code}`, 'shape_real_looking_receipt']);
      await scene.pay();
      expect(scene.heard()).toEqual([`result ${code}`]);
      expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
      const told = scene.ear.heard[0]!.body.Result.TransactionID;
      expect(told).toMatch(/^UKU(?!0000000)[A-Z0-9]{7}$/);
      expect(told).not.toBe(scene.simulator.books().moneyOut[0]?.receipt);
      expect(statusOf(await scene.query('id'))).toEqual({ code: '0', word: 'Completed' });
    },
  );

  it('failed_then_success pays, tells a failure, and the success days later', async () => {
    const scene = await sceneOf(rail, ['failed_then_success:17', 'second_after:3d']);
    await scene.pay();
    expect([scene.heard(), scene.counted()]).toEqual([['result 17'], [1, 1, PAID[rail]]]);
    expect(statusOf(await scene.query('id'))['word']).toBe('Completed');
    await scene.pass(3 * DAY - 1);
    expect(scene.heard()).toHaveLength(2);
    await scene.pass(1);
    expect(scene.heard()[2]).toBe('result 0');
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  it('failed_then_paid tells a failure of money that has not moved, and moves it days later', async () => {
    const scene = await sceneOf(rail, ['failed_then_paid:26']);
    await scene.pay();
    await scene.pass(2 * DAY - 1);
    expect([scene.heard(), scene.counted()]).toEqual([['result 26'], [1, 1, 0]]);
    expect(statusOf(await scene.query('id'))).toEqual({ code: '0', word: 'Failed' });
    await scene.pass(1);
    await scene.pass(DAY);
    expect(scene.heard()).toEqual(['result 26', 'result 0', 'result 0']);
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
    expect(statusOf(await scene.query('id'))['word']).toBe('Completed');
  });

  it.each(['R000001', 'R000002', '1', '11', '15', '2040', 'SFC_IC0003', '8', 'TP40153', '100000000'])(
    'result:%s moves nothing, with a receipt that looks real or none',
    async (code) => {
      const scene = await sceneOf(rail, [
        { faults: [`result:${code}`] },
        { request: 2, faults: ['shape_real_looking_receipt'] },
      ]);
      await scene.pay();
      await scene.pay({ OriginatorConversationID: 'RF-2-1' });
      await scene.pass();
      expect(scene.heard()).toEqual([`result ${code}`, `result ${code}`]);
      expect(scene.counted()).toEqual([2, 2, 0]);
      const receipts = scene.ear.heard.map(({ body }) => body.Result.TransactionID);
      expect(receipts.filter((receipt) => receipt === 'UKU0000000')).toHaveLength(1);
    },
  );

  it('an empty Utility account is 1, on both rails, until money is there', async () => {
    const scene = await sceneOf(rail, [], { utilityBalanceCents: cents(100) });
    await scene.pay();
    scene.simulator.setFloat(cents(450_000));
    await scene.pay({ OriginatorConversationID: 'RF-2-1' });
    await scene.pass();
    expect(scene.heard()).toEqual(['result 1', 'result 0']);
    expect(scene.simulator.books().utilityBalanceCents).toBe(450_000 - PAID[rail]);
  });

  it.each(['moved_but_result:17', 'failed_then_success:17'])(
    '%s has no effect where no money can move: the true failure is told, once',
    async (fault) => {
      const scene = await sceneOf(rail, [fault], { utilityBalanceCents: cents(100) });
      await scene.pay();
      await scene.pass(3 * DAY);
      expect(scene.heard()).toEqual(['result 1']);
      expect(scene.counted()).toEqual([1, 1, 0]);
    },
  );

  it('credential_wrong is 2001 three times, then 8006 for everybody', async () => {
    const scene = await sceneOf(rail, [{ times: 3, faults: ['credential_wrong'] }]);
    for (let n = 1; n <= 4; n += 1) {
      await scene.pay({ OriginatorConversationID: `RF-${n}` });
    }
    expect(scene.heard()).toEqual(['result 2001', 'result 2001', 'result 2001', 'result 8006']);
    expect(scene.counted()).toEqual([4, 4, 0]);
    expect(scene.simulator.books().credentialLocked).toBe(true);
  });
});

describe('a repeat', () => {
  it('of a payout’s id is refused as Duplicate, and the first is carried out once', async () => {
    const scene = await sceneOf('b2c', []);
    await scene.pay();
    expect(plain(await scene.pay())).toEqual({ http: 500, text: DUPLICATE });
    await scene.pass();
    expect(scene.counted()).toEqual([2, 1, 120_000]);
  });

  it('of a reversal is taken and told as R000001', async () => {
    const scene = await sceneOf('reversal', []);
    await scene.pay();
    await scene.pay();
    expect(scene.heard().toSorted()).toEqual(['result 0', 'result R000001']);
    expect(scene.counted()).toEqual([2, 2, 450_000]);
  });

  it.each(RAILS)(
    'pays twice on the rail %s when the provider does not dedupe, as mode or by script',
    async (rail) => {
      for (const [script, options] of [
        [[], { dedupe: false }],
        [['no_dedupe'], {}],
      ] as const) {
        const scene = await sceneOf(rail, script, options);
        expect(await scene.pay()).toMatchObject({ http: 200 });
        expect(await scene.pay()).toMatchObject({ http: 200 });
        await scene.pass();
        expect(scene.heard()).toEqual(['result 0', 'result 0']);
        expect(scene.counted()).toEqual([2, 2, 2 * PAID[rail]]);
      }
    },
  );
});

describe.each(RAILS)('a reversal outside (%s)', (rail) => {
  it('between import and payout, by script: the reversal is R000001, and B2C knows nothing of it', async () => {
    const faults = [rail === 'b2c' ? `reversed_outside_receipt:${RECEIPT}` : 'reversed_outside'];
    const scene = await sceneOf(rail, [{ operation: rail, faults }]);
    await scene.pay();
    expect(scene.heard()).toEqual([rail === 'b2c' ? 'result 0' : 'result R000001']);
    expect(scene.counted()).toEqual([1, 1, rail === 'b2c' ? 120_000 : 0]);
    expect(scene.simulator.books().moneyOutCentsByReceipt[RECEIPT]).toBe(450_000);
    expect(statusOf(await scene.query('receipt'))['word']).toBe('Reversed');
  });

  it('of a receipt that is unknown or already reversed changes nothing', async () => {
    const scene = await sceneOf(rail, [
      { faults: ['reversed_outside_receipt:UKT0000ZZZ'] },
      { request: 2, faults: [`reversed_outside_receipt:${RECEIPT}`] },
      { request: 3, faults: [`reversed_outside_receipt:${RECEIPT}`] },
    ]);
    for (let n = 1; n <= 3; n += 1) await scene.pay({ OriginatorConversationID: `RF-${n}` });
    await scene.pass();
    expect(scene.simulator.books().moneyOut.filter(({ kind }) => kind === 'outside')).toHaveLength(
      rail === 'b2c' ? 1 : 0,
    );
  });
});

describe.each(RAILS)('a status query (%s)', (rail) => {
  it.each([
    ['status_silent', {}],
    ['status_result:2032', { code: '2032' }],
    ['status_word:Failed', { code: '0', word: 'Failed' }],
    ['status_word:Reversed', { code: '0', word: 'Reversed' }],
    ['status_word:Pending Authorized', { code: '0', word: 'Pending Authorized' }],
  ])('of a paid one may meet %s, by receipt and by id', async (fault, answer) => {
    const scene = await sceneOf(rail, [fault]);
    await scene.pay();
    for (const about of ['receipt', 'id'] as const) {
      expect(JSON.parse(JSON.stringify(statusOf(await scene.query(about))))).toEqual(answer);
    }
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  it('may say Completed of what was never carried out, with a receipt of nothing', async () => {
    const scene = await sceneOf(rail, [
      { operation: rail, faults: ['no_processing', 'queue_timeout_envelope'] },
      { operation: 'status', faults: ['status_word:Completed'] },
    ]);
    await scene.pay();
    const body = await scene.query('id');
    expect(statusOf(body)).toEqual({ code: '0', word: 'Completed' });
    const receipt = itemsOf(scene.ear.heard.at(-1)!)['ReceiptNo'];
    expect(receipt).toMatch(/^UKU[A-Z0-9]{7}$/);
    expect(scene.counted()).toEqual([1, 1, 0]);
  });

  it.each([
    ['party_masked', '"2547****0391 - JANE MADEUP"'],
    ['party_hashed', ' - JANE MADEUP"'],
    ['party_missing', '{"Key":"DebitPartyName"}'],
    ['wrong_party', '"254700000000 - SIMULATED CUSTOMER"'],
    ['wrong_amount', '{"Key":"Amount","Value":4501}'],
    ['without_item:Amount', '"Value":"Completed"'],
  ])('shows %s of the payment', async (fault, bytes) => {
    const scene = await sceneOf(rail, [{ operation: 'status', faults: [fault] }]);
    const text = JSON.stringify(await scene.query('receipt'));
    expect(text).toContain(bytes);
    if (fault !== 'wrong_amount' && !fault.startsWith('without')) expect(text).not.toContain('254700000391');
  });

  it('comes late, twice and before its answer like any other callback', async () => {
    const scene = await sceneOf(rail, [
      { operation: 'status', faults: ['late_callback:2h', 'callback_twice'] },
    ]);
    expect(await scene.query('receipt')).toEqual({});
    await scene.pass(2 * HOUR);
    expect(scene.heard()).toEqual(['result 0', 'result 0']);
  });
});
