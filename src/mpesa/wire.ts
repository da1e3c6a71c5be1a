import { SECOND } from '../core/clock.ts';
import { Problem } from '../core/errors.ts';
import { exchange } from './http.ts';
import type { Outcome } from './http.ts';
import { DARAJA_PATHS } from './options.ts';
import type { DarajaOptions } from './options.ts';
import type { Token } from './token.ts';

/** Public reports tell of answers after some seconds and never of more than twenty; afterwards we ask instead. */
const TIMEOUT_MS = 30 * SECOND;

/** For what moves no money. */
export const NEVER_TOO_LATE = (): null => null;

/** The requests that this client can make, URLs and deadlines filled in. */
export interface Wire {
  fetchToken(): Promise<Outcome>;
  post(
    operation: 'reversal' | 'b2c' | 'status',
    body: Readonly<Record<string, string>>,
    token: Token,
    tooLate: () => string | null,
  ): Promise<Outcome>;
}

/** Throws Problem `bad_configuration` when the base URL is no address of a provider. */
export function wireOf(options: DarajaOptions): Wire {
  const paths = { ...DARAJA_PATHS, ...options.paths };
  const urls = {
    token: urlOf(options.baseUrl, paths.token),
    reversal: urlOf(options.baseUrl, paths.reversal),
    b2c: urlOf(options.baseUrl, paths.b2c),
    status: urlOf(options.baseUrl, paths.status),
  };
  const common = { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, caPem: options.caPem ?? null };
  const basic = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`, 'utf8').toString('base64');
  return {
    fetchToken: () =>
      exchange({
        ...common,
        method: 'GET',
        url: urls.token,
        headers: { Authorization: `Basic ${basic}`, Accept: 'application/json' },
        body: null,
        tooLate: NEVER_TOO_LATE,
      }),
    post: (operation, body, token, tooLate) =>
      exchange({
        ...common,
        method: 'POST',
        url: urls[operation],
        headers: {
          Authorization: `Bearer ${token.value}`,
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: JSON.stringify(body),
        tooLate,
      }),
  };
}

function urlOf(baseUrl: string, path: string): URL {
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '')
    throw new Problem(
      'bad_configuration',
      'The base URL of M-Pesa must be an http or https address without a user name in it.',
    );
  return url;
}
