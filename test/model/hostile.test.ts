import { describe, expect, it } from 'vitest';
import { hostileAnswers } from '../support/fake-ollama.ts';
import { asking, question } from './asking.ts';

/** A model that does its worst from a seed: whatever it does, the outcome has a name and an answer is a choice. */
describe('a hostile model', () => {
  it.each([1, 2, 3, 4])(
    'of seed %d never makes ask throw, and never gets another value through',
    async (seed) => {
      const { model } = await asking({ answer: hostileAnswers(seed) });
      const names = new Set<string>();
      for (let nth = 0; nth < 120; nth += 1) {
        const outcome = await model.ask(question(), {});
        if (outcome.kind === 'answer') {
          expect(Object.keys(outcome.answer).sort()).toEqual(['complaint', 'mpesa_code']);
          expect(['yes', 'no', null]).toContain(outcome.answer.complaint);
          expect(['CODE_1', 'CODE_2', null]).toContain(outcome.answer.mpesa_code);
        }
        names.add(
          outcome.kind === 'untrusted'
            ? outcome.subReason
            : outcome.kind === 'unavailable'
              ? outcome.why
              : outcome.kind,
        );
      }
      for (const name of [
        'answer',
        'not_json',
        'wrong_shape',
        'not_a_candidate',
        'server_error',
        'cut_connection',
      ]) {
        expect(names).toContain(name);
      }
    },
  );

  it('does the same for the same seed', async () => {
    const runs = await Promise.all(
      [9, 9, 10].map(async (seed) => {
        const { model } = await asking({ answer: hostileAnswers(seed) });
        const raws = [];
        for (let nth = 0; nth < 20; nth += 1) raws.push((await model.ask(question(), {})).audit.raw);
        return raws;
      }),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
  });
});
