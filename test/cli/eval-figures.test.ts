import { describe, expect, test } from 'vitest';
import { worseThan } from '../../scripts/check-figures.ts';

// Goal: the gate of the committed figures. Method: figures that are a little worse, one by one.

const COMMITTED = {
  set: 'messages',
  n: 10,
  correct: 8,
  wrong: ['a'],
  missed: ['b'],
  harmful: [],
  by_kind: { sw: { n: 10, correct: 8 } },
  model_calls_per_case: 0.1,
  fields: { phone: { right: 8, absent: 1, wrong: 1 } },
  must_stop: { n: 4, right: 4, wrong: [] },
  macro_f1: 0.9,
};

describe('committed figures', () => {
  test.each([
    ['the same figures', {}],
    [
      'more lines that are all right',
      { n: 12, correct: 10, by_kind: { sw: { n: 10, correct: 8 }, en: { n: 2, correct: 2 } } },
    ],
    ['a mistake less', { correct: 9, wrong: [] }],
    ['a figure that is new', { recall: { secrets: 4, hidden: 1 } }],
  ])('are kept by %s', (_, change) => {
    expect(worseThan([COMMITTED], [{ ...COMMITTED, ...change }])).toEqual([]);
  });

  test.each([
    ['a correct line less', { correct: 7 }, /messages\.correct fell from 8 to 7/],
    [
      'a correct line less of a kind',
      { by_kind: { sw: { n: 10, correct: 7 } } },
      /by_kind\.sw\.correct fell/,
    ],
    ['a kind that is gone', { by_kind: {} }, /by_kind\.sw: not measured/],
    ['a wrong line more', { wrong: ['a', 'c'] }, /wrong has c/],
    ['another wrong line in the place of one', { wrong: ['c'] }, /wrong has c/],
    ['a harmful line', { harmful: ['a'] }, /harmful has a/],
    ['more questions to a model', { model_calls_per_case: 0.11 }, /model_calls_per_case rose/],
    [
      'a field that is wrong once more',
      { fields: { phone: { right: 8, absent: 0, wrong: 2 } } },
      /fields\.phone\.wrong rose/,
    ],
    [
      'a field that is right less',
      { fields: { phone: { right: 7, absent: 2, wrong: 1 } } },
      /fields\.phone\.right fell/,
    ],
    [
      'a refund where the table stops',
      { must_stop: { n: 4, right: 3, wrong: ['x'] } },
      /must_stop\.wrong has x/,
    ],
    ['a lower F1', { macro_f1: 0.89 }, /macro_f1 fell/],
    ['no F1', { macro_f1: null }, /macro_f1 fell/],
  ])('are broken by %s', (_, change, words) => {
    expect(worseThan([COMMITTED], [{ ...COMMITTED, ...change }]).join('\n')).toMatch(words);
  });

  test('are broken by a set or a table that is not measured any more', () => {
    expect(worseThan([COMMITTED], [])).toEqual(['messages: not measured any more']);
    expect(worseThan([COMMITTED], [{ ...COMMITTED, by_kind: undefined }])).toEqual([
      'messages.by_kind: not measured any more',
    ]);
  });
});
