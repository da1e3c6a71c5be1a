import { z } from 'zod';
import { HOUR } from '../../core/clock.ts';
import { cents, type Cents } from '../../core/money.ts';
import type { Decision, OpenCase, Situation } from '../../cases/types.ts';
import { normalMsisdn } from '../../reading/msisdn.ts';
import { normalOrderNumber } from '../../reading/order-numbers.ts';
import { normalReceipt } from '../../reading/receipt-shapes.ts';
import type { Msisdn, Receipt, Said } from '../../reading/types.ts';
import type { GivenBack, Order, Payer, Payment, Records } from '../../records/types.ts';

const receipt = normal(normalReceipt, 'an M-Pesa receipt');
const msisdn = normal(normalMsisdn, 'a Kenyan mobile number');
const amountCents = z
  .int()
  .nonnegative()
  .transform((value): Cents => cents(value));
const moment = z.iso.datetime({ offset: true, error: 'a moment such as 2026-11-30T10:00:00+03:00' });

const payer = z
  .strictObject({
    full: msisdn.optional(),
    masked: z
      .string()
      .regex(/^[\d*]+$/, 'digits and stars')
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, '64 hex digits')
      .optional(),
  })
  .transform(({ full, masked, sha256 }): Payer => ({
    ...(full === undefined ? {} : { full }),
    ...(masked === undefined ? {} : { masked }),
    ...(sha256 === undefined ? {} : { sha256 }),
  }));

/** A whole situation and what the table of decisions makes of it, as data/eval/decisions.jsonl has it. */
export const decisionLine = z.object({
  id: z.string().min(1),
  now: moment,
  sender: msisdn.nullable(),
  messages: z.array(z.string()).min(1),
  orders: z.array(
    z.object({
      number: z.string().min(1),
      total_cents: amountCents,
      status: z.string(),
      phone: msisdn.nullable(),
      paid_by: z.array(receipt).default([]),
    }),
  ),
  payments: z.array(
    z.object({
      receipt,
      amount_cents: amountCents,
      at: moment,
      payer,
      account: z.string(),
      hold: z.boolean().default(false),
      reversed_outside: z.boolean().default(false),
    }),
  ),
  refunds: z.array(
    z.object({
      receipt,
      amount_cents: amountCents,
      state: z.enum(['paid', 'unresolved', 'not_paid']),
    }),
  ),
  open_cases: z.array(z.object({ receipt, sender: msisdn.nullable() })),
  expect: z.looseObject({ route: z.enum(['refund', 'ask', 'wait', 'person', 'close']) }),
  row: z.string(),
  note: z.string().default(''),
});

export type DecisionLine = z.output<typeof decisionLine>;

/** A text whose normal form the reader knows. */
function normal<Value extends Receipt | Msisdn>(of: (text: string) => Value | null, expected: string) {
  return z.string().transform((text, context): Value => {
    const value = of(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
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
      amountCents: row.amount_cents,
      paidAt: Date.parse(row.at),
      payer: row.payer,
      account: row.account,
      onHold: row.hold,
    })),
    orders: line.orders.map((row): Order => ({
      number: normalOrderNumber(row.number),
      written: row.number,
      totalCents: row.total_cents,
      status: row.status,
      phone: row.phone,
      paidBy: row.paid_by,
      createdAt: null,
      seenAt: now,
    })),
    givenBack: [
      ...line.refunds.map(({ receipt: paid, amount_cents, state }): GivenBack => ({
        receipt: paid,
        amountCents: amount_cents,
        by: 'us',
        state,
      })),
      ...line.payments
        .filter((row) => row.reversed_outside)
        .map((row): GivenBack => ({
          receipt: row.receipt,
          amountCents: row.amount_cents,
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
      const { receipt: refunded, amountCents: amount, cause, rail, payee } = decision.refund;
      return { row, route, receipt: refunded, amount_cents: amount, cause, rail, payee };
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
