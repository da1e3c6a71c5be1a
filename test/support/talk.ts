import { expect } from 'vitest';
import { fileReply, type Received } from '../../src/cases/inbound.ts';
import type { Escalation } from '../../src/cases/change.ts';
import { resolve, type Resolution } from '../../src/cases/staff/resolve.ts';
import type { Case, EscalationReason, Outcome } from '../../src/cases/types.ts';
import type { OrderNumber, Receipt } from '../../src/reading/types.ts';
import type { TestDesk } from './desk.ts';
import { caseOf, incoming, type Customer } from './journey.ts';

/** The customer writes into a case, and everything settles. */
export async function says(
  desk: TestDesk,
  customer: Pick<Customer, 'phone'>,
  caseId: string,
  text: string,
): Promise<Case> {
  await files(desk, customer, caseId, text);
  await desk.settle();
  return caseOf(desk, caseId);
}

/** The customer writes into a case; nothing reads it yet. */
export function files(
  desk: TestDesk,
  customer: Pick<Customer, 'phone'>,
  caseId: string,
  text: string,
): Promise<Received> {
  return fileReply(caseId, incoming(customer, text), 'customer', desk.app.desk);
}

/** The one open escalation of a case; another reason, none or several fail the test. */
export async function escalationOf(
  desk: TestDesk,
  caseId: string,
  reason: EscalationReason,
): Promise<Escalation> {
  const open = await desk.app.desk.store.escalations({ caseId, open: true, limit: 50 });
  expect(open.map((escalation) => escalation.reason)).toEqual([reason]);
  return open[0]!;
}

/** `--go-on` with nothing else. */
export const GO_ON: Resolution = { kind: 'go-on', receipt: null, order: null };

/** Staff answer the one open escalation of a case, and everything settles. */
export async function answers(
  desk: TestDesk,
  caseId: string,
  reason: EscalationReason,
  resolution: Resolution,
  by = 'wanjiru',
): Promise<Case> {
  const escalation = await escalationOf(desk, caseId, reason);
  await resolve(
    { escalationId: escalation.id, by, because: 'looked at the shop', resolution },
    desk.app.desk,
  );
  await desk.settle();
  return caseOf(desk, caseId);
}

/** The texts that the customer was sent, oldest first. */
export async function textsTo(desk: TestDesk, caseId: string): Promise<readonly string[]> {
  const all = await desk.app.desk.store.outboundOf(caseId);
  return all.filter(({ audience }) => audience === 'customer').map(({ text }) => text);
}

/** What R and N of an escalation's command stand for, and the words of a reply. */
export interface Filled {
  readonly receipt?: string;
  readonly order?: string;
  readonly text?: string;
}

/** Staff run the very command that the escalation names, with its blanks filled in; everything settles. */
export async function byItsCommand(
  desk: TestDesk,
  caseId: string,
  reason: EscalationReason,
  filled: Filled = {},
): Promise<Case> {
  const { id, command } = await escalationOf(desk, caseId, reason);
  const [, named, args] =
    /^rudisha escalations resolve (\S+) --as NAME --because TEXT (.+)$/.exec(command) ?? [];
  expect(named).toBe(id);
  return answers(desk, caseId, reason, resolutionOf(args ?? '', filled));
}

function resolutionOf(args: string, { receipt, order, text }: Filled): Resolution {
  const close = /^--close (\w+)$/.exec(args);
  if (close) return { kind: 'close', outcome: close[1] as Outcome };
  if (args === '--reply TEXT') return { kind: 'reply', text: text ?? 'Karibu.' };
  expect(args).toMatch(/^--go-on( --receipt R)?( --order N)?$/);
  return {
    kind: 'go-on',
    receipt: args.includes('--receipt R') ? ((receipt ?? null) as Receipt | null) : null,
    order: args.includes('--order N') ? ((order ?? null) as OrderNumber | null) : null,
  };
}
