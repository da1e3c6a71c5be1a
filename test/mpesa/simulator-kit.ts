import { constants, publicEncrypt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { cents } from '../../src/core/money.ts';
import type { RunningSimulator, SimulatorOptions } from '../../src/mpesa/simulator/options.ts';
import { startSimulator } from '../../src/mpesa/simulator/simulator.ts';

/** 30 November 2026, ten in the morning in Nairobi: receipts begin with UKU. */
export const NOW = Date.UTC(2026, 10, 30, 7, 0, 0);
export const PASSWORD = 'Made#Up%99';
export const PAYMENT = {
  receipt: 'UKT4H7Q2ZX',
  amountCents: cents(450_000),
  msisdn: '254700000391',
  payerName: 'JANE MADEUP',
  account: 'INV-7',
  paidAt: NOW - 86_400_000,
};

const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
const running = new Set<RunningSimulator>();
const listeners = new Set<Server>();
let books = 0;

afterEach(async () => {
  await Promise.all([...running].map((simulator) => simulator.close()));
  running.clear();
  for (const server of listeners) {
    server.closeAllConnections();
    server.close();
  }
  listeners.clear();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

export function newBooksPath(): string {
  books += 1;
  return join(folder, `books-${books}.db`);
}

export function optionsWith(changed: Partial<SimulatorOptions> = {}): SimulatorOptions {
  return {
    booksPath: newBooksPath(),
    // One key for the whole file: making one takes longer than most of these tests.
    keyPath: join(folder, 'key.pem'),
    consumerKey: 'key',
    consumerSecret: 'secret',
    initiatorPassword: PASSWORD,
    shortcode: '600992',
    now: () => NOW,
    callbackDelayMs: 0,
    variants: 'plain',
    ...changed,
  };
}

export async function simulatorWith(changed: Partial<SimulatorOptions> = {}): Promise<RunningSimulator> {
  const simulator = await startSimulator(optionsWith(changed));
  running.add(simulator);
  simulator.addPayments([PAYMENT]);
  return simulator;
}

export async function stop(simulator: RunningSimulator): Promise<void> {
  running.delete(simulator);
  await simulator.close();
}

/** A result callback, as far as these tests look into it. Other bodies have none of this. */
export interface Body {
  readonly Result: {
    readonly ResultType: unknown;
    readonly ResultCode: unknown;
    readonly ResultDesc: string;
    readonly OriginatorConversationID: string;
    readonly ConversationID: string;
    readonly TransactionID: string;
    readonly ResultParameters?: { readonly ResultParameter: Item | readonly Item[] };
    readonly ReferenceData: { readonly ReferenceItem: unknown };
  };
  readonly [field: string]: unknown;
}

interface Item {
  readonly Key: string;
  readonly Value?: unknown;
}

export interface Heard {
  readonly path: string;
  readonly text: string;
  readonly body: Body;
}

/** A client's listener: every callback that came, and a promise for the n-th. */
export interface Ear {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** The n-th callback, from 1; rejects by the test's own time-out if it never comes. */
  nth(n: number): Promise<Heard>;
}

export async function listenFor(answer: (n: number) => number = () => 200): Promise<Ear> {
  const heard: Heard[] = [];
  const waiting = new Map<number, (heard: Heard) => void>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const one = { path: request.url ?? '', text, body: JSON.parse(text) as Body };
      heard.push(one);
      const http = answer(heard.length);
      // 0: it hears and never answers.
      if (http !== 0) response.writeHead(http, { location: '/elsewhere' }).end('{}');
      waiting.get(heard.length)?.(one);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  listeners.add(server);
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    heard,
    nth: (n) =>
      new Promise((resolve) => {
        const already = heard[n - 1];
        if (already === undefined) waiting.set(n, resolve);
        else resolve(already);
      }),
  };
}

export function seal(simulator: RunningSimulator, password: string = PASSWORD): string {
  const key = readFileSync(simulator.certificatePath, 'utf8');
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  );
}

export async function tokenOf(simulator: RunningSimulator, pair = 'key:secret'): Promise<string> {
  const response = await askToken(simulator, `Basic ${Buffer.from(pair).toString('base64')}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

export function askToken(
  simulator: RunningSimulator,
  authorization: string,
  query = '?grant_type=client_credentials',
) {
  return fetch(`${simulator.url}/oauth/v1/generate${query}`, { headers: { authorization } });
}

export const PATHS = {
  reversal: '/mpesa/reversal/v1/request',
  status: '/mpesa/transactionstatus/v1/query',
  b2c: '/mpesa/b2c/v3/paymentrequest',
} as const;

export interface Asked {
  readonly http: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Sends a whole, correct request with some fields changed; `undefined` leaves a field out. */
export async function ask(
  simulator: RunningSimulator,
  operation: keyof typeof PATHS,
  changed: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Asked> {
  const token = headers['authorization'] === undefined ? await tokenOf(simulator) : '';
  const response = await askWith(
    simulator,
    operation,
    changed,
    { authorization: `Bearer ${token}`, ...headers },
    AbortSignal.timeout(10_000),
  );
  const text = await response.text();
  return {
    http: response.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : null,
  };
}

/** The same with the headers given and the response as it comes. */
export function askWith(
  simulator: RunningSimulator,
  operation: keyof typeof PATHS,
  changed: Record<string, unknown>,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(simulator.url + PATHS[operation], {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...requestOf(simulator, operation), ...changed }),
    redirect: 'manual',
    signal,
  });
}

function requestOf(simulator: RunningSimulator, operation: keyof typeof PATHS): Record<string, unknown> {
  const common = {
    SecurityCredential: seal(simulator),
    Remarks: 'Refund of an order',
    ResultURL: 'http://127.0.0.1:9/result/nobody',
    QueueTimeOutURL: 'http://127.0.0.1:9/timeout/nobody',
  };
  switch (operation) {
    case 'reversal':
      return {
        Initiator: 'refunds',
        CommandID: 'TransactionReversal',
        TransactionID: PAYMENT.receipt,
        Amount: '4500',
        ReceiverParty: '600992',
        RecieverIdentifierType: '11',
        ...common,
      };
    case 'status':
      return {
        Initiator: 'refunds',
        CommandID: 'TransactionStatusQuery',
        TransactionID: PAYMENT.receipt,
        PartyA: '600992',
        IdentifierType: '4',
        ...common,
      };
    case 'b2c':
      return {
        OriginatorConversationID: 'RF-7K3M9QXW-1',
        InitiatorName: 'refunds',
        CommandID: 'BusinessPayment',
        Amount: 1200,
        PartyA: '600992',
        PartyB: '254700000391',
        ...common,
      };
  }
}

/** ResultURL and QueueTimeOutURL of an attempt at that listener. */
export function urlsOf(ear: Ear, attempt = 'a-1') {
  return { ResultURL: `${ear.url}/result/${attempt}`, QueueTimeOutURL: `${ear.url}/timeout/${attempt}` };
}

/** The items of a result by key; the last one of a repeated key. */
export function itemsOf(heard: Heard): Readonly<Record<string, unknown>> {
  const items = heard.body.Result.ResultParameters?.ResultParameter ?? [];
  const list = 'Key' in items ? [items] : items;
  return Object.fromEntries(list.map((item) => [item.Key, item.Value]));
}
