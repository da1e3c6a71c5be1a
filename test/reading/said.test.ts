import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/reading/message.ts';
import { readReply } from '../../src/reading/reply.ts';
import { firstSaid, gaveUsableAnswer, hearReply } from '../../src/reading/said.ts';
import type { HeardSaid } from '../../src/reading/by-model.ts';
import type { Asked, Receipt, Said } from '../../src/reading/types.ts';

/** A conversation: the first message, then each reply with what was asked before it. */
function conversation(first: string, ...replies: readonly (readonly [Asked, string])[]): Said {
  let said = firstSaid(readMessage(first));
  for (const [asked, text] of replies) said = hearReply(said, readReply(text, asked), asked);
  return said;
}

const numbers = (said: Said): readonly string[] => said.orders.map((order) => order.number);
const replaced = (said: Said): readonly string[] => said.ordersReplaced.map((order) => order.number);

describe('what a customer has said so far', () => {
  test('an order number given when asked replaces the earlier one, which is remembered', () => {
    const said = conversation('UKP9B2X6FK, 2,200, order 61177 bado haijasomeka', [
      'order_number',
      'ni 61171 basi',
    ]);
    expect(numbers(said)).toEqual(['61171']);
    expect(replaced(said)).toEqual(['61177']);
    expect(said.receipts).toEqual(['UKP9B2X6FK']);
    expect(said.amounts).toEqual([220_000]);
  });

  test('the same order number given again replaces nothing', () => {
    const said = conversation('nimelipa order 61177 na bado', ['order_number', '61177']);
    expect(numbers(said)).toEqual(['61177']);
    expect(replaced(said)).toEqual([]);
  });

  test('a second order number that nobody asked for and nothing takes back is added', () => {
    const said = conversation('nimelipa order 61177 na bado', ['mpesa_code', 'order 61180 pia bado']);
    expect(numbers(said)).toEqual(['61177', '61180']);
    expect(replaced(said)).toEqual([]);
  });

  test('a second order number that takes the first back replaces it, whatever was asked', () => {
    const said = conversation('nimelipa order 61177 na bado', ['mpesa_code', 'samahani, order ni 61180']);
    expect(numbers(said)).toEqual(['61180']);
    expect(replaced(said)).toEqual(['61177']);
  });

  test('the account of a pasted SMS does not replace a written order number', () => {
    const sms =
      'UKP3M7J9XD Confirmed. Ksh1,200.00 sent to DUKA MOJA for account 30529 on 25/11/26 at 9:03 AM';
    const said = conversation('nimelipa order 30592 na bado', ['order_number', sms]);
    expect(said.orders.map(({ number, fromSms }) => [number, fromSms])).toEqual([
      ['30592', false],
      ['30529', true],
    ]);
    expect(replaced(said)).toEqual([]);
  });

  test('an SMS account that a written number replaces was never a stated number', () => {
    const sms =
      'UKP3M7J9XD Confirmed. Ksh1,200.00 sent to DUKA MOJA for account 30529 on 25/11/26 at 9:03 AM';
    const said = conversation(sms, ['order_number', '30592']);
    expect(numbers(said)).toEqual(['30592']);
    expect(replaced(said)).toEqual([]);
  });

  test('a code given when asked leaves only that code', () => {
    const first = 'ORDER 51214 CHARGED TWICE: UKM5V9K3DB and UKN8R4S7XJ, 3,200 each';
    expect(conversation(first).receipts).toEqual(['UKM5V9K3DB', 'UKN8R4S7XJ']);
    expect(conversation(first, ['mpesa_code', 'UKM5V9K3DB']).receipts).toEqual(['UKM5V9K3DB']);
  });

  test('a reply without a value leaves what was said', () => {
    const first = 'nimelipa order 88213 code UKN4X7M2QP 2,350 na bado';
    const before = conversation(first);
    expect(conversation(first, ['mpesa_code', 'ngoja nitafute'])).toEqual(before);
  });

  test('another amount is added when another thing was asked and replaces when the amount was asked', () => {
    const first = 'nililipa 3,000 lakini bado unpaid';
    expect(conversation(first, ['mpesa_code', 'code UKS7L9D4VC, walinikata 3,050']).amounts).toEqual([
      300_000, 305_000,
    ]);
    expect(conversation(first, ['amount', '3,050']).amounts).toEqual([305_000]);
    expect(conversation(first, ['confirm', 'hapana, ni 3,050']).amounts).toEqual([305_000]);
  });

  test('a newer number of the payer replaces the earlier one', () => {
    const said = conversation('nililipa na 0712000391 bado', ['phone', '0733 000 127']);
    expect(said.payer).toBe('254733000127');
  });

  test('the wish for a person stays when the next message says something else', () => {
    const said = conversation('nataka kuongea na mtu', ['mpesa_code', 'UKN4X7M2QP']);
    expect(said.wantsPerson).toBe(true);
    expect(said.receipts).toEqual(['UKN4X7M2QP']);
  });

  test('thanks in a reply do not undo a complaint, and a complaint in a reply makes one', () => {
    expect(conversation('nimelipa na bado unpaid', ['mpesa_code', 'asante']).complaint).toBe('yes');
    expect(conversation('Habari za asubuhi', [null, 'pesa imekatwa lakini order haijalipwa']).complaint).toBe(
      'yes',
    );
    expect(conversation('order 88213', [null, 'asante']).complaint).toBe('undecided');
  });

  test('Sheng and mixed text are answered in Swahili', () => {
    expect(conversation('niaje, nililipa ngiri tano jana').language).toBe('sw');
    expect(conversation('I paid but it still says unpaid', ['mpesa_code', 'ndio']).language).toBe('en');
  });
});

describe('a usable answer', () => {
  const usable = (asked: Asked, text: string): boolean => gaveUsableAnswer(readReply(text, asked), asked);

  test('is exactly one value of the field that was asked', () => {
    expect(usable('mpesa_code', 'UKN4X7M2QP')).toBe(true);
    expect(usable('mpesa_code', 'UKN4X7M2QP ama UKN81B6TQZ, sikumbuki')).toBe(false);
    expect(usable('mpesa_code', 'sina')).toBe(false);
    expect(usable('mpesa_code', 'order ni 88213')).toBe(false);
    expect(usable('order_number', '88213')).toBe(true);
    expect(usable('amount', 'elfu kumi')).toBe(true);
    expect(usable('amount', 'elfu mia tano')).toBe(false);
    expect(usable('phone', '0712000391')).toBe(true);
    expect(usable('phone', 'ni hii hii ninayotumia')).toBe(false);
  });

  test('to a confirmation is a yes, a no or a correction', () => {
    expect(usable('confirm', 'ndio')).toBe(true);
    expect(usable('confirm', 'hapana')).toBe(true);
    expect(usable('confirm', 'labda')).toBe(false);
  });
});

describe('what a model made of the messages so far', () => {
  const CODES = ['UKN4X7M2QP', 'UKP6B1R8WX'] as Receipt[];
  const doubting: HeardSaid = {
    ...firstSaid(readMessage(`nimelipa ${CODES.join(' ama ')} na bado`)),
    byModel: { denied: { receipts: CODES.slice(0, 1), orders: [], amounts: [] } },
  };
  const hear = (text: string, asked: Asked) => hearReply(doubting, readReply(text, asked), asked).byModel;

  test('stays while the customer says nothing about it', () => {
    expect(doubting.receipts).toEqual(CODES);
    expect(hear('asante', null)).toEqual(doubting.byModel);
  });

  test('ends when the customer gives the value once more, or replaces it', () => {
    expect(hear(CODES[0]!, 'mpesa_code')).toBeUndefined();
    expect(hear(`code ni ${CODES[0]!}`, null)).toBeUndefined();
    expect(hear(CODES[1]!, 'mpesa_code')).toBeUndefined();
  });

  test('about the complaint ends when the rules have seen one', () => {
    const maybe: HeardSaid = {
      ...firstSaid(readMessage('kuhusu order yangu')),
      byModel: { complaint: 'yes' },
    };
    const after = (text: string) => hearReply(maybe, readReply(text, 'mpesa_code'), 'mpesa_code');
    expect(after('ngoja kidogo').byModel).toEqual({ complaint: 'yes' });
    expect(after(`nililipa na bado unpaid, ${CODES[0]!}`)).toMatchObject({ complaint: 'yes' });
    expect(after(`nililipa na bado unpaid, ${CODES[0]!}`).byModel).toBeUndefined();
  });
});
