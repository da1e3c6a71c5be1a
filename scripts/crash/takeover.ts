/** The worker that waited behind the first one, and what became of it. */
export interface Takeover {
  /** It said that it waits before anybody was given work and before any worker died. */
  readonly waited: boolean;
  /** Workers that died of SIGKILL. */
  readonly workersKilled: number;
  /** It was itself one of them. */
  readonly secondKilled: boolean;
  /** It had waited, a worker was killed, and then it said that it holds the lock and listens. */
  readonly tookOver: boolean;
  /** Workers that were started when nobody was left. */
  readonly restarts: number;
}

/**
 * What is wrong with how the work changed hands; null when nothing is. `from the start`: the run is worthless unless a
 * second worker waited before the kill, which an instant that is drawn at random cannot promise.
 */
export function takeoverFault(
  { waited, workersKilled, secondKilled, tookOver }: Takeover,
  wanted: 'from the start' | 'if it waited',
): string | null {
  if (!waited) return wanted === 'from the start' ? 'other: no second worker waited from the start' : null;
  if (workersKilled === 0 || secondKilled || tookOver) return null;
  return 'other: a worker was killed, and the one that waited did not take over';
}
