import type { Clock } from '../cases/ports.ts';
import type { CallbackOf, CallbackTarget } from '../payouts/callback-path.ts';
import type { CallbackUrls } from './bodies.ts';
import type { Lane } from './lane.ts';

/** Where each operation lives under the base URL. */
export interface DarajaPaths {
  readonly token: string;
  readonly reversal: string;
  readonly b2c: string;
  readonly status: string;
}

/** The paths of daraja.md §1 to §4. B2C v3 alone: v1 has no id of ours to ask by when an answer is lost. */
export const DARAJA_PATHS: DarajaPaths = {
  token: '/oauth/v1/generate?grant_type=client_credentials',
  reversal: '/mpesa/reversal/v1/request',
  b2c: '/mpesa/b2c/v3/paymentrequest',
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
  /** The shortcode of the B2C product; `shortcode` by default. */
  readonly b2cShortcode?: string;
  /** What `shortcode` is in a status query: 4 an organisation, 2 a till, 1 an MSISDN (daraja.md §4). */
  readonly identifierType?: '1' | '2' | '4';
  /** The URL to which the provider shall answer. */
  readonly callbackUrl: (target: CallbackTarget) => string;
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
export function callbackUrlsOf(options: DarajaOptions, about: CallbackOf): CallbackUrls {
  return {
    result: options.callbackUrl({ ...about, kind: 'result' }),
    timeout: options.callbackUrl({ ...about, kind: 'timeout' }),
  };
}
