import { MINUTE } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import type { Cents } from '../../core/money.ts';
import { PEOPLE_WAIT } from '../../payouts/evidence.ts';
import { personKey } from '../../payouts/people.ts';
import type { Receipt } from '../../reading/types.ts';
import { contextOf, type Desk } from '../desk.ts';
import type { PersonStatement } from '../change.ts';
import type { AttemptView } from '../reads.ts';
import { settle } from '../settle.ts';
import { reasonText, staffActor } from './people.ts';

/** What becomes of one person's half of something that needs two. */
export type Stated = { readonly kind: 'waits_for_second' } | { readonly kind: 'done' };

export interface Reconciling {
  readonly attemptId: string;
  readonly by: string;
  readonly finding:
    | { readonly kind: 'paid'; readonly providerReceipt: Receipt }
    | { readonly kind: 'not_paid'; readonly evidence: string };
}

/**
 * What a person found about an unresolved attempt (payouts.md §7). A second, different person confirms the same; the
 * statement names the newest fact that was seen, so that an answer arriving in between wins and is looked at first.
 */
export async function reconcile(reconciling: Reconciling, desk: Desk): Promise<Stated> {
  const { attemptId, by, finding } = reconciling;
  const view = await desk.store.attempt(attemptId);
  if (view === null)
    throw new Problem('not_found', `there is no attempt ${attemptId}: "rudisha payouts doubtful" lists them`);
  const now = desk.clock.now();
  assertOpen(view, finding, now);
  if (finding.kind === 'paid') await assertReceiptFree(view, finding.providerReceipt, desk);
  const evidence = finding.kind === 'not_paid' ? reasonText(finding.evidence, '--evidence') : '';
  const newest = newestFact(view);
  const says = JSON.stringify([
    finding.kind,
    finding.kind === 'paid' ? finding.providerReceipt : null,
    newest,
  ]);
  const about = `attempt ${attemptId}`;
  const first = await otherPersons(about, says, by, desk);
  if (first === null) {
    await state({ about, says, by }, desk);
    return { kind: 'waits_for_second' };
  }
  await desk.store.record({
    kind: 'attempt_fact',
    at: now,
    attemptId,
    fact: {
      kind: 'people',
      says: finding.kind,
      providerReceipt: finding.kind === 'paid' ? finding.providerReceipt : null,
      by: [first, by],
      evidence,
      statedAt: now,
    },
  });
  await settle(attemptId, desk);
  return { kind: 'done' };
}

function assertOpen(view: AttemptView, finding: Reconciling['finding'], now: number): void {
  const { attempt } = view;
  if (attempt.verdict !== 'unresolved') {
    throw new Problem(
      'conflict',
      `attempt ${attempt.id} is ${attempt.verdict} already: nothing is left to say`,
    );
  }
  const earliest = attempt.sendBy + PEOPLE_WAIT;
  if (finding.kind === 'not_paid' && now < earliest) {
    throw new Problem(
      'conflict',
      `it is too early to say that attempt ${attempt.id} was not paid: wait another ${Math.ceil((earliest - now) / MINUTE)} min`,
    );
  }
}

/**
 * One provider receipt settles one payout only (payouts.md §7). Said here, and not only when it is judged: a statement
 * of two people is never taken back, and a wrong receipt in it would leave the attempt without an end.
 */
async function assertReceiptFree(view: AttemptView, receipt: Receipt, desk: Desk): Promise<void> {
  const { refund, key } = view.payout;
  if (receipt === refund.receipt) {
    throw new Problem(
      'bad_input',
      `${receipt} is the payment itself: --paid wants the receipt of its reversal`,
    );
  }
  const holder = await desk.store.payoutOfProviderReceipt(receipt);
  if (holder !== null && holder.key !== key) {
    throw new Problem(
      'conflict',
      `${receipt} settles ${holder.reference} already: it cannot be this payout's too`,
    );
  }
}

function newestFact({ facts }: AttemptView): string {
  // Questions that were asked are no news; what the world said is.
  const told = facts.filter(({ fact }) => fact.kind !== 'asked' && fact.kind !== 'ask_failed');
  return told.at(-1)?.id ?? 'none';
}

/** The first of two people who say exactly the same about the same; null when nobody did yet. */
async function otherPersons(about: string, says: string, by: string, desk: Desk): Promise<string | null> {
  const statements = await desk.store.statements(about);
  const other = statements.find(
    (statement) => statement.says === says && personKey(statement.by) !== personKey(by),
  );
  return other?.by ?? null;
}

async function state(half: Pick<PersonStatement, 'about' | 'says' | 'by'>, desk: Desk): Promise<void> {
  const { now } = contextOf(desk);
  await desk.store.commit({
    at: now,
    actor: staffActor(half.by),
    writes: [
      {
        kind: 'two_people',
        statement: { ...half, id: `${half.about} | ${half.says} | ${half.by}`, at: now },
      },
    ],
  });
}

/** Lifting the holds of a receipt takes two people (payouts.md §6). */
export async function liftHold(
  input: { readonly receipt: Receipt; readonly by: string; readonly because: string },
  desk: Desk,
): Promise<Stated> {
  const because = reasonText(input.because, '--because');
  const holds = await desk.store.holds(input.receipt, 100);
  if (holds.length === 0) throw new Problem('not_found', `receipt ${input.receipt} is not on hold`);
  const about = `hold of ${input.receipt}`;
  const says = JSON.stringify(holds.map(({ source, at }) => [source, at]));
  const first = await otherPersons(about, says, input.by, desk);
  if (first === null) {
    await state({ about, says, by: input.by }, desk);
    return { kind: 'waits_for_second' };
  }
  await desk.store.commit({
    at: desk.clock.now(),
    actor: staffActor(input.by),
    writes: [
      { kind: 'lift_holds', receipt: input.receipt, by: `${first} and ${input.by}`, because },
      { kind: 'wake', receipts: [input.receipt], orders: [] },
    ],
  });
  return { kind: 'done' };
}

/** Money given back by hand: two people tell the books, and it counts as given back (decisions.md). */
export async function recordRefund(
  input: {
    readonly receipt: Receipt;
    readonly amountCents: Cents;
    readonly providerReceipt: Receipt;
    readonly by: string;
  },
  desk: Desk,
): Promise<Stated> {
  const { receipt, amountCents, providerReceipt, by } = input;
  const [payment] = await desk.store.payments([receipt]);
  if (!payment)
    throw new Problem('not_found', `no record has receipt ${receipt}: import the statement first`);
  if (amountCents <= 0 || amountCents > payment.amountCents) {
    throw new Problem('bad_input', `--amount must be more than 0 and at most what the receipt brought`);
  }
  if (await desk.store.isGivenBackOutsideKnown(providerReceipt)) {
    throw new Problem('conflict', `${providerReceipt} is in the books already`);
  }
  if ((await desk.store.payoutOfProviderReceipt(providerReceipt)) !== null) {
    throw new Problem('conflict', `${providerReceipt} settles a payout of ours: it is no refund by hand`);
  }
  const about = `refund of ${receipt}`;
  const says = JSON.stringify([amountCents, providerReceipt]);
  const first = await otherPersons(about, says, by, desk);
  if (first === null) {
    await state({ about, says, by }, desk);
    return { kind: 'waits_for_second' };
  }
  await desk.store.commit({
    at: desk.clock.now(),
    actor: staffActor(by),
    writes: [
      {
        kind: 'given_back_outside',
        providerReceipt,
        receipt,
        amountCents,
        source: `by hand: ${first} and ${by}`,
      },
      { kind: 'wake', receipts: [receipt], orders: [] },
    ],
  });
  return { kind: 'done' };
}
