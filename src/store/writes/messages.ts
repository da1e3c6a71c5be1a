import type { InboundMessage, OutboundMessage, Write } from '../../cases/change.ts';
import { run } from '../statement.ts';
import type { WriteContext } from './context.ts';

/** Keeps an inbound message; the same one handed in twice changes nothing. */
export function addInbound(context: WriteContext, message: InboundMessage): 'written' | 'same' {
  const added = run(
    context.db,
    `INSERT INTO inbound_messages (id, case_id, channel, provider_id, text, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (channel, provider_id) DO NOTHING`,
    message.id,
    message.caseId,
    message.channel,
    message.providerId,
    message.text,
    message.at,
  );
  return added === 1 ? 'written' : 'same';
}

export function markRead(context: WriteContext, messageIds: readonly string[]): void {
  for (const id of messageIds) {
    run(
      context.db,
      'UPDATE inbound_messages SET read_at = ? WHERE id = ? AND read_at IS NULL',
      context.at,
      id,
    );
  }
}

/** Puts a message in the outbox; its id is stable, so the same cause writes it once. */
export function addOutbound(context: WriteContext, message: OutboundMessage): 'written' | 'same' {
  const added = run(
    context.db,
    `INSERT INTO outbound_messages (id, case_id, audience, purpose, recipient, text, at, closes, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    message.id,
    message.caseId,
    message.audience,
    message.purpose,
    message.to,
    message.text,
    message.at,
    message.closes ? 1 : 0,
    message.at,
  );
  return added === 1 ? 'written' : 'same';
}

export function markDelivered(context: WriteContext, messageId: string): void {
  run(
    context.db,
    `UPDATE outbound_messages SET delivered_at = ?, next_at = NULL, tries = tries + 1
     WHERE id = ? AND delivered_at IS NULL`,
    context.at,
    messageId,
  );
}

export function deliveryFailed(
  context: WriteContext,
  write: Extract<Write, { kind: 'delivery_failed' }>,
): void {
  run(
    context.db,
    'UPDATE outbound_messages SET next_at = ?, tries = tries + 1 WHERE id = ? AND delivered_at IS NULL',
    write.nextAt,
    write.messageId,
  );
}
