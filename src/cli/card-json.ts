import type { ReviewCard } from '../cases/card.ts';
import type { FieldCheck } from '../cases/card-fields.ts';
import type { EarlierRefund } from '../cases/reads.ts';
import type { Payment } from '../records/types.ts';
import { escalationJson } from './escalation-json.ts';
import { isoTime } from './screen.ts';

/** The card as data: the same values that the screen shows, none shortened. */
export function cardJson(card: ReviewCard): unknown {
  const { send, order } = card;
  return {
    case_id: card.caseId,
    status: card.status,
    outcome: card.outcome,
    revision: card.revision,
    opened_at: isoTime(card.openedAt),
    channel: card.channel,
    sender: card.sender,
    reference: card.reference,
    key: card.key,
    round: card.round,
    payout_state: card.state,
    will_be_sent: {
      rail: send.rail,
      receipt: send.receipt,
      amount_cents: send.amountCents,
      payee: send.payee,
      payee_is: send.payeeIs,
      cause: send.cause,
      row: send.row,
    },
    messages: card.words.map(({ at, text, cutAt }) => ({ at: isoTime(at), text, cut_at: cutAt })),
    payment: card.payment && paymentJson(card.payment),
    refunded_payment: card.refunded && paymentJson(card.refunded),
    order: order && {
      number: order.number,
      written: order.written,
      status: order.status,
      total_cents: order.totalCents,
      phone: order.phone,
      created_at: isoTime(order.createdAt),
      data_age_seconds: Math.floor(order.ageMs / 1_000),
      data_too_old: order.isTooOld,
    },
    fields: card.fields.map(fieldJson),
    refunds_of_receipt: card.refundsOfReceipt.map(refundJson),
    refunds_of_order: card.refundsOfOrder.map(refundJson),
    staff_fact: card.staffFact && { ...card.staffFact, at: isoTime(card.staffFact.at) },
    approved_by: card.approvedBy,
    people_needed: card.peopleNeeded,
    cannot_approve: card.hands,
    escalations: card.escalations.map(escalationJson),
    denied_by_model: card.deniedByModel,
    cautions: card.cautions,
  };
}

export function fieldJson({ field, by, said, record, comparison, note }: FieldCheck): unknown {
  return { field, said, said_by: by, record, comparison, note };
}

export function refundJson({ receipt, amountCents, by, state, reference, at }: EarlierRefund): unknown {
  return { receipt, amount_cents: amountCents, by, state, reference, at: isoTime(at) };
}

export function paymentJson({ receipt, amountCents, paidAt, payer, account, onHold }: Payment): unknown {
  return {
    receipt,
    amount_cents: amountCents,
    paid_at: isoTime(paidAt),
    payer: { full: payer.full ?? null, masked: payer.masked ?? null, sha256: payer.sha256 ?? null },
    account,
    on_hold: onHold,
  };
}
