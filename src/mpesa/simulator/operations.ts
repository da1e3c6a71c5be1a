/** The operations that are queued, need the operator's credential, and are answered at a ResultURL. */
export const QUEUED = ['reversal', 'status', 'b2c'] as const;
export type QueuedOperation = (typeof QUEUED)[number];

/** Money that customers pay in, and how a shop hears of it (daraja.md §5). */
export const PAY_INS = ['c2b_register', 'c2b', 'stk', 'stk_query', 'pull_register', 'pull'] as const;
export type PayInOperation = (typeof PAY_INS)[number];

/** What Daraja is asked to do; `unknown` on a path that it does not have. */
export type Operation = 'token' | QueuedOperation | PayInOperation | 'unknown';

/** Operations that are accepted now and carried out later. */
export type AcceptedOperation = QueuedOperation | 'c2b' | 'stk';

/** Daraja's paths (daraja.md §1 to §5). */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/oauth/v1/generate': 'token',
  '/mpesa/reversal/v1/request': 'reversal',
  '/mpesa/transactionstatus/v1/query': 'status',
  '/mpesa/b2c/v3/paymentrequest': 'b2c',
  '/mpesa/c2b/v1/registerurl': 'c2b_register',
  '/mpesa/c2b/v2/registerurl': 'c2b_register',
  '/mpesa/c2b/v1/simulate': 'c2b',
  '/mpesa/c2b/v2/simulate': 'c2b',
  '/mpesa/stkpush/v1/processrequest': 'stk',
  '/mpesa/stkpushquery/v1/query': 'stk_query',
  '/pulltransactions/v1/register': 'pull_register',
  '/pulltransactions/v1/query': 'pull',
};

export function operationOf(path: string): Operation {
  return OPERATIONS[path] ?? 'unknown';
}

export function isPayIn(operation: Operation): operation is PayInOperation {
  return PAY_INS.some((one) => one === operation);
}

export function isQueued(operation: Operation): operation is QueuedOperation {
  return QUEUED.some((one) => one === operation);
}
