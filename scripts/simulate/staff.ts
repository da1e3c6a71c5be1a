import type { Desk } from '../../src/cases/desk.ts';
import type { Escalation } from '../../src/cases/change.ts';
import { MEANINGS } from '../../src/cases/escalations.ts';
import { apply, approve, reject } from '../../src/cases/staff/approve.ts';
import { liftHold, reconcile, recordRefund } from '../../src/cases/staff/reconcile.ts';
import { resolve, type Resolution } from '../../src/cases/staff/resolve.ts';
import type { Case, Outcome } from '../../src/cases/types.ts';
import { cents } from '../../src/core/money.ts';
import type { OrderNumber, Receipt } from '../../src/reading/types.ts';
import { requestOf, reversalOf } from './provider/books.ts';
import { randomOf, weighted, type Random } from './random.ts';
import type { World } from './world.ts';

/** Cases whose card waits for somebody, oldest first. */
export async function cards(desk: Desk): Promise<readonly Case[]> {
  return (await desk.store.cases({ status: 'waiting_for_approval', limit: 50 })).toReversed();
}

/** Types the key that the card shows now (or the one that is remembered) and approves. */
export async function approveCard(
  world: World,
  caseId: string,
  by: string,
  typedKey: string | null = null,
  options: { readonly orderChecked: boolean } = { orderChecked: true },
): Promise<void> {
  await world.act(`${by} approves ${caseId}`, async (desk) => {
    const snapshot = await desk.store.snapshot(caseId);
    const shown = snapshot?.payout?.key;
    const key = typedKey ?? shown;
    if (key === undefined) return;
    if (!world.memory.keys.has(caseId)) world.memory.keys.set(caseId, key);
    world.judge.onApproving({ caseId, key, by });
    await approve({ caseId, by, key, ...options }, desk);
  });
}

export async function rejectCard(world: World, caseId: string, by: string): Promise<void> {
  await world.act(`${by} rejects ${caseId}`, (desk) => reject({ caseId, by, because: 'not this one' }, desk));
}

export async function applyCard(world: World, caseId: string, by: string): Promise<void> {
  await world.act(`${by} applies ${caseId}`, (desk) => apply({ caseId, by }, desk));
}

/** Answers an escalation with what the seed says, of all that its reason allows. */
export async function answerAnyhow(
  world: World,
  escalation: Escalation,
  by: string,
  visit: string,
): Promise<void> {
  const random = randomOf(world.seed, 'answers', visit, escalation.caseId, escalation.reason);
  const allowed = MEANINGS[escalation.reason].answers;
  if (allowed.length === 0) return;
  await answer(world, escalation, by, resolutionOf(world, escalation, random.pick(allowed), random));
}

const CLOSINGS: readonly Outcome[] = [
  'rejected',
  'withdrawn',
  'not_due',
  'no_answer',
  'refunded_outside',
  'refunded',
];

function resolutionOf(
  world: World,
  escalation: Escalation,
  kind: Resolution['kind'],
  random: Random,
): Resolution {
  switch (kind) {
    case 'go-on':
      return random.chance(0.5)
        ? { kind, receipt: null, order: null }
        : { kind, ...truthOf(world, escalation.caseId) };
    case 'ask':
      return { kind, field: random.pick(['mpesa_code', 'order_number', 'amount', 'phone'] as const) };
    case 'reply':
      return { kind, text: 'Karibu, tunaangalia.' };
    case 'close':
      return { kind, outcome: random.pick(CLOSINGS) };
  }
}

function truthOf(world: World, caseId: string): { receipt: Receipt | null; order: OrderNumber | null } {
  const about = world.memory.sales.get(caseId);
  const sale = about === undefined ? undefined : world.shop.sales[about.sale];
  return {
    receipt: (sale?.payments[about?.payment ?? 0]?.receipt ?? null) as Receipt | null,
    order: (sale?.order ?? null) as OrderNumber | null,
  };
}

async function answer(
  world: World,
  escalation: Escalation,
  by: string,
  resolution: Resolution,
): Promise<boolean> {
  const { id, caseId, reason } = escalation;
  const done = await world.act(`${by} answers ${reason} of ${caseId} with ${resolution.kind}`, (desk) =>
    resolve({ escalationId: id, by, because: 'looked at the shop', resolution }, desk),
  );
  if (done === 'done') world.judge.onHand(caseId, by);
  return done === 'done';
}

/** As a careful person does: with what is true at first, and with an end when that led nowhere. */
export async function answerHonestly(world: World, escalation: Escalation, by: string): Promise<void> {
  const { caseId, reason } = escalation;
  if (MEANINGS[reason].answers.length === 0) return;
  const name = `${caseId} ${reason}`;
  const times = (world.memory.answered.get(name) ?? 0) + 1;
  world.memory.answered.set(name, times);
  const goOn: Resolution = { kind: 'go-on', receipt: null, order: null };
  if (reason === 'no_rail' && (await giveByHand(world, caseId))) {
    if (await answer(world, escalation, by, { kind: 'close', outcome: 'refunded_outside' })) return;
  }
  const first: Resolution =
    times === 1
      ? { kind: 'go-on', ...truthOf(world, caseId) }
      : times === 2
        ? goOn
        : { kind: 'close', outcome: 'rejected' };
  if (await answer(world, escalation, by, first)) return;
  if (await answer(world, escalation, by, goOn)) return;
  await answer(world, escalation, by, { kind: 'reply', text: 'Tumeangalia.' });
}

/** Money that no rail of the desk can carry is sent from the portal, and two people tell the books. */
async function giveByHand(world: World, caseId: string): Promise<boolean> {
  const { books, timeline, shop, memory } = world;
  const about = memory.sales.get(caseId);
  const sale = about === undefined ? undefined : shop.sales[about.sale];
  const [payment] = sale?.payments ?? [];
  if (sale === undefined || payment === undefined || sale.payments.length !== 1) return false;
  const over = payment.amountCents - sale.totalCents;
  const isTouched =
    books.out.some(({ receipt, payee }) => receipt === payment.receipt || payee === payment.payer) ||
    books.requests.some(({ payee, state }) => payee === payment.payer && state === 'open');
  if (over <= 0 || sale.status !== 'paid' || isTouched) return false;
  const providerReceipt = books.newReceipt(timeline.now());
  const common = { receipt: payment.receipt, providerReceipt, amountCents: over, payee: payment.payer };
  books.out.push({ by: 'hand', rail: 'b2c', at: timeline.now(), attempt: null, ...common });
  world.count('refund_by_hand');
  for (const by of ['achieng', 'wanjiru']) {
    await world.act(`${by} records a refund by hand of ${payment.receipt}`, (desk) =>
      recordRefund(
        {
          receipt: payment.receipt as Receipt,
          amountCents: cents(over),
          providerReceipt: providerReceipt as Receipt,
          by,
        },
        desk,
      ),
    );
  }
  return true;
}

/** Looks every doubtful attempt up in the provider's portal and says what is there. */
export async function reconcileAll(world: World, by: string): Promise<void> {
  const { books } = world;
  const process = world.newProcess('look');
  const doubtful = await world.deskOf(process).store.doubtfulAttempts(20);
  for (const { attempt } of doubtful) {
    const request = requestOf(books, attempt.id);
    // What is still under way is no finding yet.
    if (request?.state === 'open') continue;
    const back = reversalOf(books, attempt.refund.receipt)?.providerReceipt;
    const found = attempt.refund.rail === 'reversal' ? back : (request?.providerReceipt ?? undefined);
    await world.act(`${by} reconciles ${attempt.id}`, (desk) =>
      reconcile(
        {
          attemptId: attempt.id,
          by,
          finding:
            found === undefined
              ? { kind: 'not_paid', evidence: 'the portal shows nothing' }
              : { kind: 'paid', providerReceipt: found as Receipt },
        },
        desk,
      ),
    );
  }
}

/** Lifts what is on hold and of which nothing is under way. */
export async function liftHolds(world: World, by: string): Promise<void> {
  const process = world.newProcess('look');
  const holds = await world.deskOf(process).store.holds(null, 50);
  for (const receipt of new Set(holds.map((hold) => hold.receipt))) {
    await world.act(`${by} lifts the hold of ${receipt}`, (desk) =>
      liftHold({ receipt, by, because: 'looked at the portal' }, desk),
    );
  }
}

/** What somebody does with one card on a usual visit. */
export async function usualCard(world: World, kase: Case, by: string, visit: string): Promise<void> {
  const what = weighted(randomOf(world.seed, 'card', visit, kase.id), [
    [72, 'approve'],
    [8, 'apply'],
    [7, 'reject'],
    [13, 'leave'],
  ] as const);
  if (what === 'approve') await approveCard(world, kase.id, by);
  if (what === 'apply') await applyCard(world, kase.id, by);
  if (what === 'reject') await rejectCard(world, kase.id, by);
}
