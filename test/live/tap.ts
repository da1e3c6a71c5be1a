import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatBody } from '../support/fake-ollama.ts';

/**
 * A listener on the line between the model port and a real Ollama: what left this program is judged by the bytes that
 * arrived here, and what the model said by the bytes that came back.
 */
export interface Tap {
  readonly host: string;
  readonly chats: readonly TappedChat[];
  /** The most chat calls that were open at once. */
  readonly most: number;
  /** Off: what arrives is written down and answered 503, for texts that are too many to ask a slow model about. */
  forwards: boolean;
  close(): Promise<void>;
}

export interface TappedChat {
  readonly body: ChatBody;
  readonly sent: string;
  readonly startedAt: number;
  /** Zero until the server has answered; then its HTTP status. */
  status: number;
  /** The server's whole answer, as it came. */
  answer: string;
  /** The caller went away first, and the call to the server was ended with it. */
  abandoned: boolean;
  ms: number;
}

export async function tap(upstream: string): Promise<Tap> {
  const chats: TappedChat[] = [];
  const line = { forwards: true, most: 0, open: 0 };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    if (path !== '/api/chat') {
      await pass(upstream, request, sent, response, new AbortController().signal);
      return;
    }
    const body = JSON.parse(sent) as ChatBody;
    const chat: TappedChat = {
      body,
      sent,
      startedAt: performance.now(),
      status: 0,
      answer: '',
      abandoned: false,
      ms: 0,
    };
    chats.push(chat);
    if (!line.forwards) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"only written down"}');
      return;
    }
    const gone = new AbortController();
    response.once('close', () => {
      if (response.writableFinished) return;
      chat.abandoned = true;
      gone.abort();
    });
    line.open += 1;
    line.most = Math.max(line.most, line.open);
    try {
      [chat.status, chat.answer] = await pass(upstream, request, sent, response, gone.signal);
    } finally {
      line.open -= 1;
      chat.ms = performance.now() - chat.startedAt;
    }
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chats,
    get most() {
      return line.most;
    },
    get forwards() {
      return line.forwards;
    },
    set forwards(forwards) {
      line.forwards = forwards;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function pass(
  upstream: string,
  request: IncomingMessage,
  sent: string,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<[number, string]> {
  const method = request.method ?? 'GET';
  const answer = await fetch(upstream + (request.url ?? ''), {
    method,
    signal,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: sent }),
  });
  const text = await answer.text();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  return [answer.status, text];
}
