import { describe, expect, test } from 'vitest';
import { confusionOf, macroF1 } from '../../src/cli/eval/matrix.ts';
import { isGone } from '../../src/cli/eval/redaction.ts';
import { decisionLines } from '../support/decision-lines.ts';
import { figuresOf } from './eval-run.ts';

// Goal: a mistake is counted as what it is. Method: true texts under false labels, so that the reader is "wrong".

const NOTHING = { mpesa_code: null, order_number: null, amount_cents: null, phone: null, paid_on: null };

describe('amounts', () => {
  test('another figure is wrong and harmful, none is missed, one where there is none is harmful', async () => {
    const figures = await figuresOf('amounts', [
      { id: 'right', text: 'elfu kumi', cents: 1_000_000, kind: 'a' },
      { id: 'other', text: 'elfu kumi', cents: 1_000_001, kind: 'a' },
      { id: 'none', text: 'habari', cents: 100, kind: 'b' },
      { id: 'invented', text: 'elfu kumi', cents: null, kind: 'b' },
    ]);
    expect(figures).toMatchObject({
      n: 4,
      correct: 1,
      wrong: ['other', 'invented'],
      missed: ['none'],
      harmful: ['other', 'invented'],
      by_kind: { a: { n: 2, correct: 1 }, b: { n: 2, correct: 0 } },
      model_calls_per_case: 0,
    });
  });
});

describe('redaction', () => {
  test('a secret that is left is harmful, something else hidden is wrong', async () => {
    const figures = await figuresOf('redaction', [
      { id: 'right', text: 'simu 0712000391', secrets: [{ kind: 'phone', text: '0712000391' }] },
      { id: 'left', text: 'jina ni Kamau', secrets: [{ kind: 'phone', text: 'Kamau' }] },
      {
        id: 'partly',
        text: 'simu 0712000391 ext 42',
        secrets: [{ kind: 'phone', text: '0712000391 ext 42' }],
      },
      { id: 'beside', text: 'simu 0712000391', secrets: [] },
      { id: 'both', text: '0712000391 Kamau', secrets: [{ kind: 'phone', text: 'Kamau' }] },
    ]);
    expect(figures).toMatchObject({
      correct: 1,
      wrong: ['beside'],
      missed: ['left', 'partly', 'both'],
      harmful: ['left', 'partly', 'both'],
      recall: { secrets: 4, hidden: 1 },
      precision: { lines: 5, nothing_else_hidden: 3 },
    });
  });

  test.each([
    [
      'a spelling that redaction left',
      'simu [PHONE_1], saba moja mbili sifuri sifuri sifuri tatu tisa moja',
      { PHONE_1: '254712000391' },
    ],
    ['a normal form that neither map nor patterns know', 'simu [PHONE_1] bei 712;000;391', {}],
  ])('a secret is not gone where its normal form can be put together again: %s', (_, redacted, secrets) => {
    const text = 'simu 0712000391';
    const spans = [{ start: 5, end: 15, placeholder: 'PHONE_1' }];
    const secret = { kind: 'phone', text: '0712000391' } as const;
    expect(isGone(secret, text, { redacted, secrets, spans })).toBe(false);
    expect(isGone(secret, text, { redacted: 'simu [PHONE_1]', secrets, spans })).toBe(true);
  });

  test('a labelled secret that is no piece of the text is a bad line', async () => {
    const figures = await figuresOf('redaction', [
      { id: 'a', text: 'x', secrets: [] },
      { id: 'b', text: 'x', secrets: [{ kind: 'phone', text: 'y' }] },
    ]);
    expect(figures).toMatchObject({ n: 1, bad_lines: [{ line: 2 }] });
  });
});

describe('replies', () => {
  test('the right intent with another value is wrong and harmful, without its value it is missed', async () => {
    const line = { asked: 'order_number', text: '88213', intent: 'gives_detail', harmful_if: ['withdraws'] };
    const figures = await figuresOf('replies', [
      { ...line, id: 'right', values: { order_number: '88213' } },
      { ...line, id: 'other', values: { order_number: '88214' } },
      { ...line, id: 'taken', values: {} },
      { ...line, id: 'absent', values: { order_number: '88213', mpesa_code: 'UKN4X7M2QP' } },
    ]);
    expect(figures).toMatchObject({
      correct: 1,
      wrong: ['other', 'taken'],
      missed: ['absent'],
      harmful: ['other', 'taken'],
    });
  });

  test('another intent is wrong, harmful where the line says so; an unclear one is missed', async () => {
    const line = { asked: 'confirm', values: {} };
    const figures = await figuresOf('replies', [
      { ...line, id: 'harmful', text: 'ndio', intent: 'no', harmful_if: ['yes'] },
      { ...line, id: 'harmless', text: 'ndio', intent: 'no', harmful_if: ['withdraws'] },
      { ...line, id: 'unclear', asked: 'mpesa_code', text: 'mambo ni mengi', intent: 'other' },
    ]);
    expect(figures).toMatchObject({
      correct: 0,
      wrong: ['harmful', 'harmless'],
      missed: ['unclear'],
      harmful: ['harmful'],
      confusion: { no: { yes: 2 }, other: { unclear: 1 } },
      macro_f1: 0,
      // One of three is left to a model; without one it is counted all the same.
      model_calls_per_case: 0.3333,
    });
  });
});

describe('messages', () => {
  test('fields are counted one by one, and a wrong one is harmful', async () => {
    const line = {
      text: 'Nimelipa order 88213, bado unpaid',
      language: 'sw',
      is_complaint: true,
      injection: false,
    };
    const figures = await figuresOf('messages', [
      { ...line, id: 'right', fields: { ...NOTHING, order_number: '88213' } },
      { ...line, id: 'other', fields: { ...NOTHING, order_number: '88214' } },
      { ...line, id: 'taken', fields: NOTHING },
      { ...line, id: 'absent', fields: { ...NOTHING, order_number: '88213', amount_cents: 100 } },
      { ...line, id: 'no complaint', fields: { ...NOTHING, order_number: '88213' }, is_complaint: false },
      { ...line, id: 'injection', fields: { ...NOTHING, order_number: '88213' }, injection: true },
      { ...line, id: 'language', fields: { ...NOTHING, order_number: '88213' }, language: 'en' },
    ]);
    expect(figures).toMatchObject({
      correct: 2,
      wrong: ['other', 'taken', 'no complaint', 'injection'],
      missed: ['absent'],
      harmful: ['other', 'taken'],
      fields: {
        order_number: { right: 5, absent: 0, wrong: 2 },
        amount_cents: { right: 6, absent: 1, wrong: 0 },
        is_complaint: { right: 6, absent: 0, wrong: 1 },
        injection: { right: 6, absent: 0, wrong: 1 },
      },
    });
  });
});

describe('decisions', () => {
  const refund = decisionLines().find(({ expect: { route } }) => route === 'refund')!;
  const asks = decisionLines().find(({ expect: { route } }) => route === 'ask')!;
  const labelled = (expected: Readonly<Record<string, unknown>>, line = refund): readonly unknown[] => [
    { ...line, expect: { ...line.expect, ...expected } },
  ];

  test.each([
    ['amount', { amount_cents: 1 }],
    ['receipt', { receipt: 'UKN4X7M2QQ' }],
    ['rail', { rail: 'cheque' }],
    ['payee', { payee: '254712000399' }],
  ])('a refund with another %s is wrong and harmful', async (_, expected) => {
    const figures = await figuresOf('decisions', labelled(expected));
    expect(figures).toMatchObject({ correct: 0, wrong: [refund.id], harmful: [refund.id] });
    expect(figures, 'it did not stop, and need not').toMatchObject({
      must_not_stop: { n: 1, right: 1, wrong: [] },
    });
  });

  test('a refund for another cause is wrong, and moves the same money', async () => {
    const figures = await figuresOf('decisions', labelled({ cause: 'overpayment_of_another' }));
    expect(figures).toMatchObject({ wrong: [refund.id], harmful: [] });
  });

  test('a refund where the table stops is harmful and fails "must stop"', async () => {
    for (const route of ['ask', 'person', 'close', 'wait']) {
      const figures = await figuresOf('decisions', [{ ...refund, expect: { ...refund.expect, route } }]);
      expect(figures, route).toMatchObject({
        harmful: [refund.id],
        must_stop: { n: 1, right: 0, wrong: [refund.id] },
        must_not_stop: { n: 0 },
      });
    }
  });

  test('something else where the table refunds is missed and fails "must not stop"', async () => {
    const figures = await figuresOf('decisions', [{ ...asks, expect: refund.expect }]);
    expect(figures).toMatchObject({
      missed: [asks.id],
      harmful: [],
      must_stop: { n: 0 },
      must_not_stop: { n: 1, right: 0, wrong: [asks.id] },
      confusion: { refund: { ask: 1 } },
    });
  });

  test('the right route with another question is wrong, not harmful', async () => {
    const figures = await figuresOf('decisions', labelled({ for: 'phone' }, asks));
    expect(figures).toMatchObject({ wrong: [asks.id], harmful: [], must_stop: { right: 1 } });
  });

  test('another row with the same answer fails no line and is named', async () => {
    const figures = await figuresOf('decisions', [{ ...refund, row: 'D1' }]);
    expect(figures).toMatchObject({ correct: 1, other_row: [refund.id] });
  });

  test('a customer who withdraws closes the case, whatever the records say', async () => {
    const figures = await figuresOf('decisions', [
      {
        ...refund,
        messages: [...refund.messages, 'achana nayo, nimeghairi'],
        expect: { route: 'close', outcome: 'withdrawn' },
      },
    ]);
    expect(figures).toMatchObject({ correct: 1, harmful: [] });
  });

  test.each([
    ['a moment', { now: 'today' }, 'now'],
    ['a receipt', { open_cases: [{ receipt: 'x', sender: null }] }, 'open_cases.0.receipt'],
    [
      'a fraction of a cent',
      { refunds: [{ receipt: 'UKN4X7M2QP', amount_cents: 0.5, state: 'paid' }] },
      'refunds.0.amount_cents',
    ],
    ['a message', { messages: [] }, 'messages'],
  ])('a line without a good %s is a bad line that says where', async (_, part, path) => {
    const figures = await figuresOf('decisions', [refund, { ...refund, id: 'bad', ...part }]);
    expect(figures).toMatchObject({ n: 1, bad_lines: [{ line: 2, problem: expect.stringContaining(path) }] });
  });
});

describe('macro F1', () => {
  test('counts every label alike, and what is never a label only against the others', () => {
    const pairs = [
      { label: 'a', got: 'a' },
      { label: 'a', got: 'a' },
      { label: 'a', got: 'b' },
      { label: 'b', got: 'b' },
      { label: 'c', got: 'unclear' },
    ];
    // a: 2·2/(3+2) = 0.8; b: 2·1/(1+2) = 0.6667; c: 0.
    expect(macroF1(pairs)).toBe(0.4889);
    expect(macroF1([])).toBeNull();
    expect(confusionOf(pairs)).toEqual({ a: { a: 2, b: 1 }, b: { b: 1 }, c: { unclear: 1 } });
  });
});
