/** What a client hears: early, late, twice, never, changed, in every shape, and time-outs. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { PAID, PAYOUT_ID, RAILS, sceneOf, statusOf } from './simulator-adversary-kit.ts';
import { itemsOf } from './simulator-kit.ts';

/** daraja.md §5: hexadecimal SHA-256 of the twelve digits, no salt. */
const hashOf = (msisdn: string): string => createHash('sha256').update(msisdn).digest('hex');

describe.each(RAILS)('callbacks (%s)', (rail) => {
  it.each([
    ['callback_before_answer', 0, ['result 0']],
    ['callback_twice', 0, ['result 0', 'result 0']],
    ['callback_times:3', 0, ['result 0', 'result 0', 'result 0']],
    ['changed_callback_twice', 0, ['result 0', 'result 0']],
    ['lose_callback', 3 * DAY, []],
    ['queue_timeout', 0, ['timeout flat']],
    ['queue_timeout_envelope', 0, ['timeout 100000000']],
  ])('%s: the money moves once, and this is heard', async (fault, wait, heard) => {
    const scene = await sceneOf(rail, [fault]);
    expect(await scene.pay()).toMatchObject({ http: 200 });
    await scene.pass(wait);
    expect(scene.heard()).toEqual(heard);
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  it.each([
    ['late_callback:5m', 5 * MINUTE],
    ['late_callback:3d', 3 * DAY],
    ['delay_callback_ms:7200000', 2 * HOUR],
  ])('%s comes then and not before, though the money moved at once', async (fault, ms) => {
    const scene = await sceneOf(rail, [fault]);
    await scene.pay();
    await scene.pass(ms - 1);
    expect([scene.heard(), scene.counted()]).toEqual([[], [1, 1, PAID[rail]]]);
    await scene.pass(1);
    expect(scene.heard()).toEqual(['result 0']);
  });

  it('late_processing:2d moves the money only then; a query before finds nothing by id', async () => {
    const scene = await sceneOf(rail, ['late_processing:2d']);
    await scene.pay();
    await scene.pass(2 * DAY - 1);
    expect(scene.counted()).toEqual([1, 1, 0]);
    if (rail === 'b2c') expect(statusOf(await scene.query('id'))['code']).toBe('2032');
    await scene.pass(1);
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  it('callback_again:3d says the same once more, to the byte', async () => {
    const scene = await sceneOf(rail, ['callback_again:3d']);
    await scene.pay();
    await scene.pass(3 * DAY);
    expect(scene.heard()).toEqual(['result 0', 'result 0']);
    expect(scene.ear.heard[0]!.text).toBe(scene.ear.heard[1]!.text);
  });

  it('changed_callback_twice names another amount the second time', async () => {
    const scene = await sceneOf(rail, ['changed_callback_twice']);
    await scene.pay();
    const shillings = PAID[rail] / 100;
    const key = rail === 'b2c' ? 'TransactionAmount' : 'Amount';
    expect(scene.ear.heard.map((one) => itemsOf(one)[key]).toSorted()).toEqual([shillings, shillings + 1]);
  });

  it.each([
    ['queue_timeout_then_result', 'timeout flat'],
    ['queue_timeout_envelope_then_result', 'timeout 100000000'],
  ])('%s has a success after it, also days after it', async (fault, first) => {
    const scene = await sceneOf(rail, [fault, 'second_after:2d']);
    await scene.pay();
    await scene.pass(2 * DAY - 1);
    expect(scene.heard()).toEqual([first]);
    await scene.pass(1);
    expect(scene.heard()).toEqual([first, 'result 0']);
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  const party = rail === 'b2c' ? 'ReceiverPartyPublicName' : 'CreditPartyPublicName';
  const amount = rail === 'b2c' ? 'TransactionAmount' : 'Amount';
  const alone = `{"Key":"${amount}","Value":${PAID[rail] / 100}}`;
  it.each([
    ['party_masked', `{"Key":"${party}","Value":"2547****0391 - JANE MADEUP"}`],
    ['party_hashed', `{"Key":"${party}","Value":"${hashOf('254700000391')} - JANE MADEUP"}`],
    ['party_missing', `{"Key":"${party}"}`],
    [`without_value:${amount}`, `{"Key":"${amount}"}`],
    ['single_parameter', `{"ResultParameter":${alone}}`],
    ['single_parameter_list', `{"ResultParameter":[${alone}]}`],
    ['shape_values_as_text', `{"Key":"${amount}","Value":"${PAID[rail] / 100}"}`],
    ['shape_amount_with_decimals', `{"Key":"${amount}","Value":${PAID[rail] / 100}.00}`],
    ['shape_code_as_text', '"ResultCode":"0"'],
    ['shape_type_as_text', '"ResultType":"0"'],
    ['shape_reference_as_list', '"ReferenceItem":[{'],
    ['wrong_amount', `{"Key":"${amount}","Value":${PAID[rail] / 100 + 1}}`],
    ['wrong_party', `{"Key":"${party}","Value":"254700000000 - SIMULATED CUSTOMER"}`],
  ])('%s puts these bytes into the result', async (fault, bytes) => {
    const scene = await sceneOf(rail, [fault]);
    await scene.pay();
    expect(scene.ear.heard[0]!.text).toContain(bytes);
    expect(scene.counted()).toEqual([1, 1, PAID[rail]]);
  });

  it('gateway_id hides our id in acknowledgement and result; a query by our id finds the payout', async () => {
    const scene = await sceneOf(rail, ['gateway_id']);
    const seen = await scene.pay();
    const text = JSON.stringify([seen, scene.ear.heard[0]!.text]);
    expect(text).not.toContain(PAYOUT_ID);
    expect(text).toContain(scene.ear.heard[0]!.body.Result.ConversationID);
    if (rail === 'b2c') expect(statusOf(await scene.query('id'))['word']).toBe('Completed');
  });

  it('without_item leaves the item out, foreign_ids changes the ids', async () => {
    const scene = await sceneOf(rail, ['foreign_ids', `without_item:${party}`]);
    const seen = await scene.pay();
    const { ConversationID, OriginatorConversationID } = scene.ear.heard[0]!.body.Result;
    expect(seen).toMatchObject({ http: 200 });
    expect(JSON.stringify(seen)).not.toContain(ConversationID);
    expect(OriginatorConversationID).not.toBe(PAYOUT_ID);
    expect(scene.ear.heard[0]!.text).not.toContain(party);
  });
});
