import type { Instant } from '../core/clock.ts';
import { parseEatDigits } from '../core/clock.ts';
import { objectOf, type Fields } from '../core/json.ts';
import { parseShillings } from '../core/money.ts';
import { normalReceipt } from '../reading/receipts.ts';
import { parseFileDate } from './file-dates.ts';
import type { SourcedPayment } from './merge.ts';
import { parsePayer } from './payer.ts';

/** What one source tells: a payment, `not_completed` or `own_funds` for what is none, or what is wrong with it. */
export type Told = { readonly payment: SourcedPayment; readonly source: string } | string;

/** A C2B confirmation: every value a string, the payer in full, masked or hashed (daraja.md §5). */
export function readConfirmation(fields: Fields): Told {
  // The request that asks whether a payment may come has the same shape, and its balance is empty: no money yet.
  if (text(fields['OrgAccountBalance']) === '')
    return 'a validation, not a confirmation: no money came with it';
  if (/organi[sz]ation (?:to|transfer)/i.test(text(fields['TransactionType']))) return 'own_funds';
  return told('c2b confirmation', {
    receipt: fields['TransID'],
    amount: fields['TransAmount'],
    at: parseEatDigits(text(fields['TransTime'])),
    payer: fields['MSISDN'],
    account: fields['BillRefNumber'],
  });
}

/** The callback of an STK push, which names no account; one that failed moved no money that it knows of. */
export function readPush(fields: Fields): Told {
  if (text(fields['ResultCode']) !== '0')
    return text(fields['ResultCode']) === '' ? 'no ResultCode' : 'not_completed';
  const items = objectOf(fields['CallbackMetadata'])?.['Item'];
  const list = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  const valueOf = (name: string): unknown =>
    list.map(objectOf).find((item) => item?.['Name'] === name)?.['Value'];
  return told('stk callback', {
    receipt: valueOf('MpesaReceiptNumber'),
    amount: valueOf('Amount'),
    at: parseEatDigits(text(valueOf('TransactionDate'))),
    payer: valueOf('PhoneNumber'),
    account: '',
  });
}

/** One payment of a Pull answer. Its time is read as it is written: with its Z it is UTC (daraja.md §5). */
export function readPulled(fields: Fields): Told {
  const type = text(fields['transactiontype']);
  if (!/^c2b\b/i.test(type)) return `“${type}” is no payment of a customer`;
  return told('pull', {
    receipt: fields['transactionId'],
    amount: fields['amount'],
    at: parseFileDate(text(fields['trxDate'])),
    payer: fields['msisdn'],
    account: fields['billreference'],
  });
}

interface Telling {
  readonly receipt: unknown;
  readonly amount: unknown;
  readonly at: Instant | null;
  readonly payer: unknown;
  readonly account: unknown;
}

function told(source: string, telling: Telling): Told {
  const receipt = normalReceipt(text(telling.receipt));
  if (receipt === null) return `“${text(telling.receipt)}” is no M-Pesa receipt`;
  const amountCents = parseShillings(telling.amount);
  if (amountCents === null || amountCents <= 0)
    return `${receipt}: “${text(telling.amount)}” is no amount paid in`;
  if (telling.at === null) return `${receipt}: no date that can be read`;
  const { payer } = parsePayer(text(telling.payer));
  return {
    source,
    payment: { receipt, amountCents, paidAt: telling.at, payer, account: text(telling.account).trim() },
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
