/** Where the lane gets its time from. `wait` resolves after that many milliseconds. */
export interface LaneTime {
  monotonic(): number;
  wait(ms: number): Promise<void>;
}

export interface Lane {
  /** Resolves, first come first served, with the one slot there is, when its time has come. The value gives it back;
   * calling it again does nothing. A slot given back unused costs the next taker no time. */
  take(): Promise<() => void>;
  /** A money request goes out now: the next slot begins one interval from here, and need not wait for the answer. */
  posted(): void;
}

/** Published limits: none. Public clients met none at a few calls a minute (daraja.md §7); one a second is our choice. */
export const LANE_INTERVAL_MS = 1_000;

/** The pace of money requests of this process: at most one starts in each interval. */
export function paceLane(intervalMs: number, time: LaneTime): Lane {
  let openAt = Number.NEGATIVE_INFINITY;
  let tail: Promise<void> = Promise.resolve();
  let freeHolder: () => void = () => undefined;

  return {
    async take() {
      const before = tail;
      let free: () => void = () => undefined;
      tail = new Promise((resolve) => {
        free = resolve;
      });
      await before;
      // A timer may fire a little early: look again until the time has really come.
      for (let left = openAt - time.monotonic(); left > 0; left = openAt - time.monotonic())
        await time.wait(left);
      freeHolder = free;
      return free;
    },
    posted() {
      openAt = time.monotonic() + intervalMs;
      freeHolder();
    },
  };
}

/** The real time of the process. */
export function laneTime(monotonic: () => number): LaneTime {
  return {
    monotonic,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.ceil(ms))),
  };
}
