import type { Change, InboundMessage, Write } from '../../src/cases/change.ts';
import type { StepContext } from '../../src/cases/context.ts';
import type { ModelOutcome } from '../../src/cases/ports.ts';
import type { Snapshot } from '../../src/cases/reads.ts';
import type { Step } from '../../src/cases/step.ts';
import { approvedStep } from '../../src/cases/steps/approved.ts';
import { extractedStep } from '../../src/cases/steps/extracted.ts';
import { newStep } from '../../src/cases/steps/new.ts';
import { waitingForApprovalStep } from '../../src/cases/steps/waiting-for-approval.ts';
import { waitingForCustomerStep } from '../../src/cases/steps/waiting-for-customer.ts';
import type { Case, OpenCase, Status } from '../../src/cases/types.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import type { Payout } from '../../src/payouts/types.ts';
import type { ModelAnswer, ModelQuestion } from '../../src/reading/types.ts';
import type { Records } from '../../src/records/types.ts';
import { JANE } from './rows.ts';
import { NOW } from './situations.ts';

/** The pure steps of the desk, driven by hand: what a message leads to, without a store, a clock or a model. */

const STEPS: Readonly<Partial<Record<Status, Step>>> = {
  new: newStep,
  extracted: extractedStep,
  waiting_for_customer: waitingForCustomerStep,
  waiting_for_approval: waitingForApprovalStep,
  approved: approvedStep,
};

const CONTEXT: StepContext = {
  now: NOW,
  // What the steps of reading look at.
  settings: {
    remindAfterMs: [DAY, 3 * DAY],
    closeAfterMs: 7 * DAY,
    modelRetryAfterMs: [],
  } as unknown as StepContext['settings'],
  texts: { customer: (text) => text, staff: (text) => text },
  secret: 'a secret for tests',
  hasModel: true,
  newId: () => 'id',
};

/** What a case's world holds besides the case. */
export interface World {
  readonly name: string;
  readonly records: Records;
  readonly openCases: readonly OpenCase[];
}

/** Where a case is after a message was heard and decided. */
export interface Place {
  readonly kase: Case;
  readonly payout: Payout | null;
  readonly escalated: boolean;
}

export const FRESH: Place = {
  kase: {
    id: 'C-M',
    channel: 'sms',
    sender: JANE,
    language: 'sw',
    status: 'new',
    outcome: null,
    version: 1,
    revision: 1,
    openedAt: NOW - HOUR,
    changedAt: NOW - HOUR,
    closedAt: null,
    wakeAt: NOW,
    modelCalls: 0,
    readingSteps: 0,
    said: null,
    secrets: {},
    decision: null,
    staffFact: null,
    asked: null,
    askedAt: null,
    reminders: 0,
    timesAsked: {},
    staffAsk: null,
    receipt: null,
    orderNumber: null,
    payoutKey: null,
    duplicateOf: null,
    toldToWait: false,
    modelFailures: 0,
    hands: [],
  },
  payout: null,
  escalated: false,
};

const AUDIT = {
  model: 'adversary',
  digest: null,
  promptHash: '',
  prompt: '',
  raw: null,
  ms: 0,
  promptTokens: null,
  answerTokens: null,
};

/** Null: the rules alone. Else it answers each question; the last one it was asked is kept by its maker. */
export type Adversary = ((question: ModelQuestion) => ModelAnswer) | null;

/** Hears one message in a place and decides, as `advance()` would until the case rests. */
export function hearIn(place: Place, text: string, world: World, adversary: Adversary): Place {
  let at = place;
  let unread: readonly InboundMessage[] = [
    { id: 'm', caseId: place.kase.id, channel: 'sms', providerId: 'm', text, at: NOW },
  ];
  for (let turn = 0; turn < 6 && !at.escalated; turn += 1) {
    const step = STEPS[at.kase.status];
    if (step === undefined) break;
    const context = { ...CONTEXT, hasModel: adversary !== null };
    const result = step(snapshotOf(at, unread, world), context);
    if (result.kind === 'rest' || result.kind === 'pay') break;
    if (result.kind === 'commit') at = changed(at, result.change);
    else {
      at = changed(at, result.before);
      const outcome: ModelOutcome = {
        kind: 'answer',
        answer: adversary?.(result.question) ?? {},
        audit: AUDIT,
      };
      at = changed(at, result.after(outcome, snapshotOf(at, unread, world), context));
    }
    unread = [];
  }
  return at;
}

/** Days later, with nothing heard: what silence makes of it. */
export function afterSilence(place: Place, world: World, days: number): Place {
  let at = place;
  for (let day = 1; day <= days && !at.escalated; day += 1) {
    const step = STEPS[at.kase.status];
    const context = { ...CONTEXT, now: NOW + day * DAY };
    const result = step?.(snapshotOf(at, [], world), context);
    if (result?.kind === 'commit') at = changed(at, result.change);
  }
  return at;
}

function snapshotOf({ kase, payout }: Place, unread: Snapshot['unread'], world: World): Snapshot {
  const { said, staffFact, timesAsked, openedAt, sender } = kase;
  const { records, openCases } = world;
  return {
    case: kase,
    unread,
    openEscalations: [],
    situation:
      said === null
        ? null
        : { now: NOW, caseId: kase.id, openedAt, sender, said, staffFact, timesAsked, records, openCases },
    payout,
    approvals: [],
    refunds: [],
    inquiries: [],
  };
}

function changed(place: Place, { writes }: Change): Place {
  return writes.reduce(applied, place);
}

function applied(place: Place, write: Write): Place {
  switch (write.kind) {
    case 'update_case':
      return {
        ...place,
        kase: { ...place.kase, ...write.set, version: place.kase.version + 1 },
      };
    case 'propose': {
      const { key, reference, refund, orderNumber } = write;
      const payout: Payout = {
        key,
        reference,
        refund,
        orderNumber,
        round: 1,
        state: 'proposed',
        attempts: 0,
        attemptsInRound: 0,
        nextAttemptAt: null,
        providerReceipt: null,
      };
      return { ...place, payout };
    }
    case 'escalate':
      return { ...place, escalated: true };
    default:
      return place;
  }
}
