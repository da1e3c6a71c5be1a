import { fileReply, openCase, receive, type Incoming } from '../../src/cases/inbound.ts';
import { importOrders, importPayments } from '../../src/cases/import-records.ts';
import { startPayouts, stopPayouts } from '../../src/cases/staff/brakes.ts';
import type { Actor } from '../../src/cases/change.ts';
import type { Msisdn } from '../../src/reading/types.ts';
import { readOrders } from '../../src/records/orders-file.ts';
import { readStatement } from '../../src/records/statement.ts';
import { APPROVERS, STAFF, type Event } from './plan.ts';
import { reversalOf } from './provider/books.ts';
import { resultBody } from './provider/bodies.ts';
import { statementOf } from './provider/statement.ts';
import { randomOf } from './random.ts';
import { ordersFile } from './shop.ts';
import { answerAnyhow, approveCard, cards, liftHolds, reconcileAll, usualCard } from './staff.ts';
import { complaintText, sayingText } from './words.ts';
import type { World } from './world.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** Makes a statement of what the provider did and imports it. */
export async function importStatement(
  world: World,
  event: Pick<Of<'statement'>, 'all' | 'lagMs'>,
): Promise<void> {
  const { books, shop, timeline } = world;
  const hidden = new Set(
    event.all
      ? []
      : shop.sales
          .filter((sale) => sale.isUnrecorded)
          .flatMap(({ payments }) => payments.map((p) => p.receipt)),
  );
  const file = statementOf(
    books,
    timeline.now() - event.lagMs,
    (receipt) => !hidden.has(receipt),
    (receipt) => books.payments.get(receipt)?.payer ?? '',
  );
  const { rows, bad } = readStatement(file);
  if (bad.length > 0)
    world.judge.fail('the_simulation_is_sound', `bad statement row: ${JSON.stringify(bad[0])}`);
  await world.act('statement', (desk) => importPayments(rows, 'import', desk, () => undefined));
}

export async function importShop(world: World): Promise<void> {
  const { rows, bad } = readOrders(ordersFile(world.shop, world.memory.markedPaid), world.clock.now());
  if (bad.length > 0) world.judge.fail('the_simulation_is_sound', `bad order row: ${JSON.stringify(bad[0])}`);
  await world.act('orders', (desk) => importOrders(rows, 'import', desk, () => undefined));
}

export async function complain(world: World, event: Of<'complaint'>): Promise<void> {
  const sale = world.shop.sales[event.sale];
  const payment = sale?.payments[event.payment];
  if (sale === undefined || payment === undefined) return;
  const random = randomOf(world.seed, 'complaint', event.id);
  const text = complaintText(random, sale, payment.receipt, payment.amountCents);
  const by: Actor = event.by === 'staff' ? `staff:${random.pick(STAFF)}` : 'customer';
  const other = `2547${String(random.between(40_000_000, 49_999_999))}` as Msisdn;
  const incoming: Incoming = {
    channel: event.by === 'no_number' ? 'web' : 'whatsapp',
    providerId: `complaint-${event.id}`,
    sender:
      event.by === 'no_number' ? null : event.by === 'another_number' ? other : (sale.customer as Msisdn),
    text,
  };
  await world.act(`complaint ${event.id} ${event.by}`, async (desk) => {
    const isNew = event.by === 'staff' || random.chance(0.5);
    const { caseId } = await (isNew ? openCase(incoming, by, desk) : receive(incoming, by, desk));
    if (by !== 'customer') world.judge.onHand(caseId, by.slice('staff:'.length));
    if (!world.memory.sales.has(caseId))
      world.memory.sales.set(caseId, { sale: event.sale, payment: event.payment });
    // The same message once more, as channels do.
    if (random.chance(0.1)) await openCase(incoming, by, desk);
  });
}

export async function say(world: World, event: Of<'says'>): Promise<void> {
  const sale = world.shop.sales[event.sale];
  if (sale === undefined) return;
  const random = randomOf(world.seed, 'says', event.id);
  await world.act(`says ${event.id} ${event.saying}`, async (desk) => {
    const newest = await desk.store.newestCaseOf('whatsapp', sale.customer as Msisdn);
    const about = world.memory.sales.get(newest?.id ?? '');
    const meant = world.shop.sales[about?.sale ?? event.sale] ?? sale;
    const receipt = meant.payments[about?.payment ?? 0]?.receipt ?? '';
    const incoming: Incoming = {
      channel: 'whatsapp',
      providerId: `says-${event.id}`,
      sender: sale.customer as Msisdn,
      text: sayingText(event.saying, random, meant, receipt, newest?.asked ?? null),
    };
    const { caseId } = await (newest === null || random.chance(0.2)
      ? receive(incoming, 'customer', desk)
      : fileReply(newest.id, incoming, 'customer', desk));
    if (!world.memory.sales.has(caseId)) world.memory.sales.set(caseId, { sale: event.sale, payment: 0 });
  });
}

export async function visit(world: World, event: Of<'visit'>): Promise<void> {
  const { who, style } = event;
  const name = `${event.id}`;
  const look = world.deskOf(world.newProcess('look'));
  if (style === 'books') {
    await reconcileAll(world, who);
    await liftHolds(world, who);
    return;
  }
  if (style === 'answers') {
    for (const escalation of await look.store.escalations({ open: true, limit: 50 }))
      await answerAnyhow(world, escalation, who, name);
    return;
  }
  for (const kase of await cards(look)) {
    switch (style) {
      case 'usual':
        await usualCard(world, kase, who, name);
        break;
      case 'hasty':
        await approveCard(world, kase.id, who, null, { orderChecked: false });
        break;
      case 'at_once':
        await Promise.all([
          approveCard(world, kase.id, who),
          approveCard(world, kase.id, who === APPROVERS[0] ? APPROVERS[1] : APPROVERS[0]),
          approveCard(world, kase.id, who),
        ]);
        break;
      case 'from_memory':
        await approveCard(world, kase.id, who, world.memory.keys.get(kase.id) ?? null);
        if (kase.payoutKey !== null) world.memory.keys.set(kase.id, kase.payoutKey);
        break;
    }
  }
}

/** The payer takes the money back, by SMS to the provider: the desk hears of it from nobody. */
export function reverseOutside(world: World, event: Of<'reversed_outside'>): void {
  const { books, shop, timeline, provider } = world;
  const payment = shop.sales[event.sale]?.payments[event.payment];
  if (payment === undefined || reversalOf(books, payment.receipt) !== undefined) return;
  const isPartlyOut = books.out.some(({ payee }) => payee === payment.payer);
  // What was given back in part already cannot be taken back whole.
  if (isPartlyOut) return;
  world.count('reversed_outside');
  const out = {
    by: 'outside',
    rail: 'reversal',
    receipt: payment.receipt,
    providerReceipt: books.newReceipt(timeline.now()),
    amountCents: payment.amountCents,
    payee: payment.payer,
    at: timeline.now(),
    attempt: null,
  } as const;
  books.out.push(out);
  provider.onOut(out);
}

/** Somebody who is not the provider calls back. */
export async function forge(world: World, event: Of<'forged'>): Promise<void> {
  const { books, memory, provider } = world;
  const request = books.requests.at(-1);
  if (request === undefined) return;
  world.count(`forged_${event.how}`);
  const told = { code: '0', amountCents: request.amountCents, party: request.receipt ?? request.payee };
  const body = resultBody({ ...request, providerReceipt: 'UKT8F8F8F8' }, told);
  if (event.how === 'replayed') {
    const first = memory.callbacks[0];
    if (first !== undefined) await provider.post(first.path, first.body);
    return;
  }
  const path =
    event.how === 'made_up'
      ? '/cb/result/nothing'
      : request.resultUrl.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await provider.post(path, body);
}

export async function brakes(world: World, event: Of<'brakes'>): Promise<void> {
  await world.act(`${event.who} ${event.on ? 'stops' : 'starts'} payouts`, async (desk) => {
    const braking = { by: event.who, because: 'something is odd' };
    if (!event.on) {
      world.judge.onBrakes(true);
      await startPayouts(braking, desk);
      return;
    }
    await stopPayouts(braking, desk);
    world.judge.onBrakes(false);
  });
}
