import { DAY } from '../core/clock.ts';
import { invariant } from '../core/errors.ts';
import { slipForm } from '../reading/receipt-shapes.ts';
import { isGivenBackInFull } from '../records/given-back.ts';
import { isPaymentOf, newestFirst, ordersNamedBy } from '../records/order-payments.ts';
import { provesPayer } from '../records/payer.ts';
import type { Payment } from '../records/types.ts';
import { ask, isOfStatedAmount, orderOf, person, type View } from './decide-view.ts';
import type { Decision } from './types.ts';

/** How far back a payment is looked for when no receipt was given (D3): older ones need their code. */
const LOOKED_AT = 30 * DAY;

/** Rows D3 to D5: the payment that the case is about, or what is to be done to find it. */
export function paymentComplainedAbout(view: View): Payment | Decision {
  if (view.given.length === 0) return search(view);
  const { payments } = view.records;
  const exact = payments.filter((payment) => view.given.includes(payment.receipt));
  const [first, ...others] = exact;
  if (first === undefined) return readSlips(view);
  return others.length === 0 ? first : choose(exact, view);
}

/** D3: no receipt was given. */
function search(view: View): Payment | Decision {
  const { payments, givenBack } = view.records;
  const recent = payments.filter(
    (payment) => payment.paidAt >= view.now - LOOKED_AT && !isGivenBackInFull(payment, givenBack),
  );
  const ofOrder = recent.filter((payment) => names(payment, view));
  if (ofOrder.length > 0) return exactlyOne(ofOrder, view);
  const [payer] = view.numbers;
  const ofPayer = recent.filter((payment) => payer !== undefined && provesPayer(payer, payment.payer));
  return exactlyOne(ofPayer, view, (payment) => isTiedByAmount(payment, view));
}

function exactlyOne(
  found: readonly Payment[],
  view: View,
  enough: (payment: Payment) => boolean = () => true,
): Payment | Decision {
  const [only, ...others] = found.filter((payment) => isOfStatedAmount(payment, view));
  if (only === undefined || others.length > 0 || !enough(only)) return ask('D3', 'mpesa_code', null, view);
  return only;
}

/** One found by its payer alone could be any purchase of theirs: an amount must point at it as well. */
function isTiedByAmount(payment: Payment, { said, stated, records }: View): boolean {
  if (said.amounts.includes(payment.amountCents)) return true;
  return stated !== null && orderOf(stated, records.orders)?.totalCents === payment.amountCents;
}

/** Whether a payment's reference is the stated order's number, whether or not that order is in the records. */
function names(payment: Payment, view: View): boolean {
  if (view.stated === null) return false;
  const order = orderOf(view.stated, view.records.orders) ?? { number: view.stated, paidBy: [] };
  return isPaymentOf(payment, order);
}

/** D4: none of the given receipts is in the records; O typed for 0 and I for 1 are the slips worth a second look. */
function readSlips(view: View): Payment | Decision {
  const forms = new Set(view.given.map(slipForm));
  const [only, ...others] = view.records.payments.filter((payment) => forms.has(slipForm(payment.receipt)));
  if (only !== undefined && others.length === 0) return only;
  return { ...person('D4', 'payment_not_found', null), inquire: view.given };
}

/** D5: several given receipts are in the records; one case is one refund. */
function choose(found: readonly Payment[], view: View): Payment | Decision {
  const left = found.filter((payment) => !isGivenBackInFull(payment, view.records.givenBack));
  if (left.length === 0) return latest(found);
  const agreeing = left.filter(
    (payment) => (view.stated === null || names(payment, view)) && isOfStatedAmount(payment, view),
  );
  const ofOneOrder = view.stated !== null || namedAlike(agreeing, view);
  if (agreeing.length === 0 || (agreeing.length > 1 && !ofOneOrder))
    return ask('D5', 'mpesa_code', null, view);
  return latest(agreeing);
}

/** Whether all these payments name one and the same existing order. */
function namedAlike(payments: readonly Payment[], view: View): boolean {
  const named = payments.map((payment) =>
    ordersNamedBy(payment, view.records.orders).map((order) => order.number),
  );
  return new Set(named.flat()).size === 1 && named.every((numbers) => numbers.length === 1);
}

function latest(payments: readonly Payment[]): Payment {
  const [first] = newestFirst(payments);
  invariant(first, 'the latest of no payments');
  return first;
}
