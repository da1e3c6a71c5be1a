import type { Instant } from '../../core/clock.ts';
import { SECOND } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import type { LaneStop } from '../../payouts/types.ts';
import { contextOf, type Desk } from '../desk.ts';
import type { SettingName, Write } from '../change.ts';
import { inquiryAbout } from '../inquire.ts';
import { BRAKES, laneStopIn } from '../lane.ts';
import { reasonText, staffActor } from './people.ts';

/** What stops money for the whole desk, and who touched it last. */
export interface Brakes {
  /** False while somebody holds the kill switch down. */
  readonly payoutsLive: boolean;
  readonly laneStop: LaneStop | null;
  /** How far the newest event is ahead of the clock; null when the gate does not mind. */
  readonly clockBehindMs: number | null;
  /** Newest last. */
  readonly history: readonly BrakeNote[];
}

export interface BrakeNote {
  readonly at: Instant;
  readonly by: string;
  readonly what: BrakeAction;
  readonly because: string;
}

export type BrakeAction = 'stop' | 'start' | 'start_lane' | 'probe' | 'accept_clock';

export interface Braking {
  readonly by: string;
  readonly because: string;
}

/** The store keeps the newest moment that any event carries under this name (payouts.md §4, `clock_sane`). */
const NEWEST_EVENT = 'newest_event_at';
/** The gate forgives a clock that is this far behind (payouts.md §4). */
const CLOCK_SLACK = 60 * SECOND;
/** Approved cases woken in one transaction: one long commit blocks everyone (DESIGN §8). */
const WOKEN_AT_ONCE = 500;
/** More approved cases than this wake by themselves within the waiting pause. */
const WOKEN_AT_MOST = 10_000;

export async function brakesOf(desk: Desk): Promise<Brakes> {
  const [live, lane, ahead, statements] = await Promise.all([
    desk.store.setting('payouts_live'),
    desk.store.setting('lane'),
    newestEventAhead(desk),
    desk.store.statements(BRAKES),
  ]);
  return {
    payoutsLive: live !== 'no',
    laneStop: laneStopIn(lane),
    clockBehindMs: ahead?.ms ?? null,
    history: statements.map(({ says, by, at }) => {
      const { what, because } = JSON.parse(says) as Pick<BrakeNote, 'what' | 'because'>;
      return { at, by, what, because };
    }),
  };
}

/** Pulls the kill switch: from the commit on no gate lets anything out. What is out already is settled as ever. */
export async function stopPayouts(braking: Braking, desk: Desk): Promise<void> {
  await turn('payouts_live', 'no', 'stop', braking, desk);
}

/** Releases the kill switch and wakes what was approved meanwhile; returns how many cases that were. */
export async function startPayouts(braking: Braking, desk: Desk): Promise<number> {
  await turn('payouts_live', 'yes', 'start', braking, desk);
  return wakeApproved(desk);
}

/** Reopens a lane that a credential or float code stopped (payouts.md §9). */
export async function startLane(braking: Braking, desk: Desk): Promise<number> {
  if ((await brakesOf(desk)).laneStop === null) throw new Problem('conflict', 'the lane is open already');
  await turn('lane', 'open', 'start_lane', braking, desk);
  return wakeApproved(desk);
}

/**
 * Asks the provider about the newest payment, with the credential that people say is mended (payouts.md §9). Moves no
 * money; answered well, it reopens the lane, and the worker tells.
 */
export async function probeLane(braking: Braking, desk: Desk): Promise<void> {
  const { laneStop } = await brakesOf(desk);
  if (laneStop?.why !== 'credential') {
    throw new Problem(
      'conflict',
      laneStop === null
        ? 'the lane is open already'
        : `a probe shows only that our credential is taken, and the lane is stopped for ${plainStop(laneStop)}: mend that, then "rudisha brakes start --lane"`,
    );
  }
  const [receipt, [newest]] = await Promise.all([desk.store.newestReceipt(), desk.store.cases({ limit: 1 })]);
  if (receipt === null || !newest)
    throw new Problem('not_found', 'there is no payment to ask about: use "rudisha brakes start --lane"');
  await noted('probe', braking, [inquiryAbout(newest, 'probe', receipt, contextOf(desk))], desk);
}

function plainStop({ why }: LaneStop): string {
  return why === 'float' ? 'an empty account' : 'books that are an old copy';
}

/** Accepts that events are dated ahead of the clock, up to the newest of them: a clock ran ahead once (payouts.md §4). */
export async function acceptClock(braking: Braking, desk: Desk): Promise<number> {
  const ahead = await newestEventAhead(desk);
  if (ahead === null) throw new Problem('conflict', 'no event is ahead of the clock: nothing is to accept');
  await turn('accepted_clock', String(ahead.newest), 'accept_clock', braking, desk);
  return wakeApproved(desk);
}

function turn(
  name: SettingName,
  value: string,
  what: BrakeAction,
  braking: Braking,
  desk: Desk,
): Promise<void> {
  return noted(what, braking, [{ kind: 'setting', name, value }], desk);
}

/** Does it, and keeps who did it and why. */
async function noted(
  what: BrakeAction,
  braking: Braking,
  writes: readonly Write[],
  desk: Desk,
): Promise<void> {
  const because = reasonText(braking.because, '--because');
  const at = desk.clock.now();
  const says = JSON.stringify({ what, because });
  await desk.store.commit({
    at,
    actor: staffActor(braking.by),
    writes: [
      ...writes,
      {
        kind: 'two_people',
        statement: { id: `${BRAKES} | ${desk.ids.rowId()}`, about: BRAKES, says, by: braking.by, at },
      },
    ],
  });
}

/** The newest event when it is so far ahead that the gate refuses, and nobody accepted it yet. */
async function newestEventAhead(
  desk: Desk,
): Promise<{ readonly newest: Instant; readonly ms: number } | null> {
  const stored = await desk.store.setting(NEWEST_EVENT);
  const accepted = await desk.store.setting('accepted_clock');
  if (stored === null) return null;
  const newest = Number(stored);
  const ms = newest - desk.clock.now();
  if (ms <= CLOCK_SLACK || (accepted !== null && newest <= Number(accepted))) return null;
  return { newest, ms };
}

/** Approved cases wait for the brakes with a pause of their own; the person who released them waits for nothing. */
async function wakeApproved(desk: Desk): Promise<number> {
  const approved = await desk.store.cases({ status: 'approved', limit: WOKEN_AT_MOST });
  const writes = approved.map(({ id }): Write => ({ kind: 'wake_case', caseId: id }));
  for (let start = 0; start < writes.length; start += WOKEN_AT_ONCE) {
    await desk.store.commit({
      at: desk.clock.now(),
      actor: 'worker',
      writes: writes.slice(start, start + WOKEN_AT_ONCE),
    });
  }
  return approved.length;
}
