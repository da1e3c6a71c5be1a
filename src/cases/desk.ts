import type { StepContext } from './context.ts';
import type { Clock, Ids, Model, Payments, Store } from './ports.ts';

/** All that the desk works with: the ports, and what does not change while it runs. */
export interface Desk {
  readonly store: Store;
  readonly payments: Payments;
  /** Null with `MODEL=rules`. */
  readonly model: Model | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fixed: Pick<StepContext, 'settings' | 'texts' | 'secret'>;
  /** False in a process that was not started to pay: its gate refuses. */
  readonly maySend: boolean;
}

/** What the pure steps get, at this moment. */
export function contextOf(desk: Desk): StepContext {
  return {
    ...desk.fixed,
    now: desk.clock.now(),
    hasModel: desk.model !== null,
    newId: (kind) => {
      switch (kind) {
        case 'escalation':
          return desk.ids.escalationId();
        case 'inquiry':
          return desk.ids.inquiryId();
        case 'row':
          return desk.ids.rowId();
      }
    },
  };
}
