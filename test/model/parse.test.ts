import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER_LENGTH_MAX, parseAnswer } from '../../src/model/parse.ts';
import type { Choice } from '../../src/model/schema.ts';

/** What a model writes is never trusted by how it looks: hunts for an answer that is not one of the candidates. */
const CHOICES: readonly Choice[] = [
  { name: 'complaint', values: ['yes', 'no'] },
  { name: 'mpesa_code', values: ['CODE_1', 'CODE_2'] },
];

function subReason(raw: string): string {
  const parsed = parseAnswer(raw, CHOICES);
  return parsed.ok ? 'none' : parsed.subReason;
}

describe('an answer', () => {
  it.each([
    ['{"complaint":"yes","mpesa_code":"CODE_2"}', { complaint: 'yes', mpesa_code: 'CODE_2' }],
    ['{"mpesa_code":null,"complaint":"no"}', { complaint: 'no', mpesa_code: null }],
    ['\ufeff\n {"complaint" : null,\t"mpesa_code":null} \t\t\n   ', { complaint: null, mpesa_code: null }],
    ['{"complaint":"\\u0079es","mpesa_code":"CODE_1"}', { complaint: 'yes', mpesa_code: 'CODE_1' }],
  ])('is read from %j', (raw, answer) => {
    expect(parseAnswer(raw, CHOICES)).toEqual({ ok: true, answer });
  });

  it.each([
    ['', 'not_json'],
    ['   \n', 'not_json'],
    ['yes', 'not_json'],
    ['Here it is: {"complaint":"yes","mpesa_code":null}', 'not_json'],
    ['{"complaint":"yes","mpesa_code":null} I hope this helps', 'not_json'],
    ['```json\n{"complaint":"yes","mpesa_code":null}\n```', 'not_json'],
    ['{"complaint":"yes","mpesa_code":null}{"complaint":"no","mpesa_code":null}', 'not_json'],
    ['{"complaint": }', 'not_json'],
    ["{'complaint':'yes','mpesa_code':null}", 'not_json'],
    ['{', 'cut_off'],
    ['{"complaint":"yes","mpesa_co', 'cut_off'],
    ['{"complaint":"yes","mpesa_code":"CODE_1"', 'cut_off'],
    ['{"complaint":"}', 'cut_off'],
    ['{"complaint":"yes","mpesa_code":{"a":1}', 'cut_off'],
    ['null', 'wrong_shape'],
    ['"yes"', 'wrong_shape'],
    ['7', 'wrong_shape'],
    ['[]', 'wrong_shape'],
    ['[{"complaint":"yes","mpesa_code":null}]', 'wrong_shape'],
    ['{}', 'wrong_shape'],
    ['{"complaint":"yes"}', 'wrong_shape'],
    ['{"complaint":true,"mpesa_code":null}', 'wrong_shape'],
    ['{"complaint":"yes","mpesa_code":1}', 'wrong_shape'],
    ['{"complaint":"yes","mpesa_code":["CODE_1"]}', 'wrong_shape'],
    ['{"complaint":"yes","mpesa_code":null,"approved":"yes"}', 'wrong_shape'],
    ['{"complaint":"yes","mpesa_code":null,"__proto__":"x"}', 'wrong_shape'],
    ['{"complaint":"no","complaint":"yes","mpesa_code":null}', 'wrong_shape'],
    ['{"complaint":"yes","mpesa_code":null,"mpesa_code":null}', 'wrong_shape'],
    ['{"complaint":"YES","mpesa_code":null}', 'not_a_candidate'],
    ['{"complaint":" yes","mpesa_code":null}', 'not_a_candidate'],
    ['{"complaint":"","mpesa_code":null}', 'not_a_candidate'],
    ['{"complaint":"null","mpesa_code":null}', 'not_a_candidate'],
    ['{"complaint":"yes","mpesa_code":"code_1"}', 'not_a_candidate'],
    ['{"complaint":"yes","mpesa_code":"CODE_3"}', 'not_a_candidate'],
    ['{"complaint":"CODE_1","mpesa_code":"yes"}', 'not_a_candidate'],
    [JSON.stringify({ complaint: 'x'.repeat(ANSWER_LENGTH_MAX), mpesa_code: null }), 'over_long'],
    ['ndio '.repeat(ANSWER_LENGTH_MAX), 'over_long'],
  ])('%j is refused as %s', (raw, reason) => {
    expect(subReason(raw)).toBe(reason);
  });

  it('with any amount of white space around it is not over-long', () => {
    expect(
      subReason(`${' \t'.repeat(10_000)}{"complaint":"yes","mpesa_code":null}${'\n '.repeat(10_000)}`),
    ).toBe('none');
  });

  it('cut at any place before its end is never read', () => {
    const whole = '{"complaint":"yes","mpesa_code":"CODE_2"}';
    for (let end = 1; end < whole.length; end += 1) expect(subReason(whole.slice(0, end))).toBe('cut_off');
  });

  it('that is accepted holds exactly the asked names and only candidates or null, whatever was written', () => {
    const value = fc.oneof(fc.constantFrom('yes', 'no', 'CODE_1', 'CODE_2', 'CODE_9', null), fc.jsonValue());
    const name = fc.oneof(fc.constantFrom('complaint', 'mpesa_code'), fc.string());
    const written = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(name, value).map((object) => JSON.stringify(object)),
    );
    let accepted = 0;
    fc.assert(
      fc.property(written, (raw) => {
        const parsed = parseAnswer(raw, CHOICES);
        if (!parsed.ok) return;
        accepted += 1;
        expect(Object.keys(parsed.answer).sort()).toEqual(['complaint', 'mpesa_code']);
        expect(['yes', 'no', null]).toContain(parsed.answer.complaint);
        expect(['CODE_1', 'CODE_2', null]).toContain(parsed.answer.mpesa_code);
      }),
      { numRuns: 2_000, seed: 11 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
