import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, parseShillings, type Cents } from '../../src/core/money.ts';
import {
  attemptId,
  parseAttemptId,
  parsePayoutReference,
  payoutKey,
  payoutReference,
} from '../../src/payouts/key.ts';
import type { PayoutKey } from '../../src/payouts/types.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import type { Refund } from '../../src/records/types.ts';
import { b2cRefund, receipt, refund, SECRET } from './samples.ts';

/** Goal: equal refunds have one key and different ones have different keys, however their values were written. */

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex') as PayoutKey);

describe('payoutKey', () => {
  it('is 64 hex digits that stay the same for ever', () => {
    expect(payoutKey(SECRET, refund)).toMatch(/^[0-9a-f]{64}$/);
    expect(payoutKey(SECRET, { ...refund })).toBe(payoutKey(SECRET, refund));
    // Written down once: a change of the canonical form would pay every old refund again under a new key.
    expect(payoutKey(SECRET, refund)).toMatchInlineSnapshot(
      `"f0742ad47b4575476b1f160c0269e331dc63a37da7c20578c6ca1bfd16d80577"`,
    );
  });

  it.each([235000 / 100, '2350', '2,350', ' +2350.0 ', '2350.00', '2,350.000'])(
    'is one key for the amount written as %j',
    (written) => {
      const amountCents = parseShillings(written) as Cents;
      expect(payoutKey(SECRET, { ...refund, amountCents })).toBe(payoutKey(SECRET, refund));
    },
  );

  it('does not depend on the order of the refund’s fields or on fields that it does not know', () => {
    const turned = Object.fromEntries(Object.entries(refund).reverse()) as unknown as Refund;
    expect(payoutKey(SECRET, turned)).toBe(payoutKey(SECRET, refund));
    expect(payoutKey(SECRET, { ...refund, note: 'seen twice' } as Refund)).toBe(payoutKey(SECRET, refund));
  });

  it('takes the secret as text or as its bytes', () => {
    expect(payoutKey(Buffer.from(SECRET), refund)).toBe(payoutKey(SECRET, refund));
  });

  const others: readonly [string, Refund][] = [
    ['receipt', { ...refund, receipt: receipt('UKN4X7M2QQ') }],
    ['amount', { ...refund, amountCents: cents(235_001) }],
    ['cause', { ...refund, cause: 'duplicate_payment' }],
    ['rail and payee', { ...refund, rail: 'b2c', payee: '254712000391' as Msisdn }],
    ['payee', { ...refund, rail: 'b2c', payee: '254712000392' as Msisdn }],
  ];

  it('differs when any value differs', () => {
    const keys = [refund, ...others.map(([, other]) => other)].map((each) => payoutKey(SECRET, each));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('differs under another secret', () => {
    expect(payoutKey('another-secret-of-the-tests', refund)).not.toBe(payoutKey(SECRET, refund));
  });

  it('gives different refunds different keys, and equal ones equal keys', () => {
    const anyRefund = fc.record({
      receipt: fc.constantFrom('UKN4X7M2QP', 'UKN4X7M2Q', 'UKN4X7M2Q1').map(receipt),
      amountCents: fc.constantFrom(1, 11, 111, 1111).map(cents),
      cause: fc.constantFrom('unpaid_order' as const, 'duplicate_payment' as const),
      rail: fc.constant('b2c' as const),
      payee: fc.constantFrom('254712000391', '254712000392').map((number) => number as Msisdn),
    });
    const spelled = (each: Refund) => Object.values(each).join('|');
    fc.assert(
      fc.property(anyRefund, anyRefund, (one, other) => {
        expect(payoutKey(SECRET, one) === payoutKey(SECRET, other)).toBe(spelled(one) === spelled(other));
      }),
    );
  });

  it.each([
    ['a receipt in lower case', { ...refund, receipt: receipt('ukn4x7m2qp') }],
    ['a receipt with a space', { ...refund, receipt: receipt('UKN4X 7M2Q') }],
    ['no amount', { ...refund, amountCents: 0 as Cents }],
    ['a fraction of a cent', { ...refund, amountCents: 0.5 as Cents }],
    ['a reversal to a number', { ...refund, payee: '254712000391' as Msisdn }],
    ['a payout to a receipt’s payer', { ...b2cRefund, payee: refund.payee }],
    ['a number in local form', { ...b2cRefund, payee: '0712000391' as Msisdn }],
  ])('refuses %s: a value that was never parsed', (_what, broken) => {
    expect(() => payoutKey(SECRET, broken)).toThrow(/payout key/);
  });

  it('refuses a secret that can be guessed', () => {
    expect(() => payoutKey('short', refund)).toThrow(/secret/);
  });
});

describe('payoutReference', () => {
  it('is the same for the same key, readable, and never spells a word that URLs must avoid', () => {
    fc.assert(
      fc.property(hex, (key) => {
        expect(payoutReference(key)).toMatch(/^RF-[2-9A-HJ-NP-Z]{8}$/);
        expect(payoutReference(key)).toBe(payoutReference(key));
        expect(payoutReference(key)).not.toMatch(/EXE|CMD|SQL|MPESA|QUERY/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('moves on when the first characters spell such a word', () => {
    // 'EXE22222…' in five-bit steps: E=12, X=29, 2=0.
    const bits = '01100' + '11101' + '01100' + '0'.repeat(241);
    const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
    expect(payoutReference(Buffer.from(bytes).toString('hex') as PayoutKey)).toBe('RF-XE222222');
  });

  it('is read back from what people type', () => {
    expect(parsePayoutReference(' rf-7k3m9qxw ')).toBe('RF-7K3M9QXW');
    for (const other of ['RF-7K3M9QX', 'RF-7K3M9QX0', '7K3M9QXW', 'RF-7K3M9QXW/1', '']) {
      expect(parsePayoutReference(other)).toBeNull();
    }
  });
});

describe('attemptId', () => {
  const reference = payoutReference(payoutKey(SECRET, refund));

  it('is read back into its parts', () => {
    expect(parseAttemptId(attemptId(reference, 12))).toEqual({ reference, number: 12 });
    expect(parseAttemptId(` ${attemptId(reference, 1).toLowerCase()} `)).toEqual({ reference, number: 1 });
  });

  it.each([
    '',
    reference,
    `${reference}/`,
    `${reference}/0`,
    `${reference}/01`,
    `${reference}/1/2`,
    'RF-1/1',
  ])('is not read from %j', (text) => {
    expect(parseAttemptId(text)).toBeNull();
  });

  it('counts from 1', () => {
    expect(() => attemptId(reference, 0)).toThrow(/numbered from 1/);
  });
});
