// Goal: what a result or an answer says of who paid and who received, in every shape, and never what they are called.
// Method: the parameters of daraja.md §2 and §4, varied by hand.
import { describe, expect, it } from 'vitest';
import { fromEat } from '../../src/core/clock.ts';
import { parseCallback, parseInquiryCallback } from '../../src/mpesa/callback.ts';
import { factOf, REVERSED, reversalResult, whyOf, type Item } from './callback-bodies.ts';

/** The shapes of a party, and what may be kept of each: a number or a shortcode, never a name. */
const HASH = '9b'.repeat(32);
const PARTIES: readonly (readonly [string | number, string | null])[] = [
  ['254700000001 - JANE MADEUP', '254700000001'],
  ['254700000001 – JANE MADEUP', '254700000001'],
  ['254700000001 — JANE MADEUP', '254700000001'],
  ['254700000001-JANE MADEUP', '254700000001'],
  ['254700000001 -JANE MADEUP', '254700000001'],
  ['254700000001- JANE MADEUP', '254700000001'],
  ['254700000001 JANE MADEUP', '254700000001'],
  ['254700000001/JANE MADEUP', '254700000001'],
  ['254700000001, JANE MADEUP', '254700000001'],
  ['254700000001 - Jané O’Madeup-Jina', '254700000001'],
  ['254700000001 - 2PAC MADEUP', '254700000001'],
  [`254700000001 - ${'JANE MADEUP '.repeat(40)}`, '254700000001'],
  ['254700000001', '254700000001'],
  [254700000001, '254700000001'],
  ['+254 700 000 001 - JANE MADEUP', '254700000001'],
  ['0700000001 - JANE MADEUP', '254700000001'],
  ['2547****0001 - JANE MADEUP', '2547****0001'],
  ['0700 *** 001 - JANE MADEUP', '254700***001'],
  [`${HASH} - JANE MADEUP`, HASH],
  [`${HASH}-JANE MADEUP`, HASH],
  [`${HASH.toUpperCase()} - ${'JANE MADEUP '.repeat(10)}`, HASH],
  ['600992 - JANE MADEUP SHOP', '600992'],
  ['600992', '600992'],
  ['600992-JANE MADEUP', '600992'],
  ['JANE MADEUP', null],
  ['JANE MADEUP - 254700000001', null],
  ['- JANE MADEUP', null],
];

describe('the result of a payment to a customer', () => {
  const paid = (...receivers: readonly Item[]) =>
    reversalResult([
      { Key: 'TransactionReceipt', Value: 'UJ6ZZ98YX7' },
      { Key: 'TransactionAmount', Value: 4500 },
      ...receivers.map((item) => ({ Key: 'ReceiverPartyPublicName', ...item })),
      { Key: 'TransactionCompletedDateTime', Value: '06.10.2026 09:31:00' },
      { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    ]);
  const PAID = { ...REVERSED, originalReceipt: null };

  it('says the same, from its own parameter names, and who received it', () => {
    const body = paid({ Value: '254700000001 - JANE MADEUP' });
    expect(factOf(body)).toEqual({ ...PAID, receiver: '254700000001' });
  });

  it.each(PARTIES)('shows the receiver %j as %j, and never a name', (text, receiver) => {
    const fact = factOf(paid({ Value: text }));
    expect(fact).toEqual(receiver === null ? PAID : { ...PAID, receiver });
    expect(JSON.stringify(fact)).not.toMatch(/jan|made/i);
  });

  it.each([
    ['no item', []],
    ['an item without a Value', [{}]],
    ['an item of null', [{ Value: null }]],
    ['an item that is no text', [{ Value: { Number: '254700000001' } }]],
  ])('shows no receiver when there is %s', (_what, items) => {
    expect(factOf(paid(...items))).toEqual(PAID);
  });

  it('shows a receiver that is told twice alike, under two names or in two shapes', () => {
    const [one, other] = [{ Value: '254700000001 - JANE MADEUP' }, { Value: '0700000001 - J MADEUP' }];
    expect(factOf(paid(one, other))).toEqual({ ...PAID, receiver: '254700000001' });
    expect(factOf(paid(one, {}))).toEqual({ ...PAID, receiver: '254700000001' });
  });

  it('is no fact when it tells two receivers: the provider is asked', () => {
    const body = paid({ Value: '254700000001 - JANE MADEUP' }, { Value: '254700000002 - JANE MADEUP' });
    expect(parseCallback('result', null, body)).toMatchObject({
      fact: null,
      why: 'it states the receiver twice and differently',
    });
  });
});

describe('the answer to a status query', () => {
  const items: readonly Item[] = [
    { Key: 'DebitPartyName', Value: '254700000001 - JANE MADEUP' },
    { Key: 'CreditPartyName', Value: '600992 - A Shop' },
    { Key: 'FinalisedTime', Value: 20261006093100 },
    { Key: 'OriginatorConversationID', Value: 'RF-7K3M9QXW-1-TEST' },
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'ReceiptNo', Value: 'uj6ab12cd3' },
    { Key: 'Amount', Value: '4500.00' },
    { Key: 'TransactionReason' },
  ];
  const answer = {
    kind: 'status_answer',
    ask: 3,
    code: '0',
    receipt: 'UJ6AB12CD3',
    status: 'Completed',
    amountCents: 450_000,
    debitParty: '254700000001',
    creditParty: '600992',
    originatorConversationId: 'RF-7K3M9QXW-1-TEST',
    finalisedAt: fromEat(2026, 10, 6, 9, 31, 0),
  };
  /** The parameters with those of some keys replaced. */
  const withItems = (...others: readonly Item[]) => {
    const keys = others.map(({ Key }) => Key);
    return reversalResult([...items.filter(({ Key }) => !keys.includes(Key)), ...others]);
  };
  /** The answer without these fields. */
  const answerWithout = (...names: readonly string[]) =>
    Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));

  it('says receipt, word, amount, parties, id and time of the transaction asked about', () => {
    expect(factOf(reversalResult(items), 3)).toEqual(answer);
  });

  it('takes a second debit party for the credit party, as in the portal’s own sample', () => {
    const others = items.filter(({ Key }) => Key !== 'CreditPartyName');
    const doubled = reversalResult([...others, { Key: 'DebitPartyName', Value: '600992 - A Shop' }]);
    expect(factOf(doubled, 3)).toEqual(answer);
  });

  it('takes the same debit party twice for one, not for a payment to oneself', () => {
    const again = [
      { Key: 'DebitPartyName', Value: '254700000001 - JANE MADEUP' },
      { Key: 'DebitPartyName', Value: '0700000001 - J MADEUP' },
      { Key: 'CreditPartyName' },
    ];
    expect(factOf(withItems(...again), 3)).toEqual(answerWithout('creditParty'));
  });

  it.each(PARTIES)('shows the party %j as %j, and never a name', (text, party) => {
    const both = [
      { Key: 'DebitPartyName', Value: text },
      { Key: 'CreditPartyName', Value: text },
    ];
    const fact = factOf(withItems(...both), 3);
    const named = party === null ? {} : { debitParty: party, creditParty: party };
    expect(fact).toEqual({ ...answerWithout('debitParty', 'creditParty'), ...named });
    expect(JSON.stringify(fact)).not.toMatch(/jan|made/i);
  });

  it('names no party that is told without a value, or twice and differently beside the other', () => {
    const silent = withItems({ Key: 'DebitPartyName' }, { Key: 'CreditPartyName' });
    expect(factOf(silent, 3)).toEqual(answerWithout('debitParty', 'creditParty'));
    const two = [
      { Key: 'DebitPartyName', Value: '254700000001 - A' },
      { Key: 'DebitPartyName', Value: '254700000002 - B' },
    ];
    expect(factOf(withItems(...two), 3)).toEqual(answerWithout('debitParty'));
    const credits = two.map(({ Value }) => ({ Key: 'CreditPartyName', Value }));
    expect(factOf(withItems(...credits), 3)).toEqual(answerWithout('creditParty'));
    const three = [...two, { Key: 'DebitPartyName', Value: '600992' }, { Key: 'CreditPartyName' }];
    expect(factOf(withItems(...three), 3)).toEqual(answerWithout('debitParty', 'creditParty'));
  });

  it.each([20261006093100, '20261006093100', ' 20261006093100 '])('reads the time %j', (Value) => {
    expect(factOf(withItems({ Key: 'FinalisedTime', Value }), 3)).toEqual(answer);
  });

  it.each([
    ['20261306093100'],
    ['20260230093100'],
    ['20261006096100'],
    ['2026-10-06 09:31:00'],
    ['0'],
    [''],
    [null],
    [{ at: 1 }],
  ])('has no time when it is told as %j, and is an answer all the same', (Value) => {
    expect(factOf(withItems({ Key: 'FinalisedTime', Value }), 3)).toEqual(answerWithout('finalisedAt'));
  });

  it('has no time when it is told twice', () => {
    const Key = 'FinalisedTime';
    const twice = withItems({ Key, Value: 20261006093100 }, { Key, Value: 20261006093101 });
    expect(factOf(twice, 3)).toEqual(answerWithout('finalisedAt'));
  });

  it('takes no id from the envelope, which is the query’s own, and is no fact with two', () => {
    const Key = 'OriginatorConversationID';
    expect(factOf(withItems({ Key }), 3)).toEqual(answerWithout('originatorConversationId'));
    const two = withItems({ Key, Value: 'RF-1' }, { Key, Value: 'RF-2' });
    expect(whyOf(two, 3)).toBe('it states OriginatorConversationID twice and differently');
  });

  it('takes no receipt from the envelope, which is the query’s own', () => {
    const only = items.filter(({ Key }) => Key !== 'ReceiptNo');
    expect(factOf(reversalResult(only), 3)).toEqual({ ...answer, receipt: null });
  });

  it('that knows no such receipt has nothing but its code', () => {
    const body = reversalResult(undefined, { ResultCode: 2032 });
    const { kind, ask } = answer;
    const nothing = { code: '2032', receipt: null, status: null, amountCents: null };
    expect(factOf(body, 3)).toEqual({ kind, ask, ...nothing });
  });

  it('to an inquiry says the same, and belongs to no attempt', () => {
    const told = answerWithout('kind', 'ask');
    const body = reversalResult(items);
    expect(parseInquiryCallback('result', body)).toEqual({ answer: told, why: null, stored: body });
    expect(parseInquiryCallback('result', JSON.stringify(body)).answer).toEqual(told);
  });

  it('is no fact when it calls the payment two things', () => {
    const both = [...items, { Key: 'TransactionStatus', Value: 'Reversed' }];
    expect(whyOf(reversalResult(both), 3)).toMatch(/TransactionStatus twice/);
  });
});
