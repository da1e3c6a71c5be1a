/** What Daraja is asked to do; `unknown` on a path that it does not have. */
export type Operation = 'token' | 'reversal' | 'status' | 'b2c' | 'unknown';

/** The operations that are queued and answered by a callback. */
export type QueuedOperation = Exclude<Operation, 'token' | 'unknown'>;

/** Daraja's paths (daraja.md §1 to §4). */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/oauth/v1/generate': 'token',
  '/mpesa/reversal/v1/request': 'reversal',
  '/mpesa/transactionstatus/v1/query': 'status',
  '/mpesa/b2c/v3/paymentrequest': 'b2c',
};

export function operationOf(path: string): Operation {
  return OPERATIONS[path] ?? 'unknown';
}
