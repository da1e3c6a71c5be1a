import { describe, expect, it } from 'vitest';
import { mayHoldPhone } from '../../src/reading/phone-possible.ts';

describe('a text is looked through for phones', () => {
  it.each([
    '07120003',
    '0712 na 0003',
    '0712 mara 0003',
    '0712 OOOO',
    '2OO2 llO4 9o',
    'mia 0712',
    'saba moja',
    '88213 basi 0712000391',
  ])('where eight digits may stand together: %s', (text) => {
    expect(mayHoldPhone(text)).toBe(true);
  });

  it.each([
    '',
    'habari yako',
    '0712000',
    '0712 basi 0003',
    'lol oil 071',
    'oooooooooo',
    'nilipa 3300 leo',
    'KSh 2350 na 500',
    'saba basi moja',
    'mia basi 0712',
    '0712 0x',
    '391 basi',
  ])('and not where they cannot: %j', (text) => {
    expect(mayHoldPhone(text)).toBe(false);
  });
});
