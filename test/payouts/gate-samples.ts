import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { cents, ZERO_CENTS } from '../../src/core/money.ts';
import type { GateRows, Given } from '../../src/payouts/gate-types.ts';
import { payoutKey } from '../../src/payouts/key.ts';
import { transferOf } from '../../src/payouts/ledger.ts';
import type { Approval } from '../../src/payouts/types.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { attempt, b2cRefund, key, NOW, payout, refund, SECRET } from './samples.ts';

/** Rows with which the gate opens; a test makes one thing wrong. */

export const approvalBy = (by: string, changes: Partial<Approval> = {}): Approval => ({
  key,
  round: 1,
  caseId: 'C-7K3M9Q',
  by,
  at: NOW - MINUTE,
  expiresAt: NOW + DAY,
  revision: 4,
  ...changes,
});

export const given: Given = {
  now: NOW,
  processMaySend: true,
  laneSlotHeld: true,
  tokenUntil: NOW + HOUR,
  sendBy: NOW + 30 * SECOND,
};

export const rows: GateRows = {
  payoutsLive: true,
  newestEventAt: NOW - SECOND,
  acceptedClock: null,
  laneStop: null,
  case: {
    id: 'C-7K3M9Q',
    status: 'approved',
    revision: 4,
    unreadMessages: 0,
    payoutKey: key,
    hands: ['olive'],
  },
  key,
  refund,
  payout,
  receiptOnHold: false,
  otherUnresolved: [],
  limits: { perPayoutCents: cents(10_000_000), perDayCents: cents(50_000_000), spentTodayCents: ZERO_CENTS },
  approvals: [approvalBy('asha')],
  peopleNeeded: 1,
  dueNow: () => key,
  books: {
    paymentCents: refund.amountCents,
    receiptTransfers: [],
    receiptOutsideCents: ZERO_CENTS,
    order: { status: 'unpaid', totalCents: refund.amountCents },
    orderCameInCents: refund.amountCents,
    orderTransfers: [],
    orderOutsideCents: ZERO_CENTS,
  },
  attemptsPerRound: 3,
};

export const caseWith = (changes: Partial<GateRows['case']>) => ({ case: { ...rows.case, ...changes } });
export const booksWith = (changes: Partial<GateRows['books']>) => ({ books: { ...rows.books, ...changes } });
export const limitsWith = (changes: Partial<GateRows['limits']>) => ({
  limits: { ...rows.limits, ...changes },
});
export const payoutWith = (changes: Partial<NonNullable<GateRows['payout']>>) => ({
  payout: { ...payout, ...changes },
});
export const pending = transferOf(attempt, payout, 'pending', { at: NOW, providerReceipt: null });
export const part = { ...refund, amountCents: cents(100) };
export const toNumber = { ...refund, payee: '254712000391' as Msisdn };
export const otherKey = payoutKey(SECRET, b2cRefund);
