import { invariant, unreachable } from '../../core/errors.ts';
import type { Check, CheckRefusal } from '../gate-types.ts';
import type { Payout } from '../types.ts';

/** The key is free: an open round with an attempt left and due. A taken key is answered by what became of it. */
export const reserve: Check = ({ payout, key, attemptsPerRound }, { now }) => {
  if (payout?.key !== key) return { reason: 'no_round_open', then: 'back_to_approval' };
  const taken = becameOf(payout);
  if (taken !== null) return taken;
  if (!(payout.attemptsInRound < attemptsPerRound)) {
    return { reason: 'attempts_used_up', then: 'person', escalation: 'payout_failed' };
  }
  if (payout.state !== 'retry_due') return null;
  invariant(payout.nextAttemptAt !== null, 'a payout that is to be tried again has a time for it');
  const isDue = payout.nextAttemptAt <= now;
  return isDue ? null : { reason: 'next_attempt_not_due', then: 'waits', until: payout.nextAttemptAt };
};

/** The answer to a repeat (payouts.md §1); null for a key with an open round and nothing out. */
export function becameOf({ state }: Pick<Payout, 'state'>): CheckRefusal | null {
  switch (state) {
    case 'paid':
      return { reason: 'already_paid', then: 'already_done' };
    case 'already_back':
      return { reason: 'already_back', then: 'already_done' };
    case 'unresolved':
      return { reason: 'attempt_unresolved', then: 'waits' };
    case 'not_paid':
    case 'rejected':
      return { reason: 'round_ended', then: 'back_to_approval' };
    case 'proposed':
    case 'retry_due':
      return null;
    default:
      return unreachable(state);
  }
}
