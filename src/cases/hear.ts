import { invariant } from '../core/errors.ts';
import type { Said, SecretMap } from '../reading/types.ts';
import type { CaseFields, InboundMessage, Write } from './change.ts';
import type { StepContext } from './context.ts';
import { escalate } from './escalations.ts';
import { heardWith, listen, type Ear, type Heard, type ModelProblem } from './listen.ts';
import type { ModelOutcome } from './ports.ts';
import type { Snapshot } from './reads.ts';
import { changeOf, event, rest, type StepResult } from './step.ts';
import type { Case } from './types.ts';

/** Every case has a budget; past it a person reads (DESIGN §1 rule 4). The schema's CHECKs hold the same numbers. */
export const MODEL_CALLS = 5;
export const READING_STEPS = 10;

export type { Heard } from './listen.ts';

/** What a status makes of a message that was heard. */
export type Consequence = (
  kase: Case,
  heard: Heard,
  context: StepContext,
) => { readonly set: Partial<CaseFields>; readonly writes?: readonly Write[] };

/**
 * Reads the oldest unread message: rules first, then the model for what is undecided, within the budgets. Whatever
 * the model does (absent, slow, lying), the message ends up read, by rules alone if need be, with a person told.
 */
export function hearNext(snapshot: Snapshot, context: StepContext, then: Consequence): StepResult {
  const [message] = snapshot.unread;
  invariant(message, 'hearNext needs an unread message');
  const kase = snapshot.case;
  if (kase.readingSteps >= READING_STEPS) return tooMany(kase, message, context);
  // The model failed a moment ago: its time to be tried again is the case's wake-up.
  if (kase.modelFailures > 0 && kase.wakeAt !== null && kase.wakeAt > context.now) return rest(kase.wakeAt);
  const ear = listen(kase, message.text);
  if (ear.question === null || !context.hasModel)
    return settled(kase, message, ear, ear.byRules, context, then);
  if (kase.modelCalls >= MODEL_CALLS) {
    return settled(kase, message, ear, ear.byRules, context, then, ['model_budget_spent', null]);
  }
  const callId = context.newId('row');
  return {
    kind: 'ask_model',
    callId,
    question: ear.question,
    secrets: ear.secrets,
    before: changeOf(kase, { modelCalls: kase.modelCalls + 1 }, context, [
      {
        kind: 'model_call',
        call: { id: callId, caseId: kase.id, purpose: ear.question.purpose, at: context.now },
      },
    ]),
    after: (outcome, fresh, later) => answered(message, outcome, callId, fresh, later, then),
  };
}

/** The change that a heard message makes, and a person called when something went wrong on the way. */
function settle(
  kase: Case,
  message: InboundMessage,
  secrets: SecretMap,
  heard: Heard,
  context: StepContext,
  then: Consequence,
  problem: ModelProblem | null,
): { readonly set: Partial<CaseFields>; readonly writes: readonly Write[] } {
  const { set, writes } = then(kase, heard, context);
  return {
    set: {
      said: heard.said,
      language: heard.said.language,
      secrets,
      readingSteps: kase.readingSteps + 1,
      modelFailures: 0,
      ...(heard.changed ? { revision: kase.revision + 1 } : {}),
      ...(saysOther(kase.said, heard.said) ? { staffFact: null } : {}),
      ...set,
    },
    writes: [
      { kind: 'mark_read', messageIds: [message.id] },
      event(kase.id, 'message_read', { intent: heard.intent, problem: problem === null ? null : problem[0] }),
      ...(writes ?? []),
      ...(problem === null ? [] : escalate(kase, problem[0], context, { subReason: problem[1] })),
    ],
  };
}

/** A staff fact is void when receipt or order change (decisions.md). */
function saysOther(before: Said | null, now: Said): boolean {
  const named = ({ receipts, orders }: Said): string => JSON.stringify([receipts, orders]);
  return before !== null && named(before) !== named(now);
}

function settled(
  kase: Case,
  message: InboundMessage,
  ear: Ear<Heard>,
  heard: Heard,
  context: StepContext,
  then: Consequence,
  problem: ModelProblem | null = null,
): StepResult {
  const { set, writes } = settle(kase, message, ear.secrets, heard, context, then, problem);
  return { kind: 'commit', change: changeOf(kase, set, context, writes) };
}

/** The eleventh message is not read: it waits for a person, who sees it whole. */
function tooMany(kase: Case, message: InboundMessage, context: StepContext): StepResult {
  return {
    kind: 'commit',
    change: changeOf(
      kase,
      { wakeAt: null },
      context,
      escalate(kase, 'step_budget_spent', context, { subReason: message.id }),
    ),
  };
}

/** What the model's outcome makes of the message, on the case as it is now. */
function answered(
  message: InboundMessage,
  outcome: ModelOutcome,
  callId: string,
  snapshot: Snapshot,
  context: StepContext,
  then: Consequence,
): ReturnType<typeof changeOf> {
  const kase = snapshot.case;
  const audit: Write = { kind: 'model_answer', callId, outcome: outcomeName(outcome), audit: outcome.audit };
  if (snapshot.unread[0]?.id !== message.id || snapshot.openEscalations.length > 0) {
    return { at: context.now, actor: 'worker', writes: [audit] };
  }
  const ear = listen(kase, message.text);
  const pause = context.settings.modelRetryAfterMs[kase.modelFailures];
  if (outcome.kind === 'unavailable' && pause !== undefined) {
    return changeOf(kase, { modelFailures: kase.modelFailures + 1, wakeAt: context.now + pause }, context, [
      audit,
      event(kase.id, 'model_unavailable', { why: outcome.why }),
    ]);
  }
  const { heard, problem } = heardWith(ear, outcome);
  const { set, writes } = settle(kase, message, ear.secrets, heard, context, then, problem);
  return changeOf(kase, set, context, [audit, ...writes]);
}

function outcomeName(outcome: ModelOutcome): string {
  if (outcome.kind === 'untrusted') return `untrusted: ${outcome.subReason}`;
  if (outcome.kind === 'unavailable') return `unavailable: ${outcome.why}`;
  return outcome.kind;
}
