import { html, json, redirect, refusal } from './exchange.ts';
import type { Incoming, Reply } from './exchange.ts';
import type { AnswerFault, Behaviour } from './faults.ts';

/** What the books say of an answer, and the answer. */
export type Answer = readonly [outcome: string, reply: Reply];

/** Whether the request is in the provider's hands when the scripted answer goes out. */
export type Stage = 'before' | 'after';

interface Answered {
  readonly salt: string;
  readonly behaviour: Behaviour;
}

/**
 * The scripted answer of this stage, `null` when there is none. The same fourteen or so answers exist for both stages:
 * what the client sees is the same to the byte, and only the books know whether money moves.
 */
export function scriptedAnswer(stage: Stage, incoming: Incoming, answered: Answered): Answer | null {
  for (const [kind, make] of ANSWERS) {
    const value = answered.behaviour[`${kind}_${stage}_accept`];
    if (value === undefined) continue;
    const answer = make(String(value), answered.salt, incoming);
    if (answer !== null) return stage === 'before' ? answer : [`accepted, ${answer[0]}`, answer[1]];
  }
  return null;
}

export function refusedWith(salt: string, code: string, message?: string, http?: number): Answer {
  return [`refused ${code}`, refusal(salt, code, message, http)];
}

type Make = (value: string, salt: string, incoming: Incoming) => Answer | null;

/** In the order in which they win when several are scripted for one request. */
const ANSWERS: readonly (readonly [AnswerFault, Make])[] = [
  ['cut', () => ['cut', { kind: 'cut' }]],
  ['reset', () => ['reset', { kind: 'reset' }]],
  ['hang', () => ['left without an answer', { kind: 'hang' }]],
  ['html', () => ['answered with HTML 503', html(503)]],
  ['html_200', () => ['answered with HTML 200', html(200)]],
  ['empty', (http) => [`answered ${http} without a body`, emptyAnswer(Number(http))]],
  ['http_500', (_, salt) => refusedWith(salt, '500.003.1001')],
  ['duplicate', (_, salt) => refusedWith(salt, '500.002.1001')],
  ['maintenance', (_, salt) => refusedWith(salt, '500.002.1001', MAINTENANCE)],
  ['spike_arrest', (shape, salt) => overload(salt, '500.003.02', 'SpikeArrestViolation', shape)],
  ['quota', (shape, salt) => overload(salt, '500.003.03', 'QuotaViolation', shape)],
  ['product_missing', () => ['refused by the API gateway', gatewayFault(401, NO_PRODUCT, NO_PRODUCT_CODE)]],
  ['refuse', (code, salt) => refusedWith(salt, code)],
  ['refuse_200', (code, salt) => refusedWith(salt, code, undefined, 200)],
  ['response_code', (code) => [`refused with response code ${code}`, json(responseCode(code))]],
  ['redirect', (_, _salt, incoming) => redirected(incoming)],
];

/** The other text of 500.002.1001: the same code, and nothing is known of the request (daraja.md §0.3). */
const MAINTENANCE = 'The service is under maintenance. Please try again later.';

/** How the gateway says that the app lacks the product (daraja.md §1). */
const NO_PRODUCT = 'Invalid API call as no apiproduct match found';
const NO_PRODUCT_CODE = 'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound';

/** Too many requests, in Daraja's envelope or in the gateway's own, with HTTP 500 or 429 (daraja.md §7). */
function overload(salt: string, code: string, name: string, shape: string): Answer {
  const http = shape.endsWith('429') ? 429 : 500;
  if (!shape.startsWith('fault')) return refusedWith(salt, code, undefined, http);
  return [`refused ${name}`, gatewayFault(http, `${name}: too many requests`, `policies.ratelimit.${name}`)];
}

function gatewayFault(http: number, faultstring: string, errorcode: string): Reply {
  return json({ fault: { faultstring, detail: { errorcode } } }, http);
}

function responseCode(code: string): unknown {
  return { ResponseCode: code, ResponseDescription: 'The service request was rejected.' };
}

function emptyAnswer(http: number): Reply {
  return { kind: 'answer', http, contentType: 'application/json', body: '' };
}

/** To the same path, once: whoever follows it posts the body a second time. */
function redirected(incoming: Incoming): Answer | null {
  if (incoming.search.has('moved')) return null;
  return ['redirected', redirect(`${incoming.path}?moved=1`)];
}
