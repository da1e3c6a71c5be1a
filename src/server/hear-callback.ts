import type { WorldFact } from '../cases/change.ts';
import type { Clock, Store } from '../cases/ports.ts';
import { parseJson } from '../core/json.ts';
import { parseCallback, parseInquiryCallback } from '../mpesa/callback.ts';
import type { CallbackTarget, parseCallbackPath } from '../payouts/callback-path.ts';
import { attemptId } from '../payouts/key.ts';

export interface Hearing {
  readonly store: Pick<Store, 'record'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called before the answer when a valid path names an attempt or inquiry that is not in the database. */
  readonly onUnknown: (name: string) => Promise<void>;
}

/** What is to be answered, and what was kept. */
export interface Heard {
  readonly status: 200 | 404;
  /** An attempt has a new fact, or an inquiry a new answer. */
  readonly isNew: boolean;
  /** What the callback says; null for one that nobody of ours was given the path of. */
  readonly fact: WorldFact | null;
}

/** Keeps a callback, from its path and its raw text on (payouts.md §8). Rejects when it could not be stored. */
export async function hearCallback(
  target: NonNullable<ReturnType<typeof parseCallbackPath>>,
  path: string,
  text: string,
  { store, clock, onUnknown }: Hearing,
): Promise<Heard> {
  const at = clock.now();
  if (target === 'wrong_mac') {
    // Somebody guesses, or the secret is another installation's: kept without its body, and without effect.
    const why = 'wrong token in the path';
    await store.record({ kind: 'callback', at, path, body: '', attemptId: null, fact: null, why });
    return { status: 404, isNew: false, fact: null };
  }
  const fact: WorldFact = { at, path, ...saidOf(target, parseJson(text)) };
  const recorded = await store.record(fact);
  if (recorded.kind === 'unknown') {
    await onUnknown(target.of === 'attempt' ? attemptId(target.reference, target.number) : target.id);
  }
  return { status: 200, isNew: recorded.kind === 'new', fact };
}

type Callback = Extract<WorldFact, { kind: 'callback' | 'inquiry_callback' }>;
type Said<One extends Callback = Callback> = One extends Callback ? Omit<One, 'at' | 'path'> : never;

/** What a callback says, by what its path is about. */
function saidOf(target: CallbackTarget, body: unknown): Said {
  if (target.of === 'inquiry') {
    const { answer, why, stored } = parseInquiryCallback(target.kind, body);
    const kept = JSON.stringify(stored ?? null);
    return { kind: 'inquiry_callback', inquiryId: target.id, answer, why, body: kept };
  }
  const { fact, why, stored } = parseCallback(target.kind, target.ask, body);
  return {
    kind: 'callback',
    attemptId: attemptId(target.reference, target.number),
    fact,
    why,
    body: JSON.stringify(stored ?? null),
  };
}
