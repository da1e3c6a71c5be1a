import type { CaseFields, Condition, Write } from './change.ts';
import type { StepContext, TextValues } from './context.ts';
import { toCustomer } from './outgoing.ts';
import { event } from './step.ts';
import type { Case, Outcome } from './types.ts';

/** What closes a case: its fields, the customer's message, the history line, and the wake of cases that waited. */
export function closing(
  kase: Case,
  outcome: Outcome,
  context: StepContext,
  options: {
    readonly values?: Omit<TextValues, 'caseId'>;
    readonly silent?: boolean;
    readonly row?: string;
  } = {},
): { readonly set: Partial<CaseFields>; readonly writes: readonly Write[] } {
  return {
    set: { status: 'closed', outcome, closedAt: context.now, wakeAt: null, asked: null, askedAt: null },
    writes: [
      event(kase.id, 'closed', { outcome, row: options.row ?? null }),
      ...(options.silent === true ? [] : [toCustomer(kase, `closed_${outcome}`, context, options.values)]),
      {
        kind: 'wake',
        receipts: kase.receipt === null ? [] : [kase.receipt],
        orders: kase.orderNumber === null ? [] : [kase.orderNumber],
      },
    ],
  };
}

/** A case may not close as the duplicate of one that closed meanwhile: two that close each other leave nobody. */
export function stillOpen(caseId: string | null): readonly Condition[] {
  return caseId === null ? [] : [{ kind: 'case_open', caseId }];
}
