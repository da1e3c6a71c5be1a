import { randomOf, weighted, type Random } from './random.ts';
import type { Shop } from './shop.ts';
import { SAYINGS, type Saying } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type ProcessName = 'worker' | 'listener';
export type VisitStyle = 'usual' | 'hasty' | 'at_once' | 'from_memory' | 'answers' | 'books';

/** What comes from outside, and when: milliseconds after the world's start. Leaving one out changes no other. */
export type Happening =
  | { readonly kind: 'statement'; readonly all: boolean; readonly lagMs: number }
  | { readonly kind: 'orders'; readonly markPaid: number | null }
  | { readonly kind: 'complaint'; readonly sale: number; readonly payment: number; readonly by: Teller }
  | { readonly kind: 'says'; readonly sale: number; readonly saying: Saying }
  | { readonly kind: 'visit'; readonly who: string; readonly style: VisitStyle }
  | {
      readonly kind: 'death';
      readonly process: ProcessName;
      readonly where: string;
      readonly nth: number;
      readonly backAfterMs: number;
    }
  | { readonly kind: 'clock'; readonly byMs: number }
  | { readonly kind: 'provider_down'; readonly lastsMs: number }
  | { readonly kind: 'credential_bad'; readonly lastsMs: number }
  | { readonly kind: 'float_empty'; readonly lastsMs: number }
  | { readonly kind: 'reversed_outside'; readonly sale: number; readonly payment: number }
  | { readonly kind: 'forged'; readonly how: 'wrong_token' | 'replayed' | 'made_up' }
  | { readonly kind: 'brakes'; readonly on: boolean; readonly who: string };

export type Event = Happening & { readonly id: number; readonly afterMs: number };

/** Who hands a complaint in: the customer, another number, a channel without a number, or a person at the counter. */
export type Teller = 'customer' | 'another_number' | 'no_number' | 'staff';

/** People of the shop. The last two only approve: in the end nobody waits for want of a clean hand. */
export const STAFF = ['achieng', 'wanjiru', 'otieno', 'kamau'] as const;
export const APPROVERS = ['mwende', 'njeri', 'barasa'] as const;

const CRASH_POINTS = [
  '',
  'payments.send before',
  'payments.send after',
  'reserve before-commit',
  'reserve after-commit',
  'record before-commit',
  'record after-commit',
  'commit before-commit',
  'commit after-commit',
  'payments.prepare after',
  'payments.ask before',
  'payments.ask after',
  'model.ask after',
  'channel.deliver after',
] as const;

/** All that happens to one shop from outside, in the order of time. */
export function eventsOf(seed: number, shop: Shop): readonly Event[] {
  const random = randomOf(seed, 'events');
  const planned: { readonly afterMs: number; readonly what: Happening }[] = [];
  const add = (afterMs: number, what: Happening): void => {
    planned.push({ afterMs: Math.round(afterMs), what });
  };
  add(0, { kind: 'statement', all: false, lagMs: 0 });
  add(1, { kind: 'orders', markPaid: null });
  complaints(random, shop, add);
  visits(random, add);
  if (random.chance(0.75))
    add(random.between(HOUR, 40 * HOUR), { kind: 'statement', all: true, lagMs: random.int(4) * HOUR });
  if (random.chance(0.3)) add(random.between(HOUR, 60 * HOUR), { kind: 'statement', all: true, lagMs: 0 });
  if (random.chance(0.25))
    add(random.between(HOUR, 50 * HOUR), {
      kind: 'orders',
      markPaid: random.chance(0.4) ? random.int(shop.sales.length) : null,
    });
  deaths(random, add);
  troubles(random, shop, add, visitTimes(planned));
  return planned
    .toSorted((left, right) => left.afterMs - right.afterMs)
    .map(({ afterMs, what }, id) => ({ ...what, id, afterMs }));
}

type Add = (afterMs: number, what: Happening) => void;

const TELLERS: readonly (readonly [number, Teller])[] = [
  [70, 'customer'],
  [8, 'another_number'],
  [8, 'no_number'],
  [14, 'staff'],
];

function complaints(random: Random, shop: Shop, add: Add): void {
  shop.sales.forEach(({ payments }, sale) => {
    // Most complain once; some twice, at once or days later: the same refund must not go out twice.
    const times = weighted(random, [
      [74, 1],
      [20, 2],
      [6, 3],
    ] as const);
    let at = random.between(10 * MINUTE, 24 * HOUR);
    for (let time = 0; time < times; time += 1) {
      add(at, {
        kind: 'complaint',
        sale,
        payment: random.int(payments.length),
        by: weighted(random, TELLERS),
      });
      for (let reply = random.int(4); reply > 0; reply -= 1) {
        add(at + random.between(5_000, 30 * HOUR), { kind: 'says', sale, saying: weighted(random, SAYINGS) });
      }
      at += random.chance(0.4) ? random.between(1_000, 5 * MINUTE) : random.between(10 * MINUTE, 40 * HOUR);
    }
  });
}

function visits(random: Random, add: Add): void {
  const count = random.between(3, 9);
  for (let visit = 0; visit < count; visit += 1) {
    add(random.between(20 * MINUTE, 60 * HOUR), {
      kind: 'visit',
      who: random.chance(0.5) ? random.pick(APPROVERS) : random.pick(STAFF),
      style: weighted(random, [
        [46, 'usual'],
        [12, 'hasty'],
        [10, 'at_once'],
        [20, 'from_memory'],
        [12, 'answers'],
        [10, 'books'],
      ] as const),
    });
  }
}

function deaths(random: Random, add: Add): void {
  for (let count = random.int(4); count > 0; count -= 1) {
    add(random.between(10 * MINUTE, 50 * HOUR), {
      kind: 'death',
      process: random.chance(0.85) ? 'worker' : 'listener',
      where: random.pick(CRASH_POINTS),
      nth: random.between(1, 2),
      backAfterMs: random.chance(0.7)
        ? random.between(100, 2 * MINUTE)
        : random.between(2 * MINUTE, 3 * HOUR),
    });
  }
}

/** When somebody approves: what befalls the minutes around it meets money on its way. */
function visitTimes(
  planned: readonly { readonly afterMs: number; readonly what: Happening }[],
): readonly number[] {
  return planned.filter(({ what }) => what.kind === 'visit').map(({ afterMs }) => afterMs);
}

function troubles(random: Random, shop: Shop, add: Add, visited: readonly number[]): void {
  const when = (): number =>
    random.chance(0.6)
      ? Math.max(2, random.pick(visited) + random.between(-10 * MINUTE, 3 * MINUTE))
      : random.between(10 * MINUTE, 60 * HOUR);
  if (random.chance(0.12)) add(when(), { kind: 'clock', byMs: random.between(-90, 90) * MINUTE });
  if (random.chance(0.12)) add(when(), { kind: 'provider_down', lastsMs: random.between(MINUTE, 3 * HOUR) });
  if (random.chance(0.16))
    add(when(), { kind: 'credential_bad', lastsMs: random.between(20 * MINUTE, 8 * HOUR) });
  if (random.chance(0.12))
    add(when(), { kind: 'float_empty', lastsMs: random.between(20 * MINUTE, 8 * HOUR) });
  for (let count = random.int(3); count > 0; count -= 1)
    add(when(), { kind: 'forged', how: random.pick(['wrong_token', 'replayed', 'made_up'] as const) });
  if (random.chance(0.06)) {
    const from = when();
    add(from, { kind: 'brakes', on: true, who: random.pick(STAFF) });
    add(from + random.between(10 * MINUTE, 5 * HOUR), { kind: 'brakes', on: false, who: random.pick(STAFF) });
  }
  shop.sales.forEach(({ payments }, sale) => {
    if (random.chance(0.12))
      add(when(), { kind: 'reversed_outside', sale, payment: random.int(payments.length) });
  });
}
