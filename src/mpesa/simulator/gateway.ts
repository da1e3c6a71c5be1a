import { invariant } from '../../core/errors.ts';
import { parseShillings } from '../../core/money.ts';
import { atomically } from './books-open.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { json } from './exchange.ts';
import type { Incoming, Reply } from './exchange.ts';
import { refusedWith, scriptedAnswer } from './fault-answers.ts';
import type { Answer } from './fault-answers.ts';
import { textOf } from './checks.ts';
import { objectOf, parseJson, type Fields } from '../../core/json.ts';
import { matchFaults } from './faults.ts';
import { isPayIn } from './operations.ts';
import type { Operation, QueuedOperation } from './operations.ts';
import { takePayIn } from './pay-in-gateway.ts';
import { reverseOutsideBefore } from './payments.ts';
import { processAt } from './process-at.ts';
import type { Pump } from './pump.ts';
import { conversationId, gatewayId } from './receipts.ts';
import { refuse } from './refusals.ts';
import type { Booked } from './refusals.ts';
import { tellTimeout } from './tell.ts';
import { giveToken } from './tokens.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/** Takes a request to one of Daraja's paths: into the books first, then whatever the script and Daraja's rules say. */
export async function takeRequest(
  workings: Workings,
  pump: Pump,
  operation: Operation,
  incoming: Incoming,
): Promise<Reply> {
  const { books, settings } = workings;
  const booked = book(workings, operation, incoming);
  settings.moment(`${operation}:request-received`);
  const [outcome, reply] =
    incoming.tooLong === true
      ? tooLong
      : operation === 'unknown'
        ? refusedWith(booked.salt, '404.001.01')
        : operation === 'token'
          ? takeTokenRequest(workings, incoming, booked)
          : isPayIn(operation)
            ? await takePayIn(workings, pump, operation, incoming, booked)
            : await takeQueued(workings, pump, operation, incoming, booked);
  settings.moment(`${operation}:before-reply`);
  books.requests.setOutcome(booked.number, outcome);
  settings.log(`${operation} request ${booked.number}: ${outcome}`);
  return reply;
}

/** Also what is too long to be read was received, and is in the books. */
const tooLong: Answer = [
  'refused, too long',
  { kind: 'answer', http: 413, contentType: 'text/plain', body: '' },
];

function book(workings: Workings, operation: Operation, incoming: Incoming): Booked {
  const { books, certificate, db, settings } = workings;
  const whole = objectOf(parseJson(incoming.body));
  // What opens doors stays out of the books: the operator's credential, and the password of a push.
  const { SecurityCredential, Password, ...fields } = whole ?? {};
  const password = typeof SecurityCredential === 'string' ? certificate.open(SecurityCredential) : null;
  return atomically(db, () => {
    const { behaviour, rules } = scriptedFor(workings, operation, fields);
    const number = books.requests.record({
      operation,
      path: incoming.path,
      body: whole === null ? unreadable(incoming.body) : JSON.stringify(fields),
      resultPath: pathOf(fields['ResultURL']),
      receivedAt: settings.now(),
      behaviour,
      rules,
      credential: password === settings.initiatorPassword ? 'right' : 'wrong',
    });
    const given = {
      ...(SecurityCredential === undefined ? {} : { SecurityCredential }),
      ...(Password === undefined ? {} : { Password }),
    };
    return {
      number,
      fields: whole === null ? null : { ...fields, ...given },
      behaviour,
      salt: `${books.settings.salt} ${number}`,
    };
  });
}

/** Of a body that is no JSON object nothing is kept: nobody knows where in it a credential stands. */
function unreadable(body: string): string {
  return body === '' ? '' : `(${body.length} characters that are no JSON object)`;
}

function scriptedFor(workings: Workings, operation: Operation, fields: Fields) {
  const { books } = workings;
  const { edition, rules } = books.settings.faultScript();
  const target = books.requests.byOriginatorConversationId(textOf(fields['OriginalConversationID']) ?? '');
  const receipt = textOf(fields['TransactionID']) ?? textOf(target?.fields['TransactionID']);
  const payment = receipt === null ? null : books.money.payment(receipt);
  const amountCents =
    parseShillings(fields['Amount'] ?? target?.fields['Amount']) ?? payment?.amountCents ?? null;
  const customer = fields['PhoneNumber'] ?? fields['Msisdn'] ?? fields['PartyB'] ?? target?.fields['PartyB'];
  const msisdn = payment?.msisdn ?? textOf(customer);
  const nth = books.requests.countOf(operation) + 1;
  const nameOf = (index: number): string => `${edition}:${index}`;
  const { behaviour, matched } = matchFaults(
    rules,
    { operation, nth, receipt, amountCents, msisdn },
    (index) => books.requests.timesApplied(nameOf(index)),
  );
  return { behaviour, rules: matched.map(nameOf) };
}

function takeTokenRequest(workings: Workings, incoming: Incoming, booked: Booked): Answer {
  return scriptedAnswer('before', incoming, booked) ?? giveToken(workings, incoming, booked.salt);
}

async function takeQueued(
  workings: Workings,
  pump: Pump,
  operation: QueuedOperation,
  incoming: Incoming,
  booked: Booked,
): Promise<Answer> {
  const refused = scriptedAnswer('before', incoming, booked) ?? refuse(workings, operation, incoming, booked);
  if (refused !== null) return refused;
  const request = accept(workings, operation, booked);
  workings.settings.moment(`${operation}:accepted`);
  if (booked.behaviour.callback_before_answer) await pump.rush(request);
  pump.wake();
  return scriptedAnswer('after', incoming, booked) ?? acknowledge(workings, request);
}

/** From here on the request is the provider's: it will be carried out whatever becomes of connection and process. */
function accept(workings: Workings, operation: QueuedOperation, booked: Booked): AcceptedRequest {
  const { books, db, settings } = workings;
  const { number, behaviour, salt } = booked;
  const ids = {
    originatorConversationId:
      operation === 'b2c' ? (textOf(booked.fields?.['OriginatorConversationID']) ?? '') : gatewayId(salt),
    conversationId: conversationId(settings.now(), salt),
  };
  return atomically(db, () => {
    books.requests.accept(number, ids, processAt(settings, behaviour));
    const request = books.requests.accepted(number);
    invariant(request !== null, 'what was accepted is in the books');
    if (behaviour.no_processing) tellTimeout(workings, request);
    reverseOutsideBefore(workings, request);
    return request;
  });
}

function acknowledge(workings: Workings, request: AcceptedRequest): Answer {
  const { ackBackwards, echoTarget } = variantOf(workings.settings.variants, request);
  const target = echoTarget ? textOf(request.fields['OriginalConversationID']) : null;
  const made = request.behaviour.gateway_id ? gatewayId(`ack ${request.conversationId}`) : null;
  const entries = [
    ['ConversationID', request.conversationId],
    ['OriginatorConversationID', made ?? target ?? request.originatorConversationId],
    ['ResponseCode', '0'],
    ['ResponseDescription', 'Accept the service request successfully.'],
  ];
  return ['accepted, answered', json(Object.fromEntries(ackBackwards ? entries.reverse() : entries))];
}

function pathOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '';
}
