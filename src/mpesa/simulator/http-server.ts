import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Problem, messageOf } from '../../core/errors.ts';
import type { Incoming, Reply } from './exchange.ts';

/** The only address it listens on: a simulator of a payment provider is nobody else's business. */
const HOST = '127.0.0.1';

/** No request of Daraja's is longer than a few kilobytes; seeding payments may be. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens and gives every request to `answer`. Throws Problem `port_in_use`. */
export async function listen(
  port: number,
  answer: (incoming: Incoming, host: string) => Promise<Reply>,
): Promise<Listener> {
  let open = true;
  const server = createServer((request, response) => {
    serve(request, response, answer).catch((error: unknown) => {
      response.destroy();
      // The books may be closed under a request that was still waiting. Anything else is a bug: stop, do not guess.
      if (open) setImmediate(() => rethrow(error));
    });
  });
  await started(server, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      open = false;
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

async function started(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      const text = inUse
        ? `port ${port} of ${HOST} is already in use; stop what listens there or choose another port`
        : `the simulator cannot listen on port ${port}: ${messageOf(error)}`;
      reject(new Problem(inUse ? 'port_in_use' : 'bad_configuration', text, { cause: error }));
    });
    server.listen(port, HOST, resolve);
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (incoming: Incoming, host: string) => Promise<Reply>,
): Promise<void> {
  // Taken apart by hand: a target that is no URL must be answered, not thrown at.
  const [path = '', ...query] = (request.url ?? '').split('?');
  const body = await readBody(request);
  const incoming: Incoming = {
    method: request.method ?? '',
    path,
    search: new URLSearchParams(query.join('?')),
    authorization: request.headers.authorization ?? '',
    contentType: request.headers['content-type'] ?? '',
    body: body ?? '',
    tooLong: body === null,
  };
  perform(await answer(incoming, request.headers.host ?? ''), response);
}

/**
 * The whole body, or as much of it as came before the client went away: also half a request is one that arrived. Null
 * when it is too long.
 */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > BODY_BYTES_MAX) return null;
      chunks.push(chunk);
    }
  } catch {
    return Buffer.concat(chunks).toString('utf8');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function perform(reply: Reply, response: ServerResponse): void {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'cut') {
    response.destroy();
    return;
  }
  if (reply.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.statusCode = reply.http;
  if (reply.http === 413) response.setHeader('connection', 'close');
  response.setHeader('content-type', reply.contentType);
  if (reply.location !== undefined) response.setHeader('location', reply.location);
  response.end(reply.body);
}
