import { Problem } from '../../core/errors.ts';
import { formatAge } from '../../core/clock.ts';
import { peopleNeeded, personKey } from '../../payouts/people.ts';
import { contextOf, type Desk } from '../desk.ts';
import type { Write } from '../change.ts';
import { closing } from '../closing.ts';
import type { StepContext } from '../context.ts';
import type { Snapshot } from '../reads.ts';
import { changeOf, event } from '../step.ts';
import { forHistory, reasonText, staffActor } from './people.ts';

export interface Approving {
  readonly caseId: string;
  readonly by: string;
  /** The key that the card showed, or its first characters (KEY_TYPED at least). */
  readonly key: string;
  /** The approver looked at the order itself: old data is no hindrance then. */
  readonly orderChecked: boolean;
  /** The case's revision on the card that was confirmed; another one now means that words or staff facts changed. */
  readonly revision?: number;
}

/** A typed key must have this many characters: four hex digits would meet another key once in 65,000 cards. */
export const KEY_TYPED = 8;

export type Approved =
  | { readonly kind: 'approved'; readonly reference: string }
  /** Another, different person must approve too. */
  | { readonly kind: 'one_more'; readonly reference: string };

/**
 * Approves the refund that the card showed. The key must still be the case's key in the transaction that saves it, the
 * approver must have had no hand in the case, and the order's data must be fresh or looked at (payouts.md §1,
 * DESIGN §5).
 */
export async function approve(approving: Approving, desk: Desk): Promise<Approved> {
  for (;;) {
    const snapshot = await waitingForApproval(approving.caseId, desk);
    const context = contextOf(desk);
    const { case: kase, payout } = snapshot;
    assertKey(approving.key, payout.key, kase.id);
    assertRevision(approving.revision, kase.revision, kase.id);
    assertApprovable(approving, snapshot, context);
    const others = new Set(
      snapshot.approvals
        .filter(
          ({ by, caseId, revision, expiresAt }) =>
            caseId === kase.id &&
            personKey(by) !== personKey(approving.by) &&
            revision === kase.revision &&
            expiresAt > context.now,
        )
        .map(({ by }) => personKey(by)),
    );
    const { twoPeopleAboveCents, approvalValidMs } = context.settings;
    const needed = peopleNeeded(payout.refund.amountCents, twoPeopleAboveCents);
    const enough = others.size + 1 >= needed;
    const saved = await desk.store.commit(
      changeOf(
        kase,
        enough ? { status: 'approved', wakeAt: context.now } : {},
        context,
        [
          {
            kind: 'approve',
            approval: {
              key: payout.key,
              round: payout.round,
              caseId: kase.id,
              by: approving.by,
              at: context.now,
              expiresAt: context.now + approvalValidMs,
              revision: kase.revision,
            },
          },
          event(kase.id, 'approved', {
            by: approving.by,
            reference: payout.reference,
            round: payout.round,
            order_checked: approving.orderChecked,
          }),
        ],
        {
          actor: staffActor(approving.by),
          conditions: [{ kind: 'payout', key: payout.key, round: payout.round, state: payout.state }],
        },
      ),
    );
    if (saved.kind === 'done') return { kind: enough ? 'approved' : 'one_more', reference: payout.reference };
  }
}

export type ForApproval = Snapshot & { readonly payout: NonNullable<Snapshot['payout']> };

/** A case that waits for approval and is not stopped; a Problem that says what it is instead. */
export async function waitingForApproval(caseId: string, desk: Pick<Desk, 'store'>): Promise<ForApproval> {
  const snapshot = await desk.store.snapshot(caseId);
  if (snapshot === null)
    throw new Problem('not_found', `there is no case ${caseId}: "rudisha cases list" shows all`);
  const { case: kase, payout } = snapshot;
  if (kase.status !== 'waiting_for_approval' || payout === null) {
    throw new Problem(
      'wrong_status',
      `case ${kase.id} is ${kase.status}, not waiting_for_approval: nothing was changed`,
    );
  }
  const [open] = snapshot.openEscalations;
  if (open) {
    throw new Problem(
      'wrong_status',
      `case ${kase.id} is escalated (${open.reason}): answer that first with ${open.command}`,
    );
  }
  if (snapshot.unread.length > 0) {
    throw new Problem(
      'wrong_status',
      `case ${kase.id} holds a message that was not read yet: let the worker read it, then look at the card again`,
    );
  }
  return { ...snapshot, payout };
}

export function assertKey(typed: string, key: string, caseId: string): void {
  const given = typed.trim().toLowerCase();
  if (given.length < KEY_TYPED) {
    throw new Problem(
      'bad_input',
      `type at least the first ${KEY_TYPED} characters of the key that the card shows`,
    );
  }
  if (!key.startsWith(given)) {
    throw new Problem(
      'stale_key',
      `the key ${given.slice(0, 16)} is not what case ${caseId} stands for now: the refund changed or the key is another's; look at the card again`,
    );
  }
}

/** The same refund on another card: what the customer or staff said since may be a reason not to pay. */
function assertRevision(shown: number | undefined, now: number, caseId: string): void {
  if (shown === undefined || shown === now) return;
  throw new Problem('stale_key', `case ${caseId} changed since the card was shown: look at the card again`);
}

/** What can be said before the card is shown: the right person, and an order that is known freshly enough. */
export function assertApprovable(
  { by, orderChecked }: Pick<Approving, 'by' | 'orderChecked'>,
  snapshot: Snapshot,
  context: Pick<StepContext, 'now' | 'settings'>,
): void {
  assertMayApprove(by, snapshot);
  assertFresh(snapshot, orderChecked, context);
}

function assertMayApprove(by: string, { case: kase }: Snapshot): void {
  if (kase.hands.some((hand) => personKey(hand) === personKey(by))) {
    throw new Problem(
      'not_allowed',
      `${by} opened, edited or answered case ${kase.id} and cannot approve it: somebody else has to`,
    );
  }
}

/** DESIGN §5: old order data wants a fresh import or somebody who looked. */
function assertFresh(
  snapshot: Snapshot,
  orderChecked: boolean,
  context: Pick<StepContext, 'now' | 'settings'>,
): void {
  const order = snapshot.situation?.records.orders.find(({ number }) => number === snapshot.case.orderNumber);
  if (orderChecked || order === undefined) return;
  const age = context.now - order.seenAt;
  if (age > context.settings.orderDataMaxAgeMs) {
    throw new Problem(
      'conflict',
      `what is known of order ${order.written} is ${formatAge(age)} old: import orders again, or look at the shop and add --order-checked`,
    );
  }
}

/** Staff refuse the refund: its round is used up, the customer is told. */
export async function reject(
  input: { readonly caseId: string; readonly by: string; readonly because: string },
  desk: Desk,
): Promise<void> {
  const because = reasonText(input.because, '--because');
  for (;;) {
    const { case: kase, payout } = await waitingForApproval(input.caseId, desk);
    const context = contextOf(desk);
    const { set, writes } = closing(kase, 'rejected', context);
    const rejected: readonly Write[] =
      payout.state === 'proposed'
        ? [
            {
              kind: 'update_payout',
              key: payout.key,
              state: 'rejected',
              nextAttemptAt: null,
              providerReceipt: null,
            },
          ]
        : [];
    const saved = await desk.store.commit(
      changeOf(
        kase,
        set,
        context,
        [...rejected, ...writes, event(kase.id, 'rejected', { by: input.by, because: forHistory(because) })],
        {
          actor: staffActor(input.by),
          conditions: [{ kind: 'payout', key: payout.key, round: payout.round, state: payout.state }],
        },
      ),
    );
    if (saved.kind === 'done') return;
  }
}

/**
 * Staff give the goods instead of the money: the order is paid by this receipt from now on. Refused while a payout on
 * the receipt is unresolved or done (decisions.md).
 */
export async function apply(
  input: { readonly caseId: string; readonly by: string },
  desk: Desk,
): Promise<{ readonly order: string }> {
  for (;;) {
    const { case: kase, payout } = await waitingForApproval(input.caseId, desk);
    const context = contextOf(desk);
    const { receipt } = payout.refund;
    const order = payout.orderNumber;
    if (payout.refund.cause !== 'unpaid_order') {
      throw new Problem(
        'conflict',
        `order ${order} is paid already: this refund is of money beyond it; approve or reject`,
      );
    }
    const { set, writes } = closing(kase, 'applied_to_order', context, { values: { order } });
    const saved = await desk.store.commit(
      changeOf(
        kase,
        set,
        context,
        [
          { kind: 'apply_receipt', order, receipt },
          ...(payout.state === 'proposed'
            ? ([
                {
                  kind: 'update_payout',
                  key: payout.key,
                  state: 'rejected',
                  nextAttemptAt: null,
                  providerReceipt: null,
                },
              ] as const)
            : []),
          ...writes,
          event(kase.id, 'applied_to_order', { by: input.by, order }),
        ],
        {
          actor: staffActor(input.by),
          conditions: [
            { kind: 'receipt_untouched', receipt },
            { kind: 'payout', key: payout.key, round: payout.round, state: payout.state },
          ],
        },
      ),
    );
    if (saved.kind === 'done') return { order };
    if (saved.what.startsWith('receipt_untouched')) {
      throw new Problem(
        'conflict',
        'a refund of this receipt is on its way or done: it cannot be applied to an order',
      );
    }
  }
}
