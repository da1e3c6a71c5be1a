import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { cents, ZERO_CENTS } from '../../src/core/money.ts';
import type { GateRows, Given } from '../../src/payouts/gate-types.ts';
import { payoutKey } from '../../src/payouts/key.ts';
import { transferOf } from '../../src/payouts/ledger.ts';
import type { Approval, Inquiry, InquiryView, StatusAnswer } from '../../src/payouts/types.ts';
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
  unresolvedOnReceipt: [],
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
  confirmation: { inquiries: [], maxAgeMs: 10 * MINUTE },
};

export const b2cKey = payoutKey(SECRET, b2cRefund);

/** The original payment as the provider shows it. */
export const standing: StatusAnswer = {
  code: '0',
  receipt: b2cRefund.receipt,
  status: 'Completed',
  amountCents: refund.amountCents,
  debitParty: '254712000391',
  creditParty: '600992',
};

/** A question about the original payment, asked two minutes ago, and what came back. */
export function questionWith(
  answers: readonly StatusAnswer[] = [standing],
  changes: Partial<Inquiry> = {},
): InquiryView {
  return {
    inquiry: {
      id: 'Q-7K3M9QXW',
      purpose: 'confirm',
      receipt: b2cRefund.receipt,
      caseId: 'C-7K3M9Q',
      at: NOW - 2 * MINUTE,
      sentAt: NOW - 2 * MINUTE,
      state: answers.length > 0 ? 'answered' : 'unanswered',
      nextAt: null,
      ...changes,
    },
    answers,
  };
}

export const confirmedBy = (...inquiries: readonly InquiryView[]) => ({
  confirmation: { inquiries, maxAgeMs: 10 * MINUTE },
});

/** Rows with which the gate opens for a B2C payment: a part of a payment for an order that is paid. */
export const b2cRows: GateRows = {
  ...rows,
  key: b2cKey,
  refund: b2cRefund,
  payout: { ...payout, key: b2cKey, refund: b2cRefund },
  case: { ...rows.case, payoutKey: b2cKey },
  approvals: [approvalBy('asha', { key: b2cKey })],
  dueNow: () => b2cKey,
  books: {
    ...rows.books,
    order: { status: 'paid', totalCents: cents(refund.amountCents - b2cRefund.amountCents) },
  },
  ...confirmedBy(questionWith()),
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
export const otherKey = payoutKey(SECRET, { ...b2cRefund, amountCents: cents(50_100) });
