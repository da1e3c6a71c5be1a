import { DAY, EAT_OFFSET, type Instant } from '../../core/clock.ts';
import type { Check } from '../gate-types.ts';

/** Bounds what a fault or a thief could send: per payout, and per day of East Africa. Written so that NaN refuses. */
export const limits: Check = (
  { limits: { perPayoutCents, perDayCents, spentTodayCents }, refund },
  { now },
) => {
  const { amountCents } = refund;
  if (!(amountCents <= perPayoutCents)) return { reason: 'over_limit_per_payout', then: 'waits' };
  if (spentTodayCents + amountCents <= perDayCents) return null;
  // What is over the limit of a whole day waits for a person to raise it, not for midnight.
  const isTomorrows = amountCents <= perDayCents;
  return { reason: 'over_limit_per_day', then: 'waits', ...(isTomorrows && { until: nextMidnight(now) }) };
};

function nextMidnight(now: Instant): Instant {
  return (Math.floor((now + EAT_OFFSET) / DAY) + 1) * DAY - EAT_OFFSET;
}
