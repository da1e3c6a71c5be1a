import type { RunningSimulator } from '../../src/mpesa/simulator/options.ts';
import { tokenOf } from './simulator-kit.ts';

/** A payer of nobody's; a receipt, a push and a page are of the documented shapes (daraja.md §5). */
export const PAYER = '254712000391';
const TIMESTAMP = '20261130100000';
const PASSWORD = Buffer.from(`600992simulated-passkey${TIMESTAMP}`).toString('base64');

const REQUESTS = {
  c2b_register: [
    '/mpesa/c2b/v2/registerurl',
    {
      ShortCode: '600992',
      ResponseType: 'Completed',
      ConfirmationURL: 'http://127.0.0.1:9/confirmed',
      ValidationURL: 'http://127.0.0.1:9/valid',
    },
  ],
  c2b: [
    '/mpesa/c2b/v2/simulate',
    {
      ShortCode: '600992',
      CommandID: 'CustomerPayBillOnline',
      Amount: 1200,
      Msisdn: PAYER,
      BillRefNumber: '88213',
    },
  ],
  stk: [
    '/mpesa/stkpush/v1/processrequest',
    {
      BusinessShortCode: '600992',
      Password: PASSWORD,
      Timestamp: TIMESTAMP,
      TransactionType: 'CustomerPayBillOnline',
      Amount: 2350,
      PartyA: PAYER,
      PartyB: '600992',
      PhoneNumber: PAYER,
      CallBackURL: 'http://127.0.0.1:9/pushed',
      AccountReference: '88213',
      TransactionDesc: 'Order 88213',
    },
  ],
  stk_query: [
    '/mpesa/stkpushquery/v1/query',
    { BusinessShortCode: '600992', Password: PASSWORD, Timestamp: TIMESTAMP, CheckoutRequestID: '' },
  ],
  pull_register: [
    '/pulltransactions/v1/register',
    {
      ShortCode: '600992',
      RequestType: 'Pull',
      NominatedNumber: '254700000001',
      CallBackURL: 'http://127.0.0.1:9/pulled',
    },
  ],
  pull: [
    '/pulltransactions/v1/query',
    {
      ShortCode: '600992',
      StartDate: '2026-11-28 00:00:00',
      EndDate: '2026-11-30 23:59:59',
      OffSetValue: '0',
    },
  ],
} as const;

export interface PayInAnswer {
  readonly http: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a whole, correct request with some fields changed. */
export async function payIn(
  simulator: RunningSimulator,
  operation: keyof typeof REQUESTS,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<PayInAnswer> {
  const [path, fields] = REQUESTS[operation];
  const response = await fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(simulator)}` },
    body: JSON.stringify({ ...fields, ...changed }),
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    http: response.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** One row of a page, as far as these tests look into it. */
export interface Row {
  readonly transactionId: string;
  readonly trxDate: string;
  readonly msisdn?: unknown;
  readonly sender: string;
  readonly billreference: string;
  readonly amount: string;
}

/** One page of a pull: its code and its rows. */
export async function pageOf(
  simulator: RunningSimulator,
  offset: number,
): Promise<{ readonly code: unknown; readonly rows: readonly Row[]; readonly text: string }> {
  const { body, text } = await payIn(simulator, 'pull', { OffSetValue: String(offset) });
  const [rows = []] = (body['Response'] ?? []) as readonly (readonly Row[])[];
  return { code: body['ResponseCode'], rows, text };
}

/** Receipts of all pages, page by page, until a page without payments. */
export async function pulled(
  simulator: RunningSimulator,
  pageSize: number,
): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { code, rows } = await pageOf(simulator, offset);
    if (code !== '1000') return pages;
    pages.push(rows.map(({ transactionId }) => transactionId));
  }
}
