import { describe, expect, it } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { fold } from '../../src/reading/fold.ts';
import { findOrderNumbers } from '../../src/reading/order-numbers.ts';
import { findPhones } from '../../src/reading/phones.ts';
import { findReceipts } from '../../src/reading/receipts.ts';
import { holdsSecret, redact } from '../../src/reading/redact.ts';

const keycaps = (digits: string): string => Array.from(digits, (digit) => `${digit}\ufe0f\u20e3`).join('');

describe('digits in keycaps', () => {
  it('are the digits that were typed', () => {
    expect(fold(keycaps('2500')).text).toBe('2500');
    expect(findAmounts(`nimelipa ksh ${keycaps('2500')}`).map(({ cents }) => cents)).toEqual([250_000]);
    expect(findOrderNumbers(`order ${keycaps('88213')}`).map(({ number }) => number)).toEqual(['88213']);
    expect(findPhones(`simu ${keycaps('0712000391')}`).map(({ msisdn }) => msisdn)).toEqual(['254712000391']);
  });

  it('are hidden with their frames', () => {
    expect(redact(`simu ${keycaps('0712000391')} ndio`, {}).redacted).toBe('simu [PHONE_1] ndio');
    expect(redact(`code UKN${keycaps('4')}X${keycaps('7')}M2QP`, {}).redacted).toBe('code [CODE_1]');
  });

  it('may lack the character that asks for an emoji', () => {
    expect(fold('2\u20e35\u20e3').text).toBe('25');
  });

  it('leave a frame alone that stands around nothing', () => {
    expect(fold('\u20e3').text).toBe('');
    expect(redact('\u20e30712000391', {}).secrets).toEqual({ PHONE_1: '254712000391' });
  });
});

describe('raised and lowered digits', () => {
  it.each(['²500', 'nimelipa ²500', 'nimelipa ksh ²500', 'nimelipa 500²', 'KES 2³50', 'ksh ₂500'])(
    'make no amount of the figure they are glued to: %s',
    (text) => {
      expect(findAmounts(text).filter(({ cents }) => cents !== null)).toEqual([]);
    },
  );

  it('leave a figure alone that stands apart', () => {
    expect(findAmounts('nimelipa ksh 500 ²').map(({ cents }) => cents)).toEqual([50_000]);
  });

  it.each(['⁰712000391', '07¹2000391', '0712000₃91', '⁰⁷¹²⁰⁰⁰³⁹¹'])('hide nothing of a phone: %s', (text) => {
    const { redacted, secrets } = redact(text, {});
    expect([redacted, secrets]).toEqual(['[PHONE_1]', { PHONE_1: '254712000391' }]);
  });

  it('hide nothing of a code, nor of a secret that is known', () => {
    expect(redact('UKN⁴X7M2QP', {}).secrets).toEqual({ CODE_1: 'UKN4X7M2QP' });
    expect(findReceipts('UKN⁴X7M2QP').map(({ receipt }) => receipt)).toEqual(['UKN4X7M2QP']);
    expect(holdsSecret('7¹2000391', { PHONE_1: '254712000391' })).toBe(true);
  });
});
