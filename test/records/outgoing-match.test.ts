import { describe, expect, test } from 'vitest';
import { mayHaveGivenBack } from '../../src/records/outgoing-match.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { OutgoingRow } from '../../src/records/statement.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, JOHN, payment } from '../support/rows.ts';

const PAYMENT = payment('UKN4X7M2QP');

function row(differing: Partial<OutgoingRow> = {}): OutgoingRow {
  return {
    kind: 'outgoing',
    line: 2,
    receipt: payment('UKP0000AB1').receipt,
    amountCents: PAYMENT.amountCents,
    at: november(24),
    payer: { full: JANE },
    name: '',
    linked: null,
    ...differing,
  };
}

describe('money that went out without us', () => {
  test.each([
    ['the recorded number', {}],
    ['a mask of it', { payer: { masked: '2547*****391' } }],
    ['its hash', { payer: { sha256: msisdnHash(JANE) } }],
    [
      'anybody, when the statement ties it to the receipt',
      { linked: PAYMENT.receipt, payer: {}, at: november(1) },
    ],
  ])('may have given a payment back when it is of its amount and went to %s', (_, differing) => {
    expect(mayHaveGivenBack(row(differing), PAYMENT)).toBe(true);
  });

  test.each([
    ['another amount', { amountCents: payment('X', { shillings: 1 }).amountCents }],
    ['another party', { payer: { full: JOHN } }],
    ['a party of whom nothing is shown', { payer: {} }],
    ['a moment before the payment', { at: november(22) }],
    ['another receipt, by the statement', { linked: payment('UKP0000AB2').receipt }],
  ])('is no refund of a payment when it has %s', (_, differing) => {
    expect(mayHaveGivenBack(row(differing), PAYMENT)).toBe(false);
  });

  test('cannot be told from a hash beside a mask', () => {
    const masked = { ...PAYMENT, payer: { masked: '2547*****391' } };
    expect(mayHaveGivenBack(row({ payer: { sha256: msisdnHash(JANE) } }), masked)).toBe(false);
  });
});
