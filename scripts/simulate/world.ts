import { createHash } from 'node:crypto';
import type { Desk } from '../../src/cases/desk.ts';
import type { DeskSettings } from '../../src/cases/context.ts';
import type { Channel, Clock, Model, Store } from '../../src/cases/ports.ts';
import { messageOf, Problem } from '../../src/core/errors.ts';
import { texts } from '../../src/messages/texts.ts';
import { realWaiting } from '../../src/store/busy.ts';
import type { Db } from '../../src/store/open.ts';
import { sqliteStore } from '../../src/store/sqlite-store.ts';
import { newDatabase } from './database.ts';
import { judgeOf, type Judge } from './judge/judge.ts';
import { hostileModel } from './model.ts';
import { startProcess, type Process } from './process.ts';
import { newBooks, type Books } from './provider/books.ts';
import type { ProviderContext } from './provider/context.ts';
import { randomOf, seedOf, type Random } from './random.ts';
import { idsOf, settingsOf } from './settings.ts';
import { secretOfWorld, shopOf, type Shop } from './shop.ts';
import { timelineFrom, type Timeline } from './timeline.ts';
import { paymentsOf } from './wire.ts';

/** Monday 30 November 2026, 10:00 in Nairobi. */
export const START = Date.parse('2026-11-30T10:00:00+03:00');

/** One small shop with its desk, its provider and its judge. */
export interface World {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly shop: Shop;
  readonly books: Books;
  readonly provider: ProviderContext;
  readonly db: Db;
  readonly judge: Judge;
  readonly settings: DeskSettings;
  readonly clock: Clock;
  /** How far the desk's wall clock is ahead of the truth. */
  readonly skew: { ms: number };
  readonly faults: Map<string, number>;
  count(fault: string): void;
  log(line: string): void;
  readonly hash: () => string;
  /** What people and shops remember. */
  readonly memory: Memory;
  /** Writers whose transaction is not over yet: no time passes before they are done. */
  readonly writing: { count: number };
  newProcess(name: string, onDeath?: () => void): Process;
  deskOf(process: Process): Desk;
  channelOf(process: Process): Channel;
  /** Runs one command as a process of its own. Problems are answers; anything else that is thrown is a bug. */
  act(name: string, run: (desk: Desk) => Promise<unknown>): Promise<'done' | 'refused'>;
}

export interface Memory {
  /** Which sale a case is about, and the payment that the customer means. */
  readonly sales: Map<string, { readonly sale: number; readonly payment: number }>;
  /** The key that somebody once saw on a case's card. */
  readonly keys: Map<string, string>;
  /** How often an escalation's reason was answered in a case. */
  readonly answered: Map<string, number>;
  readonly markedPaid: Set<string>;
  readonly callbacks: { readonly path: string; readonly body: string }[];
}

/** Where lines of the event log go besides the hash: null in a run, a list in a replay. */
export type Lines = string[] | null;

export function newWorld(
  seed: number,
  lines: Lines,
  post: (world: World, url: string, body: string) => Promise<number | null>,
): World {
  const timeline = timelineFrom(START);
  const books = newBooks(seed);
  const shop = shopOf(seed, START, books);
  const secret = secretOfWorld(seed);
  const db = newDatabase(secret, START);
  const mood = randomOf(seed, 'mood');
  const settings = settingsOf(mood);
  const dedupes = mood.chance(0.6);
  const hasModel = mood.chance(0.8);
  const random = randomOf(seed, 'interleaving');
  const skew = { ms: 0 };
  const clock: Clock = { now: () => timeline.now() + skew.ms, monotonic: () => timeline.now() - START };
  const diary = diaryOf(timeline, lines);
  const { log, count } = diary;
  const judge = judgeOf({
    db,
    books,
    now: () => timeline.now(),
    phones: [...shop.customers, ...shop.sales.flatMap(({ payments }) => payments.map(({ payer }) => payer))],
    twoPeopleAboveCents: settings.twoPeopleAboveCents,
    wasClockSet: () => skew.ms !== 0,
  });
  const provider = providerOf({ seed, timeline, books, judge, log, count, dedupes }, (url, body) =>
    post(world, url, body),
  );
  const fixed = { settings, texts, secret };
  const parts = { clock, ids: idsOf(seed), fixed, maySend: true };
  const model = hasModel ? modelOf({ seed, timeline, judge, count }) : null;
  const world: World = {
    seed,
    timeline,
    random,
    shop,
    books,
    provider,
    db,
    judge,
    settings,
    clock,
    skew,
    ...diary,
    memory: emptyMemory(),
    writing: { count: 0 },
    newProcess: (name, onDeath) =>
      startProcess({
        timeline,
        random,
        onDeath: (where) => {
          count(`death_of_${name}`);
          log(`${name} died: ${where}`);
          onDeath?.();
        },
      }),
    deskOf: (process) => ({
      ...parts,
      store: storeOf(world, process),
      payments: paymentsOf({ provider, process, clock, secret }),
      model: model === null ? null : within(process, model),
    }),
    channelOf: (process) => channelOf(world, process),
    act: (name, run) => act(world, name, run),
  };
  return world;
}

type Diary = Pick<World, 'faults' | 'count' | 'log' | 'hash'>;

/** What happened, line by line: its hash tells whether two runs were the same. */
function diaryOf(timeline: Timeline, lines: Lines): Diary {
  const faults = new Map<string, number>();
  const hash = createHash('sha256');
  const log = (line: string): void => {
    const full = `${timeline.now() - START} ${line}`;
    hash.update(full);
    lines?.push(full);
  };
  return {
    faults,
    log,
    count: (fault) => {
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
      log(`fault ${fault}`);
    },
    hash: () => hash.copy().digest('hex'),
  };
}

function modelOf({
  seed,
  timeline,
  judge,
  count,
}: Pick<World, 'seed' | 'timeline' | 'judge' | 'count'>): Model {
  return hostileModel({
    seed,
    sleep: (ms) => timeline.sleep(ms),
    onQuestion: (question) => {
      judge.onQuestion(question);
    },
    count,
  });
}

/** The model as one process calls it: an answer that comes after its death reaches nobody. */
function within(process: Process, model: Model): Model {
  return {
    name: model.name,
    ask: (question, secrets) => process.around('model.ask', () => model.ask(question, secrets)),
  };
}

function storeOf(world: World, process: Process): Store {
  const { db, clock, judge } = world;
  const store = sqliteStore(db, {
    clock,
    waiting: realWaiting,
    hook: (moment, writer) => {
      if (moment === 'after-commit') judge.onCommitted(writer);
      process.hook(moment, writer);
    },
  });
  const around = async <T extends { readonly kind: string }>(
    call: string,
    run: () => Promise<T>,
  ): Promise<T> => {
    const result = await process.around(call, run);
    if (result.kind === 'lost') world.count('lost_a_race');
    else world.log(`${call} ${result.kind}`);
    return result;
  };
  return {
    ...store,
    commit: (change) =>
      around(`commit ${change.actor} ${change.writes[0]?.kind ?? ''}`, () =>
        writing(world, store.commit(change)),
      ),
    reserve: (request, given) => around('reserve', () => writing(world, store.reserve(request, given))),
    record: (fact) => around(`record ${fact.kind}`, () => writing(world, store.record(fact))),
  };
}

/** Delivers, late, twice, or not this time. */
function channelOf(world: World, process: Process): Channel {
  let deliveries = 0;
  return {
    deliver: (message) =>
      process.around('channel.deliver', () => {
        deliveries += 1;
        if (seedOf(world.seed, 'deliver', message.id, deliveries) % 25 === 0) {
          world.count('message_not_delivered');
          return Promise.reject(new Error('the channel is down'));
        }
        world.judge.onDelivered(message);
        return Promise.resolve();
      }),
  };
}

type Telling = Pick<World, 'seed' | 'timeline' | 'books' | 'judge' | 'log' | 'count'>;

function providerOf(
  world: Telling & Pick<ProviderContext, 'dedupes'>,
  post: ProviderContext['post'],
): ProviderContext {
  const { seed, timeline, books, judge, log, count, dedupes } = world;
  return {
    seed,
    timeline,
    books,
    dedupes,
    trouble: { downUntil: 0, credentialUntil: 0, floatUntil: 0 },
    post,
    count,
    fail: (detail) => {
      judge.fail('the_simulation_is_sound', detail);
    },
    onRequest: (request) => {
      log(`request ${request.attempt} ${request.rail} ${request.amountCents}`);
      judge.onRequest(request);
    },
    onOut: (out) => {
      log(`out ${out.by} ${out.rail} ${out.receipt ?? out.payee} ${out.amountCents}`);
      judge.onOut(out);
    },
  };
}

async function act(
  world: World,
  name: string,
  run: (desk: Desk) => Promise<unknown>,
): Promise<'done' | 'refused'> {
  try {
    await run(world.deskOf(world.newProcess('command')));
    world.log(`${name}: done`);
    return 'done';
  } catch (error) {
    if (!(error instanceof Problem)) world.judge.fail('no_command_throws', `${name}: ${messageOf(error)}`);
    world.log(`${name}: ${messageOf(error)}`);
    return 'refused';
  }
}

/** A write of the desk, which ends in a later turn of the event loop. */
async function writing<T>(world: World, written: Promise<T>): Promise<T> {
  world.writing.count += 1;
  try {
    return await written;
  } finally {
    world.writing.count -= 1;
  }
}

function emptyMemory(): Memory {
  return { sales: new Map(), keys: new Map(), answered: new Map(), markedPaid: new Set(), callbacks: [] };
}
