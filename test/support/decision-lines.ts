import { readFileSync } from 'node:fs';
import { decisionLine, type DecisionLine } from '../../src/cli/eval/decision-line.ts';
import { fromEat } from '../../src/core/clock.ts';

export { asLabelled, situationOf, type DecisionLine } from '../../src/cli/eval/decision-line.ts';

export function decisionLines(): readonly DecisionLine[] {
  const file = new URL('../../data/eval/decisions.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => decisionLine.parse(JSON.parse(line)));
}

/** Nine in the morning of a day in November 2026, East Africa Time, and hours from there. */
export function november(day: number, hour = 9, minute = 0): number {
  return fromEat(2026, 11, day, hour, minute) ?? Number.NaN;
}
