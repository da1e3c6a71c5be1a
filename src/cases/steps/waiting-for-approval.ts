import { invariant } from '../../core/errors.ts';
import { decide } from '../decide.ts';
import { hearNext } from '../hear.ts';
import { changeOf, event, rest, type Step } from '../step.ts';
import { same } from './extracted.ts';
import { whileWaitingForApproval } from './replies.ts';

/** `waiting_for_approval`: people look at the card. Changed words or records take it away from them again. */
export const waitingForApprovalStep: Step = (snapshot, context) => {
  const { case: kase, payout, situation } = snapshot;
  if (snapshot.unread.length > 0) return hearNext(snapshot, context, whileWaitingForApproval);
  invariant(situation && kase.decision && payout, `case ${kase.id} waits for approval of nothing`);
  if (!same(kase.decision, decide(situation))) {
    return {
      kind: 'commit',
      change: changeOf(kase, { status: 'extracted' }, context, [event(kase.id, 'records_changed')]),
    };
  }
  if (payout.state === 'rejected' || payout.state === 'not_paid') {
    // The round ended under another case of the same refund: this case opens the next one.
    const { key, reference, refund, orderNumber } = payout;
    return {
      kind: 'commit',
      change: changeOf(kase, { revision: kase.revision + 1, wakeAt: null }, context, [
        { kind: 'propose', key, reference, refund, orderNumber },
        event(kase.id, 'round_opened', { reference }),
      ]),
    };
  }
  return rest();
};
