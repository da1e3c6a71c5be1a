import type { Rail } from '../../records/types.ts';
import type { LaneStop } from '../types.ts';

/**
 * What the result code of a *payout request* says. `not_paid` is half a proof: a status query asked after it must
 * agree (payouts.md §6). `ambiguous` says nothing: the payment may have happened, or may yet happen.
 */
export type ResultMeaning = 'paid' | 'already_back' | 'not_paid' | 'ambiguous';

export interface ResultCode {
  readonly code: string;
  readonly says: string;
  readonly means: ResultMeaning;
  /** What it stops the lane for (payouts.md §9); null when it is about this payout alone. */
  readonly stops: LaneStop['why'] | null;
}

function row(
  code: string,
  says: string,
  means: ResultMeaning,
  stops: ResultCode['stops'] = null,
): ResultCode {
  return { code, says, means, stops };
}

/** Codes of either rail: M-Pesa's core answers them before it looks at what kind of payment it is (daraja.md §2). */
const SHARED: readonly ResultCode[] = [
  row('0', 'processed', 'paid'),
  row('1', 'insufficient balance in our account', 'not_paid', 'float'),
  row('11', 'the debit party is in an invalid state: our shortcode', 'not_paid'),
  row('15', 'duplicate detected: perhaps of a payout that succeeded', 'ambiguous'),
  row('17', 'internal failure', 'ambiguous'),
  row('18', 'initiator credential check failed', 'not_paid', 'credential'),
  row('20', 'initiator unresolved', 'not_paid', 'credential'),
  row('21', 'initiator not allowed to initiate this', 'not_paid', 'credential'),
  row('22', 'initiator inactive', 'not_paid', 'credential'),
  row('24', 'mandatory fields missing', 'not_paid'),
  row('25', 'invalid parameter', 'not_paid'),
  row('26', 'system too busy', 'ambiguous'),
  row('29', 'invalid command', 'not_paid'),
  row('2001', 'initiator information invalid', 'not_paid', 'credential'),
  // Not among the examples of payouts.md §9, but daraja.md §2 says to stop: it is our account that may not pay, so
  // every case would fail in turn. Mended like a credential, by the owner of the account.
  row('2006', 'the status of the account does not allow this', 'not_paid', 'credential'),
  row('2028', 'not permitted by the product assignment', 'not_paid'),
  row('8006', 'security credential locked', 'not_paid', 'credential'),
  row('TP40153', 'operator lacks permission for this API', 'not_paid', 'credential'),
  row('100000000', 'cached, waiting to be sent again: may still run', 'ambiguous'),
  row('100000001', 'overload', 'ambiguous'),
  row('100000002', 'throttling', 'ambiguous'),
  row('100000004', 'internal error', 'ambiguous'),
  row('100000005', 'invalid input', 'ambiguous'),
  row('100000007', 'abnormal', 'ambiguous'),
  row('100000009', 'abnormal', 'ambiguous'),
  row('100000010', 'permission', 'ambiguous'),
  row('100000011', 'rate', 'ambiguous'),
  row('00.002.1001', 'maintenance', 'ambiguous'),
];

/** Result codes by rail. A code that is not here is unknown, and unknown is unresolved (payouts.md §6). */
export const RESULT_CODES: Readonly<Record<Rail, readonly ResultCode[]>> = {
  reversal: [
    ...SHARED,
    row('R000001', 'the payment was already reversed', 'already_back'),
    row('R000002', 'the original transaction id is invalid', 'not_paid'),
  ],
  b2c: [
    ...SHARED,
    row('2', 'less than the minimum amount', 'not_paid'),
    row('3', 'greater than the maximum amount', 'not_paid'),
    row('4', 'would exceed the daily limit', 'not_paid'),
    row('8', "would exceed the receiver's maximum balance", 'not_paid'),
    row('2040', 'the receiver is no M-Pesa customer', 'not_paid'),
    row('SFC_IC0003', 'bad or unknown number', 'not_paid'),
  ],
};

const BY_RAIL = {
  reversal: new Map(RESULT_CODES.reversal.map((known) => [known.code, known])),
  b2c: new Map(RESULT_CODES.b2c.map((known) => [known.code, known])),
};

/** The row of a payout request's result code; null when the code is unknown. */
export function resultCode(rail: Rail, code: string): ResultCode | null {
  return BY_RAIL[rail].get(normalCode(code)) ?? null;
}

/** A code as the tables write it: no spaces, upper case; any run of zeros is `0` (daraja.md §5 shows `00000000`). */
export function normalCode(code: string): string {
  const normal = code.trim().toUpperCase();
  return /^0+$/.test(normal) ? '0' : normal;
}
