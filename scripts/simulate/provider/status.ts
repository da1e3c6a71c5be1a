import { seedOf } from '../random.ts';
import { reversalOf, type MoneyRequest, type PaidIn } from './books.ts';
import { failedAnswer, paymentAnswer, requestAnswer } from './bodies.ts';
import { callBack, type ProviderContext } from './context.ts';
import { queryPlan, type Asking } from './faults.ts';
import { answer, nameOfUrl, type Answered } from './money.ts';

type Fields = Readonly<Record<string, string>>;

/** "The transaction receipt number does not exist." */
const NOT_FOUND = '2032';

/** A status query is received. Its answer tells of this moment, however late it comes. */
export function takeQuery(context: ProviderContext, body: string): Answered {
  const fields = JSON.parse(body) as Fields;
  const url = fields['ResultURL'] ?? '';
  const name = nameOfUrl(url);
  const { asking, toldAfterMs } = queryPlan(context.seed, name);
  if (asking !== 'told') context.count(`query_${asking}`);
  const afterMs = 100 + (seedOf(context.seed, name) % 3_000);
  if (asking === 'ask_refused')
    return { outcome: answer(400, { errorCode: '400.002.02', errorMessage: 'Bad Request' }), afterMs };
  if (asking === 'queue_timeout') {
    callBack(context, toldAfterMs, fields['QueueTimeOutURL'] ?? '', JSON.stringify({ ...fields }));
  } else if (asking !== 'silence') {
    const text = answerText(context, fields, name, asking);
    callBack(context, afterMs + toldAfterMs, url, text);
    if (asking === 'told_twice') callBack(context, afterMs + toldAfterMs * 3, url, text);
  }
  if (asking === 'ask_lost') return { outcome: { kind: 'broken', detail: 'no answer' }, afterMs };
  const ack = { ConversationID: `AG_${seedOf(name)}`, OriginatorConversationID: 'q', ResponseCode: '0' };
  return { outcome: answer(200, ack), afterMs };
}

function answerText(context: ProviderContext, fields: Fields, name: string, asking: Asking): string {
  const { trouble, timeline, seed } = context;
  // The query itself is refused for its credentials; its acknowledgement never says so (daraja.md §0.4).
  if (trouble.credentialUntil > timeline.now())
    return failedAnswer(name, seedOf(seed, name) % 2 === 0 ? '2001' : '8006');
  const receipt = fields['TransactionID'];
  return receipt === undefined
    ? aboutRequest(context, fields['OriginalConversationID'] ?? '', name, asking)
    : aboutPayment(context, receipt, name, asking);
}

function aboutPayment(context: ProviderContext, receipt: string, name: string, asking: Asking): string {
  const { books } = context;
  const payment = books.payments.get(receipt);
  if (payment === undefined) return failedAnswer(name, NOT_FOUND);
  if (asking === 'another_payment') {
    const other = [...books.payments.values()].find((one) => one.receipt !== receipt);
    if (other !== undefined) return paymentOf(context, other, name);
  }
  const ours = books.requests.filter((request) => request.receipt === receipt);
  if (asking === 'not_found' && mayLie(ours)) return failedAnswer(name, NOT_FOUND);
  // An inquiry is answered with the truth or not at all: nothing else says whether the payment still stands.
  if (asking === 'contradicts' && !name.startsWith('Q-') && mayLie(ours)) {
    return paymentAnswer(name, payment, 'Completed', payment.amountCents);
  }
  return paymentOf(context, payment, name);
}

function paymentOf({ books }: ProviderContext, payment: PaidIn, name: string): string {
  const isBack = reversalOf(books, payment.receipt) !== undefined;
  return paymentAnswer(name, payment, isBack ? 'Reversed' : 'Completed', payment.amountCents);
}

function aboutRequest(context: ProviderContext, id: string, name: string, asking: Asking): string {
  const { books, seed } = context;
  const request = books.requests.findLast((one) => one.originatorConversationId === id);
  if (asking === 'another_payment') {
    const other = books.requests.find((one) => one.rail === 'b2c' && one.originatorConversationId !== id);
    if (other !== undefined) return requestAnswer(name, other, wordOf(other));
  }
  if (request === undefined || request.state === 'dropped') return failedAnswer(name, NOT_FOUND);
  if (asking === 'not_found' && mayLie([request])) return failedAnswer(name, NOT_FOUND);
  if (asking === 'contradicts' && mayLie([request])) return requestAnswer(name, request, 'Failed');
  if (request.state === 'failed' && seedOf(seed, name) % 3 === 0) return failedAnswer(name, NOT_FOUND);
  return requestAnswer(name, request, wordOf(request));
}

function wordOf({ state }: MoneyRequest): string {
  return state === 'paid' ? 'Completed' : state === 'failed' ? 'Failed' : 'Initiated';
}

/**
 * A provider that says in two ways that a payout which happened did not is beyond what any desk could find out: a false
 * failure result is followed by true answers, and a false answer by a true result.
 */
function mayLie(requests: readonly MoneyRequest[]): boolean {
  if (requests.some(({ lie }) => lie === 'result')) return false;
  for (const request of requests) request.lie = 'status';
  return true;
}
