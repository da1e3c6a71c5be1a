import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '../../src/core/clock.ts';
import { cents, ZERO_CENTS } from '../../src/core/money.ts';
import { firstRefusal, gate } from '../../src/payouts/gate.ts';
import {
  CHECK_NAMES,
  type CheckName,
  type GateRows,
  type Given,
  type RefusalReason,
  type Then,
} from '../../src/payouts/gate-types.ts';
import {
  approvalBy,
  b2cRows,
  booksWith,
  caseWith,
  confirmedBy,
  given,
  limitsWith,
  otherKey,
  part,
  payoutWith,
  pending,
  rows,
  toNumber,
} from './gate-samples.ts';
import { NOW, reference, refund } from './samples.ts';

/**
 * Goal: each check alone keeps money in. Method: rows with which the gate opens, one thing wrong, and the proof that
 * without that check the gate would have opened (so that no other check hides a missing one).
 */

interface Wrong {
  readonly check: CheckName;
  readonly reason: RefusalReason;
  readonly then: Then;
  readonly rows?: Partial<GateRows>;
  readonly given?: Partial<Given>;
}

const WRONG: readonly Wrong[] = [
  { check: 'payouts_live', reason: 'kill_switch_on', then: 'waits', rows: { payoutsLive: false } },
  {
    check: 'process_may_send',
    reason: 'process_not_started_to_pay',
    then: 'waits',
    given: { processMaySend: false },
  },
  {
    check: 'clock_sane',
    reason: 'clock_behind_newest_event',
    then: 'waits',
    rows: { newestEventAt: NOW + 60 * SECOND + 1 },
  },
  {
    check: 'clock_sane',
    reason: 'clock_behind_newest_event',
    then: 'waits',
    rows: { newestEventAt: NOW + HOUR, acceptedClock: NOW + HOUR - 1 },
  },
  {
    check: 'lane_open',
    reason: 'lane_stopped_for_credential',
    then: 'waits',
    rows: { laneStop: { why: 'credential', code: '2001' } },
  },
  {
    check: 'lane_open',
    reason: 'lane_stopped_for_float',
    then: 'waits',
    rows: { laneStop: { why: 'float', code: '1' } },
  },
  {
    check: 'case_current',
    reason: 'case_not_approved',
    then: 'back_to_decision',
    rows: caseWith({ status: 'waiting_for_approval' }),
  },
  {
    check: 'case_current',
    reason: 'case_has_unread_message',
    then: 'back_to_decision',
    rows: caseWith({ unreadMessages: 1 }),
  },
  {
    check: 'case_current',
    reason: 'case_has_another_refund',
    then: 'back_to_decision',
    rows: caseWith({ payoutKey: otherKey }),
  },
  { check: 'receipt_free', reason: 'receipt_on_hold', then: 'person', rows: { receiptOnHold: true } },
  {
    check: 'receipt_free',
    reason: 'another_payout_unresolved',
    then: 'waits',
    rows: { unresolvedOnReceipt: [reference] },
  },
  {
    check: 'limits',
    reason: 'over_limit_per_payout',
    then: 'waits',
    rows: limitsWith({ perPayoutCents: cents(refund.amountCents - 1) }),
  },
  {
    check: 'limits',
    reason: 'over_limit_per_day',
    then: 'waits',
    rows: limitsWith({ perDayCents: refund.amountCents, spentTodayCents: cents(1) }),
  },
  { check: 'approval', reason: 'no_approval', then: 'back_to_approval', rows: { approvals: [] } },
  {
    check: 'approval',
    reason: 'no_approval',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy('asha', { key: otherKey })] },
  },
  {
    check: 'approval',
    reason: 'no_approval',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy('asha', { round: 2 })] },
  },
  {
    check: 'approval',
    reason: 'no_approval',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy('asha', { caseId: 'C-OTHER2' })] },
  },
  {
    check: 'approval',
    reason: 'approval_expired',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy('asha', { expiresAt: NOW })] },
  },
  {
    check: 'approval',
    reason: 'approver_not_allowed',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy('Olive ')] },
  },
  {
    check: 'approval',
    reason: 'approver_not_allowed',
    then: 'back_to_approval',
    rows: { approvals: [approvalBy(' ')] },
  },
  {
    check: 'approval',
    reason: 'too_few_approvers',
    then: 'back_to_approval',
    rows: { peopleNeeded: 2 },
  },
  {
    check: 'approval',
    reason: 'too_few_approvers',
    then: 'back_to_approval',
    rows: { peopleNeeded: 2, approvals: [approvalBy('asha'), approvalBy(' ASHA'), approvalBy('olive')] },
  },
  {
    check: 'approval',
    reason: 'too_few_approvers',
    then: 'back_to_approval',
    rows: { peopleNeeded: 2, approvals: [approvalBy('asha'), approvalBy('brian', { revision: 3 })] },
  },
  {
    check: 'records_agree',
    reason: 'refund_no_longer_due',
    then: 'back_to_decision',
    rows: { dueNow: () => null },
  },
  {
    check: 'records_agree',
    reason: 'another_refund_due',
    then: 'back_to_decision',
    rows: { dueNow: () => otherKey },
  },
  {
    check: 'caps',
    reason: 'payment_or_order_unknown',
    then: 'person',
    rows: booksWith({ paymentCents: null }),
  },
  { check: 'caps', reason: 'payment_or_order_unknown', then: 'person', rows: booksWith({ order: null }) },
  {
    check: 'caps',
    reason: 'payment_or_order_unknown',
    then: 'person',
    rows: booksWith({ order: { status: 'on_its_way', totalCents: cents(1) } }),
  },
  { check: 'caps', reason: 'reversal_of_a_part', then: 'person', rows: { refund: part } },
  {
    check: 'caps',
    reason: 'over_receipt_cap',
    then: 'person',
    rows: { refund: { ...refund, amountCents: ZERO_CENTS }, ...booksWith({ paymentCents: ZERO_CENTS }) },
  },
  {
    check: 'caps',
    reason: 'over_receipt_cap',
    then: 'person',
    rows: booksWith({ receiptTransfers: [pending] }),
  },
  {
    check: 'caps',
    reason: 'over_receipt_cap',
    then: 'person',
    rows: booksWith({ receiptOutsideCents: cents(1) }),
  },
  { check: 'caps', reason: 'over_order_cap', then: 'person', rows: booksWith({ orderTransfers: [pending] }) },
  {
    check: 'caps',
    reason: 'over_order_cap',
    then: 'person',
    rows: booksWith({ orderOutsideCents: cents(1) }),
  },
  {
    check: 'caps',
    reason: 'over_order_cap',
    then: 'person',
    rows: booksWith({ order: { status: 'paid', totalCents: cents(1) } }),
  },
  {
    check: 'payment_confirmed',
    reason: 'payment_not_confirmed',
    then: 'asks',
    rows: { ...b2cRows, ...confirmedBy() },
  },
  { check: 'destination', reason: 'payee_does_not_fit', then: 'person', rows: { refund: toNumber } },
  { check: 'provider_ready', reason: 'no_token', then: 'waits', given: { tokenUntil: null } },
  {
    check: 'provider_ready',
    reason: 'token_expires_too_soon',
    then: 'waits',
    given: { tokenUntil: given.sendBy },
  },
  { check: 'provider_ready', reason: 'no_lane_slot', then: 'waits', given: { laneSlotHeld: false } },
  { check: 'provider_ready', reason: 'no_time_to_send', then: 'waits', given: { sendBy: NOW } },
  {
    check: 'provider_ready',
    reason: 'no_time_to_send',
    then: 'waits',
    given: { sendBy: NOW + 30 * SECOND + 1 },
  },
  { check: 'reserve', reason: 'already_paid', then: 'already_done', rows: payoutWith({ state: 'paid' }) },
  {
    check: 'reserve',
    reason: 'already_back',
    then: 'already_done',
    rows: payoutWith({ state: 'already_back' }),
  },
  {
    check: 'reserve',
    reason: 'attempt_unresolved',
    then: 'waits',
    rows: payoutWith({ state: 'unresolved' }),
  },
  {
    check: 'reserve',
    reason: 'round_ended',
    then: 'back_to_approval',
    rows: payoutWith({ state: 'not_paid' }),
  },
  {
    check: 'reserve',
    reason: 'round_ended',
    then: 'back_to_approval',
    rows: payoutWith({ state: 'rejected' }),
  },
  { check: 'reserve', reason: 'attempts_used_up', then: 'person', rows: payoutWith({ attemptsInRound: 3 }) },
  {
    check: 'reserve',
    reason: 'no_round_open',
    then: 'back_to_approval',
    rows: payoutWith({ key: otherKey }),
  },
  {
    check: 'reserve',
    reason: 'next_attempt_not_due',
    then: 'waits',
    rows: payoutWith({ state: 'retry_due', attemptsInRound: 1, nextAttemptAt: NOW + 1 }),
  },
];

describe('the gate', () => {
  it('opens when every row is right, on either rail', () => {
    expect(gate(rows, given)).toEqual({ ok: true });
    expect(gate(b2cRows, given)).toEqual({ ok: true });
  });

  it('runs these checks in this order, the widest scope first and the writer last', () => {
    const order =
      'payouts_live process_may_send clock_sane lane_open case_current receipt_free limits approval records_agree caps ' +
      'payment_confirmed destination provider_ready reserve';
    expect(CHECK_NAMES.join(' ')).toBe(order);
  });

  it.each(WRONG)('stays shut for $check alone: $reason', ({ check, reason, then, ...wrong }) => {
    const wrongRows = { ...rows, ...wrong.rows };
    const wrongGiven = { ...given, ...wrong.given };
    expect(gate(wrongRows, wrongGiven)).toMatchObject({ ok: false, check, reason, then });
    const others = CHECK_NAMES.filter((name) => name !== check);
    expect(firstRefusal(others, wrongRows, wrongGiven)).toBeNull();
  });

  it('has a case above for every check', () => {
    const covered = new Set<CheckName>(WRONG.map(({ check }) => check));
    expect(CHECK_NAMES.filter((name) => !covered.has(name))).toEqual([]);
  });

  it('refuses for the widest reason when several things are wrong', () => {
    const wrong = WRONG.filter(({ check }) => check !== 'clock_sane').toReversed();
    let worse: GateRows = { ...rows };
    for (const each of wrong) worse = { ...worse, ...each.rows };
    expect(gate(worse, given)).toMatchObject({ check: 'payouts_live' });
    expect(gate({ ...worse, payoutsLive: true }, given)).toMatchObject({ check: 'lane_open' });
  });
});

describe('any combination of things gone wrong', () => {
  it('keeps the gate shut', () => {
    fc.assert(
      fc.property(fc.subarray([...WRONG], { minLength: 1 }), (wrong) => {
        const worseRows = Object.assign({}, rows, ...wrong.map((each) => each.rows)) as GateRows;
        const worseGiven = Object.assign({}, given, ...wrong.map((each) => each.given)) as Given;
        expect(gate(worseRows, worseGiven).ok).toBe(false);
      }),
    );
  });
});
