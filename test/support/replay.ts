import { decide } from '../../src/cases/decide.ts';
import type { Decision, Situation } from '../../src/cases/types.ts';
import { readMessage } from '../../src/reading/message.ts';
import { readReply } from '../../src/reading/reply.ts';
import { firstSaid, gaveUsableAnswer, hearReply } from '../../src/reading/said.ts';
import type { Field } from '../../src/reading/types.ts';
import { situationOf, type DecisionLine } from './decision-lines.ts';

/** What a labelled situation led to, and after which of its messages. */
export interface Replay {
  readonly decision: Decision;
  /** The decision after each message, the last one included. */
  readonly decisions: readonly Decision[];
}

/**
 * Plays a labelled situation from the text to the answer, by rules alone: the first message is read and decided, each
 * further one is read as the reply to the question that was open (to none when there was none), and decided again. A
 * question counts until a usable answer to it comes, as in a live case.
 */
export function replay(line: DecisionLine): Replay {
  const [first = '', ...replies] = line.messages;
  let said = firstSaid(readMessage(first));
  let timesAsked: Situation['timesAsked'] = {};
  const decisions = [decide(situationOf(line, said, timesAsked))];
  for (const text of replies) {
    const before = decisions.at(-1)!;
    const asked: Field | null = before.route === 'ask' ? before.for : null;
    if (asked !== null) timesAsked = { ...timesAsked, [asked]: (timesAsked[asked] ?? 0) + 1 };
    const reply = readReply(text, asked);
    if (asked !== null && gaveUsableAnswer(reply, asked)) timesAsked = { ...timesAsked, [asked]: 0 };
    said = hearReply(said, reply, asked);
    decisions.push(decide(situationOf(line, said, timesAsked)));
  }
  return { decision: decisions.at(-1)!, decisions };
}
