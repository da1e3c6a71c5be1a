import type { Decision, Row } from '../../cases/types.ts';
import { plain } from '../screen.ts';

/** Why a row of the decision table decides as it does, for readers who have not seen the table. */
const BECAUSE: Readonly<Record<Row, string>> = {
  D1: 'the customer asks for a human',
  D2: 'it is not about a payment that did not count',
  D3: 'no M-Pesa code was given, and no single payment fits without one',
  D4: 'no record has the code that was given',
  D5: 'several codes were given, and it is not clear which one is meant',
  D6: 'the payment is on hold',
  D7: 'another open case is about the same payment',
  D8: 'this payment was given back before',
  D9: 'the amount that was said is not the one that M-Pesa recorded',
  D10: 'the number that wrote is not the one that paid',
  D11: 'it is not clear which order was paid for',
  D12: 'the payment names another order',
  D13: 'the payment is on record and its order is unpaid, so all of it goes back',
  D14: 'the order is paid, so the latest payment, which came on top of its total, goes back',
  D15: 'the payment to give back is not the one complained about, and it is taken',
  D16: 'the money cannot be carried back automatically',
};

/** A decision in one sentence: what, the row of the table, and why. */
export function decisionText(decision: Decision): string {
  return `${outcomeOf(decision)}. Row ${decision.row}: ${isOfPart(decision) ? OVERPAID : BECAUSE[decision.row]}`;
}

/** The other ending of D14. */
const OVERPAID = 'the order is paid and keeps its total: what was paid above it goes back';

function isOfPart(decision: Decision): boolean {
  return decision.route === 'refund' && decision.refund.cause === 'overpayment';
}

function outcomeOf(decision: Decision): string {
  switch (decision.route) {
    case 'refund':
      return `give ${isOfPart(decision) ? 'a part of ' : ''}${decision.refund.receipt} back, once staff approve`;
    case 'ask':
      return `ask the customer for ${plain(decision.for)}`;
    case 'wait':
      return 'wait for the refund that is on its way';
    case 'person':
      return `to a person: ${plain(decision.reason)}`;
    case 'close':
      return `pay nothing, close as ${plain(decision.outcome)}`;
  }
}
