import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect as tcpConnect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { messageOf } from '../core/errors.ts';

/** One request and at most one answer, over a connection of its own. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole exchange, from the first packet to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Certificates to trust in place of the well-known ones; null trusts those. */
  readonly caPem: string | null;
  /** Asked when the connection is secure, right before the first byte: the reason why it is too late, or null. */
  readonly tooLate: () => string | null;
}

/** What became of an exchange. Only the first two prove that nothing was received (payouts.md §5). */
export type Outcome =
  /** An error before the connection was secure: refused, no such host, TLS. */
  | { readonly kind: 'never_connected'; readonly detail: string }
  /** The connection stood, and not one byte of the request was written. */
  | { readonly kind: 'never_sent'; readonly detail: string }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
      /** The body was longer than ANSWER_BYTES_MAX and reading stopped there. */
      readonly cut: boolean;
    }
  /** Something was written and no whole answer came back: reset, timeout, not HTTP. */
  | { readonly kind: 'broken'; readonly detail: string };

/** Real answers are under 1 kB; a page of a firewall is some 10 kB. More is nothing that we could understand. */
export const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Does one exchange. Never rejects, never follows a redirect, never tries again, never shares a connection: a second
 * request on a kept-alive connection that the other side is just closing would fail in a way that proves nothing.
 * The connection is made first and by hand, so that "before" and "after" are events and not guesses.
 */
export function exchange(what: Exchange): Promise<Outcome> {
  return new Promise((resolve) => {
    let connected = false;
    let socket: Socket | null = null;
    const settle = (outcome: Outcome): void => {
      clearTimeout(deadline);
      resolve(outcome);
      socket?.destroy();
    };
    const fail = (why: string): void => {
      settle(connected ? { kind: 'broken', detail: why } : { kind: 'never_connected', detail: why });
    };
    const deadline = setTimeout(() => {
      fail(connected ? `no answer within ${what.timeoutMs} ms` : `no connection within ${what.timeoutMs} ms`);
    }, what.timeoutMs);

    try {
      socket = openConnection(what, () => {
        const late = what.tooLate();
        if (late !== null || socket === null) {
          settle({ kind: 'never_sent', detail: late ?? 'the connection was already gone' });
          return;
        }
        connected = true;
        writeAndRead(what, socket, settle, fail);
      });
      socket.on('error', (error) => {
        fail(reasonOf(error));
      });
      socket.on('close', () => {
        fail('the connection was closed');
      });
    } catch (error) {
      fail(reasonOf(error));
    }
  });
}

/** Opens TCP, or TLS over it, and calls back when it may carry a secret. */
function openConnection(what: Exchange, ready: () => void): Socket {
  const host = what.url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (what.url.protocol === 'http:') return tcpConnect({ host, port: Number(what.url.port || 80) }, ready);
  return tlsConnect(
    {
      host,
      port: Number(what.url.port || 443),
      // A literal address has no name to send, only one to check.
      ...(isIP(host) === 0 && { servername: host }),
      ...(what.caPem !== null && { ca: what.caPem }),
      // Said aloud, or an environment variable could switch the check off.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
    ready,
  );
}

function writeAndRead(
  what: Exchange,
  socket: Socket,
  settle: (outcome: Outcome) => void,
  fail: (why: string) => void,
): void {
  const request: ClientRequest = httpRequest({
    method: what.method,
    path: what.url.pathname + what.url.search,
    headers: { Host: what.url.host, ...what.headers, ...lengthOf(what.body) },
    // A connection handed over like this belongs to no agent: it is neither shared nor kept.
    createConnection: () => socket,
  });
  request.on('response', (response) => {
    readAnswer(response, settle);
  });
  request.on('error', (error) => {
    fail(reasonOf(error));
  });
  request.end(what.body ?? undefined);
}

function lengthOf(body: string | null): Record<string, string> {
  return body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
}

function readAnswer(response: IncomingMessage, settle: (outcome: Outcome) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const answer = (cut: boolean): void => {
    const body = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8');
    settle({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, body, cut });
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) answer(true);
  });
  // Comes only for a whole answer; one that is cut off ends with the connection's own `close`.
  response.on('end', () => {
    answer(false);
  });
}

/** `ECONNREFUSED`, or the message where there is no code. Addresses and ports are left out: equal failures read equal. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return messageOf(error);
}
