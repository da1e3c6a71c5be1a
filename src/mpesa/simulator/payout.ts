import type { Cents } from '../../core/money.ts';
import { EAT_OFFSET, DAY } from '../../core/clock.ts';
import type { Instant } from '../../core/clock.ts';
import { parseShillings } from '../../core/money.ts';
import { invariant } from '../../core/errors.ts';
import type { MoneyOut } from './books-money.ts';
import type { AcceptedRequest } from './books-requests.ts';
import { resultDescription } from './codes.ts';
import type { Behaviour } from './faults.ts';
import { textOf } from './checks.ts';
import { partyItem, shopItem } from './parties.ts';
import { receiptCode } from './receipts.ts';
import { amountFigure, balanceText, dottedTime, shillings, timeFigure } from './results.ts';
import type { Item } from './results.ts';
import type { Outcome } from './tell.ts';
import { variantOf } from './variants.ts';
import type { Variant } from './variants.ts';
import type { Workings } from './workings.ts';

/** B2C pays 10 to 250,000 shillings (daraja.md §2). */
const B2C_MIN_CENTS = 10_00;
const B2C_MAX_CENTS = 250_000_00;

/** What a customer may receive in a day: 500,000 shillings (daraja.md §2). */
const CUSTOMER_DAY_CENTS = 500_000_00;

/** Moves the money of a reversal or a payout, or says with which result code it is declined. */
export function payOut(workings: Workings, request: AcceptedRequest): Outcome | string {
  const amountCents = parseShillings(request.fields['Amount']);
  invariant(amountCents !== null, 'an accepted payout has an amount');
  const asked =
    request.operation === 'reversal'
      ? reversal(workings, request, amountCents)
      : payment(workings, request, amountCents);
  if (typeof asked === 'string') return asked;
  if (workings.books.money.balanceCents() < amountCents) return '1';
  const at = workings.settings.now();
  const receipt = freshReceipt(workings, `request ${request.number}`);
  const out: MoneyOut = { ...asked, receipt, request: request.number, amountCents, at };
  workings.books.money.pay(out);
  const items = out.kind === 'b2c' ? paymentItems : reversalItems;
  return {
    code: '0',
    description: resultDescription('0'),
    transactionId: receipt,
    amountCents,
    items: (shown) =>
      items(
        workings,
        { ...out, ...shown },
        request.behaviour,
        variantOf(workings.settings.variants, request),
      ),
  };
}

type Asked = Pick<MoneyOut, 'kind' | 'originalReceipt' | 'msisdn'>;

/** Only money that customers paid to the shortcode can be reversed, once (daraja.md §3). */
function reversal(workings: Workings, request: AcceptedRequest, amountCents: Cents): Asked | string {
  const { books, settings } = workings;
  const original = books.money.payment(textOf(request.fields['TransactionID']) ?? '');
  if (original === null) return 'R000002';
  const repeats = !settings.dedupe || request.behaviour.no_dedupe === true;
  if (original.status === 'Reversed' && (!repeats || original.reversedOutside)) return 'R000001';
  const whole = amountCents === original.amountCents;
  const part = settings.partialReversals === 'allowed' && amountCents < original.amountCents;
  if (!whole && !part) return settings.wrongAmountCode;
  return { kind: 'reversal', originalReceipt: original.receipt, msisdn: original.msisdn };
}

function payment(workings: Workings, request: AcceptedRequest, amountCents: Cents): Asked | string {
  const msisdn = textOf(request.fields['PartyB']) ?? '';
  if (amountCents < B2C_MIN_CENTS) return '2';
  if (amountCents > B2C_MAX_CENTS) return '3';
  const midnight = eatMidnight(workings.settings.now());
  const today = workings.books.money.paidToSince(msisdn, midnight);
  return today + amountCents > CUSTOMER_DAY_CENTS ? '4' : { kind: 'b2c', originalReceipt: null, msisdn };
}

function eatMidnight(at: Instant): Instant {
  return at - ((at + EAT_OFFSET) % DAY);
}

/** A receipt that nothing in the books has. */
export function freshReceipt(workings: Workings, about: string): string {
  const { books, settings } = workings;
  for (let n = 0; ; n += 1) {
    const receipt = receiptCode(settings.now(), `${books.settings.salt} ${about} ${n}`);
    if (books.money.receiptIsFree(receipt)) return receipt;
  }
}

type ItemsOf = (workings: Workings, out: MoneyOut, behaviour: Behaviour, variant: Variant) => readonly Item[];

const reversalItems: ItemsOf = (workings, out, behaviour, variant) => {
  const { books } = workings;
  return [
    { key: 'DebitAccountBalance', value: balanceText(books.money.balanceCents(), variant) },
    { key: 'Amount', value: amountFigure(out.amountCents, variant) },
    { key: 'TransCompletedTime', value: timeFigure(out.at) },
    { key: 'OriginalTransactionID', value: out.originalReceipt ?? '' },
    { key: 'Charge', value: { figure: '0.00' } },
    partyItem(workings, 'CreditPartyPublicName', out.msisdn, behaviour),
    shopItem(workings, 'DebitPartyPublicName'),
    ...(variant.emptyItem ? [{ key: 'Occasion' }] : []),
  ];
};

const paymentItems: ItemsOf = (workings, out, behaviour, variant) => {
  const utility = shillings(workings.books.money.balanceCents(), true);
  return [
    { key: 'TransactionAmount', value: amountFigure(out.amountCents, variant) },
    { key: 'TransactionReceipt', value: out.receipt },
    partyItem(workings, 'ReceiverPartyPublicName', out.msisdn, behaviour),
    { key: 'TransactionCompletedDateTime', value: dottedTime(out.at) },
    { key: 'B2CUtilityAccountAvailableFunds', value: { figure: utility } },
    { key: 'B2CWorkingAccountAvailableFunds', value: { figure: '0.00' } },
    { key: 'B2CChargesPaidAccountAvailableFunds', value: { figure: '-40.00' } },
    { key: 'B2CRecipientIsRegisteredCustomer', value: 'Y' },
  ];
};
