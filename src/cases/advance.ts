import { invariant } from '../core/errors.ts';
import { contextOf, type Desk } from './desk.ts';
import { pay } from './pay.ts';
import { changeOf, type Step, type StepResult } from './step.ts';
import { approvedStep } from './steps/approved.ts';
import { extractedStep } from './steps/extracted.ts';
import { newStep } from './steps/new.ts';
import { refundedStep } from './steps/refunded.ts';
import { waitingForApprovalStep } from './steps/waiting-for-approval.ts';
import { waitingForCustomerStep } from './steps/waiting-for-customer.ts';
import type { Snapshot } from './reads.ts';
import type { Status } from './types.ts';

const STEPS: Readonly<Record<Exclude<Status, 'closed'>, Step>> = {
  new: newStep,
  extracted: extractedStep,
  waiting_for_customer: waitingForCustomerStep,
  waiting_for_approval: waitingForApprovalStep,
  approved: approvedStep,
  refunded: refundedStep,
};

/** A case that goes round more often than this in one go is a bug, not work: stopping is cheaper than spinning. */
const ROUNDS = 100;

/**
 * The engine: load the case, pick the step for its status, save what the step wants changed in one transaction,
 * repeat until the case waits, is escalated or is closed. A lost version or condition means: load again.
 */
export async function advance(caseId: string, desk: Desk): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const snapshot = await desk.store.snapshot(caseId);
    if (snapshot === null) return;
    const context = contextOf(desk);
    const step = stepOf(snapshot);
    const result: StepResult = step === null ? { kind: 'rest', until: null } : step(snapshot, context);
    switch (result.kind) {
      case 'rest':
        if (await goToSleep(snapshot, result.until, desk)) return;
        break;
      case 'commit':
        await desk.store.commit(result.change);
        break;
      case 'ask_model':
        await askModel(caseId, result, desk);
        break;
      case 'pay':
        await pay(snapshot, desk);
        break;
    }
  }
  invariant(false, `case ${caseId} does not come to rest`);
}

/** Closed cases have no step, and an open escalation stops the others. */
function stepOf(snapshot: Snapshot): Step | null {
  const { status } = snapshot.case;
  return status === 'closed' || snapshot.openEscalations.length > 0 ? null : STEPS[status];
}

/** Sets the case's wake-up, if it is not set so already. False when the case changed meanwhile: look again. */
async function goToSleep({ case: kase }: Snapshot, until: number | null, desk: Desk): Promise<boolean> {
  if (kase.wakeAt === until) return true;
  const saved = await desk.store.commit(changeOf(kase, { wakeAt: until }, { now: desk.clock.now() }));
  return saved.kind === 'done';
}

async function askModel(
  caseId: string,
  asking: Extract<StepResult, { kind: 'ask_model' }>,
  desk: Desk,
): Promise<void> {
  invariant(desk.model, 'a model is asked where there is none');
  const saved = await desk.store.commit(asking.before);
  if (saved.kind === 'lost') return;
  const outcome = await desk.model.ask(asking.question, asking.secrets);
  for (;;) {
    const snapshot = await desk.store.snapshot(caseId);
    invariant(snapshot, `case ${caseId} is gone`);
    const learnt = await desk.store.commit(asking.after(outcome, snapshot, contextOf(desk)));
    if (learnt.kind === 'done') return;
  }
}
