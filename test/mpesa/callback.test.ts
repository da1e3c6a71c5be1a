// Goal: a callback says the same in every shape that is seen in the wild, nothing when it contradicts itself, and what
// is stored of it holds no credential. Method: the shapes of daraja.md §2-§4, varied by hand and by chance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallback, parseInquiryCallback } from '../../src/mpesa/callback.ts';
import {
  ECHO,
  factOf,
  REVERSAL_ITEMS,
  REVERSED,
  reversalResult,
  whyOf,
  type Item,
} from './callback-bodies.ts';

/** The result with the value of one parameter replaced, or the parameter taken out. */
function withItem(key: string, value?: unknown): Record<string, unknown> {
  const rest = REVERSAL_ITEMS.filter((item) => item['Key'] !== key);
  return reversalResult(value === undefined ? rest : [...rest, { Key: key, Value: value }]);
}

describe('the result of a reversal', () => {
  it('says its code, ids, receipts and amount', () => {
    expect(parseCallback('result', null, reversalResult(REVERSAL_ITEMS))).toMatchObject({
      fact: REVERSED,
      why: null,
    });
  });

  it.each([4500, 4500.0, '4500', '4500.00', '4,500.00', ' +4500 '])('reads the amount %j', (amount) => {
    expect(factOf(withItem('Amount', amount))).toEqual(REVERSED);
  });

  it.each([
    [0, '0'],
    ['0', '0'],
    ['00000000', '0'],
    [' 0 ', '0'],
    [1, '1'],
    ['2001', '2001'],
    ['R000002', 'R000002'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('reads the code %j as %j', (given, code) => {
    expect(factOf(reversalResult(undefined, { ResultCode: given }))).toMatchObject({ kind: 'result', code });
  });

  it('is read from a text, with a byte order mark, in any order and in another casing', () => {
    const shuffled = {
      result: {
        resultparameters: {
          resultparameter: [...REVERSAL_ITEMS]
            .reverse()
            .map(({ Key, Value }) => ({ value: Value, key: Key })),
        },
        transactionID: ' uj6zz98yx7 ',
        conversationid: 'AG_20261006_00001',
        originatorconversationid: '8521-4298025-1',
        resultdesc: 'The service request is processed successfully.',
        RESULTCODE: '0',
        resulttype: '0',
      },
    };
    expect(factOf(`\uFEFF${JSON.stringify(shuffled)}`)).toEqual(REVERSED);
  });

  it('is read without its wrapping', () => {
    expect(factOf(reversalResult(REVERSAL_ITEMS)['Result'])).toEqual(REVERSED);
  });

  it('takes a single parameter for a list of one', () => {
    expect(factOf(reversalResult({ Key: 'Amount', Value: '4500.00' }))).toEqual({
      ...REVERSED,
      originalReceipt: null,
    });
  });

  it('passes over parameters without a value, without a key, and of no sense', () => {
    const items = [{ Key: 'Occasion' }, { Value: 5 }, null, 'x', 7, [], ...REVERSAL_ITEMS] as readonly Item[];
    expect(factOf(reversalResult(items))).toEqual(REVERSED);
  });

  it.each([undefined, null, '', [], {}, 'x'])('reads a failure with parameters %j', (parameters) => {
    const body = reversalResult(undefined, {
      ResultCode: 'R000002',
      ResultDesc: 'The OriginalTransactionID is invalid.',
      TransactionID: 'UJ60000000',
      ResultParameters: parameters,
    });
    expect(factOf(body)).toEqual({
      ...REVERSED,
      code: 'R000002',
      description: 'The OriginalTransactionID is invalid.',
      transactionId: 'UJ60000000',
      amountCents: null,
      originalReceipt: null,
    });
  });

  it('is the same fact when a parameter is stated twice alike', () => {
    const again = [
      { Key: 'Amount', Value: '4,500.00' },
      { Key: 'originaltransactionid', Value: 'uj6ab12cd3' },
    ];
    expect(factOf(reversalResult([...REVERSAL_ITEMS, ...again]))).toEqual(REVERSED);
  });

  it.each([
    ['Amount', '4501'],
    ['OriginalTransactionID', 'UJ6AB12CD4'],
    ['TransactionReceipt', 'UJ6ZZ98YX8'],
  ])('is no fact when it states %s twice and differently', (key, value) => {
    const parsed = parseCallback(
      'result',
      null,
      reversalResult([...REVERSAL_ITEMS, { Key: key, Value: value }]),
    );
    expect(parsed.fact).toBeNull();
    expect(parsed.why).toContain('twice and differently');
    expect(parsed.stored).toBeDefined();
  });

  it.each(['four thousand', '4500.005', '1e9', { BasicAmount: 4500 }, true])(
    'is no fact when its amount is %j',
    (amount) => {
      expect(whyOf(withItem('Amount', amount))).toBe('the amount is no figure');
    },
  );

  it('has no amount when none was stated', () => {
    expect(factOf(withItem('Amount'))).toEqual({ ...REVERSED, amountCents: null });
  });

  it.each([1, '1'])('of type %j is not the end, and no fact', (type) => {
    expect(whyOf(reversalResult(REVERSAL_ITEMS, { ResultType: type }))).toMatch(/interim/);
  });

  it('keeps no phone number in its description', () => {
    const fact = factOf(reversalResult(undefined, { ResultDesc: 'No wallet for 254700000001' }));
    expect(fact).toMatchObject({ description: 'No wallet for [number]' });
  });
});

describe('a timeout', () => {
  it.each([
    ['the request echoed flat', ECHO],
    ['an envelope', reversalResult(undefined, { ResultCode: 17 })],
    ['an envelope that claims success', reversalResult(REVERSAL_ITEMS)],
    ['an empty object', {}],
  ])('proves nothing, as %s', (_name, body) => {
    expect(parseCallback('timeout', null, body)).toMatchObject({
      fact: { kind: 'queue_timeout' },
      why: null,
    });
  });

  it('of a status query says that no answer will come', () => {
    expect(parseCallback('timeout', 2, ECHO).fact).toEqual({
      kind: 'ask_failed',
      ask: 2,
      detail: 'the queue timed out',
    });
  });

  it('of an inquiry is no answer, though it looks like one, and holds no credential', () => {
    for (const body of [ECHO, reversalResult(REVERSAL_ITEMS), {}]) {
      const { answer, why } = parseInquiryCallback('timeout', body);
      expect({ answer, why }).toEqual({ answer: null, why: 'the queue timed out' });
    }
    const { stored } = parseInquiryCallback('timeout', ECHO);
    expect(stored).toEqual({ ...ECHO, SecurityCredential: '[removed]' });
  });
});

describe('a body that cannot be read', () => {
  it.each([null, undefined, '', 'not JSON', '[1]', [1], 7, true, '{"Result":'])('%j is no fact', (body) => {
    const why = 'the body is not a JSON object';
    for (const kind of ['result', 'timeout'] as const) {
      expect(parseCallback(kind, null, body)).toMatchObject({ fact: null, why });
      expect(parseInquiryCallback(kind, body)).toMatchObject({ answer: null, why });
    }
  });

  it.each([
    {},
    { Result: null },
    { Result: {} },
    { Result: { ResultCode: null } },
    { Result: { ResultCode: '' } },
    { Result: { ResultCode: { a: 1 } } },
    ECHO,
  ])('%j has no code and is no fact', (body) => {
    expect(whyOf(body)).toBe('there is no ResultCode');
    expect(parseInquiryCallback('result', body).why).toBe('there is no ResultCode');
  });

  it('a code or an id of absurd length is no fact', () => {
    const long = 'A'.repeat(200);
    expect(whyOf(reversalResult(undefined, { ResultCode: long }))).toMatch(/too long/);
    expect(whyOf(reversalResult(undefined, { ConversationID: long }))).toMatch(/too long/);
    expect(whyOf(withItem('OriginalTransactionID', long))).toMatch(/too long/);
  });

  it('never throws, whatever comes', () => {
    const anything = fc.oneof(
      fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true, maxDepth: 5 }),
      fc.jsonValue(),
      fc.record({ Result: fc.jsonValue() }),
      fc.record({ Result: fc.record({ ResultCode: fc.jsonValue(), ResultParameters: fc.jsonValue() }) }),
      fc.json(),
    );
    const property = fc.property(anything, fc.constantFrom(null, 1), (body, ask) => {
      for (const kind of ['result', 'timeout'] as const) {
        const { fact, why, stored } = parseCallback(kind, ask, body);
        expect((fact === null) !== (why === null)).toBe(true);
        expect(() => JSON.stringify(stored)).not.toThrow();
        const inquiry = parseInquiryCallback(kind, body);
        expect((inquiry.answer === null) !== (inquiry.why === null)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('what is stored', () => {
  const SECRET = 'Zm9vYmFy0123456789'.repeat(19);
  const inText = JSON.stringify({ SecurityCredential: SECRET });

  it.each([
    ['a field', { SecurityCredential: SECRET }],
    ['a field in another casing', { securitycredential: SECRET }],
    ['a field with a separator', { security_credential: SECRET }],
    ['a password', { a: [{ b: { Password: 'hunter2' } }] }],
    ['a deep field', { Result: { a: [{ b: [{ SecurityCredential: { value: SECRET } }] }] } }],
    ['a key-value item', reversalResult([{ Key: 'SecurityCredential', Value: SECRET }])],
    ['a short key-value item', reversalResult([{ Key: 'InitiatorPassword', Value: 'hunter2' }])],
    ['JSON inside a text', { Request: inText }],
    ['JSON inside JSON inside a text', { Request: JSON.stringify({ inner: inText }) }],
    ['a form as a text', `Initiator=x&SecurityCredential=${encodeURIComponent(SECRET)}&Amount=1`],
    ['a password in a broken text', `{"Password": "hunter2"`],
    ['a value under another name', { Other: SECRET }],
    ['a name', { [SECRET]: 1 }],
  ])('holds no credential that came as %s', (_name, body) => {
    for (const form of [body, JSON.stringify(body)]) {
      const stored = JSON.stringify(parseCallback('timeout', null, form).stored);
      expect(stored).not.toContain(SECRET.slice(0, 36));
      expect(stored).not.toContain('hunter2');
    }
  });

  it('holds all the rest as it came', () => {
    const body = reversalResult(REVERSAL_ITEMS, { ResultDesc: 'The security credential is locked.' });
    expect(parseCallback('result', null, body).stored).toEqual(body);
    expect(parseCallback('timeout', null, ECHO).stored).toEqual({ ...ECHO, SecurityCredential: '[removed]' });
  });

  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  it.each([
    ['a hundred levels', nested(100), 60],
    ['a text of half a million letters', 'word '.repeat(100_000), 3_000],
    ['a hundred thousand numbers', Array.from({ length: 100_000 }, (_each, index) => index), 10_000],
    ['two hundred lists of two hundred', Array(200).fill(Array(200).fill(1)), 10_000],
    [
      'a hundred thousand names',
      Object.fromEntries(Array.from({ length: 100_000 }, (_e, n) => [n, n])),
      20_000,
    ],
  ])('is bounded against %s, and the fact is still read', (_name, excess, bytesMax) => {
    const { fact, stored } = parseCallback('result', null, { ...reversalResult(REVERSAL_ITEMS), excess });
    expect(fact).toEqual(REVERSED);
    expect(JSON.stringify((stored as { excess: unknown }).excess).length).toBeLessThan(bytesMax);
  });

  it('holds no more than a thousand values, however they are nested', () => {
    const lists: unknown = Array(1_000).fill(Array(1_000).fill(1));
    const { stored } = parseCallback('result', null, { lists });
    expect(JSON.stringify(stored).replaceAll(/[^1]/g, '').length).toBeLessThan(1_000);
  });

  it('is bounded against a depth that would end the stack', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = `{"Result":{"ResultCode":0,"TransactionID":"UJ6ZZ98YX7"},"deep":${deep}}`;
    expect(factOf(body)).toMatchObject({ code: '0', transactionId: 'UJ6ZZ98YX7' });
  });

  it('changes no prototype', () => {
    const body: unknown = JSON.parse('{"__proto__":{"polluted":true},"Result":{"ResultCode":0}}');
    expect(factOf(body)).toMatchObject({ code: '0' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
