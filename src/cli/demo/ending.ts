import { addCents, formatKes, type Cents } from '../../core/money.ts';
import type { Case, Outcome } from '../../cases/types.ts';
import type { Payout } from '../../payouts/types.ts';
import type { Output } from '../output.ts';
import { plain } from '../screen.ts';
import { compare, type DeskSays, type Figures, type Line } from './figures.ts';
import type { Reader } from './reader.ts';
import { COMPLAINTS, type Complaint } from './script.ts';
import { caseIdOf, type Stage } from './stage.ts';
import type { Story } from './story.ts';

/** Reads the desk's word on every case, and the provider's books, and compares them. */
export async function readFigures(stage: Stage): Promise<Figures> {
  const says: DeskSays[] = [];
  for (const complaint of COMPLAINTS) says.push(await deskSays(complaint, stage));
  return compare(says, await stage.provider.books());
}

async function deskSays(complaint: Complaint, stage: Stage): Promise<DeskSays> {
  const { store } = stage.app.desk;
  const snapshot = await store.snapshot(caseIdOf(complaint, stage));
  if (snapshot === null) throw new Error(`the case of scene ${complaint.scene} is gone`);
  const { case: kase } = snapshot;
  // Only a case that was decided to a refund brought one about; a repeat only knows of it.
  const payout = kase.decision?.route === 'refund' ? snapshot.payout : null;
  const sent = await store.outboundOf(kase.id);
  const told = sent.filter(({ audience, deliveredAt }) => audience === 'customer' && deliveredAt !== null);
  return {
    complaint,
    kase,
    payout,
    postedCents: payout === null ? addCents() : await postedOf(payout, stage),
    told: told.at(-1)?.purpose ?? null,
  };
}

async function postedOf(payout: Payout, stage: Stage): Promise<Cents> {
  const { store } = stage.app.desk;
  const amounts: Cents[] = [];
  for (const { id } of await store.attemptsOf(payout.key)) {
    const transfers = (await store.attempt(id))?.transfers ?? [];
    for (const { kind, amountCents } of transfers)
      if (kind === 'posted' || kind === 'late') amounts.push(amountCents);
  }
  return addCents(...amounts);
}

/** How often the reader's model was asked, over all cases. */
export async function modelCalls(stage: Stage): Promise<number> {
  let calls = 0;
  for (const caseId of stage.caseIds.values())
    calls += (await stage.app.desk.store.modelCallsOf(caseId)).length;
  return calls;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  refunded: 'give back',
  refunded_outside: 'back already',
  applied_to_order: 'applied',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  no_answer: 'no answer',
  not_due: 'not due',
  duplicate: 'duplicate',
};

const TOLD: Readonly<Record<string, string>> = {
  refund_paid: 'money returned',
  money_is_back: 'money is back',
  closed_duplicate: 'have it already',
  closed_refunded_outside: 'went back before',
};

/** The last table: each case beside what the provider's books say of it. */
export function showTable({ lines, total }: Figures, output: Output): void {
  const rows = [
    ...lines.map((line) => cells(line, lines)),
    ['total', '', '', shillings(total.refundCents), '', `${total.timesPaid}`, ''],
  ];
  const titles = ['case', 'asked by', 'decision', 'refund KES', 'reference', 'times paid', 'customer told'];
  output.table(
    rows,
    titles.map((title, place) => ({
      title,
      value: (row) => row[place] ?? '',
      align: title === 'refund KES' || title === 'times paid' ? 'right' : 'left',
    })),
  );
}

function cells(line: Line, lines: readonly Line[]): readonly string[] {
  const { complaint, kase, payout, told } = line.says;
  return [
    kase.id,
    `${complaint.scene} ${complaint.customer}`,
    `${kase.decision?.row ?? '-'} ${decided(kase)}`,
    line.refundCents === null ? '-' : shillings(line.refundCents),
    payout?.reference ?? '-',
    timesText(line, lines),
    TOLD[told ?? ''] ?? plain(told ?? 'nothing'),
  ];
}

function decided({ outcome, status }: Case): string {
  return outcome === null ? plain(status) : OUTCOMES[outcome];
}

/** A receipt is counted once, at the case that brought its refund about. */
function timesText(line: Line, lines: readonly Line[]): string {
  if (line.refundCents !== null) return `${line.timesPaid}`;
  const other = lines.find(
    ({ says, refundCents }) => refundCents !== null && says.complaint.receipt === line.says.complaint.receipt,
  );
  if (other !== undefined) return `see ${other.says.complaint.scene}`;
  return line.timesOutside > 0 ? `${line.timesPaid} by us` : `${line.timesPaid}`;
}

function shillings(amount: Cents): string {
  return formatKes(amount).replace('KES ', '');
}

/** The verdict below the table. */
export function showVerdict({ total, wrong }: Figures, story: Story): void {
  if (wrong.length > 0) {
    for (const what of wrong) story.tell('WRONG', what, 'bad');
    return;
  }
  const refunds = `${total.refunds} refunds, ${formatKes(total.refundCents)}`;
  story.tell('cases', `${refunds}; the desk's ledger has the same amounts as posted`);
  story.tell(
    'M-Pesa',
    `received ${total.requests} requests and paid ${total.timesPaid} of them, ${formatKes(total.paidCents)}`,
  );
  story.tell('so', 'every refund was paid exactly once', 'good');
}

/** The last table for programs. */
export function figuresJson({ lines, total, wrong }: Figures, reader: Reader, seconds: number): unknown {
  return {
    model: reader.name,
    seconds,
    cases: lines.map(({ says, refundCents, requests, timesPaid, paidCents, timesOutside }) => ({
      case_id: says.kase.id,
      scene: says.complaint.scene,
      asked_by: says.complaint.customer,
      row: says.kase.decision?.row ?? null,
      outcome: says.kase.outcome,
      receipt: says.complaint.receipt,
      refund_cents: refundCents,
      reference: says.payout?.reference ?? null,
      books: {
        requests_received: requests,
        times_paid: timesPaid,
        paid_cents: paidCents,
        times_given_back_by_others: timesOutside,
      },
      customer_told: says.told,
    })),
    total: {
      refunds: total.refunds,
      refund_cents: total.refundCents,
      requests_received: total.requests,
      times_paid: total.timesPaid,
      paid_cents: total.paidCents,
    },
    every_refund_exactly_once: wrong.length === 0,
    wrong,
  };
}
