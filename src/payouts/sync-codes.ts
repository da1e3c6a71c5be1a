/** What a code in the synchronous answer to a money POST says about the money (daraja.md §7). */
export type SyncMeaning = 'refused' | 'acknowledged' | 'unknown';

export interface SyncCode {
  readonly code: string;
  readonly says: string;
  readonly means: SyncMeaning;
}

/** The error envelope's codes (daraja.md §7). `refused`: turned away before anything was queued, proven unpaid. */
export const SYNC_CODES: readonly SyncCode[] = [
  { code: '400.002.02', says: 'bad request, names the field', means: 'refused' },
  { code: '400.002.05', says: 'invalid request payload', means: 'refused' },
  { code: '400.003.01', says: 'invalid token', means: 'refused' },
  { code: '400.003.02', says: 'bad request', means: 'refused' },
  { code: '400.008.01', says: 'token: authentication type', means: 'refused' },
  { code: '400.008.02', says: 'token: grant type', means: 'refused' },
  { code: '400.001', says: 'invalid shortcode', means: 'refused' },
  { code: '401.001', says: 'invalid token', means: 'refused' },
  { code: '401.002.01', says: 'invalid token, or the product is not enabled', means: 'refused' },
  { code: '403.002.1001', says: 'not authorised to initiate (address or product)', means: 'refused' },
  { code: '404.001.01', says: 'resource not found', means: 'refused' },
  { code: '404.001.03', says: 'invalid access token', means: 'refused' },
  { code: '404.001.04', says: 'invalid authentication header, or wrong method', means: 'refused' },
  { code: '404.002.01', says: 'resource not found', means: 'refused' },
  { code: '404.003.01', says: 'resource not found', means: 'refused' },
  { code: '405.001', says: 'method not allowed', means: 'refused' },
  { code: '500.001.1001', says: 'overloaded code: server error among others', means: 'unknown' },
  { code: '500.002.1001', says: 'duplicate id, or perhaps maintenance', means: 'unknown' },
  { code: '500.003.1001', says: 'internal error, service unreachable', means: 'unknown' },
  { code: '500.003.02', says: 'spike arrest: probably nothing happened, nobody says', means: 'unknown' },
  { code: '500.003.03', says: 'quota: probably nothing happened, nobody says', means: 'unknown' },
];

const MEANINGS = new Map(SYNC_CODES.map((row) => [row.code, row.means]));

/**
 * What a synchronous error code means. The same code is overloaded for maintenance, so only code *and* the word
 * Duplicate say that the provider already has our id (daraja.md §0.3). Under a 5xx or a redirect nothing is proven,
 * whatever the body says; inside HTTP 200 an envelope counts as itself. A code that is not listed is unknown.
 */
export function meaningOfSyncCode(code: string, httpStatus?: number, message?: string): SyncMeaning {
  const normal = code.trim();
  if (normal === '500.002.1001' && /\bduplicate\b/i.test(message ?? '')) return 'acknowledged';
  const means = MEANINGS.get(normal) ?? 'unknown';
  return means === 'refused' && !mayRefuse(httpStatus) ? 'unknown' : means;
}

/** Whether the code proves that the request was refused before it was processed, and so moved no money. */
export function isProvenRefusal(code: string, httpStatus?: number, message?: string): boolean {
  return meaningOfSyncCode(code, httpStatus, message) === 'refused';
}

function mayRefuse(httpStatus: number | undefined): boolean {
  if (httpStatus === undefined) return true;
  return (httpStatus >= 200 && httpStatus < 300) || (httpStatus >= 400 && httpStatus < 500);
}
