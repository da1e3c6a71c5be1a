import { readFileSync } from 'node:fs';
import { fromEat, HOUR } from '../../src/core/clock.ts';
import { cents } from '../../src/core/money.ts';
import type { Decision, OpenCase, Situation } from '../../src/cases/types.ts';
import type { Msisdn, Receipt, Said } from '../../src/reading/types.ts';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';
import type { GivenBack, Order, Payer, Payment, Records } from '../../src/records/types.ts';

/** A line of data/eval/decisions.jsonl: a whole situation and what the table makes of it. */
export interface DecisionLine {
  readonly id: string;
  readonly now: string;
  readonly sender: Msisdn | null;
  readonly messages: readonly string[];
  readonly orders: readonly {
    readonly number: string;
    readonly total_cents: number;
    readonly status: string;
    readonly phone: Msisdn | null;
    readonly paid_by?: readonly Receipt[];
  }[];
  readonly payments: readonly {
    readonly receipt: Receipt;
    readonly amount_cents: number;
    readonly at: string;
    readonly payer: Payer;
    readonly account: string;
    readonly hold?: boolean;
    readonly reversed_outside?: boolean;
  }[];
  readonly refunds: readonly {
    readonly receipt: Receipt;
    readonly amount_cents: number;
    readonly state: GivenBack['state'];
  }[];
  readonly open_cases: readonly { readonly receipt: Receipt; readonly sender: Msisdn | null }[];
  readonly expect: Readonly<Record<string, unknown>>;
  readonly row: string;
  readonly note: string;
}

export function decisionLines(): readonly DecisionLine[] {
  const file = new URL('../../data/eval/decisions.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DecisionLine);
}

/** The situation of a line, for what was said. Open cases are all earlier, as the labels take them to be. */
export function situationOf(
  line: DecisionLine,
  said: Said,
  timesAsked: Situation['timesAsked'] = {},
): Situation {
  const now = Date.parse(line.now);
  return {
    now,
    caseId: 'C-THIS',
    openedAt: now,
    sender: line.sender,
    said,
    staffFact: null,
    timesAsked,
    records: recordsOf(line, now),
    openCases: line.open_cases.map((open, at): OpenCase => ({
      id: `C-OPEN${at}`,
      ...open,
      openedAt: now - (at + 1) * HOUR,
    })),
  };
}

function recordsOf(line: DecisionLine, now: number): Records {
  return {
    payments: line.payments.map((row): Payment => ({
      receipt: row.receipt,
      amountCents: cents(row.amount_cents),
      paidAt: Date.parse(row.at),
      payer: row.payer,
      account: row.account,
      onHold: row.hold ?? false,
    })),
    orders: line.orders.map((row): Order => ({
      number: normalOrderNumber(row.number),
      written: row.number,
      totalCents: cents(row.total_cents),
      status: row.status,
      phone: row.phone,
      paidBy: row.paid_by ?? [],
      createdAt: null,
      seenAt: now,
    })),
    givenBack: [
      ...line.refunds.map((row): GivenBack => ({
        receipt: row.receipt,
        amountCents: cents(row.amount_cents),
        by: 'us',
        state: row.state,
      })),
      ...line.payments
        .filter((row) => row.reversed_outside === true)
        .map((row): GivenBack => ({
          receipt: row.receipt,
          amountCents: cents(row.amount_cents),
          by: 'outside',
          state: 'paid',
        })),
    ],
  };
}

/** A decision in the words of the labels, with the row. */
export function asLabelled(decision: Decision): Readonly<Record<string, unknown>> {
  const { route, row } = decision;
  switch (decision.route) {
    case 'refund': {
      const { receipt, amountCents, cause, rail, payee } = decision.refund;
      return { row, route, receipt, amount_cents: amountCents, cause, rail, payee };
    }
    case 'ask':
      return { row, route, for: decision.for };
    case 'wait':
      return { row, route };
    case 'person':
      return { row, route, reason: decision.reason };
    case 'close':
      return { row, route, outcome: decision.outcome };
  }
}

/** Nine in the morning of a day in November 2026, East Africa Time, and hours from there. */
export function november(day: number, hour = 9, minute = 0): number {
  return fromEat(2026, 11, day, hour, minute) ?? Number.NaN;
}
