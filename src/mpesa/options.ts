import type { Clock } from '../cases/ports.ts';
import type { PayoutReference } from '../payouts/types.ts';
import type { CallbackUrls } from './bodies.ts';
import type { Lane } from './lane.ts';

/** Where each operation lives under the base URL. */
export interface DarajaPaths {
  readonly token: string;
  readonly reversal: string;
  readonly status: string;
}

/** The paths of daraja.md §1, §3 and §4. */
export const DARAJA_PATHS: DarajaPaths = {
  token: '/oauth/v1/generate?grant_type=client_credentials',
  reversal: '/mpesa/reversal/v1/request',
  status: '/mpesa/transactionstatus/v1/query',
};

export interface DarajaOptions {
  /** `https://api.safaricom.co.ke`, or a simulator. A path in it is kept. */
  readonly baseUrl: string;
  readonly paths?: Partial<DarajaPaths>;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Username and password of the API operator. */
  readonly initiator: string;
  readonly initiatorPassword: string;
  /** The provider's certificate or public key, PEM. */
  readonly certificatePem: string;
  readonly shortcode: string;
  /** What `shortcode` is in a status query: 4 an organisation, 2 a till, 1 an MSISDN (daraja.md §4). */
  readonly identifierType?: '1' | '2' | '4';
  /** The URL to which the provider shall answer; `ask` is the number of a status query, null for the payout itself. */
  readonly callbackUrl: (
    kind: 'result' | 'timeout',
    reference: PayoutReference,
    attemptNumber: number,
    ask: number | null,
  ) => string;
  readonly clock: Clock;
  /** For the whole exchange of a money request; a query or a token gets the same. */
  readonly timeoutMs?: number;
  readonly laneIntervalMs?: number;
  /** In place of the pace above: for tests. */
  readonly lane?: Lane;
  /** Trusted in place of the well-known certificates, PEM: a local provider over TLS. */
  readonly caPem?: string;
}

/** Both URLs of one request. */
export function callbackUrlsOf(
  options: DarajaOptions,
  reference: PayoutReference,
  attemptNumber: number,
  ask: number | null,
): CallbackUrls {
  return {
    result: options.callbackUrl('result', reference, attemptNumber, ask),
    timeout: options.callbackUrl('timeout', reference, attemptNumber, ask),
  };
}
