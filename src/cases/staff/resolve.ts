import { Problem } from '../../core/errors.ts';
import type { Field, OrderNumber, Receipt } from '../../reading/types.ts';
import { contextOf, type Desk } from '../desk.ts';
import type { CaseFields, Change, Escalation, Write } from '../change.ts';
import { closing } from '../closing.ts';
import type { StepContext } from '../context.ts';
import { MEANINGS, type Answer } from '../escalations.ts';
import { withHand } from '../inbound.ts';
import type { Snapshot } from '../reads.ts';
import { nextTimer } from '../steps/asking.ts';
import { changeOf, event } from '../step.ts';
import type { Case, Outcome, StaffFact } from '../types.ts';
import { forHistory, reasonText, staffActor } from './people.ts';

/** What a person answers to an escalation: exactly one of four (decisions.md, What a person can do). */
export type Resolution =
  | { readonly kind: 'go-on'; readonly receipt: Receipt | null; readonly order: OrderNumber | null }
  | { readonly kind: 'ask'; readonly field: Field }
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'close'; readonly outcome: Outcome };

export interface Resolving {
  readonly escalationId: string;
  readonly by: string;
  readonly because: string;
  readonly resolution: Resolution;
}

/** Outcomes that only money or the customer can bring about: staff cannot close a case with them by word. */
const NOT_BY_WORD: readonly Outcome[] = ['refunded', 'applied_to_order'];

/** Answers an escalation; the case goes on from `extracted`, waits for its customer, or closes. */
export async function resolve(resolving: Resolving, desk: Desk): Promise<{ readonly caseId: string }> {
  const because = reasonText(resolving.because, '--because');
  for (;;) {
    const escalation = await openEscalation(resolving.escalationId, desk);
    const snapshot = await desk.store.snapshot(escalation.caseId);
    if (snapshot === null) throw new Problem('not_found', `there is no case ${escalation.caseId}`);
    assertAnswer(escalation, resolving.resolution.kind);
    const context = contextOf(desk);
    const change = answered(snapshot, escalation, { ...resolving, because }, context);
    const saved = await desk.store.commit(change);
    if (saved.kind === 'done') return { caseId: escalation.caseId };
  }
}

async function openEscalation(id: string, desk: Desk): Promise<Escalation> {
  const escalation = await desk.store.escalation(id);
  if (escalation === null) {
    throw new Problem(
      'not_found',
      `there is no escalation ${id}: "rudisha escalations list" shows the open ones`,
    );
  }
  if (escalation.resolvedAt !== null) {
    throw new Problem(
      'conflict',
      `escalation ${id} was answered by ${escalation.resolvedBy ?? 'somebody'} already: ${escalation.answer ?? ''}`,
    );
  }
  return escalation;
}

function assertAnswer(escalation: Escalation, answer: Answer): void {
  if (MEANINGS[escalation.reason].answers.includes(answer)) return;
  throw new Problem(
    'wrong_status',
    `${escalation.reason} is not answered by --${answer}: use ${escalation.command}`,
  );
}

function answered(
  snapshot: Snapshot,
  escalation: Escalation,
  resolving: Resolving,
  context: StepContext,
): Change {
  const { case: kase } = snapshot;
  const { resolution, by, because } = resolving;
  const moneyIsMoving =
    kase.status === 'refunded' || (snapshot.payout?.state === 'unresolved' && kase.status === 'approved');
  const { set, writes } =
    kase.status === 'closed'
      ? onClosedCase(kase, resolution, context)
      : moneyIsMoving
        ? whileUnresolved(kase, resolution, context)
        : onOpenCase(snapshot, resolving, context);
  return changeOf(
    kase,
    { hands: withHand(kase, staffActor(by)), ...set },
    context,
    [
      {
        kind: 'resolve_escalation',
        escalationId: escalation.id,
        by,
        answer: answerText(resolution),
        because,
      },
      event(kase.id, 'escalation_resolved', {
        reason: escalation.reason,
        by,
        answer: resolution.kind,
        because: forHistory(because),
      }),
      // The person saw what was there when they were called; what came later is read by the program, withdrawals too.
      {
        kind: 'mark_read',
        messageIds: snapshot.unread.filter(({ at }) => at <= escalation.openedAt).map(({ id }) => id),
      },
      ...writes,
    ],
    { actor: staffActor(by), conditions: [{ kind: 'escalation_open', escalationId: escalation.id }] },
  );
}

interface Effect {
  readonly set: Partial<CaseFields>;
  readonly writes: readonly Write[];
}

/** A closed case stays closed: it can be answered, or left as it is. */
function onClosedCase(kase: Case, resolution: Resolution, context: StepContext): Effect {
  if (resolution.kind === 'reply') return { set: {}, writes: [ownWords(kase, resolution.text, context)] };
  if (resolution.kind === 'close' && resolution.outcome === kase.outcome) return { set: {}, writes: [] };
  // Seen, and left as it is: what `fact_contradicts` asks for when the contradiction comes after the end.
  if (isBare(resolution)) return { set: {}, writes: [] };
  throw new Problem(
    'wrong_status',
    `case ${kase.id} is closed (${kase.outcome ?? ''}): answer with --reply TEXT, leave it with a bare --go-on, or open a new case`,
  );
}

/** While an attempt is out, nothing moves the case: staff can only talk, or look on. */
function whileUnresolved(kase: Case, resolution: Resolution, context: StepContext): Effect {
  if (resolution.kind === 'reply') return { set: {}, writes: [ownWords(kase, resolution.text, context)] };
  if (isBare(resolution)) return { set: {}, writes: [] };
  throw new Problem(
    'wrong_status',
    `a payout of case ${kase.id} is on its way or just done: only --reply TEXT or a bare --go-on can answer now`,
  );
}

/** `--go-on` that states nothing. */
function isBare(resolution: Resolution): boolean {
  return resolution.kind === 'go-on' && resolution.receipt === null && resolution.order === null;
}

function onOpenCase(snapshot: Snapshot, resolving: Resolving, context: StepContext): Effect {
  const { case: kase } = snapshot;
  const { resolution } = resolving;
  switch (resolution.kind) {
    case 'go-on':
      return {
        set: {
          ...backToExtracted(kase, context),
          staffFact: staffFact(snapshot, resolution, resolving, context),
          ...(resolution.receipt === null ? {} : { receipt: resolution.receipt }),
        },
        writes: [],
      };
    case 'ask':
      return {
        set: { ...backToExtracted(kase, context), staffAsk: resolution.field, timesAsked: {} },
        writes: [],
      };
    case 'reply':
      return ownReply(kase, resolution.text, context);
    case 'close': {
      if (NOT_BY_WORD.includes(resolution.outcome)) {
        throw new Problem(
          'bad_input',
          `--close ${resolution.outcome} is not for people to say: it follows from money or from "approvals apply"`,
        );
      }
      return closing(kase, resolution.outcome, context);
    }
  }
}

/** Own words, then the customer's turn. Two moves in one commit, for the table knows no shorter way (transitions.ts). */
function ownReply(kase: Case, text: string, context: StepContext): Effect {
  const waits: Partial<CaseFields> = {
    status: 'waiting_for_customer',
    asked: null,
    askedAt: context.now,
    reminders: 0,
    decision: null,
    wakeAt: nextTimer(context.now, 0, context),
  };
  return {
    set: backToExtracted(kase, context),
    writes: [
      { kind: 'update_case', caseId: kase.id, version: kase.version + 1, set: waits },
      ownWords(kase, text, context),
    ],
  };
}

function backToExtracted(kase: Case, context: StepContext): Partial<CaseFields> {
  return { status: 'extracted', wakeAt: context.now, revision: kase.revision + 1 };
}

/** A staff fact is void when receipt or order change; whoever gave it cannot approve (decisions.md). */
function staffFact(
  snapshot: Snapshot,
  resolution: Extract<Resolution, { kind: 'go-on' }>,
  resolving: Resolving,
  context: StepContext,
): StaffFact {
  const { case: kase } = snapshot;
  return {
    receipt: resolution.receipt ?? kase.staffFact?.receipt ?? kase.receipt,
    order: resolution.order ?? kase.staffFact?.order ?? null,
    by: resolving.by,
    at: context.now,
    because: resolving.because,
  };
}

function ownWords(kase: Case, text: string, context: StepContext): Write {
  return {
    kind: 'send_message',
    message: {
      id: `${kase.id}.${kase.version}.staff_reply`,
      caseId: kase.id,
      audience: 'customer',
      purpose: 'staff_reply',
      to: kase.sender,
      text: reasonText(text, '--reply'),
      at: context.now,
      closes: false,
    },
  };
}

function answerText(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'go-on':
      return [
        'go-on',
        ...(resolution.receipt === null ? [] : [`receipt ${resolution.receipt}`]),
        ...(resolution.order === null ? [] : [`order ${resolution.order}`]),
      ].join(' ');
    case 'ask':
      return `ask ${resolution.field}`;
    case 'reply':
      return 'reply';
    case 'close':
      return `close ${resolution.outcome}`;
  }
}
