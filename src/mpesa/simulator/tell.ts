import { randomBytes } from 'node:crypto';
import type { Cents } from '../../core/money.ts';
import { addCents, cents, parseShillings } from '../../core/money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { conversationId, fillerReceipt, gatewayId } from './receipts.ts';
import { renderResult } from './results.ts';
import type { Item, Result } from './results.ts';
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
  readonly items: (shown: Shown) => readonly Item[];
  /** The query's own id by default; Safaricom has been seen to give the target's (daraja.md §4). */
  readonly originatorConversationId?: string;
  readonly reference?: Item;
}

/** One shilling too much: enough to be another amount, little enough to be overlooked. */
const LIE_CENTS = cents(100);

/** A number of nobody: what a result with the wrong party shows. */
const SOMEBODY_ELSE = '254700000000';

/** Safaricom gives back an inner address of its own here, not the client's. */
const REFERENCE_URL = 'https://internalsandbox.safaricom.co.ke/mpesa/';

/** 256 bytes, as long as a credential: what a queue time-out gives back in its place, since the books keep none. */
const CREDENTIAL_BYTES = 256;

/** Writes the callbacks of an outcome into the books, as the script of its request wants them. */
export function tell(workings: Workings, request: AcceptedRequest, outcome: Outcome): void {
  const { behaviour } = request;
  const truth = resultBody(workings, request, outcome, {
    ...(behaviour.wrong_amount ? { amountCents: lieAbout(request) } : {}),
    ...(behaviour.wrong_party ? { msisdn: SOMEBODY_ELSE } : {}),
  });
  if (tellTimeout(workings, request) && !behaviour.queue_timeout_then_result) return;
  add(workings, request, 'ResultURL', truth);
  if (behaviour.callback_twice) add(workings, request, 'ResultURL', truth);
  if (behaviour.changed_callback_twice) {
    add(
      workings,
      request,
      'ResultURL',
      resultBody(workings, request, outcome, { amountCents: lieAbout(request) }),
    );
  }
}

/** The queue time-out, when one is scripted: the request given back flat, or an envelope (daraja.md §0.5). */
export function tellTimeout(workings: Workings, request: AcceptedRequest): boolean {
  const { behaviour } = request;
  if (behaviour.queue_timeout_envelope) {
    add(workings, request, 'QueueTimeOutURL', timeoutEnvelope(workings, request));
    return true;
  }
  if (!behaviour.queue_timeout && !behaviour.queue_timeout_then_result) return false;
  const SecurityCredential = randomBytes(CREDENTIAL_BYTES).toString('base64');
  add(workings, request, 'QueueTimeOutURL', JSON.stringify({ ...request.fields, SecurityCredential }));
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
  const items = outcome.items(shown);
  const result: Result = {
    code: outcome.code,
    description: outcome.description,
    transactionId: outcome.transactionId,
    originatorConversationId: outcome.originatorConversationId ?? request.originatorConversationId,
    conversationId: request.conversationId,
    items: request.behaviour.single_parameter
      ? items.filter(({ key }) => /Amount$/.test(key)).slice(0, 1)
      : items,
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
    : {};
  return renderResult({ ...result, ...ids }, variantOf(settings.variants, request.number));
}

function lieAbout(request: AcceptedRequest): Cents {
  return addCents(parseShillings(request.fields['Amount']) ?? cents(0), LIE_CENTS);
}

function add(
  { books, settings }: Workings,
  request: AcceptedRequest,
  to: 'ResultURL' | 'QueueTimeOutURL',
  body: string,
): void {
  const { behaviour, fields, number } = request;
  const url = fields[to];
  const dueAt = settings.dueNow() + settings.callbackDelayMs + Number(behaviour.delay_callback_ms ?? 0);
  const lost = behaviour.lose_callback === true || behaviour.status_silent === true;
  books.callbacks.add(
    { request: number, url: typeof url === 'string' ? url : '', body, dueAt },
    lost ? 'lost' : 'pending',
  );
}
