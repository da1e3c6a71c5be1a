import { SECOND } from '../../core/clock.ts';
import { invariant } from '../../core/errors.ts';
import type { Check } from '../gate-types.ts';

/** Clocks that are kept drift by less; one that is further back would let approvals and limits live longer. */
const CLOCK_SLACK = 60 * SECOND;

/** The kill switch: nothing leaves while it is on. */
export const payoutsLive: Check = (rows) =>
  rows.payoutsLive ? null : { reason: 'kill_switch_on', then: 'waits' };

/** A dry run or an evaluation never sends, whatever the rows say. */
export const processMaySend: Check = (_rows, given) =>
  given.processMaySend ? null : { reason: 'process_not_started_to_pay', then: 'waits' };

/**
 * The wall clock must not be more than a minute behind the newest event: expiries, daily limits and deadlines rest on
 * it. When the *event* was wrong (a clock that ran ahead once), a person accepts the clock as it is, up to that event.
 */
export const clockSane: Check = ({ newestEventAt, acceptedClock }, { now }) => {
  invariant(Number.isSafeInteger(now) && now > 0, 'the clock shows a moment');
  if (newestEventAt === null || newestEventAt - now <= CLOCK_SLACK) return null;
  if (acceptedClock !== null && newestEventAt <= acceptedClock) return null;
  return { reason: 'clock_behind_newest_event', then: 'waits' };
};

/** What stops the lane (a credential, the float, books that are an old copy) fails every payout alike: they wait together instead of failing one by one. */
export const laneOpen: Check = ({ laneStop }) => {
  if (laneStop === null) return null;
  return { reason: `lane_stopped_for_${laneStop.why}`, then: 'waits' };
};
