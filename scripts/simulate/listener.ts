import type { Desk } from '../../src/cases/desk.ts';
import { stopForOldCopy } from '../../src/cases/lane.ts';
import { parseCallbackPath } from '../../src/payouts/callback-path.ts';
import { hearCallback, type Heard } from '../../src/server/hear-callback.ts';

/** What the listener of the desk does with a callback, without the socket. */
export async function hearAtDesk(
  path: string,
  text: string,
  desk: Desk,
): Promise<Pick<Heard, 'status' | 'fact'>> {
  const target = parseCallbackPath(desk.fixed.secret, path);
  if (target === null) return { status: 404, fact: null };
  return hearCallback(target, path, text, {
    store: desk.store,
    clock: desk.clock,
    onUnknown: (name) => stopForOldCopy(name, desk),
  });
}
