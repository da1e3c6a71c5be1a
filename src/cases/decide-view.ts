import type { Field, Msisdn, OrderNumber, Receipt } from '../reading/types.ts';
import type { Order, Payment } from '../records/types.ts';
import type { StaffFlags } from '../records/refund-due.ts';
import type { Decision, EscalationReason, Outcome, Row, Situation } from './types.ts';

/** A situation as the rows of the table look at it: with the staff fact in place of what it replaces. */
export interface View extends Situation {
  readonly staff: StaffFlags;
  /** Receipts given, by staff or the customer. */
  readonly given: readonly Receipt[];
  /** The stated order; null when none was stated, or two different ones. */
  readonly stated: OrderNumber | null;
  /** The stated payer, then the sender: whoever is known. */
  readonly numbers: readonly Msisdn[];
}

/** Applies the staff fact and the rule that the account of a pasted SMS is stated only when such an order exists. */
export function viewOf(situation: Situation): View {
  const { said, staffFact, records } = situation;
  const exists = (number: OrderNumber): boolean => orderOf(number, records.orders) !== undefined;
  const stated = new Set(
    said.orders.filter((order) => !order.fromSms || exists(order.number)).map((order) => order.number),
  );
  const [only] = stated.size === 1 ? stated : [];
  return {
    ...situation,
    staff: { overruled: staffFact !== null, reference: staffFact?.order ?? null },
    given: staffFact?.receipt ? [staffFact.receipt] : said.receipts,
    stated: staffFact?.order ?? only ?? null,
    numbers: [said.payer, situation.sender].filter((number) => number !== null),
  };
}

export function orderOf(number: OrderNumber, orders: readonly Order[]): Order | undefined {
  return orders.find((order) => order.number === number);
}

/** True when no amount was stated or the payment is of one of them (decisions.md, *Stated amount*). */
export function isOfStatedAmount(payment: Payment, { said }: View): boolean {
  return said.amounts.length === 0 || said.amounts.includes(payment.amountCents);
}

export function person(
  row: Row,
  reason: EscalationReason,
  receipt: Receipt | null,
): Extract<Decision, { route: 'person' }> {
  return { route: 'person', row, reason, receipt, alsoOn: [] };
}

export function close(row: Row, outcome: Outcome, receipt: Receipt): Decision {
  return { route: 'close', row, outcome, receipt, duplicateOf: null };
}

/** Questions without a usable answer after which a person takes over (decisions.md, below the table). */
const QUESTIONS = 2;

/** Asks the customer for a field, or a person when they were asked twice already. */
export function ask(row: Row, field: Field, receipt: Receipt | null, view: View): Decision {
  if ((view.timesAsked[field] ?? 0) >= QUESTIONS) return person(row, 'details_missing', receipt);
  return { route: 'ask', row, for: field, receipt };
}
