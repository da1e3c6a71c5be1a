import type { LaneStop } from '../payouts/types.ts';
import type { Write } from './change.ts';
import type { StepContext } from './context.ts';
import { toStaff } from './outgoing.ts';
import { event } from './step.ts';
import type { Case } from './types.ts';

/** Stops every payout with one alert, instead of failing cases one by one (payouts.md §9). */
export function stopLane(
  kase: Pick<Case, 'id' | 'version' | 'language' | 'sender'>,
  stop: LaneStop,
  context: StepContext,
): readonly Write[] {
  return [
    { kind: 'setting', name: 'lane', value: JSON.stringify(stop) },
    event(kase.id, 'lane_stopped', { why: stop.why, code: stop.code }),
    toStaff(kase, 'lane_stopped', context, {
      sentence: `${stop.why} code ${stop.code}`,
      command: 'rudisha brakes start --lane --as NAME --because TEXT',
    }),
  ];
}
