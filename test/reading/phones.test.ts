import { describe, expect, it } from 'vitest';
import { findPhones, normalMsisdn } from '../../src/reading/phones.ts';

/** The labelled lines are run in redact.test.ts; here stand the kinds behind them, and what must never be a phone. */
function found(text: string): readonly string[] {
  return findPhones(text).map(({ start, end }) => text.slice(start, end));
}

describe('normalMsisdn', () => {
  it.each([
    '0712000391',
    '254712000391',
    '+254712000391',
    '+254 (0) 712-000-391',
    '000254712000391',
    '712000391',
    ' 0712 000 391 ',
    '0712.000.391',
    'O7l2OOO39l',
    '٠٧١٢٠٠٠٣٩١',
    'tel:+254712000391',
    "'254712000391",
    '254712000391.0',
  ])('reads %s', (text) => {
    expect(normalMsisdn(text)).toBe('254712000391');
  });

  it('takes every 01 and 07 number, for a list of ranges goes stale', () => {
    for (let prefix = 0; prefix < 100; prefix += 1) {
      const two = String(prefix).padStart(2, '0');
      expect(normalMsisdn(`01${two}000391`)).toBe(`2541${two}000391`);
      expect(normalMsisdn(`07${two}000391`)).toBe(`2547${two}000391`);
    }
  });

  it.each([
    '',
    '0204000218',
    '+255754000219',
    '2547*****126',
    '25470****149',
    '0712***391',
    '0733XXXXXX',
    '071200039',
    '07120003911',
    'namba 0712000391',
    '254712000391 - JANE',
    'a'.repeat(64),
    'oooooooooo',
    '7'.repeat(200),
  ])('does not read %s', (text) => {
    expect(normalMsisdn(text)).toBeNull();
  });
});

describe('findPhones', () => {
  it.each([
    ['sifuri saba mara mbili nane', []],
    ['sifuri mia saba ishirini na mbili, sifuri sifuri sifuri, tatu tisa moja', ['254722000391']],
    ['zero seven twelve triple zero three ninety one', ['254712000391']],
    ['plus two five four seven one two double zero zero three nine one', ['254712000391']],
    ['sifuri saba moja mbili sifuri mara tatu tatu tisa moja', ['254712000391']],
    ['0712 na 000 alafu 391', ['254712000391']],
    ['nambaO7l2OOO39lndio', ['254712000391']],
    ['О7І2ООО391 kwa Kisirili', ['254712000391']],
    ['❶⓿ kisha 0️⃣7️⃣1️⃣2️⃣0️⃣0️⃣0️⃣3️⃣9️⃣1️⃣', ['254712000391']],
    ['07120003910733000127', ['254712000391', '254733000127']],
    ['UKN4X7M2Q00712000391', ['254712000391']],
    ['ws_CO_23052022122137653712000391', ['254712000391']],
    ['order 88213 0712 000 391 2350', ['254712000391']],
    ['SA10 AAAA 0L; kisha 07 00 00 00 00', ['254700000000']],
    ['TH57/TQ7R/25 0739 611 617', ['254739611617']],
    ['ref=TLN9PAFZ7N&x=1 - 0-7-0-2-8-7-8-4-6-7', ['254702878467']],
    ['KSh 640.00 0170877550, 07 25 00 70 52', ['254170877550', '254725007052']],
    ['0712.00.03.91', ['254712000391']],
    ['0712 OOO 391', ['254712000391']],
    ['071 sifuri mara nne 391', ['254710000391']],
    ['Order 88213.07 12 00 03 91', ['254712000391']],
    ['Order 88213.00.254.712.000.391', ['254712000391']],
    ['1 sifuri saba sifuri sifuri sifuri sifuri sifuri sifuri sifuri tano simu', ['254700000005']],
  ])('%s', (text, normals) => {
    expect(findPhones(text).map(({ normal }) => normal)).toEqual(normals);
  });

  it('gives no mobile number for a landline or a foreign number, and a normal form all the same', () => {
    expect(findPhones('ofisi 020 400 0218, +44 7700 900 123, 255754000219')).toMatchObject([
      { msisdn: null, normal: '254204000218' },
      { msisdn: null, normal: '447700900123' },
      { msisdn: null, normal: '255754000219' },
    ]);
  });

  it('does not draw the figure after a foreign number into it', () => {
    expect(found('nipigie +255 754 000 219 640 bob')).toEqual(['+255 754 000 219']);
  });

  it.each(['712000391 ndio namba yangu', 'simu yangu: 712 000 391', 'whatsapp 712000391'])(
    'takes nine digits that a word names: %s',
    (text) => {
      expect(findPhones(text).map(({ msisdn }) => msisdn)).toEqual(['254712000391']);
    },
  );

  it.each([
    '712000391',
    'order 712000391 nilitumia simu',
    'tracking 712000391',
    'simu yangu, order 712000391',
    'Ol oil lol il',
    '07/12/26 0712',
    '01/11, 02/11, 13',
    '07-12-2026 07:12',
    'order 07120003911',
    '0712 * 000 * 391',
    '2547 ***** 126',
    'KES 1,070,120 na 1,712,000',
    '35 693803 564380 9',
    'sababu sitaki kumbe saba moja',
    'order 04512345',
    'IMEI 356938035643809, SKU 100391-07',
  ])('finds none in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
