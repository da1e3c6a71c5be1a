import { formatEat } from '../core/clock.ts';
import { formatKes } from '../core/money.ts';
import { showable, shorten } from '../core/text.ts';
import type { Payout, Transfer } from '../payouts/types.ts';
import { factText } from './fact-text.ts';
import type { Output } from './output.ts';
import { nextAction, type AttemptStory, type PayoutStory } from './payout-story.ts';
import { isoTime, labelled, plain, timeOrDash } from './screen.ts';

/** Characters of a raw callback on a screen; `--json` has it whole. */
const CALLBACK_SHOWN = 300;

export function payoutJson(payout: Payout): unknown {
  return {
    reference: payout.reference,
    key: payout.key,
    state: payout.state,
    receipt: payout.refund.receipt,
    amount_cents: payout.refund.amountCents,
    rail: payout.refund.rail,
    payee: payout.refund.payee,
    cause: payout.refund.cause,
    order: payout.orderNumber,
    round: payout.round,
    attempts: payout.attempts,
    next_attempt_at: isoTime(payout.nextAttemptAt),
    provider_receipt: payout.providerReceipt,
  };
}

export function attemptJson(story: AttemptStory): unknown {
  const { attempt, facts, transfers, callbacks, statements, flags } = story;
  return {
    id: attempt.id,
    round: attempt.round,
    case_id: attempt.caseId,
    receipt: attempt.refund.receipt,
    amount_cents: attempt.refund.amountCents,
    reserved_at: isoTime(attempt.reservedAt),
    send_by: isoTime(attempt.sendBy),
    verdict: attempt.verdict,
    resolved_at: isoTime(attempt.resolvedAt),
    next_ask_at: isoTime(attempt.nextAskAt),
    flags,
    facts: facts.map(({ id, at, fact }) => ({ id, at: isoTime(at), ...fact })),
    ledger: transfers.map(transferJson),
    callbacks: callbacks.map(({ at, why, body }) => ({ at: isoTime(at), does_not_fit: why, body })),
    statements: statements.map(({ by, at, says }) => ({ by, at: isoTime(at), says })),
    next: attempt.verdict === 'unresolved' ? nextAction(story) : null,
  };
}

export function storyJson({ payout, approvals, attempts, refusals }: PayoutStory): unknown {
  return {
    payout: payoutJson(payout),
    approvals: approvals.map(({ round, caseId, by, at, expiresAt }) => ({
      round,
      case_id: caseId,
      by,
      at: isoTime(at),
      expires_at: isoTime(expiresAt),
    })),
    attempts: attempts.map(attemptJson),
    gate_refusals: refusals.map(({ caseId, at, detail }) => ({
      case_id: caseId,
      at: isoTime(at),
      ...detail,
    })),
  };
}

function transferJson({ id, kind, amountCents, providerReceipt, resolves, at }: Transfer): unknown {
  return {
    id,
    kind,
    amount_cents: amountCents,
    provider_receipt: providerReceipt,
    resolves,
    at: isoTime(at),
  };
}

export function printStory(story: PayoutStory, now: number, output: Output): void {
  const { payout, approvals, attempts, refusals } = story;
  const { refund } = payout;
  const lines = [
    output.bold(`REFUND ${payout.reference}   ${plain(payout.state)}   round ${payout.round}`),
    ...labelled(
      'amount',
      `${formatKes(refund.amountCents)} of receipt ${refund.receipt}, order ${payout.orderNumber}`,
    ),
    ...labelled(
      'how',
      `${refund.rail} to ${plain(refund.payee.replaceAll('-', ' '))}, because of ${plain(refund.cause)}`,
    ),
    ...labelled('key', payout.key),
    ...(payout.providerReceipt === null ? [] : labelled('M-Pesa', `receipt ${payout.providerReceipt}`)),
    ...(payout.nextAttemptAt === null || payout.nextAttemptAt < now
      ? []
      : labelled('next', `attempt at ${formatEat(payout.nextAttemptAt)}`)),
    ...approvals.flatMap(({ at, by, round, caseId }) =>
      labelled('approved', `${formatEat(at)} by ${by} on case ${caseId}, round ${round}`),
    ),
    ...refusals.flatMap(({ at, caseId, detail }) =>
      labelled('held back', `${formatEat(at)} case ${caseId}: ${plain(String(detail['reason']))}`),
    ),
    ...attempts.flatMap((attempt) => attemptLines(attempt, output)),
    ...(attempts.length === 0 ? ['nothing was sent yet'] : []),
  ];
  for (const line of lines) output.line(line);
}

function attemptLines(story: AttemptStory, output: Output): readonly string[] {
  const { attempt, facts, transfers, callbacks, statements, flags } = story;
  const verdict = attempt.resolvedAt === null ? '' : ` since ${formatEat(attempt.resolvedAt)}`;
  return [
    '',
    output.bold(`ATTEMPT ${attempt.id}   ${plain(attempt.verdict)}${verdict}`),
    ...labelled(
      'reserved',
      `${formatEat(attempt.reservedAt)} for case ${attempt.caseId}, round ${attempt.round}`,
    ),
    ...facts.flatMap(({ at, fact }, index) =>
      labelled(index === 0 ? 'facts' : '', `${formatEat(at)}  ${factText(fact)}`),
    ),
    ...(flags.length === 0
      ? []
      : labelled('LOOK', `facts do not go together: ${flags.map(plain).join(', ')}`)),
    ...transfers.flatMap(({ at, kind, amountCents, providerReceipt }, index) =>
      labelled(
        index === 0 ? 'ledger' : '',
        `${formatEat(at)}  ${kind} ${formatKes(amountCents)}${providerReceipt === null ? '' : ` (${providerReceipt})`}`,
      ),
    ),
    ...callbacks.flatMap(({ at, why, body }, index) =>
      labelled(
        index === 0 ? 'callbacks' : '',
        `${formatEat(at)}  ${why === null ? '' : `[does not fit: ${showable(why)}] `}${shorten(showable(body), CALLBACK_SHOWN)}`,
      ),
    ),
    ...statements.flatMap(({ at, by }) => labelled('said by', `${by}, ${timeOrDash(at)}`)),
    ...(attempt.verdict === 'unresolved' ? labelled('next', nextAction(story)) : []),
  ];
}
