import { invariant } from '../../core/errors.ts';
import { payoutKey, payoutReference } from '../../payouts/key.ts';
import type { Write } from '../change.ts';
import { closing, stillOpen } from '../closing.ts';
import type { StepContext } from '../context.ts';
import { decide } from '../decide.ts';
import { escalate } from '../escalations.ts';
import { hearNext } from '../hear.ts';
import { inquiryAbout } from '../inquire.ts';
import { toCustomer, toStaff } from '../outgoing.ts';
import type { Snapshot } from '../reads.ts';
import { changeOf, event, rest, type Step, type StepResult } from '../step.ts';
import type { Case, Decision } from '../types.ts';
import { ask } from './asking.ts';
import { whileUndecided } from './replies.ts';

/** `extracted`: what was said and what the records hold is decided by the table (decisions.md). */
export const extractedStep: Step = (snapshot, context) => {
  const kase = snapshot.case;
  if (snapshot.unread.length > 0) return hearNext(snapshot, context, whileUndecided);
  if (kase.staffAsk !== null) {
    return { kind: 'commit', change: ask(kase, kase.staffAsk, context, { staffAsk: null }) };
  }
  invariant(snapshot.situation, `case ${kase.id} is extracted but nothing was said`);
  const decision = decide(snapshot.situation);
  switch (decision.route) {
    case 'refund':
      return putUp(kase, decision, context);
    case 'ask':
      return {
        kind: 'commit',
        change: ask(kase, decision.for, context, { decision, receipt: decision.receipt }),
      };
    case 'wait':
      return wait(snapshot, decision, context);
    case 'person':
      return inquireFirst(snapshot, decision, context) ?? callPerson(kase, decision, snapshot, context);
    case 'close':
      return close(snapshot, decision, context);
  }
};

/** A refund is due: a round of its key opens and staff are asked. */
function putUp(
  kase: Case,
  decision: Extract<Decision, { route: 'refund' }>,
  context: StepContext,
): StepResult {
  const key = payoutKey(context.secret, decision.refund);
  const reference = payoutReference(key);
  return {
    kind: 'commit',
    change: changeOf(
      kase,
      {
        status: 'waiting_for_approval',
        decision,
        receipt: decision.receipt,
        orderNumber: decision.order,
        payoutKey: key,
        revision: kase.revision + 1,
        wakeAt: null,
        asked: null,
        askedAt: null,
      },
      context,
      [event(kase.id, 'decided', { route: 'refund', row: decision.row, reference })],
      // The round comes first: the case row refers to it.
      { first: [{ kind: 'propose', key, reference, refund: decision.refund, orderNumber: decision.order }] },
    ),
  };
}

/** Another case or a payout on its way decides: the customer is told once, and the case is woken by its end. */
function wait(
  { case: kase, refunds }: Snapshot,
  decision: Extract<Decision, { route: 'wait' }>,
  context: StepContext,
): StepResult {
  if (same(kase.decision, decision)) return rest();
  const writes: Write[] = [event(kase.id, 'decided', { route: 'wait', row: decision.row })];
  const awaited = refunds.find(
    ({ receipt, state }) => receipt === decision.receipt && state === 'unresolved',
  );
  if (!kase.toldToWait) {
    writes.push(
      toCustomer(kase, 'waits_for_payout', context, { reference: awaited?.reference ?? undefined }),
    );
  }
  return {
    kind: 'commit',
    change: changeOf(
      kase,
      { decision, receipt: decision.receipt, toldToWait: true, wakeAt: null },
      context,
      writes,
    ),
  };
}

/** A hostile message may hold any number of made-up receipts: more questions than this are a person's to ask. */
const INQUIRIES = 3;

/**
 * What the provider may know is asked once before a person is called (D4, D16): a receipt that no import knows, the
 * full number of a payer. Null when there is nothing left to ask and no answer is awaited.
 */
function inquireFirst(
  { case: kase, inquiries }: Snapshot,
  decision: Extract<Decision, { route: 'person' }>,
  context: StepContext,
): StepResult | null {
  const wanted = decision.inquire ?? [];
  const asked = inquiries.filter(({ purpose }) => purpose === 'find');
  if (asked.some(({ receipt, state }) => state === 'open' && wanted.includes(receipt))) return rest();
  const fresh = [...new Set(wanted)]
    .filter((receipt) => !asked.some((inquiry) => inquiry.receipt === receipt))
    .slice(0, Math.max(0, INQUIRIES - asked.length));
  if (fresh.length === 0) return null;
  return {
    kind: 'commit',
    change: changeOf(kase, { wakeAt: null }, context, [
      event(kase.id, 'inquired', { row: decision.row, receipts: fresh.length }),
      ...fresh.map((receipt) => inquiryAbout(kase, 'find', receipt, context)),
    ]),
  };
}

function callPerson(
  kase: Case,
  decision: Extract<Decision, { route: 'person' }>,
  snapshot: Snapshot,
  context: StepContext,
): StepResult {
  const receipt = decision.receipt ?? kase.receipt;
  const writes: Write[] = [
    event(kase.id, 'decided', { route: 'person', row: decision.row, reason: decision.reason }),
    ...escalate(kase, decision.reason, context, { subReason: decision.row }),
    toCustomer(kase, 'handed_to_person', context),
  ];
  for (const other of snapshot.situation?.openCases ?? []) {
    if (!decision.alsoOn.includes(other.id)) continue;
    const twin = { ...kase, id: other.id };
    const [row] = escalate(twin, decision.reason, context, {
      subReason: `case ${kase.id}`,
      unlessReserved: true,
    });
    writes.push(
      ...(row === undefined ? [] : [row]),
      // True whether or not its payout is out already, when it is not escalated.
      event(other.id, 'also_claimed', { case: kase.id }),
      { kind: 'wake_case', caseId: other.id },
      toStaff(
        kase,
        'escalation',
        context,
        {
          sentence: `${decision.reason}: case ${other.id} claims the same receipt.`,
          command: 'rudisha escalations list',
        },
        `.${other.id}`,
      ),
    );
  }
  return { kind: 'commit', change: changeOf(kase, { decision, receipt, wakeAt: null }, context, writes) };
}

function close(
  { case: kase, refunds }: Snapshot,
  decision: Extract<Decision, { route: 'close' }>,
  context: StepContext,
): StepResult {
  // D8: the refund that the customer got before is what they can look up.
  const before = refunds.findLast(
    ({ receipt, by, state }) => receipt === decision.receipt && by === 'us' && state === 'paid',
  );
  const { set, writes } = closing({ ...kase, receipt: decision.receipt }, decision.outcome, context, {
    values: {
      otherCaseId: decision.duplicateOf ?? undefined,
      ...(decision.outcome === 'duplicate' ? { reference: before?.reference ?? undefined } : {}),
    },
    row: decision.row,
  });
  return {
    kind: 'commit',
    change: changeOf(
      kase,
      { ...set, decision, receipt: decision.receipt, duplicateOf: decision.duplicateOf },
      context,
      writes,
      { conditions: stillOpen(decision.duplicateOf) },
    ),
  };
}

/** A decision that comes out as before writes nothing. */
export function same(before: Decision | null, now: Decision): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
