import type { App } from '../app.ts';
import type { Case } from '../cases/types.ts';
import { cutAt } from '../reading/message.ts';
import { fieldJson, paymentJson, refundJson } from './card-json.ts';
import type { CliContext } from './context.ts';
import { escalationJson } from './escalation-json.ts';
import { printCase } from './case-screen.ts';
import { caseStory, type CaseStory } from './case-story.ts';
import { isoTime } from './screen.ts';

/** Prints one case whole. Problem 'not_found' for a case that does not exist. */
export async function showCase(caseId: string, json: boolean, app: App, context: CliContext): Promise<void> {
  const story = await caseStory(caseId, app);
  if (json) context.output.json(storyJson(story));
  else printCase(story, app.desk.clock.now(), context.output);
}

/** A case as data. The texts and the map of secrets are left out: lists are piped and logged. */
export function caseJson(kase: Case): unknown {
  return {
    id: kase.id,
    status: kase.status,
    outcome: kase.outcome,
    channel: kase.channel,
    sender: kase.sender,
    language: kase.language,
    opened_at: isoTime(kase.openedAt),
    changed_at: isoTime(kase.changedAt),
    closed_at: isoTime(kase.closedAt),
    wake_at: isoTime(kase.wakeAt),
    receipt: kase.receipt,
    order: kase.orderNumber,
    payout_key: kase.payoutKey,
    decision: kase.decision,
    staff_fact: kase.staffFact && { ...kase.staffFact, at: isoTime(kase.staffFact.at) },
    asked: kase.asked,
    duplicate_of: kase.duplicateOf,
    model_calls: kase.modelCalls,
    reading_steps: kase.readingSteps,
    hands: kase.hands,
    version: kase.version,
    revision: kase.revision,
  };
}

function storyJson(story: CaseStory): unknown {
  const { snapshot, inbound, outbound, escalations, calls, events, intact, fields } = story;
  const { case: kase, payout, situation, refunds } = snapshot;
  const payment = situation?.records.payments.find(({ receipt }) => receipt === kase.receipt);
  return {
    ...(caseJson(kase) as object),
    said: kase.said,
    reference: payout?.reference ?? null,
    payout_state: payout?.state ?? null,
    payment: payment ? paymentJson(payment) : null,
    fields: fields.map(fieldJson),
    refunds: refunds.map(refundJson),
    messages_in: inbound.map(({ id, channel, providerId, text, at }) => ({
      id,
      channel,
      provider_id: providerId,
      text,
      at: isoTime(at),
      cut_at: cutAt(text),
    })),
    messages_out: outbound.map(({ id, audience, purpose, to, text, at, tries, deliveredAt }) => ({
      id,
      audience,
      purpose,
      to,
      text,
      at: isoTime(at),
      tries,
      delivered_at: isoTime(deliveredAt),
    })),
    escalations: escalations.map(escalationJson),
    model_calls_made: calls.map(
      ({ id, purpose, at, outcome, model, digest, promptHash, prompt, rawAnswer }) => ({
        id,
        purpose,
        at: isoTime(at),
        outcome,
        model,
        digest,
        prompt_hash: promptHash,
        prompt,
        raw_answer: rawAnswer,
      }),
    ),
    history: events.map(({ seq, at, actor, what, detail }) => ({
      seq,
      at: isoTime(at),
      actor,
      what,
      detail,
    })),
    history_intact: intact,
  };
}
