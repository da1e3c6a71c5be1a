/**
 * Goal: the whole way from a customer's words to the answer, for every labelled situation, every value of it compared,
 * the row included. Method: each is replayed by rules alone, without a model.
 */
import { describe, expect, test } from 'vitest';
import { asLabelled, decisionLines } from '../support/decision-lines.ts';
import { replay } from '../support/replay.ts';

describe('from the text to the answer', () => {
  test.each(decisionLines())('$id ($row): $note', (line) => {
    expect(asLabelled(replay(line).decision)).toEqual({ row: line.row, ...line.expect });
  });
});
