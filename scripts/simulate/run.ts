import { nextDue } from '../../src/store/reads/due.ts';
import { all, one } from '../../src/store/statement.ts';
import { createWorker, type Worker } from '../../src/worker/worker.ts';
import { evening, waitsForPeople } from './evening.ts';
import {
  brakes,
  complain,
  forge,
  importShop,
  importStatement,
  reverseOutside,
  say,
  visit,
} from './happenings.ts';
import { endingOf } from './judge/ending.ts';
import type { Violation } from './judge/judge.ts';
import { hearAtDesk } from './listener.ts';
import { eventsOf, type Event, type ProcessName } from './plan.ts';
import type { Process } from './process.ts';
import { newWorld, START, type Lines, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Everything has to be over by then, counted from the last event from outside. */
const BOUND = 60 * DAY;
/** How long after something first waits for people somebody comes. */
const PEOPLE_COME_AFTER = 5 * HOUR;
/** More turns than this and a world does not come to rest: the longest that was seen took a tenth. */
const TURNS = 60_000;

export interface WorldResult {
  readonly seed: number;
  readonly cases: number;
  readonly events: number;
  readonly checks: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly paid: { readonly reversal: number; readonly b2c: number };
  readonly endings: ReadonlyMap<string, number>;
  readonly inDoubt: number;
  readonly listed: number;
  readonly violation: Violation | null;
  readonly hash: string;
}

interface Running {
  readonly world: World;
  workers: readonly { readonly process: Process; readonly worker: Worker }[];
  listener: Process | null;
  /** Something changed that no commit shows: the worker looks again. */
  isFresh: boolean;
  /** How long a process that is to die stays away. */
  readonly backAfterMs: Map<Process, number>;
}

/** All events of a world, without running it. */
export function planOf(seed: number): readonly Event[] {
  const world = newWorld(seed, null, () => Promise.resolve(null));
  world.db.close();
  return eventsOf(seed, world.shop);
}

/** Runs one world: all of its events, or those of the list. */
export async function runWorld(
  seed: number,
  only: ReadonlySet<number> | null = null,
  lines: Lines = null,
): Promise<WorldResult> {
  let running: Running | null = null;
  const world = newWorld(seed, lines, (of, url, body) => callBack(of, running, url, body));
  const events = eventsOf(seed, world.shop).filter(({ id }) => only?.has(id) ?? true);
  running = { world, workers: [], listener: null, isFresh: true, backAfterMs: new Map() };
  startListener(running);
  for (let count = seed % 10 === 0 ? 2 : 1; count > 0; count -= 1) startWorker(running);
  for (const event of events) schedule(running, event);
  const turns = await live(running, START + (events.at(-1)?.afterMs ?? 0));
  const result = resultOf(world, turns);
  world.db.close();
  return result;
}

function startWorker(running: Running): void {
  const { world } = running;
  const process = mortal(running, 'worker', () => {
    running.workers = running.workers.filter((one) => one.process !== process);
    startWorker(running);
  });
  const worker = createWorker({
    desk: world.deskOf(process),
    channel: world.channelOf(process),
    inFlight: 8,
    log: (line, detail) => {
      if (process.isAlive()) world.judge.fail('no_work_fails', `${line} ${JSON.stringify(detail ?? {})}`);
    },
  });
  running.workers = [...running.workers, { process, worker }];
  running.isFresh = true;
}

async function callBack(
  world: World,
  running: Running | null,
  url: string,
  body: string,
): Promise<number | null> {
  const process = running?.listener;
  if (process?.isAlive() !== true) return null;
  world.memory.callbacks.push({ path: url, body });
  const heard = await Promise.race([hearAtDesk(url, body, world.deskOf(process)), died(world, process)]);
  if (heard === null) return null;
  world.judge.onHeard(heard);
  world.log(`callback ${url} ${heard.status}`);
  return heard.status;
}

/** A listener that dies over a callback answers nothing: the provider notices after a while. */
async function died(world: World, process: Process): Promise<null> {
  await world.timeline.sleep(MINUTE);
  return process.isAlive() ? new Promise<null>(() => undefined) : null;
}

function schedule(running: Running, event: Event): void {
  const { world } = running;
  world.timeline.at(START + event.afterMs, () => {
    world.log(`event ${event.id} ${event.kind}`);
    happen(running, event).catch((error: unknown) => {
      world.judge.fail('the_simulation_is_sound', `${event.kind}: ${String(error)}`);
    });
  });
}

async function happen(running: Running, event: Event): Promise<void> {
  const { world } = running;
  const { timeline, provider, skew } = world;
  switch (event.kind) {
    case 'statement':
      return importStatement(world, event);
    case 'orders': {
      const sale = event.markPaid === null ? undefined : world.shop.sales[event.markPaid];
      if (sale !== undefined) world.memory.markedPaid.add(sale.order);
      return importShop(world);
    }
    case 'complaint':
      return complain(world, event);
    case 'says':
      return say(world, event);
    case 'visit':
      return visit(world, event);
    case 'death':
      die(running, event);
      return;
    case 'clock':
      world.count(event.byMs < 0 ? 'clock_set_back' : 'clock_set_forward');
      skew.ms += event.byMs;
      running.isFresh = true;
      return;
    case 'provider_down':
      provider.trouble.downUntil = timeline.now() + event.lastsMs;
      return;
    case 'credential_bad':
      provider.trouble.credentialUntil = timeline.now() + event.lastsMs;
      return;
    case 'float_empty':
      provider.trouble.floatUntil = timeline.now() + event.lastsMs;
      return;
    case 'reversed_outside':
      reverseOutside(world, event);
      return;
    case 'forged':
      return forge(world, event);
    case 'brakes':
      return brakes(world, event);
  }
}

/** Arms a death; with no place named it is now. What comes back has nothing but the database. */
function die(running: Running, event: Extract<Event, { kind: 'death' }>): void {
  const target = event.process === 'worker' ? running.workers[0]?.process : running.listener;
  if (target?.isAlive() !== true) return;
  running.backAfterMs.set(target, event.backAfterMs);
  if (event.where === '') target.kill();
  else target.arm({ where: event.where, nth: event.nth });
}

/** A process that starts again after its death. */
function mortal(running: Running, name: ProcessName, start: () => void): Process {
  const { world } = running;
  const process = world.newProcess(name, () => {
    world.timeline.at(world.timeline.now() + (running.backAfterMs.get(process) ?? 0), start);
  });
  return process;
}

function startListener(running: Running): void {
  running.listener = mortal(running, 'listener', () => {
    startListener(running);
  });
}

/** Lets everything happen, in the order of virtual time, until nothing is left to happen. */
async function live(running: Running, lastEventAt: number): Promise<number> {
  const { world } = running;
  const { timeline, random, judge } = world;
  let isVisitDue = false;
  let round = 0;
  let turns = 0;
  let spins = 0;
  let seen = -1;
  let dueAt: number | null = null;
  for (; turns < TURNS; turns += 1) {
    do await new Promise(setImmediate);
    while (world.writing.count > 0);
    if (judge.violation() !== null) return turns;
    if (timeline.resumeOne(random)) continue;
    // Looking is work, too: nothing new is due where nothing was written and no time has come.
    if (running.isFresh || judge.commits() !== seen || (dueAt !== null && dueAt <= timeline.now())) {
      seen = judge.commits();
      running.isFresh = false;
      let started = 0;
      for (const { process, worker } of running.workers)
        if (process.isAlive()) started += await worker.tick();
      if (started > 0) continue;
    }
    judge.check();
    if (timeline.now() >= lastEventAt && !isVisitDue && waitsForPeople(world)) {
      isVisitDue = true;
      timeline.at(timeline.now() + PEOPLE_COME_AFTER, () => {
        evening(world, round)
          .then(() => {
            isVisitDue = false;
            round += 1;
          })
          .catch((error: unknown) => {
            judge.fail('the_simulation_is_sound', String(error));
          });
      });
    }
    const next = timeline.next();
    const due = running.workers.some(({ process }) => process.isAlive()) ? nextDue(world.db) : null;
    dueAt = due === null ? null : Math.max(due - world.skew.ms, timeline.now() + 1);
    if (next === null && dueAt === null) return turns;
    if (Math.min(next ?? Infinity, dueAt ?? Infinity) > lastEventAt + BOUND) return turns;
    // What is due and not started is in flight, or failed a moment ago.
    const isStuck = due !== null && due <= world.clock.now();
    if (dueAt !== null && !isStuck && (next === null || dueAt < next)) timeline.moveTo(dueAt);
    else if (next !== null) timeline.runNext();
    else {
      spins += 1;
      if (spins > 100) judge.fail('work_comes_to_rest', 'something is due and nobody does it');
      timeline.moveTo(timeline.now() + 6_000);
    }
  }
  judge.fail('work_comes_to_rest', `${TURNS} turns and no end`);
  return turns;
}

function resultOf(world: World, events: number): WorldResult {
  const { db, books, judge } = world;
  const ending = endingOf(db, books);
  const counted = one(db, 'SELECT count(*) AS cases FROM cases');
  const paid = (rail: string): number =>
    books.out.filter((out) => out.by === 'ours' && out.rail === rail).length;
  return {
    seed: world.seed,
    cases: counted?.['cases'] as number,
    events,
    checks: judge.checks() + ending.checks,
    faults: world.faults,
    paid: { reversal: paid('reversal'), b2c: paid('b2c') },
    endings: new Map(
      all(db, `SELECT coalesce(outcome, status) AS ending, count(*) AS cases FROM cases GROUP BY 1`).map(
        (row) => [row['ending'] as string, row['cases'] as number],
      ),
    ),
    inDoubt: ending.inDoubt,
    listed: ending.listed,
    violation: judge.violation() ?? ending.violation,
    hash: world.hash(),
  };
}
