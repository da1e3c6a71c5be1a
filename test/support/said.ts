import { cents } from '../../src/core/money.ts';
import type { Msisdn, Receipt, Said, StatedOrder } from '../../src/reading/types.ts';
import { normalOrderNumber } from '../../src/reading/order-numbers.ts';

/** What a customer said, written down by hand: receipts and orders with spaces between, amounts in shillings. */
export interface Facts {
  readonly receipts?: string;
  readonly orders?: string;
  readonly smsOrders?: string;
  readonly replaced?: string;
  readonly amounts?: readonly number[];
  readonly payer?: string;
  readonly complaint?: Said['complaint'];
  readonly wantsPerson?: boolean;
}

export function saidOf(facts: Facts): Said {
  return {
    language: 'sw',
    complaint: facts.complaint ?? 'yes',
    wantsPerson: facts.wantsPerson ?? false,
    injection: false,
    receipts: words(facts.receipts) as Receipt[],
    orders: [...statedOrders(facts.orders, false), ...statedOrders(facts.smsOrders, true)],
    ordersReplaced: statedOrders(facts.replaced, false),
    amounts: (facts.amounts ?? []).map((shillings) => cents(Math.round(shillings * 100))),
    payer: (facts.payer ?? null) as Msisdn | null,
    paidOn: null,
  };
}

function statedOrders(text: string | undefined, fromSms: boolean): StatedOrder[] {
  return words(text).map((written) => ({ number: normalOrderNumber(written), written, fromSms }));
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter((word) => word !== '');
}
