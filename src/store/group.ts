import { invariant } from '../core/errors.ts';
import { whenFree, type Waiting } from './busy.ts';
import type { StoreHook } from './hook.ts';
import type { Db } from './open.ts';
import { control } from './statement.ts';
import { assertSchema, immediately } from './transaction.ts';

/** Runs a writer's synchronous work in a transaction; resolves when what it wrote is durable. */
export type GroupWriter = <T>(writer: string, run: () => T) => Promise<T>;

/** A writer whose work waits for the next transaction. */
interface Entry {
  readonly writer: string;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** One long transaction holds back readers' checkpoints and other processes: more than this wait for the next one. */
const MOST = 128;

/**
 * Group commit: what is handed in while the event loop does one round of work goes into one transaction, each in its own
 * savepoint, so that one that loses its version undoes nothing of the others. Nobody is told before the whole is
 * durable. No timer: one writer alone goes out at the end of the same round, in a transaction of its own.
 */
export function groupWriter(db: Db, hook: StoreHook, waiting: Waiting): GroupWriter {
  let queue: Entry[] = [];
  let busy = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const group = queue.slice(0, MOST);
      queue = queue.slice(MOST);
      await settle(group);
    }
    busy = false;
  };

  const settle = async (group: readonly Entry[]): Promise<void> => {
    const [only] = group;
    if (only !== undefined && group.length === 1) return alone(only);
    let outcomes: readonly Outcome[] | null = null;
    try {
      outcomes = await whenFree(() => together(db, hook, group), waiting);
    } catch {
      // The transaction itself failed (a full disk ends it whole): each tries alone, so that what can be written is, and
      // each hears of its own failure.
    }
    if (outcomes === null) for (const entry of group) await alone(entry);
    else told(group, outcomes);
  };

  /** It is durable: whatever happens from here on, nothing is run again. */
  const told = (group: readonly Entry[], outcomes: readonly Outcome[]): void => {
    group.forEach((entry, index) => {
      try {
        hook('after-commit', entry.writer);
        tell(entry, outcomes[index]);
      } catch (error) {
        entry.reject(error);
      }
    });
  };

  const alone = async (entry: Entry): Promise<void> => {
    try {
      entry.resolve(await whenFree(() => immediately(db, hook, entry.writer, entry.run), waiting));
    } catch (error) {
      entry.reject(error);
    }
  };

  /** A bug in here must not leave anybody waiting for ever. */
  const abandon = (error: unknown): void => {
    busy = false;
    for (const entry of queue.splice(0)) entry.reject(error);
  };

  return <T>(writer: string, run: () => T) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ writer, run, resolve: resolve as (value: unknown) => void, reject });
      if (busy) return;
      busy = true;
      // After every promise that is ready now: the other cases in flight hand in what they have.
      setImmediate(() => {
        flush().catch(abandon);
      });
    });
}

function tell(entry: Entry, outcome: Outcome | undefined): void {
  invariant(outcome, 'every writer of a group has an outcome');
  if ('error' in outcome) entry.reject(outcome.error);
  else entry.resolve(outcome.value);
}

/** All of a group in one immediate transaction. Throws only when that transaction is undone as a whole. */
function together(db: Db, hook: StoreHook, group: readonly Entry[]): readonly Outcome[] {
  for (const { writer } of group) hook('before-begin', writer);
  control(db, 'BEGIN IMMEDIATE');
  try {
    assertSchema(db);
    const outcomes = group.map((entry) => inSavepoint(db, entry));
    for (const { writer } of group) hook('before-commit', writer);
    control(db, 'COMMIT');
    return outcomes;
  } catch (error) {
    if (db.inTransaction) control(db, 'ROLLBACK');
    throw error;
  }
}

function inSavepoint(db: Db, { writer, run }: Entry): Outcome {
  control(db, 'SAVEPOINT writer');
  try {
    const value = run();
    invariant(db.inTransaction, `${writer} ended the transaction of its group`);
    control(db, 'RELEASE writer');
    return { value };
  } catch (error) {
    // SQLite ends the whole transaction for some failures; what came before in this group is gone with it.
    if (!db.inTransaction) throw error;
    control(db, 'ROLLBACK TO writer');
    control(db, 'RELEASE writer');
    return { error };
  }
}
