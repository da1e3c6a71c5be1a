/** A synchronous refusal: what Daraja's gateway says before anything is queued (daraja.md §7). */
export interface GatewayError {
  readonly http: number;
  readonly message: string;
}

const GATEWAY_ERRORS: Readonly<Record<string, GatewayError>> = {
  '400.001': { http: 400, message: 'Invalid Shortcode' },
  '400.002.02': { http: 400, message: 'Bad Request - Invalid Remarks' },
  '400.002.05': { http: 400, message: 'Invalid Request Payload' },
  '400.003.01': { http: 400, message: 'Invalid Access Token' },
  '400.003.02': { http: 400, message: 'Bad Request' },
  '400.008.01': { http: 400, message: 'Invalid Authentication passed' },
  '400.008.02': { http: 400, message: 'Invalid grant type passed' },
  '401.001': { http: 401, message: 'Invalid Access Token' },
  '401.002.01': { http: 401, message: 'Error Occurred - Invalid Access Token' },
  '403.002.1001': { http: 403, message: 'You are not authorized to initiate this transaction' },
  '404.001.01': { http: 404, message: 'Resource not found' },
  '404.001.03': { http: 404, message: 'Invalid Access Token' },
  '404.001.04': { http: 404, message: 'Invalid Authentication Header' },
  '404.002.01': { http: 404, message: 'Resource not found' },
  '404.003.01': { http: 404, message: 'Resource not found' },
  '405.001': { http: 405, message: 'Method Not Allowed' },
  '500.001.1001': { http: 500, message: 'Server Error' },
  '500.002.1001': { http: 500, message: 'Duplicate OriginatorConversationID.' },
  '500.003.1001': { http: 500, message: 'Internal Server Error' },
  '500.003.02': { http: 500, message: 'System is busy. Please try again in few minutes.' },
  '500.003.03': { http: 500, message: 'Quota Violation' },
};

/** Every code of daraja.md §7. */
export const GATEWAY_CODES: readonly string[] = Object.keys(GATEWAY_ERRORS);

/** The documented status and words of an error code; for an undocumented one, the status that its first part names. */
export function gatewayError(code: string): GatewayError {
  const first = Number(code.slice(0, 3));
  const http = first >= 400 && first <= 599 ? first : 500;
  return GATEWAY_ERRORS[code] ?? { http, message: 'Error Occurred' };
}

/** Result descriptions, as Daraja words them (daraja.md §2, §3, §4). */
const RESULTS: Readonly<Record<string, string>> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '2': 'Declined due to limit rule: less than the minimum transaction amount.',
  '3': 'Declined due to limit rule: greater than the maximum transaction amount.',
  '4': 'Declined due to limit rule: would exceed daily transfer limit',
  '8': 'Declined due to limit rule: would exceed the maximum balance.',
  '11': 'The DebitParty is in an invalid state.',
  '15': 'Duplicate Detected',
  '17': 'System internal error.',
  '18': 'Initiator credential check failure',
  '20': 'Unresolved initiator',
  '21': 'The initiator is not allowed to initiate this request.',
  '22': 'The initiator is not active',
  '24': 'Missing mandatory fields',
  '25': 'The format of parameter Amount is invalid.',
  '26': 'Traffic blocking condition in place',
  '29': 'Invalid command',
  '2001': 'The initiator information is invalid.',
  '2006': 'Declined due to account rule: The account status does not allow this transaction.',
  '2028': 'The request is not permitted according to product assignment.',
  '2032': 'The transaction receipt number does not exist.',
  '2040':
    "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.",
  '8006': 'The security credential is locked.',
  '100000000': 'The request is cached and waiting for resending.',
  R000001: 'The transaction has already been reversed.',
  R000002: 'The OriginalTransactionID is invalid.',
  SFC_IC0003: 'The operator does not exist.',
  TP40153: 'The operator has no permission for this API.',
};

/** What a customer's telephone says to a push; the other codes mean what they mean above (daraja.md §5). */
const PUSH_RESULTS: Readonly<Record<string, string>> = {
  '1001': 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  '1019': 'Transaction has expired',
  '1025': 'An error occurred while sending a push request',
  '1032': 'Request cancelled by user',
  '1037': 'DS timeout user cannot be reached',
  '4999': 'The transaction is still under processing',
  '9999': 'An error occurred while sending a push request',
};

export function pushDescription(code: string): string {
  return PUSH_RESULTS[code] ?? resultDescription(code);
}

export function resultDescription(code: string): string {
  return RESULTS[code] ?? 'The service request failed.';
}
