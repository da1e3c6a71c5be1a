import { closing } from '../closing.ts';
import type { Consequence, Heard } from '../hear.ts';
import { toCustomer } from '../outgoing.ts';
import type { Case } from '../types.ts';
import { nextTimer } from './asking.ts';

/** What words alone can do to a case that is not waiting for an answer: withdraw it, or change what was said. */
export const whileUndecided: Consequence = (kase, heard, context) => {
  if (heard.intent === 'withdraws') return withdrawn(kase, context);
  return { set: { timesAsked: usableAnswer(kase, heard.usable), wakeAt: kase.wakeAt } };
};

/** An answer to our question (`waiting_for_customer`). */
export const answerToQuestion: Consequence = (kase, heard, context) => {
  if (heard.intent === 'withdraws') return withdrawn(kase, context);
  if (heard.intent === 'not_yet' && !heard.changed) {
    // They will look: the clock of the reminders starts again, and nothing is asked twice.
    return { set: { askedAt: context.now, reminders: 0, wakeAt: nextTimer(context.now, 0, context) } };
  }
  return {
    set: { status: 'extracted', timesAsked: usableAnswer(kase, heard.usable), asked: null, askedAt: null },
  };
};

/** Words while staff look at the refund: what changes the facts goes back to the decision. */
export const whileWaitingForApproval: Consequence = (kase, heard, context) => {
  if (heard.intent === 'withdraws') return withdrawn(kase, context);
  if (heard.changed) return { set: { status: 'extracted' } };
  // It may be a no that no rule knows: whoever approved before these words came approves again.
  return { set: mayObject(heard) ? { revision: kase.revision + 1 } : {} };
};

/** Words after the approval: before anything is sent as above; once an attempt exists, money is on its way. */
export function afterApproval(attemptExists: boolean, unresolved: boolean): Consequence {
  return (kase, heard, context) => {
    if (heard.intent === 'withdraws') {
      if (!attemptExists) return withdrawn(kase, context);
      return { set: {}, writes: [toCustomer(kase, 'on_its_way', context)] };
    }
    if (unresolved) return { set: {} };
    if (heard.changed) return { set: { status: 'extracted' } };
    return { set: mayObject(heard) ? { status: 'extracted', revision: kase.revision + 1 } : {} };
  };
}

/**
 * Words that no rule understood, or a no: before money leaves, a person reads them on the card. That a model took them
 * for something harmless changes nothing: an approval given before them must not stand on its word.
 */
function mayObject({ intent, unplaced }: Heard): boolean {
  return unplaced || intent === 'no';
}

function withdrawn(kase: Case, context: Parameters<Consequence>[2]): ReturnType<Consequence> {
  return closing(kase, 'withdrawn', context);
}

/** A usable answer starts the count of that question again (decisions.md: asked twice without a usable answer). */
function usableAnswer(kase: Case, usable: boolean): Case['timesAsked'] {
  return usable && kase.asked !== null && kase.asked !== 'confirm'
    ? { ...kase.timesAsked, [kase.asked]: 0 }
    : kase.timesAsked;
}
