import { unreachable } from '../../core/errors.ts';
import type { Write, WriteOutcome } from '../../cases/change.ts';
import { openCase, updateCase, wake, wakeCase } from './cases.ts';
import type { WriteContext } from './context.ts';
import { escalate, resolveEscalation } from './escalations.ts';
import { addEvent } from './events.ts';
import { addInquiry, updateInquiry } from './inquiries.ts';
import { addInbound, addOutbound, deliveryFailed, markDelivered, markRead } from './messages.ts';
import { addModelAnswer, addModelCall } from './model-calls.ts';
import { addTransfer, approve, propose, updateAttempt, updatePayout } from './payouts.ts';
import { addGivenBackOutside, addOrder, addPayment, applyReceipt, hold, liftHolds } from './records.ts';
import { run } from '../statement.ts';
import { addStatement, changeSetting } from './settings.ts';

/** Carries out one write of a change, inside its transaction. */
export function applyWrite(context: WriteContext, write: Write): WriteOutcome {
  return outcomeOf(context, write) ?? 'written';
}

// The order is that of the union in cases/change.ts; the compiler proves that none is missing.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a write without an outcome was simply written
function outcomeOf(context: WriteContext, write: Write): WriteOutcome | void {
  switch (write.kind) {
    case 'open_case':
      openCase(context, write);
      return;
    case 'update_case':
      updateCase(context, write);
      return;
    case 'wake':
      wake(context, write);
      return;
    case 'wake_case':
      wakeCase(context, write.caseId);
      return;
    case 'event':
      addEvent(context, write.caseId, write.what, write.detail);
      return;
    case 'inbound':
      return addInbound(context, write.message);
    case 'mark_read':
      markRead(context, write.messageIds);
      return;
    case 'send_message':
      return addOutbound(context, write.message);
    case 'delivered':
      markDelivered(context, write.messageId);
      return;
    case 'delivery_failed':
      deliveryFailed(context, write);
      return;
    case 'escalate':
      return escalate(context, write);
    case 'resolve_escalation':
      resolveEscalation(context, write);
      return;
    case 'model_call':
      addModelCall(context, write.call);
      return;
    case 'model_answer':
      addModelAnswer(context, write);
      return;
    case 'propose':
      return propose(context, write);
    case 'approve':
      return approve(context, write);
    case 'update_payout':
      updatePayout(context, write);
      return;
    case 'update_attempt':
      updateAttempt(context, write);
      return;
    case 'next_ask':
      run(context.db, 'UPDATE attempts SET next_ask_at = ? WHERE id = ?', write.nextAskAt, write.attemptId);
      return;
    case 'inquire':
      return addInquiry(context, write);
    case 'update_inquiry':
      updateInquiry(context, write);
      return;
    case 'transfer':
      return addTransfer(context, write);
    case 'payment':
      return addPayment(context, write);
    case 'order':
      return addOrder(context, write);
    case 'apply_receipt':
      applyReceipt(context, write);
      return;
    case 'given_back_outside':
      return addGivenBackOutside(context, write);
    case 'hold':
      return hold(context, write);
    case 'lift_holds':
      liftHolds(context, write);
      return;
    case 'setting':
      changeSetting(context, write);
      return;
    case 'two_people':
      return addStatement(context, write.statement);
    default:
      unreachable(write);
  }
}
