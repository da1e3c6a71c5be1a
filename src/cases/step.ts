import type { Instant } from '../core/clock.ts';
import type { ModelQuestion, SecretMap } from '../reading/types.ts';
import type { Actor, CaseFields, Change, Condition, Write } from './change.ts';
import type { StepContext } from './context.ts';
import type { ModelOutcome } from './ports.ts';
import type { Snapshot } from './reads.ts';
import type { Case } from './types.ts';

/** What a step of the state machine returns: one of a closed set, carried out by `advance()`. */
export type StepResult =
  /** Save this, then look again. */
  | { readonly kind: 'commit'; readonly change: Change }
  /** Nothing to do before `until`, or before something wakes the case. */
  | { readonly kind: 'rest'; readonly until: Instant | null }
  /** Save the intention, ask the model, save what it said. */
  | {
      readonly kind: 'ask_model';
      readonly before: Change;
      readonly callId: string;
      readonly question: ModelQuestion;
      readonly secrets: SecretMap;
      readonly after: (outcome: ModelOutcome, snapshot: Snapshot, context: StepContext) => Change;
    }
  /** Reserve and send a payout. */
  | { readonly kind: 'pay' };

export type Step = (snapshot: Snapshot, context: StepContext) => StepResult;

/** A change of one case, by the worker unless somebody else is named. */
export function changeOf(
  kase: Pick<Case, 'id' | 'version'>,
  set: Partial<CaseFields>,
  context: Pick<StepContext, 'now'>,
  writes: readonly Write[] = [],
  options: {
    readonly actor?: Actor;
    readonly conditions?: readonly Condition[];
    /** Written before the case: rows that it refers to. */
    readonly first?: readonly Write[];
  } = {},
): Change {
  return {
    at: context.now,
    actor: options.actor ?? 'worker',
    ...(options.conditions ? { conditions: options.conditions } : {}),
    writes: [
      ...(options.first ?? []),
      { kind: 'update_case', caseId: kase.id, version: kase.version, set },
      ...writes,
    ],
  };
}

export function event(
  caseId: string,
  what: string,
  detail: Readonly<Record<string, string | number | boolean | null>> = {},
): Write {
  return { kind: 'event', caseId, what, detail };
}

export function rest(until: Instant | null = null): StepResult {
  return { kind: 'rest', until };
}
