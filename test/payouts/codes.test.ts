import { describe, expect, it } from 'vitest';
import { laneStopOf } from '../../src/payouts/classify/lane-stop.ts';
import { RESULT_CODES, resultCode } from '../../src/payouts/classify/result-codes.ts';
import { meaningOfAnswer, STATUS_WORDS } from '../../src/payouts/classify/status-words.ts';
import { isProvenRefusal, meaningOfSyncCode, SYNC_CODES } from '../../src/payouts/sync-codes.ts';
import { answer, result } from './samples.ts';

/** Goal: every code of daraja.md has the meaning written there, and no other code has any. */

const REVERSAL: readonly [string, string, string | null][] = [
  ['0', 'paid', null],
  ['1', 'not_paid', 'float'],
  ['11', 'not_paid', null],
  ['15', 'ambiguous', null],
  ['17', 'ambiguous', null],
  ['18', 'not_paid', 'credential'],
  ['20', 'not_paid', 'credential'],
  ['21', 'not_paid', 'credential'],
  ['22', 'not_paid', 'credential'],
  ['24', 'not_paid', null],
  ['25', 'not_paid', null],
  ['26', 'ambiguous', null],
  ['29', 'not_paid', null],
  ['2001', 'not_paid', 'credential'],
  ['2006', 'not_paid', 'credential'],
  ['2028', 'not_paid', null],
  ['8006', 'not_paid', 'credential'],
  ['TP40153', 'not_paid', 'credential'],
  ['R000001', 'already_back', null],
  ['R000002', 'not_paid', null],
  ['100000000', 'ambiguous', null],
  ['100000001', 'ambiguous', null],
  ['100000002', 'ambiguous', null],
  ['100000004', 'ambiguous', null],
  ['100000005', 'ambiguous', null],
  ['100000007', 'ambiguous', null],
  ['100000009', 'ambiguous', null],
  ['100000010', 'ambiguous', null],
  ['100000011', 'ambiguous', null],
  ['00.002.1001', 'ambiguous', null],
];
const B2C_ONLY: readonly [string, string, string | null][] = ['2', '3', '4', '8', '2040', 'SFC_IC0003'].map(
  (code) => [code, 'not_paid', null],
);
const B2C = [...REVERSAL.filter(([code]) => !code.startsWith('R')), ...B2C_ONLY];

describe.each([
  ['reversal', REVERSAL],
  ['b2c', B2C],
] as const)('result codes of a %s', (rail, expected) => {
  it.each(expected)('%s means %s and stops the lane for: %s', (code, means, stops) => {
    expect(resultCode(rail, code)).toMatchObject({ code, means, stops });
    expect(laneStopOf(rail, result(code))).toEqual(stops === null ? null : { why: stops, code });
  });

  it('are these and no others, each once', () => {
    expect(RESULT_CODES[rail].map(({ code }) => code).sort()).toEqual(expected.map(([code]) => code).sort());
  });

  it.each(['', '00.1', '9999', '1032', 'OK', 'null', '-1', '0.0', 'constructor'])(
    'do not know %j',
    (code) => {
      expect(resultCode(rail, code)).toBeNull();
    },
  );
});

describe('a result code', () => {
  it('belongs to its rail: what B2C says of a receiver says nothing of a reversal', () => {
    for (const [code] of B2C_ONLY) expect(resultCode('reversal', code)).toBeNull();
    expect(resultCode('b2c', 'R000001')).toBeNull();
    expect(resultCode('b2c', 'R000002')).toBeNull();
  });

  it('is known in other letters, with spaces, and as a row of zeros', () => {
    expect(resultCode('reversal', ' r000001 ')?.means).toBe('already_back');
    expect(resultCode('b2c', 'sfc_ic0003')?.means).toBe('not_paid');
    expect(resultCode('reversal', '00000000')?.means).toBe('paid');
  });
});

describe('a lane stop', () => {
  it('follows from a status query refused for its credentials, but not from its code 1', () => {
    expect(laneStopOf('reversal', answer(1, null, { code: '2001' }))).toEqual({
      why: 'credential',
      code: '2001',
    });
    expect(laneStopOf('reversal', answer(1, null, { code: '1' }))).toBeNull();
    expect(laneStopOf('reversal', answer(1, null, { code: '2032' }))).toBeNull();
  });

  it('follows from no other kind of fact', () => {
    expect(laneStopOf('reversal', { kind: 'refused', code: '2001', detail: '' })).toBeNull();
  });
});

describe('status words', () => {
  it.each([
    ['reversal', 'Completed', 'stands'],
    ['reversal', 'Reversed', 'reversed'],
    ['reversal', 'Cancelled', 'nothing'],
    ['reversal', 'Declined', 'nothing'],
    ['reversal', 'Expired', 'nothing'],
    ['reversal', 'Failed', 'nothing'],
    ['reversal', 'Rejected', 'nothing'],
    ['reversal', 'Initiated', 'nothing'],
    ['reversal', 'Authorized', 'nothing'],
    ['reversal', 'Pending Authorized', 'nothing'],
    ['b2c', 'Completed', 'paid'],
    ['b2c', 'Reversed', 'nothing'],
    ['b2c', 'Cancelled', 'not_paid'],
    ['b2c', 'Declined', 'not_paid'],
    ['b2c', 'Expired', 'not_paid'],
    ['b2c', 'Failed', 'not_paid'],
    ['b2c', 'Rejected', 'not_paid'],
    ['b2c', 'Initiated', 'nothing'],
    ['b2c', 'Authorized', 'nothing'],
    ['b2c', 'Pending Authorized', 'nothing'],
  ] as const)('of a %s: %s says %s', (rail, status, means) => {
    expect(STATUS_WORDS[rail]).toHaveProperty([status.toLowerCase()], means);
    expect(meaningOfAnswer(rail, { code: '0', status })).toBe(means);
    expect(meaningOfAnswer(rail, { code: '0', status: ` ${status.toUpperCase()} ` })).toBe(means);
  });

  it('say nothing when they are unknown or absent, or the query was not answered', () => {
    for (const status of ['', 'Complete', 'constructor', 'Completed?']) {
      expect(meaningOfAnswer('reversal', { code: '0', status })).toBe('nothing');
    }
    expect(meaningOfAnswer('reversal', { code: '0', status: null })).toBe('nothing');
    expect(meaningOfAnswer('reversal', { code: '2001', status: 'Completed' })).toBe('nothing');
    expect(meaningOfAnswer('b2c', { code: '17', status: 'Failed' })).toBe('nothing');
  });

  it('yield to 2032, which says that there is no such transaction', () => {
    expect(meaningOfAnswer('b2c', { code: '2032', status: null })).toBe('not_found');
  });
});

describe('codes of the synchronous answer', () => {
  const refusing = [
    '400.002.02 400.002.05 400.003.01 400.003.02 400.008.01 400.008.02 400.001 401.001 401.002.01 403.002.1001',
    '404.001.01 404.001.03 404.001.04 404.002.01 404.003.01 405.001',
  ]
    .join(' ')
    .split(' ');
  const silent = ['500.001.1001', '500.002.1001', '500.003.1001', '500.003.02', '500.003.03'];

  it('are these and no others', () => {
    expect(SYNC_CODES.map(({ code }) => code).sort()).toEqual([...refusing, ...silent].sort());
  });

  it.each(refusing)('%s proves a refusal, in its own status and inside HTTP 200', (code) => {
    const status = Number(code.slice(0, 3));
    for (const http of [undefined, status, 200]) expect(isProvenRefusal(code, http)).toBe(true);
  });

  it.each(refusing)('%s proves nothing under a 5xx or a redirect', (code) => {
    for (const http of [301, 307, 308, 500, 502, 503, 504]) expect(isProvenRefusal(code, http)).toBe(false);
  });

  it.each(silent)('%s proves nothing', (code) => {
    for (const http of [undefined, 200, 429, 500])
      expect(meaningOfSyncCode(code, http, 'System is busy')).toBe('unknown');
  });

  it.each(['', '0', '1', '401', '400.002', '401.003.01', '400.002.02.1', 'constructor'])(
    '%j is unknown',
    (code) => {
      expect(meaningOfSyncCode(code, 400)).toBe('unknown');
    },
  );

  it('500.002.1001 means that the provider has it, but only with the word Duplicate', () => {
    const code = '500.002.1001';
    expect(meaningOfSyncCode(code, 500, 'Duplicate OriginatorConversationID.')).toBe('acknowledged');
    expect(meaningOfSyncCode(code, 500, 'duplicate originatorconversationid')).toBe('acknowledged');
    expect(meaningOfSyncCode(code, 500, 'The service is under maintenance')).toBe('unknown');
    expect(meaningOfSyncCode(code, 500)).toBe('unknown');
    expect(meaningOfSyncCode('500.003.1001', 500, 'Duplicate')).toBe('unknown');
    expect(isProvenRefusal(code, 500, 'Duplicate OriginatorConversationID.')).toBe(false);
  });
});
