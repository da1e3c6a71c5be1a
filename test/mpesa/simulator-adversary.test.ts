/**
 * The simulator as adversary, one row for each thing that a provider may do (daraja.md §10): the fault that scripts it,
 * what the client sees, what the simulator's books count, and what is heard at once and in the days after.
 */
import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import type { FaultRule } from '../../src/mpesa/simulator/faults.ts';
import type { SimulatorOptions } from '../../src/mpesa/simulator/options.ts';
import { PAID, RAILS, RECEIPT, sceneOf, statusOf } from './simulator-adversary-kit.ts';
import type { Rail } from './simulator-adversary-kit.ts';

interface Row {
  readonly item: string;
  readonly rail?: Rail;
  readonly script: readonly (string | FaultRule)[];
  readonly options?: Partial<SimulatorOptions>;
  /** The same request so many times; once by default. */
  readonly sent?: number;
  /** HTTP status of the last answer, or how its connection ended; 200 by default. */
  readonly sees?: number | 'closed' | 'reset' | 'silence';
  /** Requests accepted; all by default. */
  readonly accepted?: number;
  /** How often the money left; once by default. */
  readonly paid?: number;
  readonly heard?: readonly string[];
  /** What comes in the three days after. */
  readonly later?: readonly string[];
  /** What a status query by receipt or id is told, three days later. */
  readonly status?: readonly [about: 'receipt' | 'id', code: string | undefined, word: string | undefined];
}

const OK = ['result 0'];
const NOT_TAKEN = { accepted: 0, paid: 0, heard: [] } as const;

const ROWS: readonly Row[] = [
  { item: 'refused at once', script: ['refuse:400.002.02'], sees: 400, ...NOT_TAKEN },
  { item: 'refused inside HTTP 200', script: ['refuse_200:400.002.02'], sees: 200, ...NOT_TAKEN },
  { item: 'refused for its address', script: ['refuse:403.002.1001'], sees: 403, ...NOT_TAKEN },
  { item: 'refused with a code', script: ['response_code:17'], sees: 200, ...NOT_TAKEN },

  { item: 'accepted, then a 5xx', script: ['http_500_after_accept'], sees: 500 },
  { item: 'accepted, then reset', script: ['reset_after_accept'], sees: 'reset' },
  { item: 'accepted, then closed', script: ['cut_after_accept'], sees: 'closed' },
  { item: 'accepted, then HTML', script: ['html_after_accept'], sees: 503 },
  { item: 'accepted, then HTML with 200', script: ['html_200_after_accept'], sees: 200 },
  { item: 'accepted, then a redirect', script: ['redirect_after_accept'], sees: 307 },
  { item: 'accepted, then silence', script: ['hang_after_accept'], sees: 'silence' },
  { item: 'not accepted, HTML', script: ['html_before_accept'], sees: 503, ...NOT_TAKEN },
  { item: 'not accepted, a redirect', script: ['redirect_before_accept'], sees: 307, ...NOT_TAKEN },

  { item: 'callback before the answer', script: ['callback_before_answer'] },
  { item: 'callback minutes late', script: ['late_callback:5m'], heard: [], later: OK },
  { item: 'callback days late', script: ['late_callback:3d'], heard: [], later: OK },
  { item: 'callback twice', script: ['callback_twice'], heard: ['result 0', 'result 0'] },
  { item: 'callback again, days later', script: ['callback_again:2d'], later: OK },
  { item: 'callback never', script: ['lose_callback'], heard: [], status: ['id', '0', 'Completed'] },
  {
    item: 'callback with a changed body',
    script: ['changed_callback_twice'],
    heard: ['result 0', 'result 0'],
  },
  { item: 'items as one object', script: ['single_parameter'] },
  { item: 'items as a list of one', script: ['single_parameter_list'] },
  {
    item: 'numbers as strings',
    script: ['shape_values_as_text', 'shape_code_as_text', 'shape_type_as_text'],
  },
  { item: 'a Key without Value', script: ['party_missing'] },
  { item: 'a masked party', script: ['party_masked'] },
  { item: 'a hashed party', script: ['party_hashed'] },

  { item: 'time-out, flat', script: ['queue_timeout'], heard: ['timeout flat'] },
  { item: 'time-out as a Result', script: ['queue_timeout_envelope'], heard: ['timeout 100000000'] },
  {
    item: 'time-out, flat, then a late success',
    script: ['queue_timeout_then_result', 'second_after:2d'],
    heard: ['timeout flat'],
    later: OK,
  },
  {
    item: 'time-out as a Result, then a late success',
    script: ['queue_timeout_envelope_then_result', 'second_after:2d'],
    heard: ['timeout 100000000'],
    later: OK,
  },

  { item: 'a used id', rail: 'b2c', script: [], sent: 2, sees: 500, accepted: 1 },
  { item: '"Duplicate" of one that got in', script: ['duplicate_after_accept'], sees: 500 },
  { item: '"Duplicate" of one that did not', script: ['duplicate_before_accept'], sees: 500, ...NOT_TAKEN },
  { item: 'maintenance, same code', script: ['maintenance_before_accept'], sees: 500, ...NOT_TAKEN },
  { item: 'maintenance, and it got in', script: ['maintenance_after_accept'], sees: 500 },

  { item: 'code 15 for a paid request', script: ['moved_but_result:15'], heard: ['result 15'] },
  {
    item: 'failure with a real-looking TransactionID',
    script: ['result:17', 'shape_real_looking_receipt'],
    paid: 0,
    heard: ['result 17'],
    status: ['id', '0', 'Failed'],
  },
  {
    item: 'failure, days later a success; the money had moved',
    script: ['failed_then_success:17', 'second_after:2d'],
    heard: ['result 17'],
    later: OK,
    status: ['id', '0', 'Completed'],
  },
  {
    item: 'failure, days later a success; the money moved then',
    script: ['failed_then_paid:17', 'second_after:2d'],
    heard: ['result 17'],
    later: OK,
    status: ['id', '0', 'Completed'],
  },
  { item: 'R000001', script: ['result:R000001'], paid: 0, heard: ['result R000001'] },
  { item: 'R000002', script: ['result:R000002'], paid: 0, heard: ['result R000002'] },
  { item: 'insufficient float', script: ['result:1'], paid: 0, heard: ['result 1'] },
  { item: 'unregistered receiver', script: ['result:2040'], paid: 0, heard: ['result 2040'] },
  { item: 'unknown receiver', script: ['result:SFC_IC0003'], paid: 0, heard: ['result SFC_IC0003'] },
  { item: 'receiver’s wallet full', script: ['result:8'], paid: 0, heard: ['result 8'] },
  { item: 'a wrong credential', script: ['credential_wrong'], paid: 0, heard: ['result 2001'] },
  {
    item: 'a locked credential',
    script: ['credential_wrong'],
    options: { credentialTriesMax: 0 },
    paid: 0,
    heard: ['result 8006'],
  },
  { item: 'token ended in between', rail: 'b2c', script: ['token_ended'], sees: 401, ...NOT_TAKEN },
  { item: 'token ended in between', rail: 'reversal', script: ['token_ended'], sees: 404, ...NOT_TAKEN },
  { item: 'product missing', script: ['product_missing_before_accept'], sees: 401, ...NOT_TAKEN },
  { item: 'spike arrest', script: ['spike_arrest_before_accept:500'], sees: 500, ...NOT_TAKEN },
  { item: 'spike arrest, 429', script: ['spike_arrest_before_accept:fault_429'], sees: 429, ...NOT_TAKEN },
  { item: 'spike arrest, and it got in', script: ['spike_arrest_after_accept:429'], sees: 429 },
  { item: 'quota', script: ['quota_before_accept:fault_500'], sees: 500, ...NOT_TAKEN },
  { item: 'quota, and it got in', script: ['quota_after_accept:500'], sees: 500 },

  {
    item: 'reversed outside just before',
    rail: 'reversal',
    script: [{ operation: 'reversal', faults: ['reversed_outside'] }],
    paid: 0,
    heard: ['result R000001'],
    status: ['receipt', '0', 'Reversed'],
  },
  {
    item: 'reversed outside just before',
    rail: 'b2c',
    script: [{ operation: 'b2c', faults: [`reversed_outside_receipt:${RECEIPT}`] }],
    status: ['receipt', '0', 'Reversed'],
  },
  { item: 'status honest, by id', script: [], status: ['id', '0', 'Completed'] },
  { item: 'status 2032 of a paid one', script: ['status_result:2032'], status: ['id', '2032', undefined] },
  { item: 'status silent', script: ['status_silent'], status: ['receipt', undefined, undefined] },
  { item: 'status Failed of a paid one', script: ['status_word:Failed'], status: ['id', '0', 'Failed'] },
  {
    item: 'status Completed of one that was never paid',
    script: ['result:17', 'status_word:Completed'],
    paid: 0,
    heard: ['result 17'],
    status: ['id', '0', 'Completed'],
  },
  {
    item: 'no dedupe',
    script: [],
    options: { dedupe: false },
    sent: 2,
    paid: 2,
    heard: ['result 0', 'result 0'],
  },
  { item: 'nothing ever', script: ['no_processing'], paid: 0, heard: [] },
];

describe.each(RAILS)('on the rail %s', (rail) => {
  const rows = ROWS.filter((row) => row.rail === undefined || row.rail === rail);
  it.each(rows.map((row) => [row.item, row] as const))('%s', async (_item, row) => {
    const scene = await sceneOf(rail, row.script, row.options);
    let seen;
    const sent = row.sent ?? 1;
    for (let n = 0; n < sent; n += 1) seen = await scene.pay();
    expect(typeof seen === 'object' ? seen.http : seen).toBe(row.sees ?? 200);
    const heard = row.heard ?? OK;
    expect(scene.heard()).toEqual(heard);
    await scene.pass(3 * DAY);
    expect(scene.heard()).toEqual([...heard, ...(row.later ?? [])]);
    expect(scene.counted()).toEqual([sent, row.accepted ?? sent, (row.paid ?? 1) * PAID[rail]]);
    if (row.status === undefined) return;
    const [about, code, word] = row.status;
    expect(statusOf(await scene.query(about))).toEqual({ code, word });
  });
});
