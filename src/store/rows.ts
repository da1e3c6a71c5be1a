import type { Cents } from '../core/money.ts';
import type { EventDetail, Escalation, InboundMessage } from '../cases/change.ts';
import type { StoredOutbound } from '../cases/reads.ts';
import type { Case, Outcome, Status } from '../cases/types.ts';
import type { Approval, Attempt, Fact, Payout, PayoutKey, StoredFact, Transfer } from '../payouts/types.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import type { Order, Payment, Refund } from '../records/types.ts';

/**
 * Rows as SQLite gives them, and the values that they stand for. The schema's CHECKs guarantee the closed sets, so a
 * cast here says no more than the table does. JSON columns are written by this program alone.
 */

export type Row = Readonly<Record<string, string | number | null>>;

// A JSON column has the type of the field that it is assigned to; only this program writes it.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the type
function json<T>(value: string | number | null | undefined): T | null {
  return typeof value === 'string' ? (JSON.parse(value) as T) : null;
}

export function caseOf(row: Row): Case {
  return {
    id: row['id'] as string,
    channel: row['channel'] as string,
    sender: row['sender'] as Msisdn | null,
    language: row['language'] as 'sw' | 'en',
    status: row['status'] as Status,
    outcome: row['outcome'] as Outcome | null,
    version: row['version'] as number,
    revision: row['revision'] as number,
    openedAt: row['opened_at'] as number,
    changedAt: row['changed_at'] as number,
    closedAt: row['closed_at'] as number | null,
    wakeAt: row['wake_at'] as number | null,
    modelCalls: row['model_calls'] as number,
    readingSteps: row['reading_steps'] as number,
    said: json(row['said']),
    secrets: json(row['secrets']) ?? {},
    decision: json(row['decision']),
    staffFact: json(row['staff_fact']),
    asked: row['asked'] as Case['asked'],
    askedAt: row['asked_at'] as number | null,
    reminders: row['reminders'] as number,
    timesAsked: json(row['times_asked']) ?? {},
    staffAsk: row['staff_ask'] as Case['staffAsk'],
    receipt: row['receipt'] as Receipt | null,
    orderNumber: row['order_number'] as OrderNumber | null,
    payoutKey: row['payout_key'] as PayoutKey | null,
    duplicateOf: row['duplicate_of'] as string | null,
    toldToWait: row['told_to_wait'] === 1,
    modelFailures: row['model_failures'] as number,
    hands: json(row['hands']) ?? [],
  };
}

/** The fields from which it follows what a case names. */
export type Naming = Pick<Case, 'status' | 'said' | 'receipt' | 'orderNumber' | 'staffFact' | 'decision'>;

export function namingOf(row: Row): Naming {
  return {
    status: row['status'] as Status,
    said: json(row['said']),
    receipt: row['receipt'] as Receipt | null,
    orderNumber: row['order_number'] as OrderNumber | null,
    staffFact: json(row['staff_fact']),
    decision: json(row['decision']),
  };
}

/** The column and the stored form of each field of a case. */
const CASE_COLUMNS: {
  readonly [Field in keyof Case]: readonly [column: string, form: 'plain' | 'json' | 'flag'];
} = {
  id: ['id', 'plain'],
  channel: ['channel', 'plain'],
  sender: ['sender', 'plain'],
  language: ['language', 'plain'],
  status: ['status', 'plain'],
  outcome: ['outcome', 'plain'],
  version: ['version', 'plain'],
  revision: ['revision', 'plain'],
  openedAt: ['opened_at', 'plain'],
  changedAt: ['changed_at', 'plain'],
  closedAt: ['closed_at', 'plain'],
  wakeAt: ['wake_at', 'plain'],
  modelCalls: ['model_calls', 'plain'],
  readingSteps: ['reading_steps', 'plain'],
  said: ['said', 'json'],
  secrets: ['secrets', 'json'],
  decision: ['decision', 'json'],
  staffFact: ['staff_fact', 'json'],
  asked: ['asked', 'plain'],
  askedAt: ['asked_at', 'plain'],
  reminders: ['reminders', 'plain'],
  timesAsked: ['times_asked', 'json'],
  staffAsk: ['staff_ask', 'plain'],
  receipt: ['receipt', 'plain'],
  orderNumber: ['order_number', 'plain'],
  payoutKey: ['payout_key', 'plain'],
  duplicateOf: ['duplicate_of', 'plain'],
  toldToWait: ['told_to_wait', 'flag'],
  modelFailures: ['model_failures', 'plain'],
  hands: ['hands', 'json'],
};

/** Columns and stored values of some fields of a case. */
export function caseColumns(fields: Partial<Case>): readonly (readonly [string, string | number | null])[] {
  return Object.entries(fields).map(([field, value]) => {
    const [column, form] = CASE_COLUMNS[field as keyof Case];
    if (form === 'json') return [column, value === null ? null : JSON.stringify(value)] as const;
    if (form === 'flag') return [column, value === true ? 1 : 0] as const;
    return [column, value as string | number | null] as const;
  });
}

export function inboundOf(row: Row): InboundMessage {
  return {
    id: row['id'] as string,
    caseId: row['case_id'] as string,
    channel: row['channel'] as string,
    providerId: row['provider_id'] as string,
    text: row['text'] as string,
    at: row['at'] as number,
  };
}

export function outboundOf(row: Row): StoredOutbound {
  return {
    id: row['id'] as string,
    caseId: row['case_id'] as string,
    audience: row['audience'] as 'customer' | 'staff',
    purpose: row['purpose'] as string,
    to: row['recipient'] as string | null,
    text: row['text'] as string,
    at: row['at'] as number,
    closes: row['closes'] === 1,
    tries: row['tries'] as number,
    deliveredAt: row['delivered_at'] as number | null,
  };
}

export function escalationOf(row: Row): Escalation {
  return {
    id: row['id'] as string,
    caseId: row['case_id'] as string,
    reason: row['reason'] as Escalation['reason'],
    subReason: row['sub_reason'] as string | null,
    sentence: row['sentence'] as string,
    command: row['command'] as string,
    openedAt: row['opened_at'] as number,
    resolvedAt: row['resolved_at'] as number | null,
    resolvedBy: row['resolved_by'] as string | null,
    answer: row['answer'] as string | null,
    because: row['because'] as string | null,
  };
}

export function refundOf(row: Row): Refund {
  return {
    receipt: row['receipt'] as Receipt,
    amountCents: row['amount_cents'] as Cents,
    cause: row['cause'] as Refund['cause'],
    rail: row['rail'] as Refund['rail'],
    payee: row['payee'] as Refund['payee'],
  };
}

/** A row of PAYOUT_SELECT: the payout and its counts of attempts. */
export function payoutOf(row: Row): Payout {
  return {
    key: row['key'] as PayoutKey,
    reference: row['reference'] as Payout['reference'],
    refund: refundOf(row),
    orderNumber: row['order_number'] as OrderNumber,
    round: row['round'] as number,
    state: row['state'] as Payout['state'],
    attempts: row['attempts'] as number,
    attemptsInRound: row['attempts_in_round'] as number,
    nextAttemptAt: row['next_attempt_at'] as number | null,
    providerReceipt: row['provider_receipt'] as Receipt | null,
  };
}

export const PAYOUT_SELECT = `
  SELECT payouts.*,
    (SELECT count(*) FROM attempts WHERE attempts.key = payouts.key) AS attempts,
    (SELECT count(*) FROM attempts WHERE attempts.key = payouts.key AND attempts.round = payouts.round)
      AS attempts_in_round
  FROM payouts`;

/** Of a row of payouts: whether an attempt of it is unresolved, which its state says only while it can (after-verdict.ts). */
export const HAS_DOUBT = `EXISTS (SELECT 1 FROM attempts WHERE attempts.key = payouts.key AND verdict = 'unresolved')`;

/** A row of ATTEMPT_SELECT. */
export function attemptOf(row: Row): Attempt {
  return {
    id: row['id'] as string,
    key: row['key'] as PayoutKey,
    number: row['number'] as number,
    round: row['round'] as number,
    caseId: row['case_id'] as string,
    refund: refundOf(row),
    reservedAt: row['reserved_at'] as number,
    sendBy: row['send_by'] as number,
    originatorConversationId: row['originator_conversation_id'] as string,
    verdict: row['verdict'] as Attempt['verdict'],
    resolvedAt: row['resolved_at'] as number | null,
    asks: row['asks'] as number,
    nextAskAt: row['next_ask_at'] as number | null,
  };
}

export const ATTEMPT_SELECT = `
  SELECT attempts.*, payouts.receipt, payouts.amount_cents, payouts.cause, payouts.rail, payouts.payee
  FROM attempts JOIN payouts ON payouts.key = attempts.key`;

export function factOf(row: Row): StoredFact {
  return {
    id: row['id'] as string,
    at: row['at'] as number,
    fact: JSON.parse(row['body'] as string) as Fact,
  };
}

export function transferOf(row: Row): Transfer {
  return {
    id: row['id'] as string,
    attemptId: row['attempt_id'] as string,
    kind: row['kind'] as Transfer['kind'],
    receipt: row['receipt'] as Receipt,
    orderNumber: row['order_number'] as OrderNumber,
    amountCents: row['amount_cents'] as Cents,
    resolves: row['resolves'] as string | null,
    providerReceipt: row['provider_receipt'] as Receipt | null,
    at: row['at'] as number,
  };
}

export function approvalOf(row: Row): Approval {
  return {
    key: row['key'] as PayoutKey,
    round: row['round'] as number,
    caseId: row['case_id'] as string,
    by: row['by'] as string,
    at: row['at'] as number,
    expiresAt: row['expires_at'] as number,
    revision: row['revision'] as number,
  };
}

/** A payment with `on_hold` selected beside its columns. */
export function paymentOf(row: Row): Payment {
  return {
    receipt: row['receipt'] as Receipt,
    amountCents: row['amount_cents'] as Cents,
    paidAt: row['paid_at'] as number,
    payer: {
      ...(row['payer_full'] === null ? {} : { full: row['payer_full'] as Msisdn }),
      ...(row['payer_masked'] === null ? {} : { masked: row['payer_masked'] as string }),
      ...(row['payer_sha256'] === null ? {} : { sha256: row['payer_sha256'] as string }),
    },
    account: row['account'] as string,
    onHold: row['on_hold'] === 1,
  };
}

export const PAYMENT_SELECT = `
  SELECT payments.*,
    EXISTS (SELECT 1 FROM holds WHERE holds.receipt = payments.receipt AND holds.lifted_at IS NULL) AS on_hold
  FROM payments`;

export function orderOf(row: Row, paidBy: readonly Receipt[]): Order {
  return {
    number: row['number'] as OrderNumber,
    written: row['written'] as string,
    totalCents: row['total_cents'] as Cents,
    status: row['status'] as string,
    phone: row['phone'] as Msisdn | null,
    paidBy,
    createdAt: row['created_at'] as number | null,
    seenAt: row['seen_at'] as number,
  };
}

export function detailText(detail: EventDetail): string {
  return JSON.stringify(detail, Object.keys(detail).sort());
}
