/**
 * Goal: the table, apart from any reading of text. What the customers of data/eval/decisions.jsonl said is written
 * down by hand, so a failure here is the table's and never the reader's.
 */
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/cases/decide.ts';
import type { Situation } from '../../src/cases/types.ts';
import { FACTS } from '../support/decision-facts.ts';
import { asLabelled, decisionLines, situationOf } from '../support/decision-lines.ts';
import { saidOf } from '../support/said.ts';

/** Nobody answered the question twice in this one. */
const ASKED: Readonly<Record<string, Situation['timesAsked']>> = { 'dc-088': { mpesa_code: 2 } };

describe('the table on facts read by a person', () => {
  const lines = decisionLines();

  test('every labelled situation has its facts', () => {
    expect(Object.keys(FACTS).toSorted()).toEqual(lines.map((line) => line.id).toSorted());
  });

  test.each(lines)('$id ($row): $note', (line) => {
    const situation = situationOf(line, saidOf(FACTS[line.id]!), ASKED[line.id]);
    expect(asLabelled(decide(situation))).toEqual({ row: line.row, ...line.expect });
  });
});
