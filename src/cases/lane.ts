import type { LaneStop } from '../payouts/types.ts';
import type { Condition, Write } from './change.ts';
import type { StepContext } from './context.ts';
import { contextOf, type Desk } from './desk.ts';
import { event } from './step.ts';
import type { Case } from './types.ts';

/**
 * Which stop stands when there are several: a credential stop holds the questions back too, and on an old copy of the
 * books nothing may be paid whatever else is mended.
 */
const WEIGHT: Readonly<Record<LaneStop['why'], number>> = { float: 1, credential: 2, old_copy: 3 };

/** Under this heading everything that people do to the brakes is kept. */
export const BRAKES = 'brakes';

const SENTENCES: Readonly<Record<LaneStop['why'], (code: string) => string>> = {
  credential: (code) =>
    `the provider refuses our credential (code ${code}): mend it before the operator is locked.`,
  float: (code) => `the M-Pesa account is empty (code ${code}): top it up.`,
  old_copy: (name) =>
    `M-Pesa called back about ${name}, which this database does not know: it is an old copy. Find the newest one before anything is paid.`,
};

/**
 * Stops every payout with one alert, instead of failing cases one by one (payouts.md §9). A lane that is stopped
 * already is left so, unless the new reason weighs more.
 */
export async function stopLane(
  kase: Pick<Case, 'id'>,
  stop: LaneStop,
  desk: Desk,
): Promise<readonly Write[]> {
  const now = laneStopIn(await desk.store.setting('lane'));
  if (now !== null && WEIGHT[now.why] >= WEIGHT[stop.why]) return [];
  const context = contextOf(desk);
  // Payouts in flight together find the same trouble in the same moment: between two acts of people, the alert has one
  // id, and the outbox keeps it once.
  const acts = await desk.store.statements(BRAKES);
  return [
    { kind: 'setting', name: 'lane', value: JSON.stringify(stop) },
    event(kase.id, 'lane_stopped', { why: stop.why, code: stop.code }),
    tell(kase.id, 'lane_stopped', `${stop.why}.${acts.length}`, context, {
      sentence: SENTENCES[stop.why](stop.code),
      command:
        stop.why === 'credential'
          ? 'rudisha brakes probe --as NAME --because TEXT'
          : 'rudisha brakes start --lane --as NAME --because TEXT',
    }),
  ];
}

/**
 * What opens a lane again after a probe was answered well (payouts.md §9). A probe shows that the credential is taken:
 * it says nothing about the float, nor whether these are the newest books. Only for the stop that was found.
 */
export async function openLane(
  probe: { readonly id: string; readonly caseId: string },
  desk: Desk,
): Promise<{ readonly conditions: readonly Condition[]; readonly writes: readonly Write[] }> {
  const setting = await desk.store.setting('lane');
  const stop = laneStopIn(setting);
  if (stop?.why !== 'credential') return { conditions: [], writes: [] };
  return {
    conditions: [{ kind: 'setting', name: 'lane', value: setting }],
    writes: [
      { kind: 'setting', name: 'lane', value: 'open' },
      event(probe.caseId, 'lane_opened', { probe: probe.id, code: stop.code }),
      tell(probe.caseId, 'lane_opened', probe.id, contextOf(desk), {}),
    ],
  };
}

function tell(
  caseId: string,
  text: 'lane_stopped' | 'lane_opened',
  distinct: string,
  context: StepContext,
  words: { readonly sentence?: string; readonly command?: string },
): Write {
  return {
    kind: 'send_message',
    message: {
      id: `${text}.${distinct}`,
      caseId,
      audience: 'staff',
      purpose: text,
      to: null,
      text: context.texts.staff(text, { caseId, ...words }),
      at: context.now,
      closes: false,
    },
  };
}

/** What the setting `lane` holds: the stop in force, or null while the lane is open. */
export function laneStopIn(setting: string | null): LaneStop | null {
  return setting === null || setting === 'open' ? null : (JSON.parse(setting) as LaneStop);
}

/**
 * A valid callback path of an attempt or inquiry without a row: this database is an old copy, and payouts stop
 * (payouts.md §5). The alert hangs on the newest case; books without any case have nothing that could be paid.
 */
export async function stopForOldCopy(name: string, desk: Desk): Promise<void> {
  const [newest] = await desk.store.cases({ limit: 1 });
  if (!newest) return;
  const writes = await stopLane(newest, { why: 'old_copy', code: name }, desk);
  if (writes.length > 0) await desk.store.commit({ at: desk.clock.now(), actor: 'listener', writes });
}
