import { DAY } from '../../core/clock.ts';
import { atomically } from './books-open.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { resultDescription } from './codes.ts';
import { carryOutPayIn } from './pay-in.ts';
import { payOut } from './payout.ts';
import { fillerReceipt, receiptCode } from './receipts.ts';
import { answerStatus } from './status.ts';
import { tell } from './tell.ts';
import type { Outcome } from './tell.ts';
import { timeOf } from './times.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/** How long a success that was announced as a failure takes to be told, unless the script says (daraja.md §8). */
const SECOND_AFTER_MS = 2 * DAY;

/**
 * Carries out an accepted request: whether it may, whether it can, the money, and what its client is to be told. All
 * of it in one transaction, so that a request is carried out once, whatever happens to the process.
 */
export function carryOut(workings: Workings, request: AcceptedRequest): void {
  atomically(workings.db, () => {
    if (request.operation === 'stk' || request.operation === 'c2b') carryOutPayIn(workings, request);
    else if (request.resultCode !== null) finish(workings, request, paidOutcome(workings, request));
    else carryOutFirst(workings, request);
  });
}

function carryOutFirst(workings: Workings, request: AcceptedRequest): void {
  const { books, settings } = workings;
  const { failed_then_paid: first, second_after } = request.behaviour;
  const credentialCode = checkCredential(workings, request);
  if (credentialCode !== null) {
    finish(workings, request, failure(workings, request, credentialCode));
  } else if (first !== undefined && request.operation !== 'status') {
    const told = failure(workings, request, first);
    const again = settings.dueNow() + (timeOf(second_after) ?? SECOND_AFTER_MS);
    books.requests.postpone(request.number, again, told.code, told.transactionId);
    tell(workings, request, told);
  } else {
    finish(workings, request, outcomeOf(workings, request));
  }
}

function finish(workings: Workings, request: AcceptedRequest, outcome: Outcome): void {
  const { failed_then_success: first, second_after } = request.behaviour;
  workings.books.requests.finish(
    request.number,
    workings.settings.now(),
    outcome.code,
    outcome.transactionId,
  );
  if (first === undefined || outcome.code !== '0' || request.operation === 'status') {
    tell(workings, request, outcome);
    return;
  }
  tell(workings, request, failure(workings, request, first));
  tell(workings, request, outcome, timeOf(second_after) ?? SECOND_AFTER_MS);
}

function outcomeOf(workings: Workings, request: AcceptedRequest): Outcome {
  const forced = request.operation === 'status' ? request.behaviour.status_result : request.behaviour.result;
  if (forced !== undefined) return failure(workings, request, forced);
  const outcome = paidOutcome(workings, request);
  const said = request.behaviour.moved_but_result;
  return said === undefined || outcome.code !== '0' ? outcome : failure(workings, request, said);
}

function paidOutcome(workings: Workings, request: AcceptedRequest): Outcome {
  const done = request.operation === 'status' ? answerStatus(workings, request) : payOut(workings, request);
  return typeof done === 'string' ? failure(workings, request, done) : done;
}

/** The credential is looked at only now, never before the acknowledgement (daraja.md §0.4). */
function checkCredential(workings: Workings, request: AcceptedRequest): '2001' | '8006' | null {
  const { books, settings } = workings;
  const wrong = books.settings.wrongCredentials();
  if (wrong >= settings.credentialTriesMax) return '8006';
  const name = request.fields['Initiator'] ?? request.fields['InitiatorName'];
  const nameIsRight = settings.initiatorName === null || settings.initiatorName === name;
  const credentialIsRight = request.credential === 'right' && request.behaviour.credential_wrong !== true;
  if (credentialIsRight && nameIsRight) {
    if (wrong > 0) books.settings.setWrongCredentials(0);
    return null;
  }
  books.settings.setWrongCredentials(wrong + 1);
  return '2001';
}

/** A failure carries a filler, or what looks like a receipt and is one of nothing (daraja.md §0.7). */
function failure(workings: Workings, request: AcceptedRequest, code: string): Outcome {
  const { books, settings } = workings;
  const { realLookingFailureReceipt, failureItem } = variantOf(settings.variants, request);
  const now = settings.now();
  const salt = `${books.settings.salt} declined ${request.number}`;
  return {
    code,
    description: resultDescription(code),
    transactionId: realLookingFailureReceipt ? receiptCode(now, salt) : fillerReceipt(now),
    items: () => (failureItem ? [{ key: 'ActionType' }] : []),
  };
}
