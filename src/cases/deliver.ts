import { MINUTE, SECOND } from '../core/clock.ts';
import type { Desk } from './desk.ts';
import type { Write } from './change.ts';
import type { Channel } from './ports.ts';
import type { StoredOutbound } from './reads.ts';
import { event } from './step.ts';

/** Pauses after failed deliveries; the last one repeats for ever: a message is never given up. */
const RETRY_PAUSES = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE];

/**
 * Hands the due messages of one case to the channel, in their order, and saves what went in one commit: at least once,
 * under stable ids. The delivery of a refund's closing message closes the case in that commit (DESIGN §2). After a
 * failure the rest waits too, so that no customer reads the end before the beginning.
 */
export async function deliver(
  messages: readonly StoredOutbound[],
  channel: Channel,
  desk: Desk,
): Promise<void> {
  const delivered: StoredOutbound[] = [];
  let failed: StoredOutbound | null = null;
  for (const message of messages) {
    try {
      await channel.deliver(message);
      delivered.push(message);
    } catch {
      failed = message;
      break;
    }
  }
  for (;;) {
    const now = desk.clock.now();
    const writes: Write[] = delivered.map(({ id }) => ({ kind: 'delivered', messageId: id }));
    for (const message of delivered) writes.push(...(await closes(message, desk)));
    if (failed !== null)
      writes.push({ kind: 'delivery_failed', messageId: failed.id, nextAt: now + pauseOf(failed) });
    const saved = await desk.store.commit({ at: now, actor: 'worker', writes });
    if (saved.kind === 'done') return;
  }
}

function pauseOf({ tries }: StoredOutbound): number {
  return RETRY_PAUSES[Math.min(tries, RETRY_PAUSES.length - 1)] ?? MINUTE;
}

async function closes(message: StoredOutbound, desk: Desk): Promise<readonly Write[]> {
  if (!message.closes) return [];
  const kase = await desk.store.case(message.caseId);
  if (kase?.status !== 'refunded') return [];
  return [
    {
      kind: 'update_case',
      caseId: kase.id,
      version: kase.version,
      set: { status: 'closed', outcome: 'refunded', closedAt: desk.clock.now(), wakeAt: null },
    },
    event(kase.id, 'closed', { outcome: 'refunded' }),
  ];
}
