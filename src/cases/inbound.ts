import { Problem } from '../core/errors.ts';
import { readReply } from '../reading/reply.ts';
import type { Msisdn } from '../reading/types.ts';
import { contextOf, type Desk } from './desk.ts';
import type { Actor, Condition, InboundMessage, Write } from './change.ts';
import { escalate } from './escalations.ts';
import { changeOf, event } from './step.ts';
import type { Case } from './types.ts';

/** The longest message that is kept; what is longer is refused with one clear line. */
export const MESSAGE_LENGTH_KEPT = 200_000;

/** A message as a channel hands it in. */
export interface Incoming {
  readonly channel: string;
  /** Unique per channel. */
  readonly providerId: string;
  /** The number that it came from, when the channel tells it. */
  readonly sender: Msisdn | null;
  readonly text: string;
}

/** Which case a message went to, and whether it opened it, was filed there, or had been handed in before. */
export interface Received {
  readonly caseId: string;
  readonly what: 'opened' | 'filed' | 'known';
}

/** Opens a case with its first message. The same message handed in again names the case that it opened. */
export async function openCase(incoming: Incoming, by: Actor, desk: Desk): Promise<Received> {
  assertReadable(incoming);
  const known = await desk.store.caseOfMessage(incoming.channel, incoming.providerId);
  if (known !== null) return { caseId: known, what: 'known' };
  const now = desk.clock.now();
  const kase = newCase(desk.ids.caseId(), incoming, by, now);
  const saved = await desk.store.commit({
    at: now,
    actor: by,
    conditions: [unknown(incoming)],
    writes: [
      { kind: 'open_case', case: kase },
      { kind: 'inbound', message: messageOf(kase.id, incoming, now, desk) },
      event(kase.id, 'opened', { channel: incoming.channel, length: incoming.text.length }),
    ],
  });
  return saved.kind === 'done' ? { caseId: kase.id, what: 'opened' } : openCase(incoming, by, desk);
}

/** Two processes that hand in one message at once: the second one loses, and finds the first one's case. */
function unknown(incoming: Incoming): Condition {
  return { kind: 'message_unknown', channel: incoming.channel, providerId: incoming.providerId };
}

/**
 * Files a message in a case. In a closed one thanks are filed, a dispute within the window goes to a person on that
 * case, and anything later or about another receipt opens a new case (decisions.md).
 */
export async function fileReply(
  caseId: string,
  incoming: Incoming,
  by: Actor,
  desk: Desk,
): Promise<Received> {
  assertReadable(incoming);
  const known = await desk.store.caseOfMessage(incoming.channel, incoming.providerId);
  if (known !== null) return { caseId: known, what: 'known' };
  const kase = await desk.store.case(caseId);
  if (kase === null)
    throw new Problem('not_found', `there is no case ${caseId}: "rudisha cases list" shows all`);
  if (kase.status === 'closed') return fileInClosed(kase, incoming, by, desk);
  const now = desk.clock.now();
  const saved = await desk.store.commit(
    changeOf(
      kase,
      { wakeAt: wakeOf(kase, now), hands: withHand(kase, by) },
      { now },
      filed(kase, incoming, now, desk),
      {
        actor: by,
        conditions: [unknown(incoming)],
      },
    ),
  );
  return saved.kind === 'done' ? { caseId, what: 'filed' } : fileReply(caseId, incoming, by, desk);
}

/** A model that failed a moment ago keeps its pause: quick messages in a row must not use up its tries. */
function wakeOf(kase: Case, now: number): number {
  return kase.modelFailures > 0 && kase.wakeAt !== null ? kase.wakeAt : now;
}

/** Routes a message that names no case: to the sender's newest case where it belongs there, else a new one. */
export async function receive(incoming: Incoming, by: Actor, desk: Desk): Promise<Received> {
  if (incoming.sender === null) return openCase(incoming, by, desk);
  const newest = await desk.store.newestCaseOf(incoming.channel, incoming.sender);
  return newest === null ? openCase(incoming, by, desk) : fileReply(newest.id, incoming, by, desk);
}

async function fileInClosed(kase: Case, incoming: Incoming, by: Actor, desk: Desk): Promise<Received> {
  const context = contextOf(desk);
  const reply = readReply(incoming.text, null);
  const { receipts, complaint } = reply.message;
  const otherReceipt = receipts.some(
    (receipt) => receipt !== kase.receipt && kase.said?.receipts.includes(receipt) !== true,
  );
  const recent = context.now - (kase.closedAt ?? 0) <= context.settings.disputeWindowMs;
  if (otherReceipt || (!recent && !isThanks(reply.intent, complaint))) return openCase(incoming, by, desk);
  const writes: Write[] = [...filed(kase, incoming, context.now, desk)];
  if (isThanks(reply.intent, complaint)) {
    writes.push({ kind: 'mark_read', messageIds: [inboundId(writes)] });
  } else {
    writes.push(...escalate(kase, 'customer_asks_for_person', context, { subReason: 'disputes_closing' }));
  }
  const saved = await desk.store.commit(
    changeOf(kase, {}, context, writes, { actor: by, conditions: [unknown(incoming)] }),
  );
  return saved.kind === 'done' ? { caseId: kase.id, what: 'filed' } : fileReply(kase.id, incoming, by, desk);
}

function inboundId(writes: readonly Write[]): string {
  const [inbound] = writes.filter((write) => write.kind === 'inbound');
  return inbound?.message.id ?? '';
}

/** Words that dispute nothing: thanks, an okay, an emoji. */
function isThanks(intent: string, complaint: string): boolean {
  return (intent === 'other' || intent === 'yes') && complaint === 'no';
}

function filed(kase: Case, incoming: Incoming, now: number, desk: Desk): readonly Write[] {
  return [
    { kind: 'inbound', message: messageOf(kase.id, incoming, now, desk) },
    event(kase.id, 'message_received', { channel: incoming.channel, length: incoming.text.length }),
  ];
}

function messageOf(caseId: string, incoming: Incoming, at: number, desk: Desk): InboundMessage {
  return {
    id: desk.ids.rowId(),
    caseId,
    channel: incoming.channel,
    providerId: incoming.providerId,
    text: incoming.text,
    at,
  };
}

function newCase(id: string, incoming: Incoming, by: Actor, now: number): Case {
  return {
    id,
    channel: incoming.channel,
    sender: incoming.sender,
    language: 'sw',
    status: 'new',
    outcome: null,
    version: 1,
    revision: 1,
    openedAt: now,
    changedAt: now,
    closedAt: null,
    wakeAt: now,
    modelCalls: 0,
    readingSteps: 0,
    said: null,
    secrets: {},
    decision: null,
    staffFact: null,
    asked: null,
    askedAt: null,
    reminders: 0,
    timesAsked: {},
    staffAsk: null,
    receipt: null,
    orderNumber: null,
    payoutKey: null,
    duplicateOf: null,
    toldToWait: false,
    modelFailures: 0,
    hands: withHand({ hands: [] }, by),
  };
}

/** Nobody approves what they opened, edited, answered or stated a fact for (payouts.md §1). */
export function withHand(kase: Pick<Case, 'hands'>, by: Actor): readonly string[] {
  if (!by.startsWith('staff:')) return kase.hands;
  const name = by.slice('staff:'.length);
  return kase.hands.includes(name) ? kase.hands : [...kase.hands, name];
}

/** What the tables would refuse is refused here, with a line that a person can act on. */
function assertReadable({ text, channel, providerId }: Incoming): void {
  if (text.trim() === '') throw new Problem('bad_input', 'the message is empty: nothing was saved');
  if (text.length > MESSAGE_LENGTH_KEPT) {
    throw new Problem(
      'bad_input',
      `the message has ${text.length} characters, at most ${MESSAGE_LENGTH_KEPT} are kept: nothing was saved`,
    );
  }
  assertLength('channel', channel, 40);
  assertLength('id that the message has in its channel', providerId, 200);
}

function assertLength(what: string, value: string, most: number): void {
  if (value.length >= 1 && value.length <= most) return;
  throw new Problem(
    'bad_input',
    `the ${what} has ${value.length} characters, 1 to ${most} are wanted: nothing was saved`,
  );
}
