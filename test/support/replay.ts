import { replaying, type Replay } from '../../src/cli/eval/replay.ts';
import type { DecisionLine } from '../../src/cli/eval/decision-line.ts';

/** Plays a labelled situation by rules alone: what they leave undecided stays so. */
export function replay(line: DecisionLine): Replay {
  const story = replaying(line);
  let next = story.next();
  while (next.done !== true) next = story.next({ heard: next.value.byRules, problem: null });
  return next.value;
}
