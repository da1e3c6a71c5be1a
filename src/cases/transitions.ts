import { invariant } from '../core/errors.ts';
import type { Status } from './types.ts';

/** A move of a case, and what causes it. The diagram in the README is drawn from this table. */
export interface Move {
  readonly from: Status;
  readonly to: Status;
  readonly because: string;
}

/** Every allowed move of a case (DESIGN §2). Any other move throws. */
export const MOVES: readonly Move[] = [
  { from: 'new', to: 'extracted', because: 'the first message was read' },
  { from: 'extracted', to: 'waiting_for_customer', because: 'something is missing: the customer is asked' },
  { from: 'extracted', to: 'waiting_for_approval', because: 'a refund is due' },
  { from: 'extracted', to: 'closed', because: 'nothing is due, or staff closed it' },
  { from: 'waiting_for_customer', to: 'extracted', because: 'an answer came, or records changed' },
  { from: 'waiting_for_customer', to: 'closed', because: 'no answer, or withdrawn' },
  { from: 'waiting_for_approval', to: 'extracted', because: 'records or details changed' },
  { from: 'waiting_for_approval', to: 'approved', because: 'enough people approved' },
  { from: 'waiting_for_approval', to: 'closed', because: 'rejected, applied to the order, or withdrawn' },
  { from: 'approved', to: 'waiting_for_approval', because: 'the round ended without payment' },
  { from: 'approved', to: 'extracted', because: 'the decision changed' },
  { from: 'approved', to: 'refunded', because: 'the money is back' },
  { from: 'approved', to: 'closed', because: 'withdrawn before anything was sent' },
  { from: 'refunded', to: 'closed', because: 'the customer was told' },
];

const ALLOWED = new Set(MOVES.map(({ from, to }) => `${from} ${to}`));

export function mayMove(from: Status, to: Status): boolean {
  return from === to || ALLOWED.has(`${from} ${to}`);
}

/** Throws on a move that the table does not have: that is a bug, whoever asks for it. */
export function assertMove(from: Status, to: Status): void {
  invariant(mayMove(from, to), `a case cannot move from ${from} to ${to}`);
}
