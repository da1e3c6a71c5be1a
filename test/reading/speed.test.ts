import { describe, expect, it } from 'vitest';
import { findAmounts } from '../../src/reading/amounts/find.ts';
import { findDates } from '../../src/reading/dates.ts';
import { fold } from '../../src/reading/fold.ts';
import { findOrderNumbers } from '../../src/reading/order-numbers.ts';
import { findPhones } from '../../src/reading/phones.ts';
import { findReceipts } from '../../src/reading/receipts.ts';
import { redact } from '../../src/reading/redact.ts';
import { wordsOf } from '../../src/reading/text-words.ts';

/** What makes reading fast is a short way for plain texts and a memory of one text: neither may show in a result. */
describe('the short ways of reading', () => {
  it('forget one text when another is read between', () => {
    const one = 'UKN4X7M2QP simu 0712000391';
    const other = 'SKE81ABC23 simu 0722000564';
    const alone = [findReceipts(one), findPhones(one)];
    findReceipts(other);
    findPhones(other);
    expect(findPhones(other).map(({ msisdn }) => msisdn)).toEqual(['254722000564']);
    expect([findReceipts(one), findPhones(one)]).toEqual(alone);
  });

  it('give an ASCII text the same words as the way of all scripts does', () => {
    const text = 'Nimelipa 2,350 kwa Order_88213, UKN4 x7m2QP!';
    const plain = wordsOf(text);
    // One letter that is not ASCII, behind the rest, sends the text the other way.
    expect(wordsOf(`${text} é`).slice(0, -1)).toEqual(plain);
  });

  it('keep a span of an ASCII text within the text, as for any other', () => {
    expect(fold('abc').raw({ start: 1, end: 9 })).toEqual({ start: 1, end: 3 });
    expect(fold('abc').raw({ start: 5, end: 5 })).toEqual({ start: 3, end: 3 });
  });

  it('find a phone that has few figures because the rest are words', () => {
    expect(findPhones('simu yangu mia 7 mia 1 mia 2').map(({ normal }) => normal)).toEqual(['254700100200']);
    expect(findPhones('simu ni sifuri saba moja mbili triple zero tatu tisa moja')).toHaveLength(1);
  });

  it('find days and hours in a text without a figure', () => {
    expect(findDates('nililipa jana saa nane').map(({ kind }) => kind)).toEqual(['day', 'time']);
  });

  it('read a megabyte that is one chain of figures, orders, phones or codes without an error', () => {
    for (const piece of ['1/1.', '213&', '0712000391 ', 'UKN4X7M2QP']) {
      const text = piece.repeat(1_000_000 / piece.length);
      for (const find of [findAmounts, findOrderNumbers, findPhones, findReceipts]) {
        expect(() => find(text)).not.toThrow();
      }
    }
  }, 60_000);

  it('hide a phone that comes again in words only', () => {
    const secrets = { PHONE_1: '254712000391' };
    const again = redact('saba moja mbili sifuri sifuri sifuri tatu tisa moja', secrets);
    expect(again.redacted).toBe('[PHONE_1]');
  });
});
