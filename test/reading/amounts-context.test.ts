/** What a figure is called by the words around it. The kind of bug hunted: a number that is no payment read as one. */
import { describe, expect, test } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { readAmount } from '../../src/reading/amounts/read.ts';

const doubts = (text: string) => findAmounts(text).map(({ cents, doubt }) => cents ?? doubt);
const found = (text: string) => findAmounts(text).map(({ start, end }) => text.slice(start, end));

describe('numbers that are not amounts', () => {
  test.each([
    [
      'clock times',
      ['saa tatu na dakika kumi', 'saa tisa kasoro robo', 'saa 4', 'saa 10.45', '10:45', '4 pm', '2.30 pm'],
    ],
    [
      'dates',
      [
        'tarehe 23 mwezi wa 11',
        '23-11-2026',
        '23.11.2026',
        '2026-11-23',
        '23 Nov 2026',
        'Nov 23, 2026',
        'mwaka 2026',
      ],
    ],
    [
      'counts',
      [
        'siku 3',
        'miaka kumi na mbili',
        'watu mia tatu',
        'viatu 2',
        '3 days ago',
        'two weeks',
        '12 items',
        'kilo 5',
      ],
    ],
    [
      'ordinals',
      ['mtoto wa tatu', 'nililipa awamu ya kumi', 'mara ya kumi', 'darasa la nane', '2nd', 'namba ya pili'],
    ],
    [
      'order numbers',
      [
        'order 88213',
        'oda yangu ni 88213',
        '#40112',
        'ORD-2026-88213',
        'KB-204417',
        '88213 ni order yangu',
        'order number: 4521',
        'orders 88213 na 88214',
      ],
    ],
    [
      'till, Paybill and account numbers',
      [
        'till 832911',
        'paybill 554433 acc 40112',
        'account yangu ni 88312',
        'account 88312 badala ya 88213',
        'till namba elfu tatu',
      ],
    ],
    ['identity numbers', ['ID 31234567', 'PIN yangu ni 4471', '31234567', 'A012345678Z']],
    [
      'phones',
      [
        '0712 000 391',
        '+254 712-000-391',
        '254712000391',
        '712 000 391',
        '0722***000',
        '020 1234567',
        '*334#',
      ],
    ],
    ['codes', ['UKN4X7M2QP', '4G', '4x4', 'v1.0.2', 'K24', '2kg', 'a@2500.co']],
    [
      'idioms',
      ['mia kwa mia', 'sina hata elfu moja', 'sabasaba', 'mara moja', '24/7', 'moja kwa moja', 'mara mia'],
    ],
    ['percentages', ['10%', 'asilimia 10', 'one hundred percent']],
    ['read-out digits', ['mbili sifuri nne nne moja saba', 'zero seven double two', 'two five zero zero']],
    [
      'words that only look alike',
      [
        'sitaki',
        'sababu',
        'kumbe',
        'mbilikimo',
        'sawa',
        'so sorry',
        'soo sorry',
        'mbao za kujenga',
        'maelfu ya watu',
      ],
    ],
    ['zero', ['Ksh 0.00', 'KES 0', 'sifuri']],
    ['program text', ['"amount_cents":99999900', 'set amount_cents=5000000']],
  ])('%s', (_, texts) => {
    for (const text of texts) expect({ text, found: found(text) }).toEqual({ text, found: [] });
  });

  test.each([
    ['kilo mbili elfu moja', 100_000],
    ['gunia kumi na mbili elfu nne', 400_000],
    ['order 88213 elfu tatu', 300_000],
    ['order mbili elfu tatu', 300_000],
    ['till 832911 ksh 500', 50_000],
    ['saa nane elfu mbili', 200_000],
    ['tarehe tano elfu tatu', 300_000],
    ['viatu 2 elfu nne', 400_000],
    ['nimelipa soo nane kwa 40112', 80_000],
    ['I sent 2500 to 832911', 250_000],
    ['I paid 2500 am still waiting', 250_000],
    ['order ya 2,500', 250_000],
    ['kiasi cha hamsini', 5_000],
    ['order 2500 bob', 250_000],
    ['viatu 2k', 200_000],
    ['no 2500', 250_000],
    ['nilijaribu kwa 456, nililipa 2,060', 206_000],
    ['nililipa mara moja elfu moja', 100_000],
    ['M-Pesa balance shows 118.40 after paying you 2,350.00', 235_000],
    ['order 45510, not 45501. 1,750/=', 175_000],
  ])('leave the amount beside them readable: %s', (text, cents) => {
    expect(readAmount(text)).toBe(cents);
  });
});

describe('amounts that have to be asked for', () => {
  test.each([
    ['bare', ['gunia mbili elfu', 'tano', '5', 'nimelipa tano', 'hamsini', 'laki', 'mia']],
    [
      'digits',
      ['2.500', 'Ksh 12.000', '12,50', '4,5000', 'elfu 2,500', 'elfu 2500', 'Ksh 2.5', '2,500k', 'mia 50'],
    ],
    [
      'grammar',
      [
        'elfu mia tano',
        'elfu mbili tano',
        'laki mbili nane',
        'kumi elfu moja',
        'mia tatu na nusu',
        'seven fifty bob',
        'mia moja elfu',
        'soo kumi',
        'elfu tatu na tano mia',
        'nililipa elfu mbili, tatu zimebaki',
        'nusu ya elfu kumi',
      ],
    ],
    ['slip', ['elfu moja mia nanne', 'mia nanne']],
    ['slang', ['nimelipa ndovu mbili', 'nilituma jirongo']],
    ['foreign', ['$25', 'USD 25', '25 dollars', 'TSh 5,000', '€20', 'dola hamsini']],
    ['too_large', ['Ksh 999,999,999,999']],
    [
      'approximate',
      [
        'kama elfu mbili',
        'karibu 2000',
        'zaidi ya elfu tatu',
        'about 2k',
        '2000ish',
        '3000 hivi',
        'elfu na kitu',
        '~2500',
        'like 2k or something',
      ],
    ],
    ['times', ['2500 mara mbili', '2500 twice', '2500 x2', '3,000 kwa mafungu mawili']],
    ['denied', ['si elfu mbili', 'sikulipa 2500']],
    ['label', ['order elfu tatu']],
  ])('%s', (doubt, texts) => {
    for (const text of texts) expect({ text, doubts: doubts(text) }).toEqual({ text, doubts: [doubt] });
  });

  test.each([
    [
      'range',
      ['2000-2500', '2000 to 2500', 'elfu tatu au elfu nne', 'kati ya elfu moja na elfu mbili', '2k or 3k'],
    ],
    ['sum', ['1500 + 200', '1500 plus 200']],
    ['correction', ['elfu mbili, hapana samahani, elfu tatu', '2500 sorry 3500']],
  ])('both of two that make a %s', (doubt, texts) => {
    for (const text of texts)
      expect({ text, doubts: doubts(text) }).toEqual({ text, doubts: [doubt, doubt] });
  });

  test('only the denied one of two: the other is what is said', () => {
    expect(doubts('ndio lakini amount ni 2500 si 2000')).toEqual([250_000, 'denied']);
    expect(doubts('si elfu mbili, ni elfu tatu')).toEqual(['denied', 300_000]);
    expect(doubts('nililipa 3,000 badala ya 2,500')).toEqual([300_000, 'denied']);
  });

  test('"kama ilivyo" and "kama mlivyosema" are no "about"', () => {
    expect(readAmount('nimetuma kama ilivyo kwa invoice, ksh elfu nane')).toBe(800_000);
    expect(readAmount('nimelipa 2500 kama mlivyosema')).toBe(250_000);
  });
});

describe('two amounts', () => {
  test.each([
    ['elfu mbili, 500 ya delivery', [200_000, 50_000]],
    ['ile ya 832911 ksh 500', [83_291_100, 50_000]],
    ['elfu moja na elfu mbili', [100_000, 200_000]],
  ])('are kept apart in %s', (text, expected) => {
    expect(doubts(text)).toEqual(expected);
  });

  test('share no currency mark: ksh between two figures belongs to the second', () => {
    expect(found('ile ya 832911 ksh 500')).toEqual(['832911', 'ksh 500']);
  });

  test('share no verb: what stands behind another number belongs to that one', () => {
    expect(findAmounts('nimelipa 640 kisha 88213').map(({ marked }) => marked)).toEqual([true, false]);
  });
});

describe('one amount', () => {
  test('said twice in two ways is one', () => {
    expect(readAmount('elfu mbili (2,000)')).toBe(200_000);
    expect(readAmount('nililipa 2500/= yaani elfu mbili mia tano')).toBe(250_000);
  });

  test.each(['2,500 na 2,500', 'mia tano mia tano', '9000 lakini 4500', '1,200 kisha 800'])(
    'is not %s',
    (text) => {
      expect(readAmount(text)).toBeNull();
    },
  );

  test('of a pasted SMS is the payment, whatever figures follow', () => {
    const sms =
      'UKN81B6TQZ Confirmed. Ksh1,200.00 sent to DUKA MOJA for account 40112 on 23/11/26 at 9:03 AM New M-PESA ' +
      'balance is Ksh5,004.00. Transaction cost, Ksh15.00.Amount you can transact within the day is 498,800.00. ' +
      'Access fee Ksh 3.00 outstanding Ksh 77.00';
    expect(found(sms)).toEqual(['Ksh1,200.00']);
    expect(found(`${sms}\n\nUGBKLMRWQZ Confirmed. Ksh150.00 paid to DUKA MOJA. Ksh9.00`)).toEqual([
      'Ksh1,200.00',
      'Ksh150.00',
    ]);
    expect(found(`${sms}\n\nna pia nililipa 640`)).toEqual(['Ksh1,200.00', '640']);
  });
});

describe('a finding', () => {
  test('spans its words and its currency marks in the raw text', () => {
    expect(found('Nililipa shilingi elfu nne na mia tano jana, kisha KES 2,500/= leo')).toEqual([
      'shilingi elfu nne na mia tano',
      'KES 2,500/=',
    ]);
    expect(found('pesa Ksh 2\u200b５00 tu')).toEqual(['Ksh 2\u200b５00']);
  });

  test('says what speaks for money', () => {
    const [bare, led, marked, words] = findAmounts('88213, nimelipa 640. KES 500 na pia elfu mbili');
    expect(bare).toMatchObject({ marked: false, currency: false, words: false, digits: '88213' });
    expect(led).toMatchObject({ marked: true, currency: false, words: false, digits: '640' });
    expect(marked).toMatchObject({ marked: true, currency: true, words: false, digits: null });
    expect(words).toMatchObject({ marked: true, currency: false, words: true, digits: null });
  });

  test('is never inside a span that is taken, and is read up to it', () => {
    const text = 'UKN4X7M2QP,88213,2350.00,MATCHED';
    const at = text.indexOf('88213');
    expect(findAmounts(text, [{ start: at, end: at + 5 }]).map(({ cents }) => cents)).toEqual([235_000]);
    expect(findAmounts('elfu mbili', [{ start: 0, end: 10 }])).toEqual([]);
    expect(
      findAmounts('elfu mbili', [
        { start: 5, end: 99 },
        { start: 2, end: 7 },
      ]),
    ).toEqual([]);
  });

  test('never goes on over a line break', () => {
    expect(found('elfu tatu\nmia tano')).toEqual(['elfu tatu', 'mia tano']);
  });
});
