import type { Instant } from '../../core/clock.ts';
import type { Behaviour } from './faults.ts';
import { timeOf } from './times.ts';
import type { Workings } from './workings.ts';

/** When a request that is accepted now is carried out; null for never. */
export function processAt(settings: Workings['settings'], behaviour: Behaviour): Instant | null {
  if (behaviour.no_processing) return null;
  const scriptedMs = Number(behaviour.delay_processing_ms ?? 0) + (timeOf(behaviour.late_processing) ?? 0);
  return settings.dueNow() + settings.processingDelayMs + scriptedMs;
}
