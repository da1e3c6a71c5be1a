import { formatKes } from '../../core/money.ts';
import { openCase } from '../../cases/inbound.ts';
import { reviewCard, type ReviewCard } from '../../cases/card.ts';
import { approve } from '../../cases/staff/approve.ts';
import type { Snapshot } from '../../cases/reads.ts';
import type { Said } from '../../reading/types.ts';
import { plain, words } from '../screen.ts';
import { decisionText } from './reasons.ts';
import { APPROVER, type Complaint } from './script.ts';
import { showMessage, untilCase, type Stage } from './stage.ts';

/** What happens in most scenes: a complaint comes in, is understood, approved and paid. */

export async function complain(complaint: Complaint, stage: Stage): Promise<void> {
  const { part, sender, text } = complaint;
  const incoming = { channel: 'demo', providerId: `demo-${part}`, sender, text };
  const { caseId } = await openCase(incoming, 'customer', stage.app.desk);
  stage.caseIds.set(part, caseId);
}

export function showWords(
  said: { readonly customer: string; readonly text: string; readonly english?: string | undefined },
  stage: Stage,
): void {
  stage.story.tell(said.customer.toLowerCase(), `“${words(said.text)}”`);
  if (said.english !== undefined) stage.story.tell('', said.english, 'note');
}

/** What the desk read in the words, and what the table made of it. */
export function showDecision({ case: kase }: Snapshot, stage: Stage): void {
  if (kase.said !== null) stage.story.tell('read', `${saidText(kase.said)}   (case ${kase.id})`);
  if (kase.decision !== null) stage.story.tell('decided', decisionText(kase.decision));
}

function saidText(said: Said): string {
  const parts = [
    said.receipts.length === 0 ? 'no code' : `code ${said.receipts.join(' and ')}`,
    said.orders.length === 0 ? 'no order number' : `order ${said.orders.map((o) => o.written).join(', ')}`,
    said.amounts.length === 0 ? 'no amount' : said.amounts.map((amount) => formatKes(amount)).join(', '),
    ...(said.injection ? ['orders to the program: treated as if they were not there'] : []),
  ];
  return parts.join(' · ');
}

/** The review card in its short form, and the approval of one who had no hand in the case. */
export async function approveCase(complaint: Complaint, stage: Stage): Promise<void> {
  const snapshot = await waiting(complaint, stage);
  const { desk } = stage.app;
  const messages = await desk.store.inboundOf(snapshot.case.id);
  const card = reviewCard(snapshot, messages, desk.fixed.settings, desk.clock.now());
  if (card === null) throw new Error(`scene ${complaint.scene} has no review card`);
  showCard(card, stage);
  const approved = await approve(
    { caseId: card.caseId, by: APPROVER, key: card.key, orderChecked: false, revision: card.revision },
    desk,
  );
  stage.story.tell('approved', `by ${APPROVER}, who had no hand in the case: ${approved.reference}`);
}

export function waiting(complaint: Complaint, stage: Stage): Promise<Snapshot> {
  return untilCase(complaint, 'a card to approve', stage, ({ case: kase, payout, unread }) => {
    return kase.status === 'waiting_for_approval' && payout !== null && unread.length === 0;
  });
}

function showCard({ send, order, fields, cautions }: ReviewCard, stage: Stage): void {
  const to = send.payee === null ? '' : `, ${send.payee}`;
  const agreeing = fields.filter(({ comparison }) => comparison === 'agree');
  const differing = fields.filter(({ comparison }) => comparison === 'differ');
  const how = send.rail === 'reversal' ? 'by reversal of' : 'over B2C, as a part of';
  const lines = [
    `give back ${formatKes(send.amountCents)} ${how} ${send.receipt}, to the number that paid it${to}`,
    ...(order === null
      ? []
      : [`order ${order.written}: ${order.status}, total ${formatKes(order.totalCents)}`]),
    `agrees: ${names(agreeing)}${differing.length === 0 ? '' : `; DIFFERS: ${names(differing)}`}`,
    ...(cautions.length === 0 ? [] : [`look twice: ${cautions.map(plain).join(', ')}`]),
  ];
  lines.forEach((line, index) => {
    stage.story.tell(index === 0 ? 'card' : '', line);
  });
}

function names(fields: ReviewCard['fields']): string {
  return fields.map(({ field }) => plain(field)).join(', ');
}

/** Waits for the money and the closing message. */
export async function showPaid(complaint: Complaint, stage: Stage): Promise<void> {
  const { payout } = await closed(complaint, stage);
  if (payout === null) throw new Error(`scene ${complaint.scene} paid nothing`);
  const receipt = payout.providerReceipt;
  stage.story.tell(
    'M-Pesa',
    `${formatKes(payout.refund.amountCents)} went back${receipt === null ? '' : `; M-Pesa's receipt of it is ${receipt}`}`,
    'good',
  );
  await showMessage(complaint, complaint.told, stage);
}

export function closed(complaint: Complaint, stage: Stage): Promise<Snapshot> {
  return untilCase(complaint, 'closed', stage, ({ case: kase }) => kase.status === 'closed');
}

/** A case that the desk closes without money. */
export async function showClosed(complaint: Complaint, stage: Stage): Promise<void> {
  showDecision(await closed(complaint, stage), stage);
  await showMessage(complaint, complaint.told, stage);
}
