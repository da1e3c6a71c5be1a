import { expect } from 'vitest';
import { openApp, type Wrapping } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { DAY } from '../../src/core/clock.ts';
import { cents, type Cents } from '../../src/core/money.ts';
import { openCase, type Incoming } from '../../src/cases/inbound.ts';
import { approve, type Approved } from '../../src/cases/staff/approve.ts';
import type { Case, EscalationReason } from '../../src/cases/types.ts';
import type { MoneyOut } from '../../src/mpesa/simulator/books-money.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Attempt, Payout, StoredFact, Transfer } from '../../src/payouts/types.ts';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import type { Order, Payer, Payment, Rail } from '../../src/records/types.ts';
import { createWorker } from '../../src/worker/worker.ts';
import type { TestDesk } from './desk.ts';

/** One customer with one payment and one order; every one of a test run is another person. */
export interface Customer {
  readonly receipt: Receipt;
  readonly phone: Msisdn;
  readonly orderNumber: string;
  readonly amountCents: Cents;
  readonly paidAt: number;
}

export interface CustomerOptions {
  readonly shillings?: number;
  /** The order's total; what was paid, by default. */
  readonly totalShillings?: number;
  readonly status?: string;
  readonly account?: string;
  readonly phone?: Msisdn;
  /** Days before now. */
  readonly daysAgo?: number;
  /** Put the payment into the simulator only, and leave the desk's records without it. */
  readonly unrecorded?: boolean;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
let people = 0;

/** The n-th made-up person: receipts, orders and numbers that no other person of this run has. */
export function somebody(desk: TestDesk, options: CustomerOptions = {}): Customer {
  people += 1;
  const n = people;
  const code = `${LETTERS[n % 24] ?? 'A'}${LETTERS[Math.floor(n / 24) % 24] ?? 'A'}`;
  return {
    receipt: `UKT4X7M${code}${n % 10}` as Receipt,
    phone: options.phone ?? (`2547120${String(10_000 + n)}` as Msisdn),
    orderNumber: String(88_000 + n),
    amountCents: shillings(options.shillings ?? 2_350),
    paidAt: desk.clock.now() - (options.daysAgo ?? 1) * DAY,
  };
}

export function shillings(amount: number): Cents {
  return cents(Math.round(amount * 100));
}

/** A payment and the order that it was for: in the simulator's books and in the desk's records. */
export async function seed(desk: TestDesk, options: CustomerOptions = {}): Promise<Customer> {
  const customer = somebody(desk, options);
  paidInSimulator(desk, customer, options.account);
  if (options.unrecorded !== true) await recordPayment(desk, customer, { account: options.account });
  await recordOrder(desk, customer, {
    status: options.status ?? 'unpaid',
    totalCents: shillings(options.totalShillings ?? customer.amountCents / 100),
  });
  return customer;
}

export function paidInSimulator(desk: TestDesk, customer: Customer, account?: string): void {
  desk.simulator.addPayments([
    {
      receipt: customer.receipt,
      amountCents: customer.amountCents,
      msisdn: customer.phone,
      account: account ?? customer.orderNumber,
      paidAt: customer.paidAt,
    },
  ]);
}

/** What an import of one payment does: the row, and the wake of every case that names it. */
export async function recordPayment(
  desk: TestDesk,
  customer: Customer,
  differing: { readonly [K in 'amountCents' | 'paidAt' | 'payer' | 'account']?: Payment[K] | undefined } = {},
): Promise<void> {
  const payment: Omit<Payment, 'onHold'> = {
    receipt: customer.receipt,
    amountCents: differing.amountCents ?? customer.amountCents,
    paidAt: differing.paidAt ?? customer.paidAt,
    payer: differing.payer ?? { full: customer.phone },
    account: differing.account ?? customer.orderNumber,
  };
  await desk.app.desk.store.commit({
    at: desk.clock.now(),
    actor: 'import',
    writes: [{ kind: 'payment', source: 'test', payment }],
  });
}

export async function recordOrder(
  desk: TestDesk,
  customer: Customer,
  differing: Partial<Order> = {},
): Promise<void> {
  await desk.app.desk.store.commit({
    at: desk.clock.now(),
    actor: 'import',
    writes: [
      {
        kind: 'order',
        source: 'test',
        order: {
          number: normalOrderNumber(customer.orderNumber),
          written: customer.orderNumber,
          totalCents: customer.amountCents,
          status: 'unpaid',
          phone: customer.phone,
          paidBy: [],
          createdAt: null,
          seenAt: desk.clock.now(),
          ...differing,
        },
      },
    ],
  });
}

let messages = 0;

/** A message as the test channel hands it in. */
export function incoming(customer: Pick<Customer, 'phone'>, text: string): Incoming {
  messages += 1;
  return { channel: 'test', providerId: `m${messages}`, sender: customer.phone, text };
}

/** The plain complaint, in Swahili: order, code and amount. */
export function complaintOf({ orderNumber, receipt, amountCents }: Customer): string {
  return `Nimelipa order ${orderNumber} kwa M-Pesa lakini bado inaonyesha unpaid. Code ni ${receipt}, Ksh ${amountCents / 100}.`;
}

/** Opens a case with this message and lets everything settle; the case's id. */
export async function complain(desk: TestDesk, customer: Customer, text?: string): Promise<string> {
  const message = incoming(customer, text ?? complaintOf(customer));
  const { caseId } = await openCase(message, 'customer', desk.app.desk);
  await desk.settle();
  return caseId;
}

/** Somebody paid KES 2,500 for an order of KES 2,350 that is paid: KES 150 are too much. */
export async function overpaid(
  desk: TestDesk,
  payer?: (phone: Msisdn) => Payer,
  options: Pick<CustomerOptions, 'phone'> = {},
): Promise<Customer> {
  const customer = somebody(desk, { shillings: 2_500, ...options });
  paidInSimulator(desk, customer);
  await recordPayment(desk, customer, payer ? { payer: payer(customer.phone) } : {});
  await recordOrder(desk, customer, {
    status: 'paid',
    totalCents: shillings(2_350),
    paidBy: [customer.receipt],
  });
  return customer;
}

export function overpaymentComplaintOf({ orderNumber, receipt }: Customer): string {
  return `I paid KES 2,500 for order ${orderNumber} but it cost less, refund the excess. Code ${receipt}`;
}

/** A complaint that waits for approval, and whose refund takes this rail. */
export async function waitingOn(desk: TestDesk, rail: Rail): Promise<CustomerCase> {
  if (rail === 'reversal') return waiting(desk);
  const customer = await overpaid(desk);
  const caseId = await complain(desk, customer, overpaymentComplaintOf(customer));
  return { ...customer, caseId };
}

/** Approves with the key that the case stands for now; nothing is paid before the desk settles. */
export async function approveAs(desk: TestDesk, caseId: string, by = 'achieng'): Promise<Approved> {
  const key = (await payoutOf(desk, caseId)).key;
  return approve({ caseId, by, key, orderChecked: true }, desk.app.desk);
}

export type CustomerCase = Customer & { readonly caseId: string };

/** A complaint that waits for approval. Everything else that is due on the desk happens meanwhile. */
export async function waiting(desk: TestDesk, options: CustomerOptions = {}): Promise<CustomerCase> {
  const customer = await seed(desk, options);
  const caseId = await complain(desk, customer);
  expect((await caseOf(desk, caseId)).status).toBe('waiting_for_approval');
  return { ...customer, caseId };
}

/** A complaint that staff have approved, with nothing sent yet: the worker did not run since. */
export async function approved(desk: TestDesk, options: CustomerOptions = {}): Promise<CustomerCase> {
  const kase = await waiting(desk, options);
  await approveAs(desk, kase.caseId);
  return kase;
}

export async function caseOf(desk: TestDesk, caseId: string): Promise<Case> {
  const found = await desk.app.desk.store.case(caseId);
  if (found === null) throw new Error(`no case ${caseId}`);
  return found;
}

/** The payout that a case stands for. */
export async function payoutOf(desk: TestDesk, caseId: string): Promise<Payout> {
  const snapshot = await desk.app.desk.store.snapshot(caseId);
  if (!snapshot?.payout) throw new Error(`case ${caseId} stands for no payout`);
  return snapshot.payout;
}

/** The attempts of the payout that a case stands for, by number. */
export async function attemptsOf(desk: TestDesk, caseId: string): Promise<readonly Attempt[]> {
  return desk.app.desk.store.attemptsOf((await payoutOf(desk, caseId)).key);
}

/** Purposes of what the customer (or staff) was sent about a case, in order. */
export async function told(
  desk: TestDesk,
  caseId: string,
  audience: 'customer' | 'staff' = 'customer',
): Promise<readonly string[]> {
  const all = await desk.app.desk.store.outboundOf(caseId);
  return all.filter((message) => message.audience === audience).map(({ purpose }) => purpose);
}

/** Reasons of the open escalations of a case. */
export async function openReasons(desk: TestDesk, caseId: string): Promise<readonly EscalationReason[]> {
  const open = await desk.app.desk.store.escalations({ caseId, open: true, limit: 50 });
  return open.map(({ reason }) => reason);
}

/** How many payout requests for a receipt the simulator ever received, refused ones and all. */
export function requestsFor(desk: TestDesk, receipt: string): number {
  const requests = desk.simulator.books().requests.filter(({ operation }) => operation === 'reversal');
  return requests.filter(({ body }) => body.includes(receipt)).length;
}

/** B2C money out of the simulator's books, with the OriginatorConversationID of the request that asked for it. */
export function b2cPaid(desk: TestDesk): readonly (MoneyOut & { readonly ocid: string })[] {
  const { moneyOut: all, requests } = desk.simulator.books();
  return all
    .filter(({ kind }) => kind === 'b2c')
    .map((out) => {
      const body = requests.find(({ number }) => number === out.request)?.body ?? '';
      return { ...out, ocid: /"OriginatorConversationID":"([^"]+)"/.exec(body)?.[1] ?? '' };
    });
}

/** B2C requests for a number that the simulator ever received, refused ones and all. */
export function b2cRequestsFor(desk: TestDesk, msisdn: string): number {
  const requests = desk.simulator.books().requests.filter(({ operation }) => operation === 'b2c');
  return requests.filter(({ body }) => body.includes(`"PartyB":"${msisdn}"`)).length;
}

/** What the simulator paid out for a receipt, in cents. */
export function moneyOut(desk: TestDesk, receipt: string): number {
  return desk.simulator.books().moneyOutCentsByReceipt[receipt] ?? 0;
}

/** The refund is done in every book: money out once, ledger posted, case closed, customer told. */
export async function expectRefunded(
  desk: TestDesk,
  { caseId, receipt, amountCents }: CustomerCase,
  words: 'refund_paid' | 'money_is_back' = 'refund_paid',
): Promise<void> {
  expect(await caseOf(desk, caseId)).toMatchObject({ status: 'closed', outcome: 'refunded' });
  expect(moneyOut(desk, receipt)).toBe(amountCents);
  expect((await told(desk, caseId)).filter((purpose) => purpose === words)).toHaveLength(1);
}

/**
 * The desk's books against the simulator's, and the histories' hash chains: one request an attempt at most, never more
 * out than came in, for each receipt whose attempts are resolved booked = moved, and verdicts that no order of the
 * facts changes.
 */
export async function expectBooks(desk: TestDesk): Promise<void> {
  const { store } = desk.app.desk;
  const books = desk.simulator.books();
  for (const { id } of await store.cases({ limit: 1_000 })) {
    expect(await store.eventsIntact(id), `history of ${id}`).toBe(true);
  }
  for (const path of books.requestsByPath) {
    if (path.operation !== 'status') expect(path, 'one request an attempt').toMatchObject({ received: 1 });
  }
  const owned = new Set<string>();
  for (const payment of books.payments) {
    const ids = await expectReceipt(desk, payment.receipt as Receipt, payment.amountCents);
    ids.forEach((id) => owned.add(id));
  }
  for (const { ocid } of b2cPaid(desk)) expect(owned.has(ocid), `B2C ${ocid} is an attempt's`).toBe(true);
}

/** The ids under which this receipt's B2C money went out. */
async function expectReceipt(desk: TestDesk, receipt: Receipt, cameIn: Cents): Promise<readonly string[]> {
  const { store } = desk.app.desk;
  const attempts: Attempt[] = [];
  const transfers: Transfer[] = [];
  for (const payout of await store.payoutsOfReceipt(receipt)) {
    for (const attempt of await store.attemptsOf(payout.key)) {
      const view = await store.attempt(attempt.id);
      attempts.push(attempt);
      transfers.push(...(view?.transfers ?? []));
      expectSameVerdict(attempt, view?.facts ?? []);
    }
  }
  const ids = attempts.map(({ originatorConversationId }) => originatorConversationId);
  const moves = [
    ...desk.simulator.books().moneyOut.filter(({ originalReceipt }) => originalReceipt === receipt),
    ...b2cPaid(desk).filter(({ ocid }) => ids.includes(ocid)),
  ];
  expect(sum(moves), `money out for ${receipt}`).toBeLessThanOrEqual(cameIn);
  expect(requestsFor(desk, receipt), `requests for ${receipt}`).toBeLessThanOrEqual(attempts.length);
  if (attempts.some(({ verdict }) => verdict === 'unresolved')) return ids;
  const booked = sum(transfers.filter(({ kind }) => kind === 'posted' || kind === 'late'));
  const foundBack = attempts.some(({ verdict }) => verdict === 'already_back');
  const moved = sum(moves.filter(({ kind }) => foundBack || kind !== 'outside'));
  expect(booked, `booked for ${receipt}`).toBe(moved);
  const open = transfers.filter(
    ({ id, kind }) => kind === 'pending' && !transfers.some(({ resolves }) => resolves === id),
  );
  expect(open, `open reservations of ${receipt}`).toEqual([]);
  return ids;
}

/** The facts of a real attempt say the same in any order and however often they are repeated. */
function expectSameVerdict(attempt: Attempt, facts: readonly StoredFact[]): void {
  const backwards = facts.toReversed();
  const turned = [...facts.slice(1), ...facts.slice(0, 1)];
  for (const other of [backwards, turned, [...facts, ...backwards]]) {
    expect(judge(attempt, other), `verdict on ${attempt.id}`).toEqual(judge(attempt, facts));
  }
}

function sum(lines: readonly { readonly amountCents: Cents }[]): number {
  return lines.reduce((total, { amountCents }) => total + amountCents, 0);
}

/** The desk as another process sees it: the same database and provider, with other settings. Close it yourself. */
export async function restarted(
  desk: TestDesk,
  differing: Partial<Config>,
  options: { readonly wrapping?: Wrapping } = {},
): Promise<TestDesk> {
  const config = { ...desk.config, ...differing };
  const wrapping = { clock: desk.clock, ...options.wrapping };
  const app = await openApp(config, { pays: true, wrapping });
  const failures: string[] = [];
  const worker = createWorker({
    desk: app.desk,
    channel: app.channel,
    inFlight: 16,
    log: (line, detail) => failures.push(`${line} ${JSON.stringify(detail ?? {})}`),
  });
  return {
    ...desk,
    config,
    app,
    worker,
    settle: async () => {
      do await worker.drain();
      while (await calledBack(desk));
      await worker.drain();
      if (failures.length > 0) throw new Error(failures.join('\n'));
    },
    close: async () => {
      worker.stop();
      await worker.idle();
      app.close();
    },
  };
}

/** Lets the simulator call back whatever is due; whether anything was. */
async function calledBack(desk: TestDesk): Promise<boolean> {
  const before = desk.simulator.books().callbacks.filter(({ state }) => state === 'delivered').length;
  const isDue = (): boolean =>
    desk.simulator
      .books()
      .callbacks.some(({ state, dueAt }) => state === 'pending' && dueAt <= desk.clock.now() + 5);
  do await desk.simulator.tick();
  while (isDue());
  return desk.simulator.books().callbacks.filter(({ state }) => state === 'delivered').length > before;
}
