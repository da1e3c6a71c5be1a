import type { Field } from '../../reading/types.ts';
import type { CaseFields, Change } from '../change.ts';
import type { StepContext } from '../context.ts';
import { toCustomer } from '../outgoing.ts';
import { changeOf, event } from '../step.ts';
import type { Case } from '../types.ts';

/** The customer is asked for one thing, in their language; the case waits for their answer. */
export function ask(kase: Case, field: Field, context: StepContext, set: Partial<CaseFields>): Change {
  const times = (kase.timesAsked[field] ?? 0) + 1;
  return changeOf(
    kase,
    {
      status: 'waiting_for_customer',
      asked: field,
      askedAt: context.now,
      reminders: 0,
      timesAsked: { ...kase.timesAsked, [field]: times },
      wakeAt: nextTimer(context.now, 0, context),
      ...set,
    },
    context,
    [
      event(kase.id, 'asked', { field, times }),
      toCustomer(kase, times === 1 ? `ask_${field}` : `ask_again_${field}`, context),
    ],
  );
}

/** The next moment at which a case that waits for its customer does something by itself. */
export function nextTimer(
  askedAt: number,
  reminders: number,
  context: Pick<StepContext, 'settings'>,
): number {
  const reminder = context.settings.remindAfterMs[reminders];
  return askedAt + (reminder ?? context.settings.closeAfterMs);
}
