import type { Instant } from '../core/clock.ts';
import { formatKes, type Cents } from '../core/money.ts';
import { personKey, peopleNeeded } from '../payouts/people.ts';
import type { PayoutKey, PayoutReference, PayoutState } from '../payouts/types.ts';
import type { HeardSaid } from '../reading/by-model.ts';
import { cutAt } from '../reading/message.ts';
import type { Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import { isPaymentOf } from '../records/order-payments.ts';
import {
  PAYER_OF_RECEIPT,
  type Cause,
  type Order,
  type Payment,
  type Rail,
  type Refund,
} from '../records/types.ts';
import { fieldChecks, payerText, type FieldCheck } from './card-fields.ts';
import type { Escalation, InboundMessage } from './change.ts';
import type { DeskSettings } from './context.ts';
import type { EarlierRefund, Snapshot } from './reads.ts';
import type { Outcome, Row, StaffFact, Status } from './types.ts';

/** Exactly what will be sent, and to whom. */
export interface WillBeSent {
  readonly rail: Rail;
  readonly receipt: Receipt;
  readonly amountCents: Cents;
  /** The number that gets the money, as far as the record shows it; null when it shows nothing. */
  readonly payee: string | null;
  /** Whether M-Pesa finds the payee by the receipt, or we name a number. */
  readonly payeeIs: 'payer_of_receipt' | 'named_number';
  readonly cause: Cause;
  readonly row: Row;
}

/** What is known of the order, and how old that is. */
export interface OrderOnCard {
  readonly number: OrderNumber;
  readonly written: string;
  readonly status: string;
  readonly totalCents: Cents;
  readonly phone: Msisdn | null;
  readonly createdAt: Instant | null;
  readonly ageMs: number;
  /** Older than the setting: approval wants a fresh import or `--order-checked` (DESIGN §5). */
  readonly isTooOld: boolean;
}

/** A message as the customer wrote it, and where it was cut for reading: null when it was read whole. */
interface WordsOnCard extends Pick<InboundMessage, 'at' | 'text'> {
  readonly cutAt: number | null;
}

/** What a reviewer should stop at. */
export type Caution =
  | 'escalated'
  | 'unread_message'
  | 'not_waiting'
  | 'order_data_old'
  | 'receipt_on_hold'
  | 'other_receipt_than_complained'
  | 'staff_fact'
  | 'claimed_by_another_case'
  | 'text_gives_orders'
  | 'message_cut'
  | 'model_reads_otherwise'
  | 'earlier_round';

/** Everything that a reviewer needs to say yes or no, on one screen (DESIGN §5). */
export interface ReviewCard {
  readonly caseId: string;
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly revision: number;
  readonly openedAt: Instant;
  readonly ageMs: number;
  readonly channel: string;
  readonly sender: Msisdn | null;
  readonly reference: PayoutReference;
  readonly key: PayoutKey;
  readonly round: number;
  readonly state: PayoutState;
  readonly send: WillBeSent;
  /** What the customer wrote, oldest first. Hostile text: shown escaped. */
  readonly words: readonly WordsOnCard[];
  /** Stated values that a model takes for denied; nothing rests on its word alone. */
  readonly deniedByModel: readonly string[];
  /** The payment complained about. */
  readonly payment: Payment | null;
  /** The payment that the money is taken from, when it is another one of the order. */
  readonly refunded: Payment | null;
  readonly order: OrderOnCard | null;
  readonly fields: readonly FieldCheck[];
  readonly refundsOfReceipt: readonly EarlierRefund[];
  /** Of the order's other receipts. */
  readonly refundsOfOrder: readonly EarlierRefund[];
  readonly staffFact: StaffFact | null;
  readonly approvedBy: readonly string[];
  readonly peopleNeeded: 1 | 2;
  /** Had a hand in the case: cannot approve. */
  readonly hands: readonly string[];
  readonly escalations: readonly Escalation[];
  readonly cautions: readonly Caution[];
}

export type CardSettings = Pick<DeskSettings, 'orderDataMaxAgeMs' | 'twoPeopleAboveCents'>;

/**
 * The review card of a case that was decided to be a refund, from one snapshot and the customer's messages; null when
 * the case has no refund. Pure: it shows what `approve` will check, and decides nothing.
 */
export function reviewCard(
  snapshot: Snapshot,
  messages: readonly InboundMessage[],
  settings: CardSettings,
  now: Instant,
): ReviewCard | null {
  const { case: kase, payout, situation } = snapshot;
  if (payout === null || situation === null || kase.decision?.route !== 'refund') return null;
  const { refund } = payout;
  const { records } = situation;
  const receipt = kase.decision.receipt;
  const payment = records.payments.find((row) => row.receipt === receipt) ?? null;
  const source = records.payments.find((row) => row.receipt === refund.receipt) ?? null;
  const order = records.orders.find(({ number }) => number === payout.orderNumber) ?? null;
  const card: Omit<ReviewCard, 'cautions'> = {
    caseId: kase.id,
    status: kase.status,
    outcome: kase.outcome,
    revision: kase.revision,
    openedAt: kase.openedAt,
    ageMs: now - kase.openedAt,
    channel: kase.channel,
    sender: kase.sender,
    reference: payout.reference,
    key: payout.key,
    round: payout.round,
    state: payout.state,
    send: willBeSent(refund, kase.decision.row, source),
    words: messages.map(({ at, text }) => ({ at, text, cutAt: cutAt(text) })),
    deniedByModel: deniedByModel(situation.said),
    payment,
    refunded: refund.receipt === receipt ? null : source,
    order: order && orderOnCard(order, settings, now),
    fields: fieldChecks(situation, payment, order),
    refundsOfReceipt: snapshot.refunds.filter((row) => row.receipt === refund.receipt && !isOwn(row, payout)),
    refundsOfOrder: refundsOfOrder(snapshot, refund.receipt, records.payments, order),
    staffFact: kase.staffFact,
    approvedBy: countingApprovals(snapshot, now),
    peopleNeeded: peopleNeeded(refund.amountCents, settings.twoPeopleAboveCents),
    hands: kase.hands,
    escalations: snapshot.openEscalations,
  };
  return { ...card, cautions: cautionsOf(card, snapshot) };
}

/** The stated values that a model takes for denied, as the customer wrote them. Customer's text: shown escaped. */
export function deniedByModel({ byModel, orders }: HeardSaid): readonly string[] {
  const { denied } = byModel ?? {};
  if (denied === undefined) return [];
  const written = orders.filter(({ number }) => denied.orders.includes(number)).map((order) => order.written);
  return [...denied.receipts, ...written, ...denied.amounts.map((amountCents) => formatKes(amountCents))];
}

function willBeSent(refund: Refund, row: Row, source: Payment | null): WillBeSent {
  const { rail, receipt, amountCents, cause } = refund;
  const base = { rail, receipt, amountCents, cause, row };
  return refund.payee === PAYER_OF_RECEIPT
    ? { ...base, payee: payerText(source?.payer ?? {}), payeeIs: 'payer_of_receipt' }
    : { ...base, payee: refund.payee, payeeIs: 'named_number' };
}

/** The refund that the card is about is not an earlier one, unless an earlier round of it ended unpaid. */
function isOwn(row: EarlierRefund, payout: NonNullable<Snapshot['payout']>): boolean {
  return row.by === 'us' && row.reference === payout.reference;
}

function refundsOfOrder(
  { refunds }: Snapshot,
  receipt: Receipt,
  payments: readonly Payment[],
  order: Order | null,
): readonly EarlierRefund[] {
  if (order === null) return [];
  const own = new Set(payments.filter((row) => isPaymentOf(row, order)).map((row) => row.receipt));
  return refunds.filter((row) => row.receipt !== receipt && own.has(row.receipt));
}

function orderOnCard(order: Order, settings: CardSettings, now: Instant): OrderOnCard {
  const { number, written, status, totalCents, phone, createdAt, seenAt } = order;
  const ageMs = Math.max(0, now - seenAt);
  const isTooOld = ageMs > settings.orderDataMaxAgeMs;
  return { number, written, status, totalCents, phone, createdAt, ageMs, isTooOld };
}

/** Different people whose approval of what the card shows now is still good. */
function countingApprovals({ approvals, case: kase }: Snapshot, now: Instant): readonly string[] {
  const names = approvals
    .filter(
      ({ caseId, revision, expiresAt }) =>
        caseId === kase.id && revision === kase.revision && expiresAt > now,
    )
    .map(({ by }) => personKey(by));
  return [...new Set(names)];
}

function cautionsOf(card: Omit<ReviewCard, 'cautions'>, snapshot: Snapshot): readonly Caution[] {
  const { situation, unread } = snapshot;
  const source = card.refunded ?? card.payment;
  const applies: readonly (readonly [Caution, boolean])[] = [
    ['not_waiting', card.status !== 'waiting_for_approval'],
    ['escalated', card.escalations.length > 0],
    ['unread_message', unread.length > 0],
    ['receipt_on_hold', source?.onHold === true],
    ['order_data_old', card.order?.isTooOld === true],
    ['other_receipt_than_complained', card.refunded !== null],
    [
      'claimed_by_another_case',
      situation?.openCases.some(({ receipt }) => receipt === card.send.receipt) === true,
    ],
    ['staff_fact', card.staffFact !== null],
    ['text_gives_orders', situation?.said.injection === true],
    ['message_cut', card.words.some((one) => one.cutAt !== null)],
    ['model_reads_otherwise', card.deniedByModel.length > 0],
    ['earlier_round', card.round > 1],
  ];
  return applies.filter(([, holds]) => holds).map(([caution]) => caution);
}
