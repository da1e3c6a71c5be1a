import type { WorldFact } from '../../src/cases/change.ts';
import type { Desk } from '../../src/cases/desk.ts';
import { stopForOldCopy } from '../../src/cases/lane.ts';
import { parseCallback, parseInquiryCallback } from '../../src/mpesa/callback.ts';
import { parseCallbackPath, type CallbackTarget } from '../../src/payouts/callback-path.ts';
import { attemptId } from '../../src/payouts/key.ts';

/** What the listener answered, and what it had been told. */
export interface Heard {
  readonly status: number;
  readonly fact: WorldFact | null;
}

/** What the listener of the desk does with a callback, from its path and its raw text on; without the socket. */
export async function hearCallback(path: string, text: string, desk: Desk): Promise<Heard> {
  const target = parseCallbackPath(desk.fixed.secret, path);
  if (target === null) return { status: 404, fact: null };
  const at = desk.clock.now();
  if (target === 'wrong_mac') {
    const why = 'wrong token in the path';
    await desk.store.record({ kind: 'callback', at, path, body: '', attemptId: null, fact: null, why });
    return { status: 404, fact: null };
  }
  const fact = factOf(target, path, at, jsonOf(text));
  const recorded = await desk.store.record(fact);
  if (recorded.kind === 'unknown')
    await stopForOldCopy(
      target.of === 'attempt' ? attemptId(target.reference, target.number) : target.id,
      desk,
    );
  return { status: 200, fact };
}

function factOf(target: CallbackTarget, path: string, at: number, body: unknown): WorldFact {
  if (target.of === 'inquiry') {
    const { answer, why, stored } = parseInquiryCallback(target.kind, body);
    const text = JSON.stringify(stored ?? null);
    return { kind: 'inquiry_callback', at, path, inquiryId: target.id, answer, why, body: text };
  }
  const { fact, why, stored } = parseCallback(target.kind, target.ask, body);
  return {
    kind: 'callback',
    at,
    path,
    attemptId: attemptId(target.reference, target.number),
    fact,
    why,
    body: JSON.stringify(stored ?? null),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
