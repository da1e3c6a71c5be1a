import { Problem } from '../core/errors.ts';
import type { PersonStatement } from '../cases/change.ts';
import type { Desk } from '../cases/desk.ts';
import type { AttemptView, StoredCallback, StoredEvent } from '../cases/reads.ts';
import { judge } from '../payouts/judge.ts';
import type { Approval, Payout, PayoutReference, VerdictFlag } from '../payouts/types.ts';

/** All that is known of one payout: every round, every attempt, every fact. */
export interface PayoutStory {
  readonly payout: Payout;
  readonly approvals: readonly Approval[];
  readonly attempts: readonly AttemptStory[];
  /** What the gate refused, from the history of the cases concerned. */
  readonly refusals: readonly (StoredEvent & { readonly caseId: string })[];
}

export interface AttemptStory extends AttemptView {
  /** Facts that do not go together. */
  readonly flags: readonly VerdictFlag[];
  readonly callbacks: readonly StoredCallback[];
  /** What one person said already, waiting for a second. */
  readonly statements: readonly PersonStatement[];
}

/** Problem 'not_found' when no refund has that reference. */
export async function payoutStory(
  reference: PayoutReference,
  { store }: Pick<Desk, 'store'>,
): Promise<PayoutStory> {
  const payout = await store.payoutByReference(reference);
  if (payout === null) {
    throw new Problem('not_found', `there is no refund ${reference}: "rudisha payouts list" shows all`);
  }
  const approvals = await store.approvalsOf(payout.key);
  const attempts: AttemptStory[] = [];
  for (const { id } of await store.attemptsOf(payout.key)) {
    const view = await store.attempt(id);
    if (view !== null) attempts.push(await attemptStory(view, { store }));
  }
  const caseIds = new Set([
    ...approvals.map(({ caseId }) => caseId),
    ...attempts.map((a) => a.attempt.caseId),
  ]);
  const refusals: (StoredEvent & { caseId: string })[] = [];
  for (const caseId of caseIds) {
    for (const event of await store.eventsOf(caseId))
      if (event.what === 'gate_refused') refusals.push({ ...event, caseId });
  }
  return { payout, approvals, attempts, refusals };
}

export async function attemptStory(view: AttemptView, { store }: Pick<Desk, 'store'>): Promise<AttemptStory> {
  return {
    ...view,
    flags: judge(view.attempt, view.facts).flags,
    callbacks: await store.callbacksOf(view.attempt.id),
    statements: await store.statements(`attempt ${view.attempt.id}`),
  };
}

/** What a person can do about an unresolved attempt now. */
export function nextAction({ attempt, openDoubts, statements }: AttemptStory): string {
  const [doubt] = openDoubts;
  if (doubt) {
    const first = statements.at(-1);
    const said = first === undefined ? '' : `${first.by} said so already; a second person confirms with: `;
    return said + doubt.command;
  }
  if (attempt.nextAskAt !== null) return 'nothing: M-Pesa is asked again by itself';
  return 'nothing: the answer to the last question is awaited';
}
