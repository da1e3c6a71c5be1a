import { describe, expect, it } from 'vitest';
import { Numbering, withoutForgedPlaceholders } from '../../src/reading/placeholders.ts';

describe('placeholders that a customer typed', () => {
  it.each([
    ['code_2', 'code 2'],
    ['PHONE_12, Code_1', 'PHONE 12, Code 1'],
    ['CODE＿7', 'CODE 7'],
    ['ｐｈｏｎｅ_1', 'phone 1'],
    ['[phone 1]', '(phone 1)'],
    ['[PHONE_1]', '(PHONE 1)'],
    ['é [code 3]', 'é (code 3)'],
    ['é code_3', 'é code 3'],
  ])('lose their marks: %s', (text, apart) => {
    expect(withoutForgedPlaceholders(text)).toBe(apart);
  });

  it.each(['', 'habari', 'barcode_2', 'code_2x', 'code 2', '[ndio]', 'é', 'a_b', 'code_1234567890'])(
    'are not seen in %j',
    (text) => {
      expect(withoutForgedPlaceholders(text)).toBe(text);
    },
  );
});

describe('the numbers of placeholders', () => {
  it('go on behind those of the case, and one secret keeps its own', () => {
    const numbering = new Numbering({ PHONE_1: 'a', CODE_3: 'a' });
    const given = [
      numbering.placeholderOf('phone', 'a'),
      numbering.placeholderOf('receipt', 'a'),
      numbering.placeholderOf('phone', 'b'),
      numbering.placeholderOf('phone', 'b'),
      numbering.placeholderOf('receipt', 'b'),
    ];
    expect(given).toEqual(['PHONE_1', 'CODE_3', 'PHONE_2', 'PHONE_2', 'CODE_4']);
    expect(numbering.secrets()).toEqual({ PHONE_1: 'a', CODE_3: 'a', PHONE_2: 'b', CODE_4: 'b' });
  });

  it('leave the map as it was where nothing is new', () => {
    const before = { PHONE_1: 'a' };
    const numbering = new Numbering(before);
    numbering.placeholderOf('phone', 'a');
    expect(numbering.secrets()).toBe(before);
  });
});
