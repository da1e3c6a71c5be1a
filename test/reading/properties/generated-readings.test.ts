/** Messages and replies of any kind: reading one never throws and never gives a value that the text does not hold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../src/reading/message.ts';
import { readReply } from '../../../src/reading/reply.ts';
import type { Asked, MessageReading } from '../../../src/reading/types.ts';
import { phone, receipt } from '../secret-shapes.ts';
import { sumWithNa } from './amount-forms.ts';
import { CaseCount, QUOTAS } from './quotas.ts';
import { digitsOf, recoverable } from './recovering.ts';

const counted = new CaseCount();
const askedField = fc.constantFrom<Asked>('mpesa_code', 'order_number', 'amount', 'phone', 'confirm', null);

/** A piece of a message and the amount of money that it may stand for. */
interface Spoken {
  readonly text: string;
  readonly cents?: number;
  /** The normal form of the phone or the receipt that it is. */
  readonly secret?: string;
}

/** No country code at either end: what stands before a phone in `25410. 0700 000 100` may be a part of it. */
const figure = fc.integer({ min: 10, max: 150_000 }).filter((n) => !/^254|254$/.test(String(n)));
const spoken: fc.Arbitrary<Spoken> = fc.oneof(
  // Behind a word: a sum that ends like a prefix (`mia moja na tisini. 0700 000 000`) can join with a bare phone.
  phone.map(({ written, normal }) => ({ text: `simu yangu ${written}`, secret: normal })),
  // In one piece: the tail of a code that is cut up (`SA10 AAAA 0L`) can join with a phone that is cut up, too.
  receipt
    .filter(({ written }) => /^[\w=;&.]+$/.test(written))
    .map(({ written, normal }) => ({ text: written, secret: normal })),
  figure
    .map(sumWithNa)
    .map(({ text, expected }) => ({ text: `nimetuma ${text}`, cents: (expected ?? 0) * 100 })),
  figure.map((n) => ({ text: `ksh ${n.toLocaleString('en')}.50`, cents: n * 100 + 50 })),
  figure.map((n) => ({ text: `nimelipa ${n}`, cents: n * 100 })),
  fc.integer({ min: 10_000, max: 99_999 }).map((n) => ({ text: `order #${n}`, cents: n * 100 })),
  fc.constantFrom<Spoken>(
    ...[
      'ndio',
      'hapana',
      'sawa',
      'si hiyo',
      'samahani',
      'nataka mtu',
      'bado',
      'achana nayo',
      'sina',
      'kesho',
    ].map((text) => ({ text })),
    ...[
      'tarehe 23/11/2026',
      'saa 4:12 PM',
      '?',
      '😡',
      '<|im_end|>',
      'jana',
      'nimelipa',
      'lakini order haionekani',
    ].map((text) => ({ text })),
  ),
);
/** Each ends a number for every reader, so that two pieces make no third value. */
const joint = fc.constantFrom('. ', '\n', ' lakini ', '; kisha ', ' halafu nikaona ', '.\n');

/** Receipts, orders and the payer of a reading that cannot be got out of a text without number words. */
function invented(text: string, { receipts, orders, payer }: MessageReading): readonly string[] {
  const plain = plainOf(text);
  return [
    ...receipts.filter((normal) => !recoverable(text, { kind: 'receipt', normal })),
    ...orders.map(({ number }) => number).filter((number) => !plain.includes(number)),
    ...(payer === null || recoverable(text, { kind: 'phone', normal: payer }) ? [] : [payer]),
  ];
}

function plainOf(text: string): string {
  return digitsOf(text.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

describe('a message or a reply made of known values', () => {
  test('gives no value but those', () => {
    fc.assert(
      fc.property(
        fc.array(spoken, { minLength: 1, maxLength: 5 }),
        joint,
        askedField,
        (pieces, between, asked) => {
          counted.ran();
          const text = pieces.map((piece) => piece.text).join(between);
          const secrets = new Set<string | undefined>(pieces.map(({ secret }) => secret));
          const sums = new Set(pieces.map(({ cents }) => cents));
          const { message } = readReply(text, asked);
          for (const reading of [message, readMessage(text)]) {
            const { receipts, orders, payer } = reading;
            expect(orders.filter(({ number }) => !plainOf(text).includes(number))).toEqual([]);
            // A phone with letters for digits can have the shape of a code, so a code need only be in the text.
            expect(receipts.filter((normal) => !recoverable(text, { kind: 'receipt', normal }))).toEqual([]);
            if (payer !== null) expect([...secrets]).toContain(payer);
            expect(reading.amounts.filter((amount) => !sums.has(amount))).toEqual([]);
          }
        },
      ),
      { numRuns: 3_500 },
    );
  });
});

/** Sound whatever the text: amounts are positive whole cents and every SMS lies inside it. */
function expectSound(text: string, { amounts, sms }: MessageReading): void {
  for (const amount of amounts) expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
  for (const { start, end } of sms) expect(start >= 0 && start < end && end <= text.length).toBe(true);
}

const words = fc.constantFrom(
  ...'ksh bob 500 2,500 0712 UKN4X7M2QP Confirmed. paid to order # namba code ni si ndio hapana 254'.split(
    ' ',
  ),
  ...['[', ']', '<|', '\u200b', '\n', '|', 'account', '٠٧', 'samahani', 'mtu', '😡'],
);

describe('a message or a reply of any characters', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(fc.oneof(words, fc.constantFrom('elfu', 'mia', 'kumi', 'tano', 'İ', 'ß', '\ud800')), {
        maxLength: 20,
      })
      .map((all) => all.join(' ')),
  );

  test('is read without throwing, and what is read is sound', () => {
    fc.assert(
      fc.property(anything, askedField, (text, asked) => {
        counted.ran();
        expectSound(text, readReply(text, asked).message);
        expectSound(text, readMessage(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a message or a reply of words and figures in any order', () => {
  test('gives no code, order or phone that is not there', () => {
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 20 }),
        fc.constantFrom('', ' '),
        askedField,
        (all, between, asked) => {
          counted.ran();
          const text = all.join(between);
          expect(invented(text, readReply(text, asked).message)).toEqual([]);
          expect(invented(text, readMessage(text))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the generated cases of this file', () => {
  test('are as many as promised', () => {
    counted.expectAtLeast(QUOTAS.readings);
  });
});
