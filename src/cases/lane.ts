import type { LaneStop } from '../payouts/types.ts';
import type { Write } from './change.ts';
import { contextOf, type Desk } from './desk.ts';
import { event } from './step.ts';
import type { Case } from './types.ts';

/** Under this heading everything that people do to the brakes is kept. */
export const BRAKES = 'brakes';

/**
 * Stops every payout with one alert, instead of failing cases one by one (payouts.md §9). A lane that is stopped
 * already is left so, except that a credential stop goes before a float stop: it holds the questions back as well.
 */
export async function stopLane(
  kase: Pick<Case, 'id'>,
  stop: LaneStop,
  desk: Desk,
): Promise<readonly Write[]> {
  const now = laneStopIn(await desk.store.setting('lane'));
  if (now !== null && (now.why === 'credential' || stop.why === 'float')) return [];
  const context = contextOf(desk);
  // Payouts in flight together find the same trouble in the same moment: between two acts of people, the alert has one
  // id, and the outbox keeps it once.
  const acts = await desk.store.statements(BRAKES);
  return [
    { kind: 'setting', name: 'lane', value: JSON.stringify(stop) },
    event(kase.id, 'lane_stopped', { why: stop.why, code: stop.code }),
    {
      kind: 'send_message',
      message: {
        id: `lane_stopped.${stop.why}.${acts.length}`,
        caseId: kase.id,
        audience: 'staff',
        purpose: 'lane_stopped',
        to: null,
        text: context.texts.staff('lane_stopped', {
          caseId: kase.id,
          sentence: `${stop.why} code ${stop.code}`,
          command: 'rudisha brakes start --lane --as NAME --because TEXT',
        }),
        at: context.now,
        closes: false,
      },
    },
  ];
}

/** What the setting `lane` holds: the stop in force, or null while the lane is open. */
export function laneStopIn(setting: string | null): LaneStop | null {
  return setting === null || setting === 'open' ? null : (JSON.parse(setting) as LaneStop);
}
