import { invariant } from '../../core/errors.ts';
import { hearNext } from '../hear.ts';
import { changeOf, event, rest, type Step } from '../step.ts';
import { afterApproval } from './replies.ts';

/** `approved`: the payout is reserved and sent, or waits for what became of it. */
export const approvedStep: Step = (snapshot, context) => {
  const { case: kase, payout } = snapshot;
  invariant(payout, `case ${kase.id} is approved without a payout`);
  const unresolved = payout.state === 'unresolved';
  if (snapshot.unread.length > 0) {
    return hearNext(snapshot, context, afterApproval(unresolved || payout.state === 'retry_due', unresolved));
  }
  switch (payout.state) {
    case 'unresolved':
      // Settlement moves the case, whenever the world answers.
      return rest();
    case 'retry_due':
    case 'proposed': {
      // The gate said to wait, or the next attempt has its time: the wake-up. Whoever opens the way sets it to now.
      const until = Math.max(payout.nextAttemptAt ?? 0, kase.wakeAt ?? 0);
      return until > context.now ? rest(until) : { kind: 'pay' };
    }
    case 'paid':
    case 'already_back':
    case 'not_paid':
    case 'rejected':
      // Another case of the same refund was faster: the table says what is left for this one.
      return {
        kind: 'commit',
        change: changeOf(kase, { status: 'extracted' }, context, [event(kase.id, 'payout_ended_elsewhere')]),
      };
  }
};
