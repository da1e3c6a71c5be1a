import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, Problem } from '../core/errors.ts';
import type { Clock, Store } from '../cases/ports.ts';
import { parseCallbackPath } from '../payouts/callback-path.ts';
import { hearCallback } from './hear-callback.ts';

/** No documented callback is a tenth of this; longer ones are refused unread. */
const BODY_MAX = 64 * 1024;

/** Whoever sends slower than this keeps a connection for nothing. */
const REQUEST_TIMEOUT_MS = 15_000;

export interface ListenerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly store: Pick<Store, 'record'>;
  readonly secret: string;
  readonly clock: Clock;
  /** Called when an attempt has a new fact or an inquiry a new answer, after it is stored. */
  readonly onFact: () => void;
  /** Called before the answer when a valid path names an attempt or inquiry that is not in the database. */
  readonly onUnknown: (name: string) => Promise<void>;
  readonly log: (line: string, detail?: Readonly<Record<string, unknown>>) => void;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for M-Pesa's result and timeout callbacks. A callback is stored before it is acknowledged; what could not be
 * stored is answered with 503, for accepting it may be the last chance (payouts.md §8, daraja.md §6).
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    void handle(request, response, options).catch((error: unknown) => {
      options.log('a callback could not be stored', { error: messageOf(error) });
      answer(response, 503, { ResultCode: 1, ResultDesc: 'Not stored' });
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        new Problem(
          inUse ? 'port_in_use' : 'bad_configuration',
          inUse
            ? `port ${port} on ${host} is in use: stop the other program or set RUDISHA_LISTEN_PORT`
            : `cannot listen on ${host}:${port}: ${messageOf(error)}`,
          { cause: error },
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenerOptions,
): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/health') {
    answer(response, 200, { status: 'ok' });
    return;
  }
  const target = parseCallbackPath(options.secret, path);
  if (target === null) {
    answer(response, 404, { ResultCode: 1, ResultDesc: 'Not found' });
    return;
  }
  if (request.method !== 'POST') {
    answer(response, 405, { ResultCode: 1, ResultDesc: 'Method not allowed' });
    return;
  }
  const text = await bodyOf(request);
  if (text === null) {
    answer(response, 413, { ResultCode: 1, ResultDesc: 'Too long' });
    return;
  }
  const heard = await hearCallback(target, path, text, {
    ...options,
    onUnknown: async (name) => {
      options.log('a callback about what is not in this database: payouts stop', { name });
      await options.onUnknown(name);
    },
  });
  if (heard.isNew) options.onFact();
  answer(
    response,
    heard.status,
    heard.status === 200
      ? { ResultCode: 0, ResultDesc: 'Success' }
      : { ResultCode: 1, ResultDesc: 'Not found' },
  );
}

/** The body as text; null when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > BODY_MAX) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}
