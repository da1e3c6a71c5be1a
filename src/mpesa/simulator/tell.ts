import { randomBytes } from 'node:crypto';
import type { Cents } from '../../core/money.ts';
import { addCents, cents, parseShillings, ZERO_CENTS } from '../../core/money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import type { Behaviour } from './faults.ts';
import { conversationId, fillerReceipt, gatewayId } from './receipts.ts';
import { renderResult } from './results.ts';
import type { Item, Result } from './results.ts';
import { timeOf } from './times.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/** What a scripted lie shows instead of the truth. */
interface Shown {
  readonly amountCents?: Cents;
  readonly msisdn?: string;
}

/** How a request ended, and what is told of it. */
export interface Outcome {
  readonly code: string;
  readonly description: string;
  readonly transactionId: string;
  /** Of the money that it is about; what the request names by default. */
  readonly amountCents?: Cents;
  readonly items: (shown: Shown) => readonly Item[];
  /** The query's own id by default; Safaricom has been seen to give the target's (daraja.md §4). */
  readonly originatorConversationId?: string;
  readonly reference?: Item;
}

/** One shilling too much: enough to be another amount, little enough to be overlooked. */
export const LIE_CENTS = cents(100);

/** A number of nobody: what a result with the wrong party shows. */
export const SOMEBODY_ELSE = '254700000000';

/** Safaricom gives back an inner address of its own here, not the client's. */
const REFERENCE_URL = 'https://internalsandbox.safaricom.co.ke/mpesa/';

/** 256 bytes, as long as a credential: what a queue time-out gives back in its place, since the books keep none. */
const CREDENTIAL_BYTES = 256;

/** Writes the callbacks of an outcome into the books, as the script of its request wants them. */
export function tell(workings: Workings, request: AcceptedRequest, outcome: Outcome, laterMs = 0): void {
  const { behaviour } = request;
  const lie = { amountCents: addCents(outcome.amountCents ?? askedFor(request), LIE_CENTS) };
  const truth = resultBody(workings, request, outcome, {
    ...(behaviour.wrong_amount ? lie : {}),
    ...(behaviour.wrong_party ? { msisdn: SOMEBODY_ELSE } : {}),
  });
  const addResult = (body: string, ms: number): void => {
    add(workings, request, 'ResultURL', body, laterMs + ms);
  };
  const timedOut = tellTimeout(workings, request);
  if (timedOut && !(behaviour.queue_timeout_then_result ?? behaviour.queue_timeout_envelope_then_result))
    return;
  addResult(truth, timedOut ? (timeOf(behaviour.second_after) ?? 0) : 0);
  const copies = copiesOf(behaviour);
  for (let n = 1; n < copies; n += 1) addResult(truth, 0);
  const again = timeOf(behaviour.callback_again);
  if (again !== null) addResult(truth, again);
  if (behaviour.changed_callback_twice) addResult(resultBody(workings, request, outcome, lie), 0);
}

/** How many times the same callback is told at once. */
export function copiesOf(behaviour: Behaviour): number {
  return Number(behaviour.callback_times ?? (behaviour.callback_twice ? 2 : 1));
}

/** The queue time-out, when one is scripted: the request given back flat, or an envelope (daraja.md §0.5). */
export function tellTimeout(workings: Workings, request: AcceptedRequest): boolean {
  const { behaviour } = request;
  if (behaviour.queue_timeout_envelope ?? behaviour.queue_timeout_envelope_then_result) {
    add(workings, request, 'QueueTimeOutURL', timeoutEnvelope(workings, request), 0);
    return true;
  }
  if (!behaviour.queue_timeout && !behaviour.queue_timeout_then_result) return false;
  const SecurityCredential = randomBytes(CREDENTIAL_BYTES).toString('base64');
  add(workings, request, 'QueueTimeOutURL', JSON.stringify({ ...request.fields, SecurityCredential }), 0);
  return true;
}

/** Code 100000000: waiting to be sent again, so it may still run (daraja.md §2). */
function timeoutEnvelope(workings: Workings, request: AcceptedRequest): string {
  return resultBody(
    workings,
    request,
    {
      code: '100000000',
      description: 'The request is cached and waiting for resending.',
      transactionId: fillerReceipt(workings.settings.now()),
      items: () => [],
    },
    {},
  );
}

function resultBody(workings: Workings, request: AcceptedRequest, outcome: Outcome, shown: Shown): string {
  const { books, settings } = workings;
  const result: Result = {
    code: outcome.code,
    description: outcome.description,
    transactionId: outcome.transactionId,
    originatorConversationId: outcome.originatorConversationId ?? request.originatorConversationId,
    conversationId: request.conversationId,
    items: itemsToShow(outcome.items(shown), request.behaviour),
    ...(request.behaviour.single_parameter_list ? { alwaysList: true } : {}),
    reference: outcome.reference ?? {
      key: 'QueueTimeoutURL',
      value: `${REFERENCE_URL}${request.operation}results/v1/submit`,
    },
  };
  const foreign = `${books.settings.salt} foreign ${request.number}`;
  const ids = request.behaviour.foreign_ids
    ? {
        originatorConversationId: gatewayId(foreign),
        conversationId: conversationId(settings.now(), foreign),
      }
    : request.behaviour.gateway_id
      ? { originatorConversationId: gatewayId(foreign) }
      : {};
  return renderResult({ ...result, ...ids }, variantOf(settings.variants, request));
}

function itemsToShow(items: readonly Item[], behaviour: Behaviour): readonly Item[] {
  const alone = behaviour.single_parameter ?? behaviour.single_parameter_list;
  const kept = alone ? items.filter(({ key }) => /Amount$/.test(key)).slice(0, 1) : items;
  return kept
    .filter(({ key }) => key !== behaviour.without_item)
    .map((item) => (item.key === behaviour.without_value ? { key: item.key } : item));
}

function askedFor(request: AcceptedRequest): Cents {
  return parseShillings(request.fields['Amount']) ?? ZERO_CENTS;
}

function add(
  workings: Workings,
  request: AcceptedRequest,
  to: 'ResultURL' | 'QueueTimeOutURL',
  body: string,
  laterMs: number,
): void {
  addCallback(workings, request, request.fields[to], body, laterMs);
}

/** Writes one callback into the books, as late as the script of its request wants it, or lost. */
export function addCallback(
  { books, settings }: Workings,
  { behaviour, number }: AcceptedRequest,
  url: unknown,
  body: string,
  laterMs: number,
): void {
  const scriptedMs = Number(behaviour.delay_callback_ms ?? 0) + (timeOf(behaviour.late_callback) ?? 0);
  const dueAt = settings.dueNow() + settings.callbackDelayMs + scriptedMs + laterMs;
  const lost = behaviour.lose_callback === true || behaviour.status_silent === true;
  books.callbacks.add(
    { request: number, url: typeof url === 'string' ? url : '', body, dueAt },
    lost ? 'lost' : 'pending',
  );
}
