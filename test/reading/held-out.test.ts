/**
 * Lines that were written and labelled from the documents alone, before the code of the reading was looked at, to see
 * how it does on words it was not made with. What it got wrong of them was mended, so they are no longer held out:
 * what they tell now is only that nothing of it is lost again.
 *
 * The first run, before anything was mended (wrong and harmful ones included in the misses):
 * amounts 187 of 188, redaction 129 of 132, replies 165 of 187, messages 94 of 102, decisions 85 of 86.
 * Left out here are seven lines whose labels the documents do not bear.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SETS, type SetFigures } from '../../src/cli/eval/run.ts';
import type { SetName } from '../../src/cli/eval/types.ts';

const measured = (set: SetName): Promise<SetFigures> => {
  const file = `../fixtures/held-out/${set}.jsonl`;
  const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
  const { signal } = new AbortController();
  return SETS[set]({ text, file, model: null, signal, progress: () => undefined });
};

/** How many lines of each set are read rightly. A line that is only missed is asked about, and may stay so. */
const RIGHT: readonly (readonly [SetName, number, number])[] = [
  ['amounts', 188, 187],
  ['redaction', 129, 129],
  ['replies', 184, 184],
  ['messages', 102, 102],
  ['decisions', 85, 85],
];

describe('lines that the rules were not written with', () => {
  test.each(RIGHT)('of %s (%i) are read rightly (%i), and none wrongly', async (set, lines, right) => {
    const { n, correct, wrong, harmful, bad_lines } = await measured(set);
    expect({ n, wrong, harmful, bad_lines }).toEqual({
      n: lines,
      wrong: [],
      harmful: [],
      bad_lines: undefined,
    });
    expect(correct).toBeGreaterThanOrEqual(right);
  });
});
