import { atomically } from './books-open.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { resultDescription } from './codes.ts';
import { payOut } from './payout.ts';
import { fillerReceipt, receiptCode } from './receipts.ts';
import { answerStatus } from './status.ts';
import { tell } from './tell.ts';
import type { Outcome } from './tell.ts';
import { variantOf } from './variants.ts';
import type { Workings } from './workings.ts';

/**
 * Carries out an accepted request: whether it may, whether it can, the money, and what its client is to be told. All
 * of it in one transaction, so that a request is carried out once, whatever happens to the process.
 */
export function carryOut(workings: Workings, request: AcceptedRequest): void {
  const { books, db, settings } = workings;
  atomically(db, () => {
    const outcome = outcomeOf(workings, request);
    books.requests.finish(request.number, settings.now(), outcome.code, outcome.transactionId);
    tell(workings, request, outcome);
  });
}

function outcomeOf(workings: Workings, request: AcceptedRequest): Outcome {
  const credentialCode = checkCredential(workings, request);
  if (credentialCode !== null) return failure(workings, request, credentialCode);
  const forced = request.operation === 'status' ? request.behaviour.status_result : request.behaviour.result;
  if (forced !== undefined) return failure(workings, request, forced);
  const done = request.operation === 'status' ? answerStatus(workings, request) : payOut(workings, request);
  if (typeof done === 'string') return failure(workings, request, done);
  const said = request.behaviour.moved_but_result;
  return said === undefined ? done : failure(workings, request, said);
}

/** The credential is looked at only now, never before the acknowledgement (daraja.md §0.4). */
function checkCredential(workings: Workings, request: AcceptedRequest): '2001' | '8006' | null {
  const { books, settings } = workings;
  const wrong = books.settings.wrongCredentials();
  if (wrong >= settings.credentialTriesMax) return '8006';
  const name = request.fields['Initiator'] ?? request.fields['InitiatorName'];
  const nameIsRight = settings.initiatorName === null || settings.initiatorName === name;
  if (request.credential === 'right' && nameIsRight) {
    if (wrong > 0) books.settings.setWrongCredentials(0);
    return null;
  }
  books.settings.setWrongCredentials(wrong + 1);
  return '2001';
}

/** A failure carries a filler, or what looks like a receipt and is one of nothing (daraja.md §0.7). */
function failure(workings: Workings, request: AcceptedRequest, code: string): Outcome {
  const { books, settings } = workings;
  const { realLookingFailureReceipt, failureItem } = variantOf(settings.variants, request.number);
  const now = settings.now();
  const salt = `${books.settings.salt} declined ${request.number}`;
  return {
    code,
    description: resultDescription(code),
    transactionId: realLookingFailureReceipt ? receiptCode(now, salt) : fillerReceipt(now),
    items: () => (failureItem ? [{ key: 'ActionType' }] : []),
  };
}
