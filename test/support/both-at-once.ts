import type { Write } from '../../src/cases/change.ts';
import type { Store } from '../../src/cases/ports.ts';

/** Two workers of one file whose commits meet. */
export interface BothAtOnce {
  readonly store: (real: Store) => Store;
  /** From now on a commit with such a write waits for a second one: each has looked before either is saved. */
  arm(): void;
  /** Both were there. */
  met(): boolean;
}

export function bothAtOnce(kind: Write['kind']): BothAtOnce {
  let waiting: (() => void)[] | null = null;
  return {
    store: (real) => ({
      ...real,
      commit: async (change) => {
        const held = waiting;
        if (held !== null && change.writes.some((write) => write.kind === kind)) {
          await new Promise<void>((go) => {
            held.push(go);
            if (held.length === 2) {
              waiting = null;
              for (const next of held) next();
            }
          });
        }
        return real.commit(change);
      },
    }),
    arm: () => {
      waiting = [];
    },
    met: () => waiting === null,
  };
}
