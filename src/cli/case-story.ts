import { Problem } from '../core/errors.ts';
import type { App } from '../app.ts';
import { fieldChecks, type FieldCheck } from '../cases/card-fields.ts';
import type { Escalation, InboundMessage } from '../cases/change.ts';
import type { Snapshot, StoredEvent, StoredModelCall, StoredOutbound } from '../cases/reads.ts';

/** A case with all that the store holds of it. */
export interface CaseStory {
  readonly snapshot: Snapshot;
  readonly inbound: readonly InboundMessage[];
  readonly outbound: readonly StoredOutbound[];
  readonly escalations: readonly Escalation[];
  readonly calls: readonly StoredModelCall[];
  readonly events: readonly StoredEvent[];
  /** False when somebody changed the history behind the program's back. */
  readonly intact: boolean;
  /** What was said, held against the record of the receipt; empty before anything was read. */
  readonly fields: readonly FieldCheck[];
}

/** More escalations than any case has. */
const ESCALATIONS = 200;

/** Problem 'not_found' for a case that does not exist. */
export async function caseStory(caseId: string, { desk: { store } }: App): Promise<CaseStory> {
  const snapshot = await store.snapshot(caseId);
  if (snapshot === null)
    throw new Problem('not_found', `there is no case ${caseId}: "rudisha cases list" shows all`);
  const [inbound, outbound, escalations, calls, events, intact] = await Promise.all([
    store.inboundOf(caseId),
    store.outboundOf(caseId),
    store.escalations({ caseId, limit: ESCALATIONS }),
    store.modelCallsOf(caseId),
    store.eventsOf(caseId),
    store.eventsIntact(caseId),
  ]);
  return { snapshot, inbound, outbound, escalations, calls, events, intact, fields: fieldsOf(snapshot) };
}

function fieldsOf({ case: kase, situation }: Snapshot): readonly FieldCheck[] {
  if (situation === null) return [];
  const { payments, orders } = situation.records;
  const payment = payments.find(({ receipt }) => receipt === kase.receipt) ?? null;
  const stated = kase.staffFact?.order ?? kase.orderNumber ?? situation.said.orders[0]?.number;
  const order = orders.find(({ number }) => number === stated) ?? null;
  return fieldChecks(situation, payment, order);
}
