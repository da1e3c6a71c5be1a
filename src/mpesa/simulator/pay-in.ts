import { addCents, parseShillings } from '../../core/money.ts';
import { invariant } from '../../core/errors.ts';
import type { BookedPayment } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { confirmationBody } from './c2b-body.ts';
import { textOf } from './checks.ts';
import { nameOf } from './parties.ts';
import { freshReceipt } from './payout.ts';
import { pushBody } from './push-body.ts';
import { fillerReceipt } from './receipts.ts';
import { addCallback, copiesOf, LIE_CENTS, SOMEBODY_ELSE } from './tell.ts';
import { timeOf } from './times.ts';
import type { Workings } from './workings.ts';

/**
 * A customer pays, or does not: the money, the callback of a push, and the C2B confirmation to the registered address,
 * which a push brings as well, with the same receipt (daraja.md §5). One transaction of the caller's.
 */
export function carryOutPayIn(workings: Workings, request: AcceptedRequest): void {
  const { books, settings } = workings;
  const { behaviour, number, operation } = request;
  const payment = behaviour.result === undefined ? payIn(workings, request) : null;
  const code = behaviour.result ?? behaviour.moved_but_result ?? '0';
  const at = settings.now();
  books.requests.finish(number, at, code, payment?.receipt ?? fillerReceipt(at));
  if (operation === 'stk') tellPush(workings, request, code, payment);
  if (payment !== null) confirm(workings, request, payment);
}

function payIn(workings: Workings, request: AcceptedRequest): BookedPayment {
  const { books, settings } = workings;
  const { fields, number } = request;
  const amountCents = parseShillings(fields['Amount']);
  const msisdn = textOf(fields['PhoneNumber'] ?? fields['Msisdn']);
  invariant(amountCents !== null && msisdn !== null, 'an accepted payment has an amount and a payer');
  const receipt = freshReceipt(workings, `payment ${number}`);
  books.money.addPayment({
    receipt,
    amountCents,
    msisdn,
    payerName: nameOf(workings, msisdn),
    account: textOf(fields['AccountReference'] ?? fields['BillRefNumber']) ?? '',
    paidAt: settings.now(),
  });
  books.money.credit(amountCents);
  const payment = books.money.payment(receipt);
  invariant(payment !== null, 'what was paid is in the books');
  return payment;
}

function tellPush(
  workings: Workings,
  request: AcceptedRequest,
  code: string,
  payment: BookedPayment | null,
): void {
  const { behaviour, fields } = request;
  const lie = (truth: BookedPayment): BookedPayment => ({
    ...truth,
    amountCents: addCents(truth.amountCents, LIE_CENTS),
  });
  const shown =
    payment === null
      ? null
      : {
          ...(behaviour.wrong_amount ? lie(payment) : payment),
          ...(behaviour.wrong_party ? { msisdn: SOMEBODY_ELSE } : {}),
        };
  const tell = (of: BookedPayment | null, laterMs: number): void => {
    addCallback(workings, request, fields['CallBackURL'], pushBody(workings, request, code, of), laterMs);
  };
  for (let n = 0; n < copiesOf(behaviour); n += 1) tell(shown, 0);
  const again = timeOf(behaviour.callback_again);
  if (again !== null) tell(shown, again);
  if (behaviour.changed_callback_twice && payment !== null) tell(lie(payment), 0);
}

/** The script of the push's own callback does not touch the confirmation: each can be lost or late alone. */
function confirm(workings: Workings, request: AcceptedRequest, payment: BookedPayment): void {
  const { books, settings } = workings;
  const { behaviour, number } = request;
  const urls = books.settings.registeredUrls();
  if (urls === null) return;
  const body = confirmationBody(workings, request, payment);
  const dueAt = settings.dueNow() + settings.callbackDelayMs + (timeOf(behaviour.late_confirmation) ?? 0);
  const copies = behaviour.confirmation_twice ? 2 : 1;
  for (let n = 0; n < copies; n += 1)
    books.callbacks.add(
      { request: number, url: urls.confirmationUrl, body, dueAt },
      behaviour.lose_confirmation ? 'lost' : 'pending',
    );
}
