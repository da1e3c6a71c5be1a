import { SEND_WINDOW } from '../schedule.ts';
import type { Check } from '../gate-types.ts';

/**
 * The process can send at once: the slot is held, the deadline lies ahead and within the window, the token outlives it.
 * A token that died on the way would make the provider refuse, and the refusal use up an attempt.
 */
export const providerReady: Check = (_rows, { now, sendBy, tokenUntil, laneSlotHeld }) => {
  if (!laneSlotHeld) return { reason: 'no_lane_slot', then: 'waits' };
  if (!(sendBy > now && sendBy <= now + SEND_WINDOW)) return { reason: 'no_time_to_send', then: 'waits' };
  if (tokenUntil === null) return { reason: 'no_token', then: 'waits' };
  return tokenUntil > sendBy ? null : { reason: 'token_expires_too_soon', then: 'waits' };
};
