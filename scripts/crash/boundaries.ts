import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync } from 'node:fs';
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
  /** Passes one more boundary: of the driver's statements, which no port sees. */
  readonly pass: (call: string) => void;
}

interface Options {
  readonly role: string;
  /** Every boundary that was passed, one a line. */
  readonly passedPath: string;
  /** Die here; null: never. Where it died is written to `diedPath` first. */
  readonly dieAt: string | null;
  readonly diedPath: string;
  /** At its first boundary the process waits until this file is there: two of them go on at one moment. */
  readonly gate: string | null;
}

export function boundaries(options: Options): Boundaries {
  const counts = new Map<string, number>();
  // The last status that the process saw its case in: part of the name.
  let status = 'none';
  // The listener lives in the worker's process: whose call it is goes with the call, not with the process.
  const roles = new AsyncLocalStorage<string>();
  // What a writer writes: several pieces of work are in flight at once, and only by that are their commits told apart.
  const contents = new AsyncLocalStorage<string>();
  let gate = options.gate;

  const pass = (call: string): void => {
    const what = `${roles.getStore() ?? options.role} · ${status} · ${call}`;
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    const name = `${what} · ${nth}`;
    appendFileSync(options.passedPath, `${name}\n`);
    if (name === options.dieAt) {
      appendFileSync(options.diedPath, `${name}\n`);
      die();
    }
    while (gate !== null && !existsSync(gate))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    gate = null;
  };

  const around = async <T>(call: string, what: string, run: () => Promise<T>): Promise<T> => {
    pass(`${call} before${what}`);
    const result = await contents.run(what, run);
    pass(`${call} after${what}`);
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
      if (view !== null) status = view.own.status;
      return view;
    },
    commit: (change: Change) => around('store.commit', kindsOf(change), () => store.commit(change)),
    reserve: (request, given) => around('store.reserve', '', () => store.reserve(request, given)),
    record: (fact: WorldFact) => {
      const record = () => around('store.record', kindOf(fact), () => store.record(fact));
      const heard = fact.kind === 'callback' || fact.kind === 'inquiry_callback';
      return heard ? roles.run(`${options.role} listener`, record) : record();
    },
  });

  return {
    pass,
    wrapping: {
      hook: (moment, writer) => {
        pass(`${writer} ${moment}${contents.getStore() ?? ''}`);
      },
      store: watching,
      payments: (payments) => ({
        prepare: () => around('payments.prepare', '', () => payments.prepare()),
        send: (request) => around('payments.send', '', () => payments.send(request)),
        ask: (query) => around('payments.ask', '', () => payments.ask(query)),
      }),
      model: (model) =>
        model === null
          ? null
          : {
              ...model,
              ask: (question, secrets) => around('model.ask', '', () => model.ask(question, secrets)),
            },
      channel: (channel) => ({
        deliver: (message) =>
          around('channel.deliver', ` [${message.purpose}]`, () => channel.deliver(message)),
      }),
      moment: (name) => {
        status = 'provider';
        pass(name);
      },
    },
  };
}

/** What a commit writes, each kind once. */
function kindsOf({ writes }: Change): string {
  return ` [${[...new Set(writes.map(({ kind }) => kind))].join(' ')}]`;
}

function kindOf(fact: WorldFact): string {
  return ` [${fact.kind === 'attempt_fact' ? fact.fact.kind : fact.kind}]`;
}

/** SIGKILL to oneself, and nothing more is run: the kernel may take a moment. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}
