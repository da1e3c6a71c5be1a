import { acceptClock, brakesOf, probeLane, startLane, startPayouts } from '../../src/cases/staff/brakes.ts';
import { all } from '../../src/store/statement.ts';
import { importShop, importStatement } from './happenings.ts';
import { APPROVERS } from './plan.ts';
import { answerHonestly, approveCard, cards, liftHolds, reconcileAll } from './staff.ts';
import type { World } from './world.ts';

/** Who looks in the end: two who answer and look things up, three who only approve. */
const CAREFUL = ['achieng', 'wanjiru'] as const;

/** Whether anything waits for people. */
export function waitsForPeople(world: World): boolean {
  const { db, clock } = world;
  const waiting = all(
    db,
    `SELECT 1 FROM escalations WHERE resolved_at IS NULL
     UNION ALL SELECT 1 FROM cases WHERE status = 'waiting_for_approval'
     UNION ALL SELECT 1 FROM settings WHERE name = 'lane' AND value <> 'open'
     UNION ALL SELECT 1 FROM settings WHERE name = 'payouts_live' AND value = 'no'
     UNION ALL SELECT 1 FROM settings AS newest WHERE newest.name = 'newest_event_at' AND CAST(newest.value AS INTEGER) > ?
       AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'accepted_clock' AND CAST(value AS INTEGER) >= CAST(newest.value AS INTEGER))
     LIMIT 1`,
    clock.now() + 60_000,
  );
  return waiting.length > 0;
}

/** After everything that happens from outside: careful people look after what is left, every few hours. */
export async function evening(world: World, round: number): Promise<void> {
  const who = CAREFUL[round % 2] ?? CAREFUL[0];
  await mendBrakes(world, who);
  if (round % 4 === 0) {
    await importStatement(world, { all: true, lagMs: 0 });
    await importShop(world);
  }
  for (const one of CAREFUL) await reconcileAll(world, one);
  const look = world.deskOf(world.newProcess('look'));
  for (const escalation of await look.store.escalations({ open: true, limit: 50 }))
    await answerHonestly(world, escalation, who);
  for (const one of CAREFUL) await liftHolds(world, one);
  for (const kase of await cards(look)) {
    for (const approver of APPROVERS) {
      const now = await look.store.case(kase.id);
      if (now?.status === 'waiting_for_approval') await approveCard(world, kase.id, approver);
    }
  }
}

async function mendBrakes(world: World, by: string): Promise<void> {
  const { judge, provider, timeline } = world;
  const braking = { by, because: 'all is well again' };
  const look = world.deskOf(world.newProcess('look'));
  const { payoutsLive, laneStop, clockBehindMs } = await brakesOf(look);
  if (!payoutsLive) {
    judge.onBrakes(true);
    await world.act(`${by} starts payouts`, (desk) => startPayouts(braking, desk));
  }
  if (clockBehindMs !== null)
    await world.act(`${by} accepts the clock`, (desk) => acceptClock(braking, desk));
  if (laneStop === null) return;
  if (laneStop.why === 'old_copy') {
    judge.fail('no_false_old_copy', `the lane stopped for ${laneStop.code}, and no database was ever lost`);
  }
  const until = laneStop.why === 'float' ? provider.trouble.floatUntil : provider.trouble.credentialUntil;
  if (until > timeline.now()) return;
  await world.act(`${by} mends the lane`, (desk) =>
    laneStop.why === 'credential' && timeline.now() % 2 === 0
      ? probeLane(braking, desk)
      : startLane(braking, desk),
  );
}
