import type { Outcome } from '../../../src/mpesa/http.ts';
import { seedOf } from '../random.ts';
import { reversalOf, type MoneyOut, type MoneyRequest } from './books.ts';
import { resultBody, type Told } from './bodies.ts';
import { callBack, type ProviderContext } from './context.ts';
import { failureCode, refusal, tellingDelay, type MoneyPlan } from './faults.ts';

type Fields = Readonly<Record<string, string>>;

export interface Answered {
  readonly outcome: Outcome;
  readonly afterMs: number;
}

/** `RF-7K3M9QXW/1` or `Q-7K3M9QXW`, of a callback URL. */
export function nameOfUrl(url: string): string {
  return /\/cb\/\w+\/(.+)\/[0-9a-f]+$/.exec(url)?.[1] ?? url;
}

/** A money request is received. What becomes of it follows from the plan of its attempt. */
export function takeMoney(
  context: ProviderContext,
  rail: 'reversal' | 'b2c',
  body: string,
  plan: MoneyPlan,
): Answered {
  const fields = JSON.parse(body) as Fields;
  const request = requestFrom(context, rail, fields);
  const isRepeat = context.books.requests.some(
    (earlier) => earlier.attempt === request.attempt && earlier.state !== 'dropped',
  );
  context.onRequest(request);
  context.books.requests.push(request);
  const reply = (outcome: Outcome): Answered => ({ outcome, afterMs: plan.answerAfterMs });
  if (plan.sending !== 'acknowledged') context.count(plan.sending);
  if (rail === 'b2c' && isRepeat && context.dedupes) {
    drop(request, context);
    return reply(
      answer(500, { errorCode: '500.002.1001', errorMessage: 'Duplicate OriginatorConversationID.' }),
    );
  }
  const refused = refusedBy(plan);
  if (refused !== null) {
    drop(request, context);
    return reply(refused);
  }
  accept(context, request, plan);
  return reply(accepted(request, plan));
}

function requestFrom(context: ProviderContext, rail: 'reversal' | 'b2c', fields: Fields): MoneyRequest {
  const attempt = nameOfUrl(fields['ResultURL'] ?? '');
  return {
    rail,
    attempt,
    originatorConversationId: fields['OriginatorConversationID'] ?? `gw-${seedOf(context.seed, attempt)}`,
    conversationId: `AG_20261130_${seedOf(context.seed, 'conversation', attempt)}`,
    resultUrl: fields['ResultURL'] ?? '',
    timeoutUrl: fields['QueueTimeOutURL'] ?? '',
    amountCents: Math.round(Number(fields['Amount']) * 100),
    receipt: rail === 'reversal' ? (fields['TransactionID'] ?? null) : null,
    payee: rail === 'b2c' ? (fields['PartyB'] ?? null) : null,
    at: context.timeline.now(),
    state: 'open',
    finalAt: null,
    providerReceipt: null,
    lie: 'none',
  };
}

function drop(request: MoneyRequest, { timeline }: ProviderContext): void {
  request.state = 'dropped';
  request.finalAt = timeline.now();
}

/** The synchronous answer when nothing was taken; null when it is. */
function refusedBy({ sending, draw }: MoneyPlan): Outcome | null {
  const [status, code] = refusal(draw);
  switch (sending) {
    case 'refused':
      return answer(status, { errorCode: code, errorMessage: 'Bad Request' });
    case 'error_in_200':
      return answer(200, { errorCode: code, errorMessage: 'Bad Request' });
    case 'token_refused':
      return answer(404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' });
    case 'dropped':
      return { kind: 'broken', detail: 'the connection was reset' };
    case 'redirect':
      return answer(307, {});
    case 'acknowledged':
    case 'never_connected':
    case 'slow_connection':
    case 'lost_answer':
    case 'server_error':
    case 'html':
      return null;
  }
}

/** The synchronous answer when it was taken: not every one says so. */
function accepted(request: MoneyRequest, { sending }: MoneyPlan): Outcome {
  if (sending === 'lost_answer') return { kind: 'broken', detail: 'no answer within 30000 ms' };
  if (sending === 'server_error')
    return answer(500, { errorCode: '500.003.02', errorMessage: 'System is busy' });
  if (sending === 'html')
    return { kind: 'answer', status: 503, headers: {}, body: '<html>Incapsula</html>', cut: false };
  return answer(200, {
    ConversationID: request.conversationId,
    OriginatorConversationID: request.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}

export function answer(status: number, body: unknown): Outcome {
  return { kind: 'answer', status, headers: {}, body: JSON.stringify(body), cut: false };
}

function accept(context: ProviderContext, request: MoneyRequest, plan: MoneyPlan): void {
  const { timeline } = context;
  // The earliest callback comes before the synchronous answer.
  const finalAfterMs = plan.telling === 'before_answer' ? 0 : plan.answerAfterMs + plan.finalAfterMs;
  if (plan.ending === 'cached_then_pays') {
    context.count('cached_then_pays');
    tell(context, request, plan.answerAfterMs + 50, { code: '100000000' });
  }
  timeline.at(timeline.now() + finalAfterMs, () => {
    const code = codeOf(context, request, plan);
    if (code === '0') pay(context, request);
    else request.state = 'failed';
    request.finalAt = timeline.now();
    tellResult(context, request, plan, code);
  });
}

/** What the core decides at that moment: what the world did meanwhile counts. */
function codeOf(context: ProviderContext, request: MoneyRequest, plan: MoneyPlan): string {
  const { books, trouble, timeline } = context;
  if (trouble.credentialUntil > timeline.now()) {
    context.count('credential_refused');
    return plan.draw % 2 === 0 ? '2001' : '8006';
  }
  if (trouble.floatUntil > timeline.now()) {
    context.count('float_empty');
    return '1';
  }
  if (plan.ending === 'fails') {
    context.count('fails');
    return failureCode(request.rail, plan.draw);
  }
  if (request.rail === 'b2c') return '0';
  const payment = books.payments.get(request.receipt ?? '');
  if (payment?.amountCents !== request.amountCents) return 'R000002';
  const earlier = reversalOf(books, payment.receipt);
  if (earlier === undefined) return '0';
  // Money that the payer took back is gone in any mode; a second request of ours may be paid again in the careless one.
  return earlier.by === 'ours' && !context.dedupes ? '0' : 'R000001';
}

function pay(context: ProviderContext, request: MoneyRequest): void {
  const { books, timeline } = context;
  request.state = 'paid';
  request.providerReceipt = books.newReceipt(timeline.now());
  const out: MoneyOut = {
    by: 'ours',
    rail: request.rail,
    receipt: request.receipt,
    providerReceipt: request.providerReceipt,
    amountCents: request.amountCents,
    payee: request.payee ?? books.payments.get(request.receipt ?? '')?.payer ?? '',
    at: timeline.now(),
    attempt: request.attempt,
  };
  books.out.push(out);
  context.onOut(out);
}

function tell(context: ProviderContext, request: MoneyRequest, afterMs: number, told: Partial<Told>): void {
  const truth = {
    code: '0',
    amountCents: request.amountCents,
    party: request.rail === 'reversal' ? request.receipt : request.payee,
  };
  callBack(context, afterMs, request.resultUrl, resultBody(request, { ...truth, ...told }));
}

const SECOND = 1_000;

function tellResult(context: ProviderContext, request: MoneyRequest, plan: MoneyPlan, code: string): void {
  const { telling, draw } = plan;
  const after = plan.telling === 'before_answer' ? 0 : plan.toldAfterMs + tellingDelay(telling, draw);
  if (telling !== 'soon') context.count(`told_${telling}`);
  if (code === '0' && plan.ending === 'pays_says_duplicate') {
    context.count('pays_says_duplicate');
    request.lie = 'result';
    tell(context, request, after, { code: '15' });
    return;
  }
  switch (telling) {
    case 'never':
      return;
    case 'queue_timeout_only':
      queueTimeout(context, request, after);
      return;
    case 'queue_timeout_first':
      queueTimeout(context, request, after);
      tell(context, request, after + 40 * SECOND, { code });
      return;
    case 'twice':
      tell(context, request, after, { code });
      tell(context, request, after + draw * SECOND, { code });
      return;
    case 'garbage':
      callBack(
        context,
        after,
        request.resultUrl,
        draw % 2 === 0 ? 'not json {' : '{"Result":{"ResultType":0}}',
      );
      tell(context, request, after + draw * SECOND, { code });
      return;
    case 'interim_first':
      callBack(context, after, request.resultUrl, '{"Result":{"ResultType":1,"ResultCode":0}}');
      tell(context, request, after + 30 * SECOND, { code });
      return;
    case 'soon':
    case 'before_answer':
    case 'late':
    case 'days_late':
      tell(context, request, after, { code });
      return;
    case 'changed_copy':
    case 'wrong_amount':
    case 'wrong_party':
    case 'without_party':
    case 'to_another_attempt':
    case 'failure_first':
      tellStrangely(context, request, plan, code, after);
  }
}

/** Results that are not what they should be: of successes only, a failure has nothing to get wrong. */
function tellStrangely(
  context: ProviderContext,
  request: MoneyRequest,
  { telling, draw }: MoneyPlan,
  code: string,
  after: number,
): void {
  if (
    code !== '0' ||
    (telling !== 'changed_copy' && telling !== 'to_another_attempt' && request.lie !== 'none')
  ) {
    tell(context, request, after, { code });
    return;
  }
  const later = after + 30 * SECOND + draw * 5 * SECOND;
  switch (telling) {
    case 'changed_copy':
      tell(context, request, after, {});
      tell(context, request, later, { amountCents: request.amountCents + 100 });
      return;
    case 'wrong_amount':
      request.lie = 'result';
      tell(context, request, after, { amountCents: request.amountCents + 100 });
      return;
    case 'wrong_party':
      request.lie = 'result';
      tell(context, request, after, { party: request.rail === 'b2c' ? '254711111111' : 'UKT9Z9Z9Z9' });
      return;
    case 'without_party':
      tell(context, request, after, { party: null });
      return;
    case 'failure_first':
      request.lie = 'result';
      tell(context, request, after, { code: request.rail === 'b2c' ? '2' : '11' });
      // Sometimes the truth is told to those who ask, and to nobody else.
      if (draw % 3 > 0) tell(context, request, later, {});
      return;
    default: {
      tell(context, request, after, {});
      const other = context.books.requests.findLast(({ attempt }) => attempt !== request.attempt);
      if (other === undefined) return;
      const told: Told = {
        code: '0',
        amountCents: request.amountCents,
        party: request.rail === 'reversal' ? request.receipt : request.payee,
      };
      callBack(context, after + 5 * SECOND, other.resultUrl, resultBody(request, told));
    }
  }
}

/** The flat echo of the request, credential and all (daraja.md §2). */
function queueTimeout(context: ProviderContext, request: MoneyRequest, after: number): void {
  const echo = {
    InitiatorName: 'refunds',
    SecurityCredential: 'x'.repeat(344),
    CommandID: request.rail === 'b2c' ? 'BusinessPayment' : 'TransactionReversal',
    Amount: String(request.amountCents / 100),
    OriginatorConversationID: request.originatorConversationId,
  };
  callBack(context, after, request.timeoutUrl, JSON.stringify(echo));
}
