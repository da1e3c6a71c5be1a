import { unreachable } from '../core/errors.ts';
import { fits } from '../records/payer.ts';
import { refundDue } from '../records/refund-due.ts';
import type { Payment, Refund } from '../records/types.ts';
import { claimedElsewhere, givenBackBefore, heldReceipt } from './decide-claims.ts';
import { withModelsDoubt } from './decide-model.ts';
import { orderOfComplaint } from './decide-order.ts';
import { paymentComplainedAbout } from './decide-receipt.ts';
import { close, isOfStatedAmount, person, viewOf, type View } from './decide-view.ts';
import type { Decision, Situation } from './types.ts';

/**
 * The decision table: what a case leads to, from what was said, the records, what was given back and what staff
 * stated. The rows are tried in order and the first that applies decides; read it beside decisions.md, row by row.
 * Pure, and the same for any order of the rows in the records. The amount of a refund never comes from the customer,
 * and what a model made of the words can only turn the answer into a question.
 */
export function decide(situation: Situation): Decision {
  return withModelsDoubt(situation, byTable);
}

function byTable(situation: Situation): Decision {
  const view = viewOf(situation);
  return wantsPerson(view) ?? isNotThisComplaint(view) ?? ofPayment(view);
}

/** D1: the customer asks for a human. */
function wantsPerson({ said, staff }: View): Decision | null {
  return said.wantsPerson && !staff.overruled ? person('D1', 'customer_asks_for_person', null) : null;
}

/** D2: it is not this complaint at all, or nothing says that it is. */
function isNotThisComplaint({ said, staff }: View): Decision | null {
  return said.complaint !== 'yes' && !staff.overruled ? person('D2', 'not_a_complaint', null) : null;
}

/** D3 to D10. */
function ofPayment(view: View): Decision {
  const payment = paymentComplainedAbout(view);
  if ('route' in payment) return payment;
  return (
    heldReceipt(payment) ??
    (view.staff.overruled ? null : claimedElsewhere(payment, view)) ??
    givenBackBefore(payment, view) ??
    amountDiffers(payment, view) ??
    payerDiffers(payment, view) ??
    ofOrder(payment, view)
  );
}

/** D9: amounts were stated and none of them is the payment's. */
function amountDiffers(payment: Payment, view: View): Decision | null {
  if (view.staff.overruled || isOfStatedAmount(payment, view)) return null;
  return person('D9', 'amount_differs', payment.receipt);
}

/** D10: the stated payer, or if there is none the sender, does not fit the payment's payer. */
function payerDiffers(payment: Payment, { staff, numbers }: View): Decision | null {
  const [number] = numbers;
  if (staff.overruled || number === undefined || fits(number, payment.payer) !== 'no') return null;
  return person('D10', 'payer_differs', payment.receipt);
}

/** D11 to D16. */
function ofOrder(payment: Payment, view: View): Decision {
  const order = orderOfComplaint(payment, view);
  if ('route' in order) return order;
  const due = refundDue({
    records: view.records,
    receipt: payment.receipt,
    order: order.number,
    numbers: view.numbers,
    staff: view.staff,
  });
  switch (due.kind) {
    case 'refund':
      return (
        otherReceiptIsTaken(payment, due.refund, view) ?? {
          route: 'refund',
          row: due.row,
          refund: due.refund,
          receipt: payment.receipt,
          order: order.number,
        }
      );
    case 'person':
      return {
        ...person(due.row, due.reason, payment.receipt),
        ...(due.payerNeeded === undefined ? {} : { inquire: [due.payerNeeded] }),
      };
    case 'close':
      return close(due.row, due.outcome, payment.receipt);
    case 'wait':
      return { route: 'wait', row: due.row, receipt: due.receipt };
    default:
      return unreachable(due);
  }
}

/**
 * D15: the refund would be of another receipt than the one complained about, and D6, D7 or D8 applies to that one. No
 * staff fact switches this off: it was given for the receipt complained about. (D14 refunds another receipt only when
 * nothing of it was given back, so D8 is here for the reader of the table alone.)
 */
function otherReceiptIsTaken(payment: Payment, refund: Refund, view: View): Decision | null {
  const other = view.records.payments.find((row) => row.receipt === refund.receipt);
  if (other === undefined || other.receipt === payment.receipt) return null;
  const taken = heldReceipt(other) ?? claimedElsewhere(other, view) ?? givenBackBefore(other, view);
  return taken === null ? null : person('D15', 'records_conflict', payment.receipt);
}
