import { formatKes } from '../core/money.ts';
import { showable } from '../core/text.ts';
import type { Fact } from '../payouts/types.ts';

/** A fact about an attempt in one line of plain words. Values of the provider's go through `showable`. */
export function factText(fact: Fact): string {
  switch (fact.kind) {
    case 'never_connected':
      return `no connection to M-Pesa was made, so nothing left: ${showable(fact.detail)}`;
    case 'never_sent':
      return `the request was not sent in time, so nothing left: ${showable(fact.detail)}`;
    case 'refused':
      return `M-Pesa refused it before doing anything: ${showable(fact.code)} ${showable(fact.detail)}`;
    case 'acknowledged':
      return `M-Pesa took the request (conversation ${showable(fact.conversationId ?? '-')})`;
    case 'unknown_answer':
      return `sent, and the answer proves nothing: ${showable(fact.detail)}`;
    case 'result':
      return [
        `result ${showable(fact.code)}: ${showable(fact.description)}`,
        ...(fact.transactionId === null ? [] : [`receipt ${showable(fact.transactionId)}`]),
        ...(fact.amountCents === null ? [] : [formatKes(fact.amountCents)]),
        ...(fact.originalReceipt === null ? [] : [`of ${showable(fact.originalReceipt)}`]),
      ].join(', ');
    case 'queue_timeout':
      return "M-Pesa's queue timed out: proves nothing";
    case 'asked':
      return `question ${fact.ask}: M-Pesa was asked about the original payment`;
    case 'ask_failed':
      return `question ${fact.ask} was not taken: ${showable(fact.detail)}`;
    case 'status_answer':
      return [
        `answer to question ${fact.ask}: the original payment is ${showable(fact.status ?? 'not told')}`,
        `query code ${showable(fact.code)}`,
        ...(fact.amountCents === null ? [] : [formatKes(fact.amountCents)]),
      ].join(', ');
    case 'statement_row':
      return `the statement shows it: ${fact.providerReceipt}, ${formatKes(fact.amountCents)}`;
    case 'people': {
      const found = fact.says === 'paid' ? `paid, receipt ${fact.providerReceipt ?? '-'}` : 'not paid';
      const why = fact.evidence === '' ? '' : `: ${showable(fact.evidence)}`;
      return `${fact.by.join(' and ')} found: ${found}${why}`;
    }
  }
}
