import type { Instant } from '../core/clock.ts';
import { addCents, subtractCents, ZERO_CENTS, type Cents } from '../core/money.ts';
import type { Receipt } from '../reading/types.ts';
import type { Attempt, Payout, Transfer } from './types.ts';

/**
 * The id of an attempt's ledger line: `<attempt>/pending`, `/posted`, `/voided`, or `/late/<receipt>`. Ids follow from
 * what they record, so writing one again is a no-op (payouts.md §3).
 */
export function transferId(
  attemptId: string,
  kind: Transfer['kind'],
  providerReceipt: Receipt | null,
): string {
  if (kind !== 'late') return `${attemptId}/${kind}`;
  return `${attemptId}/late/${providerReceipt ?? 'unknown'}`;
}

/** A ledger line of an attempt. `posted` and `voided` resolve its `pending`; `late` resolves nothing. */
export function transferOf(
  attempt: Pick<Attempt, 'id' | 'refund'>,
  payout: Pick<Payout, 'orderNumber'>,
  kind: Transfer['kind'],
  { at, providerReceipt }: { readonly at: Instant; readonly providerReceipt: Receipt | null },
): Transfer {
  const resolves = kind === 'posted' || kind === 'voided' ? transferId(attempt.id, 'pending', null) : null;
  return {
    id: transferId(attempt.id, kind, providerReceipt),
    attemptId: attempt.id,
    kind,
    receipt: attempt.refund.receipt,
    orderNumber: payout.orderNumber,
    amountCents: attempt.refund.amountCents,
    resolves,
    providerReceipt,
    at,
  };
}

/** What counts against a cap: pending not yet resolved, posted and late lines, and what was given back outside. */
export function countedCents(transfers: readonly Transfer[], outsideCents: Cents): Cents {
  const resolved = new Set(transfers.map(({ resolves }) => resolves));
  // Lines come from one or several queries: the same line twice counts once.
  const lines = [...new Map(transfers.map((transfer) => [transfer.id, transfer])).values()];
  const counted = lines.filter(({ id, kind }) =>
    kind === 'pending' ? !resolved.has(id) : kind !== 'voided',
  );
  return addCents(...counted.map(({ amountCents }) => amountCents), outsideCents);
}

/** What may still be given back of a receipt: what it brought, less what counts. Never negative. */
export function receiptCap(broughtCents: Cents, transfers: readonly Transfer[], outsideCents: Cents): Cents {
  return room(broughtCents, countedCents(transfers, outsideCents));
}

/**
 * What may still be given back over all receipts of an order: what came in, less what the order keeps, less what
 * counts (payouts.md §3). Never negative.
 */
export function orderCap(
  cameInCents: Cents,
  keptCents: Cents,
  transfers: readonly Transfer[],
  outsideCents: Cents,
): Cents {
  return room(subtractCents(cameInCents, keptCents), countedCents(transfers, outsideCents));
}

/** What an order keeps: its total when paid, nothing when unpaid or cancelled; null for a status that nobody knows. */
export function keptByOrder(order: { readonly status: string; readonly totalCents: Cents }): Cents | null {
  const status = order.status.trim().toLowerCase();
  if (status === 'paid') return order.totalCents;
  return status === 'unpaid' || status === 'cancelled' ? ZERO_CENTS : null;
}

function room(limitCents: Cents, countedSoFarCents: Cents): Cents {
  const left = subtractCents(limitCents, countedSoFarCents);
  return left > 0 ? left : ZERO_CENTS;
}
