import { decide } from '../../cases/decide.ts';
import { listen, type Ear, type Heard, type ModelProblem } from '../../cases/listen.ts';
import type { Decision, Situation } from '../../cases/types.ts';
import type { Field, Said, SecretMap } from '../../reading/types.ts';
import { situationOf, type DecisionLine } from './decision-line.ts';
import type { HeardWith } from './listener.ts';

/** What a labelled situation led to, and after which of its messages. */
export interface Replay {
  readonly decision: Decision;
  /** The decision after each message, the last one included. */
  readonly decisions: readonly Decision[];
  /** Why the model made the desk call a person on the way; what it decides after their "go on" is in `decision`. */
  readonly problem: ModelProblem | null;
}

/**
 * Plays a labelled situation from the text to the answer: the first message is read and decided, each further one is
 * read as the reply to the question that was open (to none when there was none), and decided again. A question counts
 * until a usable answer to it comes, as in a live case. Who hears is the caller's: it gets each message as the rules
 * left it and gives back what it means.
 */
export function* replaying(line: DecisionLine): Generator<Ear<Heard>, Replay, HeardWith<Heard>> {
  let said: Said | null = null;
  let secrets: SecretMap = {};
  let asked: Field | null = null;
  let timesAsked: Situation['timesAsked'] = {};
  let problem: ModelProblem | null = null;
  const decisions: Decision[] = [];
  for (const text of line.messages) {
    const ear: Ear<Heard> = listen({ said, asked, secrets }, text);
    const { heard, problem: now } = yield ear;
    problem ??= now;
    ({ secrets } = ear);
    const before = decisions.at(-1);
    if (heard.intent === 'withdraws') {
      decisions.push(withdrawn(before));
      break;
    }
    if (before !== undefined && asked !== null && heard.intent === 'not_yet' && !heard.changed) {
      // They will look: the question stays open and is not put again.
      decisions.push(before);
      continue;
    }
    if (asked !== null && heard.usable) timesAsked = { ...timesAsked, [asked]: 0 };
    ({ said } = heard);
    const decision = decide(situationOf(line, said, timesAsked));
    decisions.push(decision);
    asked = decision.route === 'ask' ? decision.for : null;
    if (asked !== null) timesAsked = { ...timesAsked, [asked]: (timesAsked[asked] ?? 0) + 1 };
  }
  const decision = decisions.at(-1);
  if (decision === undefined) throw new Error(`the line ${line.id} has no message`);
  return { decision, decisions, problem };
}

/** The customer's own word closes the case, whatever the table said before. */
function withdrawn(before: Decision | undefined): Decision {
  return {
    route: 'close',
    row: before?.row ?? 'D2',
    outcome: 'withdrawn',
    receipt: before?.receipt ?? null,
    duplicateOf: null,
  };
}
