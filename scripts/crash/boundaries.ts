import { appendFileSync } from 'node:fs';
import type { Wrapping } from '../../src/app.ts';
import type { Change, WorldFact } from '../../src/cases/change.ts';
import type { Store } from '../../src/cases/ports.ts';

/**
 * Boundaries: every call of Payments, Model, Channel and of the store's writers, before and after, and the moments
 * inside a writer. The wrapper itself makes the names, `role · case status · call · n-th`, so no hand-kept list can
 * miss one. It writes every name to a file and, at the one that it was given, kills its own process with SIGKILL.
 */
export interface Boundaries {
  readonly wrapping: Wrapping;
}

interface Options {
  readonly role: string;
  /** Every boundary that was passed, one a line. */
  readonly passedPath: string;
  /** Die here; null: never. */
  readonly dieAt: string | null;
}

export function boundaries(options: Options): Boundaries {
  const counts = new Map<string, number>();
  // The last status that the process saw its case in: part of the name.
  let status = 'none';
  let role = options.role;

  const pass = (call: string): void => {
    const what = `${role} · ${status} · ${call}`;
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    const name = `${what} · ${nth}`;
    appendFileSync(options.passedPath, `${name}\n`);
    if (name === options.dieAt) die();
  };

  const around = async <T>(call: string, run: () => Promise<T>): Promise<T> => {
    pass(`${call} before`);
    const result = await run();
    pass(`${call} after`);
    return result;
  };

  const watching = (store: Store): Store => ({
    ...store,
    snapshot: async (caseId) => {
      const snapshot = await store.snapshot(caseId);
      if (snapshot !== null) status = snapshot.case.status;
      return snapshot;
    },
    case: async (caseId) => {
      const kase = await store.case(caseId);
      if (kase !== null) status = kase.status;
      return kase;
    },
    attempt: async (attemptId) => {
      const view = await store.attempt(attemptId);
      const own = view?.cases.find(({ id }) => id === view.attempt.caseId);
      if (own) status = own.status;
      return view;
    },
    commit: (change: Change) => around('store.commit', () => store.commit(change)),
    reserve: (request, given) => around('store.reserve', () => store.reserve(request, given)),
    record: (fact: WorldFact) => {
      const before = role;
      if (fact.kind === 'callback') role = 'listener';
      const done = around('store.record', () => store.record(fact));
      return done.finally(() => {
        role = before;
      });
    },
  });

  return {
    wrapping: {
      hook: (moment, writer) => {
        pass(`${writer} ${moment}`);
      },
      store: watching,
      payments: (payments) => ({
        prepare: () => around('payments.prepare', () => payments.prepare()),
        send: (request) => around('payments.send', () => payments.send(request)),
        ask: (query) => around('payments.ask', () => payments.ask(query)),
      }),
      model: (model) =>
        model === null
          ? null
          : { ...model, ask: (question, secrets) => around('model.ask', () => model.ask(question, secrets)) },
      channel: (channel) => ({
        deliver: (message) => around('channel.deliver', () => channel.deliver(message)),
      }),
      moment: (name) => {
        status = 'provider';
        pass(name);
      },
    },
  };
}

/** SIGKILL to oneself, and nothing more is run: the kernel may take a moment. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}
