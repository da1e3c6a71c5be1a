import { describe, expect, it } from 'vitest';
import { findPhones } from '../../src/reading/phones.ts';

/** The found pieces as they stand in the text, each with its normal form. */
function found(text: string): readonly (readonly [string, string])[] {
  return findPhones(text).map(({ start, end, normal }) => [text.slice(start, end), normal]);
}

/** The made-up number of most cases here. */
const ONE = '254712000391';

describe('the signs before a number', () => {
  it.each([
    ['piga (+254) 712 000 391', '(+254) 712 000 391'],
    ['+( 254) 712 000 391', '+( 254) 712 000 391'],
    ['+ (254) 712 000 391', '+ (254) 712 000 391'],
    ['piga (0712) 000 391', '(0712) 000 391'],
    ['piga 0712) 000 391', '0712) 000 391'],
    ['piga + 254 712 000 391', '+ 254 712 000 391'],
    ['a+b 0712000391', '0712000391'],
    ['simu (0712000391)', '0712000391'],
  ])('%s: what belongs to it is hidden with it, and nothing else', (text, phone) => {
    expect(found(text)).toEqual([[phone, ONE]]);
  });
});

describe('figures beside a number', () => {
  it.each([
    ['oda 88213,071 200 0391', [['071 200 0391', ONE]]],
    ['12,0712 000 391', [['0712 000 391', ONE]]],
    ['123,071 200 0391', []],
    ['254 na 712,000,391,250', []],
    ['88213 00 254 712 000 391', [['00 254 712 000 391', ONE]]],
    ['00 254 712 000 391', [['00 254 712 000 391', ONE]]],
    ['88213.00.254.712.000.391', [['00.254.712.000.391', ONE]]],
    [
      '.5 KSh 640.00 0170877550, 07 25 00 70 52',
      [
        ['0170877550', '254170877550'],
        ['07 25 00 70 52', '254725007052'],
      ],
    ],
    ['+25489926', [['+25489926', '25489926']]],
    ['+000447700900123456', [['+000447700900123456', '447700900123456']]],
  ])('%s', (text, phones) => {
    expect(found(text)).toEqual(phones);
  });

  it('are a date and no number only when more than half of them are the date', () => {
    expect(found('07/1/26 00391')).toEqual([['07/1/26 00391', '254712600391']]);
    expect(found('07/12/26 0391')).toEqual([]);
  });
});

describe('nine digits that a word names', () => {
  it.each([
    ['simu yangu 10000 0712 000 391', [['0712 000 391', ONE]]],
    [
      'simu 712000391 0733000127',
      [
        ['712000391', ONE],
        ['0733000127', '254733000127'],
      ],
    ],
    ['640.00 112 000 391 l simu yangu', [['112 000 391', '254112000391']]],
    ['simu T107120003', [['107120003', '254107120003']]],
  ])('give way to a whole number that begins among them, and to no other: %s', (text, phones) => {
    expect(found(text)).toEqual(phones);
  });
});

describe('a number behind a code', () => {
  it.each([
    ['TH57 TQ7R 25 0739 611 617', '0739 611 617', '254739611617'],
    ['TH57 TQ7R 2 5 0739 611 617', '0739 611 617', '254739611617'],
    ['TICKET0254 0712000391', '0254 0712000391', ONE],
  ])('%s begins where the code ends, if that is sure to be one', (text, phone, normal) => {
    expect(found(text)).toEqual([[phone, normal]]);
  });
});

describe('numbers in disguise', () => {
  it('hold four real figures', () => {
    expect(found('O7l2 OOO 39l')).toEqual([['O7l2 OOO 39l', ONE]]);
    expect(found('O7l2 OOO O9l')).toEqual([]);
  });

  it('come in order of appearance, wherever they stand', () => {
    expect(found('nambaO7l2OOO39lndio 0733000127 x 0722000128 nambaO7l2OOO39lndio')).toEqual([
      ['O7l2OOO39l', ONE],
      ['0733000127', '254733000127'],
      ['0722000128', '254722000128'],
      ['O7l2OOO39l', ONE],
    ]);
    expect(found('O0712000391+254711583020 7')).toEqual([
      ['0712000391', ONE],
      ['+254711583020', '254711583020'],
    ]);
  });
});
