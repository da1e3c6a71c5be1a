import { HOUR } from '../../src/core/clock.ts';
import { decide } from '../../src/cases/decide.ts';
import type { Decision, OpenCase, Situation, StaffFact } from '../../src/cases/types.ts';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';
import type { Records } from '../../src/records/types.ts';
import { november } from './decision-lines.ts';
import { JANE, order, payment } from './rows.ts';
import { saidOf, type Facts } from './said.ts';

export const NOW = november(30);
/** The receipt that is complained about, and one that other rows may have. */
export const CODE = 'UKN4X7M2QP';
export const LATER = 'UKP6B1R8WX';

/** What differs from the plain situation. */
export type Changed = Partial<Omit<Situation, 'said' | 'records'>> & {
  readonly said?: Facts;
  readonly records?: Partial<Records>;
};

/** JANE gives receipt, order and amount; the payment is hers and the order unpaid. */
export function situation(changed: Changed = {}): Situation {
  const { said, records, ...rest } = changed;
  return {
    now: NOW,
    caseId: 'C-M',
    openedAt: NOW,
    sender: JANE,
    said: saidOf({ receipts: CODE, orders: '88213', amounts: [2350], ...said }),
    staffFact: null,
    timesAsked: {},
    records: { payments: [payment(CODE)], orders: [order('88213')], givenBack: [], ...records },
    openCases: [],
    ...rest,
  };
}

/** The row and the words that matter of a decision. */
export function short(decision: Decision): string {
  switch (decision.route) {
    case 'refund':
      return `${decision.row} refund ${decision.refund.receipt}`;
    case 'ask':
      return `${decision.row} ask ${decision.for}`;
    case 'wait':
      return `${decision.row} wait ${decision.receipt}`;
    case 'person':
      return `${decision.row} person ${decision.reason}`;
    case 'close':
      return `${decision.row} close ${decision.outcome}`;
  }
}

export const decided = (changed: Changed): string => short(decide(situation(changed)));

export function staff(differing: { readonly receipt?: string; readonly order?: string } = {}): StaffFact {
  return {
    receipt: (differing.receipt ?? null) as StaffFact['receipt'],
    order: differing.order === undefined ? null : normalOrderNumber(differing.order),
    by: 'amina',
    at: NOW,
    because: 'seen in the shop',
  };
}

export function open(id: string, differing: Partial<OpenCase> = {}): OpenCase {
  return { id, receipt: payment(CODE).receipt, sender: JANE, openedAt: NOW - HOUR, ...differing };
}
