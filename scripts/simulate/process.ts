import type { StoreHook } from '../../src/store/hook.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** Thrown out of a transaction in which the process dies: the transaction is rolled back, as at any death. */
class Died extends Error {}

/** What a dead process waits for. */
const NEVER = new Promise<never>(() => undefined);

/** How often another piece of work may go first at a boundary. */
const PARKED = 0.35;

/** Where a process is to die: at the n-th boundary whose name holds these words. */
export interface Death {
  readonly where: string;
  readonly nth: number;
}

/**
 * One process of the desk: worker, listener, a command of staff. Nothing that it waits for comes back once it is dead.
 * Boundaries are those of the crash sweep: every call of a writer, of Payments, Model and Channel, before and after,
 * and the moments inside a writer.
 */
export interface Process {
  readonly isAlive: () => boolean;
  arm(death: Death): void;
  kill(): void;
  around<T>(call: string, run: () => Promise<T>): Promise<T>;
  readonly hook: StoreHook;
}

export interface ProcessOptions {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly onDeath: (where: string) => void;
}

export function startProcess({ timeline, random, onDeath }: ProcessOptions): Process {
  let alive = true;
  let death: Death | null = null;
  const kill = (where: string): void => {
    if (!alive) return;
    alive = false;
    onDeath(where);
  };
  const diesAt = (boundary: string): boolean => {
    if (alive && death !== null && boundary.includes(death.where)) {
      death = { ...death, nth: death.nth - 1 };
      if (death.nth <= 0) kill(boundary);
    }
    return !alive;
  };
  const isAlive = (): boolean => alive;
  return {
    isAlive,
    arm: (next) => {
      death = next;
    },
    kill: () => {
      kill('from outside');
    },
    async around(call, run) {
      if (random.chance(PARKED)) await timeline.park();
      if (diesAt(`${call} before`)) return NEVER;
      try {
        const result = await run();
        if (!diesAt(`${call} after`)) return result;
      } catch (error) {
        if (!(error instanceof Died) && isAlive()) throw error;
      }
      return NEVER;
    },
    hook: (moment, writer) => {
      if (diesAt(`${writer} ${moment}`)) throw new Died();
    },
  };
}
