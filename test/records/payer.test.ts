import { describe, expect, test } from 'vitest';
import type { Msisdn } from '../../src/reading/types.ts';
import { normalMask } from '../../src/records/mask.ts';
import { fits, msisdnHash, parsePayer, provesPayer } from '../../src/records/payer.ts';
import { JANE, JOHN } from '../support/rows.ts';

const HASH_OF_JANE = msisdnHash(JANE);

describe('what a record shows of a payer', () => {
  test('the hash is the plain SHA-256 of twelve digits, as in the published example', () => {
    expect(msisdnHash('254705912645' as Msisdn)).toMatch(/^94c392c3[0-9a-f]{52}8a88$/);
  });

  test('a full number fits itself alone', () => {
    expect([fits(JANE, { full: JANE }), fits(JOHN, { full: JANE })]).toEqual(['yes', 'no']);
  });

  test('a hash fits the one number that has it', () => {
    expect([fits(JANE, { sha256: HASH_OF_JANE }), fits(JOHN, { sha256: HASH_OF_JANE })]).toEqual([
      'yes',
      'no',
    ]);
  });

  test.each([
    '2547 ***** 391',
    '2547*****391',
    '25471****391',
    '0712***391',
    '0712XXX391',
    '+2547*****391',
    '712***391',
  ])('the mask %s fits the number that it hides, and no other', (text) => {
    const { payer } = parsePayer(text);
    expect([fits(JANE, payer), fits('254712000392' as Msisdn, payer)]).toEqual(['yes', 'no']);
  });

  test('a mask of digits at the start alone fits any end', () => {
    const { payer } = parsePayer('0712XXXXXX');
    expect([fits(JANE, payer), fits(JOHN, payer)]).toEqual(['yes', 'no']);
  });

  test('a mask whose stars were shortened is compared by its ends', () => {
    const { payer } = parsePayer('2547**391');
    expect([fits(JANE, payer), fits(JOHN, payer)]).toEqual(['yes', 'no']);
  });

  test('a number with two shown forms must fit both', () => {
    expect(fits(JANE, { masked: '2547*****127', sha256: HASH_OF_JANE })).toBe('no');
  });

  test('nothing shown is unknown, and not a difference', () => {
    expect(fits(JANE, {})).toBe('unknown');
  });

  test('only a full number or a hash proves who paid; a mask never does', () => {
    expect(provesPayer(JANE, { full: JANE })).toBe(true);
    expect(provesPayer(JANE, { sha256: HASH_OF_JANE })).toBe(true);
    expect(provesPayer(JANE, { masked: '2547*****391' })).toBe(false);
    expect(provesPayer(JANE, {})).toBe(false);
    expect(provesPayer(JOHN, { full: JANE })).toBe(false);
  });
});

describe('reading the other party of a row', () => {
  test.each([
    ['254712000391 - JANE MFANO', { full: JANE }, 'JANE MFANO'],
    ['0712000391 - JANE MFANO', { full: JANE }, 'JANE MFANO'],
    ['+254 712 000 391 – JANE MFANO', { full: JANE }, 'JANE MFANO'],
    ['254712000391', { full: JANE }, ''],
    ['712000391', { full: JANE }, ''],
    ['2547****0391 - JANE', { masked: '2547****0391' }, 'JANE'],
    ['0712***391 JANE MFANO', { masked: '254712***391' }, 'JANE MFANO'],
    ['2547*****391- JANE-ANNE MFANO', { masked: '2547*****391' }, 'JANE-ANNE MFANO'],
    [HASH_OF_JANE.toUpperCase(), { sha256: HASH_OF_JANE }, ''],
    [`${HASH_OF_JANE} - JANE`, { sha256: HASH_OF_JANE }, 'JANE'],
    ['600123 - DUKA MOJA', {}, 'DUKA MOJA'],
    ['', {}, ''],
  ])('%s', (text, payer, name) => {
    expect(parsePayer(text)).toEqual({ payer, name });
  });

  test('a text that hides nothing or shows nothing is no mask', () => {
    expect([normalMask('254712000391'), normalMask('************'), normalMask('2547**x**@391')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
