import { hearNext } from '../hear.ts';
import { rest, type Step } from '../step.ts';

/** `new`: the first message is read; nothing is decided before. */
export const newStep: Step = (snapshot, context) =>
  snapshot.unread.length === 0
    ? rest()
    : hearNext(snapshot, context, (kase) => ({
        set: { status: 'extracted', wakeAt: kase.wakeAt },
      }));
