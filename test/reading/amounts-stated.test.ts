/** What of the sums in a message the customer says was paid. The kind of bug hunted: another sum taken for it. */
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/reading/message.ts';

const stated = (text: string): readonly number[] => readMessage(text).amounts.map((cents) => cents / 100);

describe('a sum right before a phone', () => {
  const PHONES = ['0712 000 391', '0712000391', '0110-000-391', '0700000000'];

  test.each([
    ['nimelipa 25410,', 25_410],
    ['nimelipa 25410', 25_410],
    ['nimelipa 2,541.', 2_541],
    ['nililipa 254,', 254],
    ['elfu sita na mia mbili na hamsini na nne.', 6_254],
    ['nilituma mia mbili na hamsini na nne', 254],
    ['nililipa mia tatu na tisini.', 390],
    ['nimelipa elfu mbili', 2_000],
  ])('is read: %s', (words, sum) => {
    for (const phone of PHONES) {
      const text = `${words} ${phone}`;
      const { payer } = readMessage(text);
      expect({ text, stated: stated(text), payer }).toEqual({
        text,
        stated: [sum],
        payer: `254${phone.replaceAll(/\D/g, '').slice(1)}`,
      });
    }
  });

  test.each([
    'nimelipa 2,500 kwa simu 254 712 000 391',
    'nimelipa 2,500 +254 712 000 391',
    '2,500 simu 2547 1200 0391',
  ])('is not made of the phone itself: %s', (text) => {
    expect(stated(text)).toEqual([2_500]);
  });
});

describe('who paid', () => {
  test.each([
    'umetuma Ksh500',
    'Umelipa 500 kwa DUKA',
    'mmenitumia 500 tu',
    'mlinilipa mia tano',
    'you sent 500',
    'you have just paid me KES 500',
    'ujumbe unasema umetuma Ksh500',
  ])('was the shop, or an SMS is quoted: %s', (text) => {
    expect(stated(text)).toEqual([]);
  });

  test.each([
    'mmenikata 500',
    'mmelipwa 500',
    'umetumiwa Ksh500',
    'you charged me 500',
    'thank you I paid 500',
    'mke wangu alilipa 500',
  ])('was the customer: %s', (text) => {
    expect(stated(text)).toEqual([500]);
  });
});

describe('a payment that was not made', () => {
  const SUMS = ['2,500', 'elfu mbili mia tano', 'Ksh 2500', '2.5k'];

  test.each([
    'nitalipa',
    'tutatuma',
    'nikilipa',
    'ningelipa',
    'nilipe',
    'naweza kulipa',
    'niliambiwa nitume',
    'niliagizwa kulipa',
    'nimeshindwa kulipa',
    'lazima nilipe',
    'I will pay',
    'can I send',
    'please pay',
    'I was asked to pay',
    'hatukulipa',
    'haukulipa',
    'hajatuma',
    'silipi',
    "I didn't pay",
    'I have not paid',
    'I never sent',
    'mnasema nililipa',
    'wanasema',
    'you say I paid',
  ])('states nothing: %s', (words) => {
    for (const sum of SUMS) {
      const text = `${words} ${sum}`;
      expect({ text, stated: stated(text) }).toEqual({ text, stated: [] });
    }
  });

  test.each([
    'nimelipa',
    'tulituma',
    'nikalipa',
    'nimemaliza kulipa',
    'baada ya kulipa',
    'I have paid',
    'I already sent',
  ])('is told from one that was: %s', (words) => {
    for (const sum of SUMS) expect(stated(`${words} ${sum}`)).toEqual([2_500]);
  });

  test('does not hide the one that was made', () => {
    expect(stated('niliambiwa nilipe 3,000 lakini nililipa 2,500')).toEqual([2_500]);
    expect(stated('mnasema nimelipa 2,300 lakini nililipa 2,500')).toEqual([2_500]);
  });
});

describe('another sum than the payment', () => {
  test.each([
    ['a limit', 'limit yangu ni elfu mbili', []],
    ['a discount', 'nimepata discount ya elfu mbili', []],
    ['a debt', 'deni langu ni Ksh 500', []],
    ['a fee', 'fee ilikuwa Ksh 30', []],
    ['the cost of sending', 'gharama ya kutuma ni Ksh 30', []],
    ['what is left', 'nimelipa 2,300 bado 200', [2_300]],
    ['what is left to pay', 'nimelipa 2,300 imebaki mia mbili', [2_300]],
    ['what was too much', 'nimelipa zaidi 200', []],
    ['what was too much, told behind it', 'nimelipa 200 zaidi', []],
    ['what the system says', 'nililipa 2,500 lakini inasema 2,300', [2_500]],
  ])('is left out: %s', (_, text, expected) => {
    expect(stated(text)).toEqual(expected);
  });
});

test('the balance is left out in English words too', () => {
  for (const balance of [
    'one hundred thousand one hundred',
    'a thousand',
    'fifty thousand',
    '118.40',
    'elfu mbili',
  ]) {
    expect(stated(`balance yangu ni ${balance}, nimelipa 2,500`)).toEqual([2_500]);
  }
});

describe('a bare figure', () => {
  test.each(['2500 imekatwa', '2500 zimekatwa kwa simu', '2500 was deducted', 'leo 640 ilikatwa'])(
    'that was deducted is a sum: %s',
    (text) => {
      expect(stated(text)).toHaveLength(1);
    },
  );

  test.each(['UKN4X7M2QP, 88213', 'jana (88213)', '0712000391, 25410'])(
    'of five digits is none just for standing alone: %s',
    (text) => {
      expect(stated(text)).toEqual([]);
    },
  );

  test('of four digits beside other details is one', () => {
    expect(stated('UKN4X7M2QP, 2350, order 88213')).toEqual([2_350]);
  });

  test('written against its verb is a sum and no order number', () => {
    for (const text of [
      'nimelipa2500 kwa order 88213',
      'order 88213 nilituma2500bob',
      'paid2500 order 88213',
    ]) {
      expect(stated(text)).toEqual([2_500]);
      expect(readMessage(text).orders.map(({ number }) => number)).toEqual(['88213']);
    }
    expect(readMessage('nimelipa2500').orders).toEqual([]);
    expect(stated('UKNLIPA2500')).toEqual([]);
  });

  test('in brackets behind a sum says it again, says another, or is an order number', () => {
    expect(stated('nimelipa elfu mbili (2000)')).toEqual([2_000]);
    expect(stated('nimelipa elfu mbili (2500)')).toEqual([2_000, 2_500]);
    expect(stated('nimelipa elfu mbili (88213)')).toEqual([2_000]);
  });

  test('said twice side by side is no single sum', () => {
    expect(stated('nimelipa mia tano mia tano')).toEqual([500, 500]);
  });
});
