import { describe, expect, it } from 'vitest';
import { parseCallback } from '../../src/mpesa/callback.ts';
import type { Outcome as Exchanged } from '../../src/mpesa/http.ts';
import { factOfOutcome } from '../../src/mpesa/sync-answer.ts';
import { SYNC_CODES } from '../../src/payouts/sync-codes.ts';
import { outcomeOf, RAILS, type Outcome } from './classification.ts';

/**
 * Goal: everything that daraja.md §1 and §7 tell of the synchronous answer to a money request has one row, alike on both
 * rails: what it means for money, what happens next, who is told. Unknown codes and shapes are unknown.
 */

/** Written down from the document, apart from the tables below: a code that has no row there fails. */
const DOCUMENTED = [
  ...['400.002.02', '400.002.05', '400.003.01', '400.003.02', '400.008.01', '400.008.02', '400.001'],
  ...['401.001', '401.002.01', '403.002.1001', '404.001.01', '404.001.03', '404.001.04', '404.002.01'],
  ...['404.003.01', '405.001', '500.001.1001', '500.002.1001', '500.003.1001', '500.003.02', '500.003.03'],
];

/** Before anything was queued: nothing moved, and another attempt with its own id may follow. */
const REFUSED: Outcome = { money: 'not paid', lane: 'open', next: 'next attempt', told: 'nobody' };
/** Nobody is told yet: the provider is asked after a minute, five and thirty, and then staff are told. */
const UNKNOWN: Outcome = { money: 'unknown', lane: 'open', next: 'ask on schedule', told: 'nobody' };
/** The provider has it. The same as unknown to money and people, but never again "never sent". */
const TAKEN = UNKNOWN;

const answer = (status: number, body: string, cut = false): Exchanged => ({
  kind: 'answer',
  status,
  headers: {},
  body,
  cut,
});
const envelope = (status: number, errorCode: string, errorMessage: string) =>
  answer(status, JSON.stringify({ requestId: '26324-120939857-1', errorCode, errorMessage }));
const response = (status: number, ResponseCode: unknown) =>
  answer(status, JSON.stringify({ ConversationID: 'AG_1', OriginatorConversationID: 'f1e2', ResponseCode }));
const fault = (status: number, faultstring: string, errorcode: string) =>
  answer(status, JSON.stringify({ fault: { faultstring, detail: { errorcode } } }));

/** The error codes of §7 with the HTTP status and the words that go with them. */
const CODES: readonly (readonly [code: string, status: number, words: string, Outcome])[] = [
  ['400.002.02', 400, 'Bad Request - Invalid Amount', REFUSED],
  ['400.002.05', 400, 'Invalid Request Payload', REFUSED],
  ['400.003.01', 400, 'Invalid Access Token', REFUSED],
  ['400.003.02', 400, 'Bad Request', REFUSED],
  ['400.008.01', 400, 'Invalid Authentication passed', REFUSED],
  ['400.008.02', 400, 'Invalid grant type passed', REFUSED],
  ['400.001', 400, 'Invalid ShortCode', REFUSED],
  ['401.001', 401, 'Invalid Token', REFUSED],
  ['401.002.01', 401, 'Error Occurred - Invalid Access Token - x', REFUSED],
  ['403.002.1001', 403, 'You are not authorized to initiate this transaction', REFUSED],
  ['404.001.01', 404, 'Resource not found', REFUSED],
  ['404.001.03', 404, 'Invalid Access Token', REFUSED],
  ['404.001.04', 404, 'Invalid Authentication Header', REFUSED],
  ['404.002.01', 404, 'Resource not found', REFUSED],
  ['404.003.01', 404, 'Resource not found', REFUSED],
  ['405.001', 405, 'Method Not Allowed', REFUSED],
  ['500.001.1001', 500, 'Unable to lock subscriber, a transaction is already in process', UNKNOWN],
  ['500.001.1001', 500, 'Wrong credentials', UNKNOWN],
  ['500.001.1001', 500, 'Merchant does not exist', UNKNOWN],
  ['500.002.1001', 500, 'Duplicate OriginatorConversationID.', TAKEN],
  ['500.002.1001', 500, 'The service is under maintenance', UNKNOWN],
  ['500.003.1001', 500, 'Service is currently unreachable. Please try again later', UNKNOWN],
  ['500.003.02', 500, 'Error Occurred: Spike Arrest Violation', UNKNOWN],
  ['500.003.02', 429, 'System is busy. Please try again in few minutes.', UNKNOWN],
  ['500.003.03', 500, 'Error Occurred: Quota Violation', UNKNOWN],
];

const SHAPES: readonly (readonly [string, Exchanged, Outcome])[] = [
  ['refused connection', { kind: 'never_connected', detail: 'ECONNREFUSED' }, REFUSED],
  ['no such host', { kind: 'never_connected', detail: 'ENOTFOUND' }, REFUSED],
  ['TLS that fails', { kind: 'never_connected', detail: 'CERT_HAS_EXPIRED' }, REFUSED],
  ['a deadline that passed before writing', { kind: 'never_sent', detail: 'too late' }, REFUSED],
  ['a timeout', { kind: 'broken', detail: 'no answer within 30000 ms' }, UNKNOWN],
  ['a reset', { kind: 'broken', detail: 'ECONNRESET' }, UNKNOWN],
  ['ResponseCode "0"', response(200, '0'), TAKEN],
  ['ResponseCode 0', response(200, 0), TAKEN],
  ['ResponseCode "00000000"', response(200, '00000000'), TAKEN],
  ['a listed code as ResponseCode', response(200, '400.002.02'), REFUSED],
  ['ResponseCode "1"', response(200, '1'), UNKNOWN],
  ['ResponseCode "2001"', response(200, '2001'), UNKNOWN],
  ['ResponseCode "TP40153"', response(200, 'TP40153'), UNKNOWN],
  ['ResponseCode "00.002.1001"', response(200, '00.002.1001'), UNKNOWN],
  ['an unknown ResponseCode', response(200, '77'), UNKNOWN],
  ['no ResponseCode', response(200, null), UNKNOWN],
  ['ResponseCode "0" under HTTP 500', response(500, '0'), UNKNOWN],
  ['ResponseCode "0" under HTTP 202', response(202, '0'), UNKNOWN],
  ['an unknown error code', envelope(400, '400.999.99', 'Something new'), UNKNOWN],
  ['an unknown error code in HTTP 200', envelope(200, '999991', 'Invalid client id passed'), UNKNOWN],
  ['a firewall’s HTML with 200', answer(200, '<html>Request unsuccessful. Incapsula</html>'), UNKNOWN],
  ['a firewall’s HTML with 503', answer(503, '<html>Request unsuccessful. Incapsula</html>'), UNKNOWN],
  ['HTML with 403', answer(403, '<html>Forbidden</html>'), UNKNOWN],
  ['nothing with 200', answer(200, ''), UNKNOWN],
  ['nothing with 400', answer(400, ''), UNKNOWN],
  ['nothing with 401', answer(401, ''), UNKNOWN],
  ['nothing with 500', answer(500, ''), UNKNOWN],
  ['more than we read', answer(400, '{"errorCode":"400.002.02"}', true), UNKNOWN],
  [
    'a gateway without the product',
    fault(401, 'Invalid API call as no apiproduct match found', 'keymanagement.service.x'),
    UNKNOWN,
  ],
  [
    'a gateway’s spike arrest',
    fault(429, 'Spike arrest', 'policies.ratelimit.SpikeArrestViolation'),
    UNKNOWN,
  ],
  ['a gateway’s quota', fault(500, 'Quota', 'policies.ratelimit.QuotaViolation'), UNKNOWN],
  ...[301, 302, 303, 307, 308].flatMap((status): (readonly [string, Exchanged, Outcome])[] => [
    [`a redirect ${status}`, answer(status, ''), UNKNOWN],
    [`a redirect ${status} that says 0`, response(status, '0'), UNKNOWN],
    [`a redirect ${status} that refuses`, envelope(status, '400.002.02', 'Bad Request'), UNKNOWN],
  ]),
];

describe.each(RAILS)('the synchronous answer to a %s', (rail) => {
  const outcome = (exchanged: Exchanged) => outcomeOf(rail, factOfOutcome(exchanged, []));

  it.each(CODES)('%s under HTTP %i, "%s", leads to what its row says', (code, status, words, row) => {
    expect(outcome(envelope(status, code, words))).toEqual(row);
    // An envelope counts as itself inside HTTP 200, and a refusal under a 5xx proves nothing.
    expect(outcome(envelope(200, code, words))).toEqual(row);
    expect(outcome(envelope(503, code, words))).toEqual(UNKNOWN);
  });

  it.each(SHAPES)('that is %s leads to what its row says', (_what, exchanged, row) => {
    expect(outcome(exchanged)).toEqual(row);
  });

  it.each([
    ['the request echoed flat', { CommandID: 'BusinessPayment', Amount: '500' }],
    ['an envelope', { Result: { ResultCode: 0, TransactionID: 'UKU7R2W9KD' } }],
  ])('is a queue that timed out, told as %s: unknown', (_what, body) => {
    const { fact } = parseCallback('timeout', null, body);
    expect(outcomeOf(rail, fact!)).toEqual(UNKNOWN);
  });

  it('that the provider has it, or may have it, is never again "nothing left"', () => {
    const refusal = factOfOutcome(envelope(400, '400.002.02', 'Bad Request'), []);
    const taken = [response(200, '0'), envelope(500, '500.002.1001', 'Duplicate'), answer(502, '')];
    for (const each of taken) {
      const { money, next } = outcomeOf(rail, refusal, factOfOutcome(each, []));
      expect({ money, next }).toEqual({ money: 'unknown', next: 'ask on schedule' });
    }
  });
});

it('has a row for every code of the document, and the program knows no other', () => {
  expect(new Set(CODES.map(([code]) => code))).toEqual(new Set(DOCUMENTED));
  expect(SYNC_CODES.map(({ code }) => code).sort()).toEqual([...DOCUMENTED].sort());
});
