import { approval } from './checks/approval.ts';
import { clockSane, laneOpen, payoutsLive, processMaySend } from './checks/brakes.ts';
import { caps } from './checks/caps.ts';
import { caseCurrent } from './checks/case-current.ts';
import { destination } from './checks/destination.ts';
import { limits } from './checks/limits.ts';
import { paymentConfirmed } from './checks/payment-confirmed.ts';
import { providerReady } from './checks/provider-ready.ts';
import { receiptFree } from './checks/receipt-free.ts';
import { recordsAgree } from './checks/records-agree.ts';
import { becameOf, reserve } from './checks/reserve.ts';
import {
  CHECK_NAMES,
  type Check,
  type CheckName,
  type CheckRefusal,
  type GateRows,
  type GateVerdict,
  type Given,
  type Refusal,
} from './gate-types.ts';

const CHECKS: Readonly<Record<CheckName, Check>> = {
  payouts_live: payoutsLive,
  process_may_send: processMaySend,
  clock_sane: clockSane,
  lane_open: laneOpen,
  case_current: caseCurrent,
  receipt_free: receiptFree,
  limits,
  approval,
  records_agree: recordsAgree,
  caps,
  payment_confirmed: paymentConfirmed,
  destination,
  provider_ready: providerReady,
  reserve,
};

/**
 * Whether money may leave: every check of payouts.md §4 in its order, the first refusal decides. Runs inside the
 * transaction that reserves, on rows loaded there. Pure, and closed when in doubt: a check that throws is a refusal.
 */
export function gate(rows: GateRows, given: Given): GateVerdict {
  const refusal = firstRefusal(CHECK_NAMES, rows, given);
  return refusal === null ? { ok: true } : (answerToRepeat(refusal, rows) ?? refusal);
}

/** The first refusal of these checks. The gate runs them all; a test leaves one out, to see what it is needed for. */
export function firstRefusal(names: readonly CheckName[], rows: GateRows, given: Given): Refusal | null {
  for (const name of names) {
    const refusal = run(name, rows, given);
    if (refusal !== null) return refusal;
  }
  return null;
}

function run(name: CheckName, rows: GateRows, given: Given): Refusal | null {
  try {
    const refusal: CheckRefusal | null = CHECKS[name](rows, given);
    return refusal === null ? null : { ok: false, check: name, ...refusal };
  } catch (error) {
    const what = error instanceof Error ? error.constructor.name : typeof error;
    const reason = `${name} could not decide (${what})` as const;
    return { ok: false, check: name, reason, then: 'person', escalation: 'payout_refused' };
  }
}

/**
 * A refund that was made, or is on its way, is the very reason why the records call for none and why the caps are full.
 * Then what became of the key is the truer answer (payouts.md §1). It only ever replaces one refusal by another.
 */
function answerToRepeat(refusal: Refusal, { payout }: GateRows): Refusal | null {
  if (refusal.check !== 'records_agree' && refusal.check !== 'caps') return null;
  const became = payout === null ? null : becameOf(payout);
  if (became === null || became.then === 'back_to_approval') return null;
  return { ok: false, check: 'reserve', ...became };
}
