import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** One request as it came over the wire. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON; an empty object when it has none. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What the fake does with one request. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export interface FakeDaraja {
  readonly url: string;
  /** Every request that was read whole, also those that got no answer. */
  readonly seen: readonly SeenRequest[];
  /** Requests to paths that end like this. */
  seenAt(pathEnd: string): readonly SeenRequest[];
  /** Replies to a path, one after another; the last one stays. */
  script(pathEnd: string, ...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

export const REVERSAL = '/reversal/v1/request';
export const STATUS = '/transactionstatus/v1/query';
export const TOKEN = '/oauth/v1/generate';

export const ACK = {
  OriginatorConversationID: 'f1e2-4b95-a71d-test',
  ConversationID: 'AG_20261006_test',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
};

/** A made-up token of the real length. */
export const TEST_TOKEN = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4';

export function json(status: number, body: unknown): Reply {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** The error envelope of daraja.md §7. */
export function refusal(status: number, errorCode: string, errorMessage: string): Reply {
  return json(status, { requestId: '26324-120939857-1', errorCode, errorMessage });
}

export function token(value: string = TEST_TOKEN, expiresIn: unknown = '3599'): Reply {
  return json(200, { access_token: value, expires_in: expiresIn });
}

/** Reads the request and says nothing, ever. */
export const hang: Reply = () => undefined;

/** Reads the request whole, then resets the connection. */
export const reset: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

/** Promises more than it sends. */
export const cutShort: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
  response.write('{"ResponseCode":"0",', () => response.socket?.destroy());
};

/** A scriptable provider over real HTTP, or HTTPS when it gets a certificate. It grants tokens and accepts, at first. */
export async function startFakeDaraja(tls?: {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}): Promise<FakeDaraja> {
  const seen: SeenRequest[] = [];
  const scripts = new Map<string, Reply[]>([
    [TOKEN, [token()]],
    [REVERSAL, [json(200, ACK)]],
    [STATUS, [json(200, ACK)]],
  ]);
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = seenRequest(incoming, Buffer.concat(chunks).toString('utf8'));
      seen.push(request);
      const [, replies] = [...scripts].find(([end]) => pathOf(request).endsWith(end)) ?? [];
      const reply = replies !== undefined && replies.length > 1 ? replies.shift() : replies?.[0];
      (reply ?? text(404, 'no such path'))(response, request);
    });
  };
  const server =
    tls === undefined
      ? createHttpServer(listener)
      : createHttpsServer({ cert: tls.certificatePem, key: tls.privateKeyPem }, listener);
  const { port, close } = await listen(server);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    seen,
    seenAt: (end) => seen.filter((request) => pathOf(request).endsWith(end)),
    script: (end, ...replies) => scripts.set(end, [...replies]),
    close,
  };
}

/** A server that does with each bare connection what it is told; it speaks no HTTP. */
export function startBareServer(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  return listen(server);
}

export interface Relay {
  readonly url: string;
  /** From now on each connection is treated like this; at first it is passed on. */
  treat(how: (socket: Socket) => void): void;
  /** Passes connections on to this port of this machine. */
  passTo(port: number): void;
  close(): Promise<void>;
}

/** Stands between client and provider, so that the line can break after a token was had. */
export async function startRelay(target: string): Promise<Relay> {
  const { protocol, port: targetPort } = new URL(target);
  const pass =
    (port: number) =>
    (socket: Socket): void => {
      const onward = connect(port, '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    };
  let how = pass(Number(targetPort));
  const server = await startBareServer((socket) => {
    how(socket);
  });
  return {
    url: `${protocol}//127.0.0.1:${server.port}`,
    treat: (next) => {
      how = next;
    },
    passTo: (port) => {
      how = pass(port);
    },
    close: server.close,
  };
}

function pathOf(request: SeenRequest): string {
  return request.path.split('?')[0] ?? '';
}

function seenRequest(incoming: IncomingMessage, body: string): SeenRequest {
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    text: body,
    json: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  };
}

async function listen(
  server: Server,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  };
  server.on('connection', track);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
