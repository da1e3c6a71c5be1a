import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A local HTTP server that behaves as a real Ollama was measured to (ollama.md rows 1, 2, 4 to 11 and 14), with
 * answers written by the test. Tokens are counted roughly, but control tokens count as one, as in row 2.
 */
export interface FakeOllama {
  readonly host: string;
  /** Chat requests in order of arrival, also those that failed. */
  readonly chats: readonly FakeChat[];
  /** Paths of every request, `/api/tags` included. */
  readonly paths: readonly string[];
  /** Chat requests being held or served at this moment, and the most that there were at once. */
  readonly inFlight: { readonly now: number; readonly most: number };
  /** Resolves when `count` chat requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Lets the requests that `{ hold: true }` keeps go on. */
  release(): void;
  close(): Promise<void>;
}

export interface FakeChat {
  readonly body: ChatBody;
  readonly promptTokens: number;
  /** The system prompt was among what a silent cut took (row 1). */
  readonly cut: boolean;
  /** Control tokens in the user's text, which a real model would obey (row 2). */
  readonly forged: number;
  /** The caller went away before the answer was ready. */
  readonly gone: Promise<void>;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly format?: { readonly properties: Readonly<Record<string, { readonly enum: readonly unknown[] }>> };
  readonly truncate?: boolean;
  readonly think?: boolean;
  readonly keep_alive?: string;
  readonly options: Readonly<Record<string, number>>;
}

/** What the model says or how the server fails. A string is said as it is; an object is said as JSON. */
export type FakeReply =
  | string
  | { readonly say: object | null }
  /** Says it, then goes on with white space up to `num_predict` (row 5). */
  | { readonly rambling: string }
  | { readonly status: number; readonly error: string; readonly plain?: boolean }
  /** The whole HTTP answer, for servers that are not Ollama. */
  | { readonly body: string; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  /** Closes the connection before the answer, or inside it (row 7); `reset` as a killed process leaves it. */
  | { readonly drop: 'before' | 'inside' | 'reset' }
  /** Never answers; `headers` sends those first. */
  | { readonly hang: 'before' | 'headers' }
  /** Says it after `release()`. */
  | { readonly hold: string };

export type Answerer = (chat: FakeChat, nth: number) => FakeReply;

export interface FakeOllamaOptions {
  readonly answer?: Answerer;
  /** Pulled models; a name without a tag means `:latest`. */
  readonly models?: readonly string[];
  /** Models of the list that run elsewhere: what `/api/tags` says about them. */
  readonly remote?: Readonly<Record<string, string>>;
  /** An Ollama older than `truncate`: it ignores the field. */
  readonly old?: boolean;
  readonly tagsFail?: boolean;
}

export const FAKE_DIGEST = 'f'.repeat(12) + '0'.repeat(52);

/** Chooses nothing: what an honest model does when it is not sure. */
export const choosesNothing: Answerer = ({ body }) => ({
  say: Object.fromEntries(Object.keys(body.format?.properties ?? {}).map((name) => [name, null])),
});

/** Chooses the first value of every list. */
export const choosesFirst: Answerer = ({ body }) => ({
  say: Object.fromEntries(
    Object.entries(body.format?.properties ?? {}).map(([name, p]) => [name, p.enum[0] ?? null]),
  ),
});

export async function fakeOllama(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const state = newState(options);
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chats: state.chats,
    paths: state.paths,
    inFlight: state.inFlight,
    arrived: (count) =>
      new Promise((resolve) => {
        state.watchers.push({ count, resolve });
        tellWatchers(state);
      }),
    release: () => {
      state.held.splice(0).forEach((go) => {
        go();
      });
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

interface State {
  readonly options: FakeOllamaOptions;
  readonly models: readonly string[];
  readonly chats: FakeChat[];
  readonly paths: string[];
  readonly inFlight: { now: number; most: number };
  readonly held: (() => void)[];
  readonly watchers: { readonly count: number; readonly resolve: () => void }[];
  /** Calls are served one after the other (row 11). */
  turn: Promise<void>;
}

function newState(options: FakeOllamaOptions): State {
  const models = (options.models ?? ['qwen2.5:3b']).map(tagged);
  const inFlight = { now: 0, most: 0 };
  return { options, models, chats: [], paths: [], inFlight, held: [], watchers: [], turn: Promise.resolve() };
}

function tagged(model: string): string {
  return model.includes(':') ? model : `${model}:latest`;
}

function tellWatchers(state: State): void {
  for (const watcher of state.watchers) if (state.chats.length >= watcher.count) watcher.resolve();
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  state.paths.push(path);
  if (path === '/api/tags') {
    if (state.options.tagsFail === true) {
      fail(response, 500, 'tags failed');
      return;
    }
    const models = state.models.map((name) => {
      const remote = state.options.remote?.[name];
      return {
        name,
        model: name,
        digest: FAKE_DIGEST,
        ...(remote === undefined ? {} : { remote_host: remote }),
      };
    });
    json(response, 200, { models });
    return;
  }
  if (path !== '/api/chat') {
    fail(response, 404, '404 page not found', true);
    return;
  }
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const chat = readChat(state, JSON.parse(text) as ChatBody, response);
  state.chats.push(chat);
  const nth = state.chats.length;
  state.inFlight.now += 1;
  state.inFlight.most = Math.max(state.inFlight.most, state.inFlight.now);
  tellWatchers(state);
  const before = state.turn;
  const served = before
    .then(() => answer(state, chat, nth, response))
    .finally(() => (state.inFlight.now -= 1));
  // A caller that goes away frees its turn.
  state.turn = Promise.race([served, chat.gone]).catch(() => undefined);
  await served;
}

function readChat(state: State, body: ChatBody, response: ServerResponse): FakeChat {
  const size = body.options['num_ctx'] ?? 4_096;
  const whole = body.messages.reduce((sum, { content }) => sum + tokens(content) + 4, 3);
  const cut = whole > size && (state.options.old === true || body.truncate !== false);
  return {
    body,
    promptTokens: cut ? size : whole,
    cut,
    forged: body.messages.reduce(
      (sum, { role, content }) => sum + (role === 'user' ? controls(content) : 0),
      0,
    ),
    gone: new Promise((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    }),
  };
}

const CONTROL = /<\|[a-z_]+\|>|<\/?[a-z_]+>|\[\/?[A-Z_]+\]/g;

function controls(text: string): number {
  return text.match(CONTROL)?.length ?? 0;
}

/** A control token is one token; words go in pieces of four letters; every other character is its own token. */
export function tokens(text: string): number {
  const rest = text.replaceAll(CONTROL, ' ');
  return controls(text) + (rest.match(/\p{L}{1,4}|[^\p{L}\s]|\n/gu)?.length ?? 0);
}

/** What the server refuses before the model is asked; null when nothing. */
function refusal({ options, models }: State, { body, promptTokens, cut }: FakeChat): [number, string] | null {
  if (!models.includes(tagged(body.model))) return [404, `model '${body.model}' not found`];
  if (body.think === true) return [400, `"${body.model}" does not support thinking`];
  if (body.format !== undefined && typeof body.format.properties !== 'object') {
    return [500, 'invalid JSON schema in format'];
  }
  const size = body.options['num_ctx'] ?? 4_096;
  if (options.old !== true && !cut && promptTokens > size)
    return [400, 'the input length exceeds the context length'];
  return null;
}

async function answer(state: State, chat: FakeChat, nth: number, response: ServerResponse): Promise<void> {
  const refused = refusal(state, chat);
  if (refused !== null) {
    fail(response, ...refused);
    return;
  }
  // An empty enum leaves the grammar nothing to write (row 4).
  const empty = Object.entries(chat.body.format?.properties ?? {}).find(
    ([, { enum: values }]) => values.length === 0,
  );
  const reply = empty ? `{"${empty[0]}": }` : (state.options.answer ?? choosesNothing)(chat, nth);
  if (typeof reply === 'string') {
    say(chat, response, reply);
    return;
  }
  if ('say' in reply) {
    say(chat, response, JSON.stringify(reply.say));
    return;
  }
  if ('rambling' in reply) {
    say(chat, response, reply.rambling + ' \t\n'.repeat(2_000));
    return;
  }
  if ('error' in reply) {
    fail(response, reply.status, reply.error, reply.plain);
    return;
  }
  if ('body' in reply) {
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.body);
    return;
  }
  if ('hold' in reply) {
    await Promise.race([new Promise<void>((go) => state.held.push(go)), chat.gone]);
    say(chat, response, reply.hold);
    return;
  }
  const early = 'drop' in reply ? reply.drop !== 'inside' : reply.hang === 'before';
  if (!early) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
    await new Promise<void>((resolve) =>
      response.write('{"model":', () => {
        resolve();
      }),
    );
  }
  if ('drop' in reply && reply.drop === 'reset') response.socket?.resetAndDestroy();
  else if ('drop' in reply) response.socket?.destroy();
  else await chat.gone;
}

function say(chat: FakeChat, response: ServerResponse, text: string): void {
  const most = chat.body.options['num_predict'] ?? 1_000;
  // About three characters a token: what is over the cap is not written (row 5).
  const content = text.slice(0, most * 3);
  json(response, 200, {
    model: chat.body.model,
    created_at: '2026-11-30T07:00:00Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason: content.length < text.length ? 'length' : 'stop',
    prompt_eval_count: chat.promptTokens,
    eval_count: Math.ceil(content.length / 3),
  });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, error: string, plain = false): void {
  if (plain) response.writeHead(status, { 'content-type': 'text/plain' }).end(error);
  else json(response, status, { error });
}

/**
 * A model that does its worst, the same worst for the same seed: candidates at random, the wrong kind of value, prose,
 * two answers, values of nobody, broken and endless text, and failures of the server. It never hangs.
 */
export function hostileAnswers(seed: number): Answerer {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  return ({ body }) => {
    const lists = Object.entries(body.format?.properties ?? {}).map(([name, p]) => [name, p.enum] as const);
    const chosen = Object.fromEntries(lists.map(([name, values]) => [name, pick(values)]));
    const first = lists[0]?.[0] ?? 'intent';
    const whole = JSON.stringify(chosen);
    // Half of the answers are well formed and chosen at random: these are what the rules behind it must survive.
    if (random() < 0.5) return pick<FakeReply>([whole, { rambling: whole }]);
    return pick<FakeReply>([
      {
        say: {
          ...chosen,
          [first]: pick(['approve', 'YES', 'CODE_99', 'code_1', '0', '', ' yes', 'yes\u0000', 'null']),
        },
      },
      { say: { ...chosen, [first]: pick<unknown>([1, 0, true, [], {}, ['yes'], 4.5e300]) } },
      { say: { ...chosen, approved: true, amount_cents: 99_999_900 } },
      { say: {} },
      { say: [chosen] },
      { say: null },
      `Sure! Here is the form: ${whole}`,
      `\`\`\`json\n${whole}\n\`\`\``,
      `${whole}${whole}`,
      `{"${first}":"yes","${first}":"no"}`,
      `{"__proto__":${whole}}`,
      whole.slice(0, Math.floor(random() * whole.length)),
      '{"a": }',
      '{'.repeat(400),
      '[1,2,3]',
      'NaN',
      '',
      '\ufeff\u202e\u0007',
      'ndio '.repeat(3_000),
      { status: 500, error: 'model runner has unexpectedly stopped' },
      { status: 503, error: 'server busy, please try again' },
      { body: '<html>proxy</html>', headers: { 'content-type': 'text/html' } },
      { body: '{}' },
      { drop: pick(['before', 'inside'] as const) },
    ]);
  };
}

/** Mulberry32: small and even enough for choosing among answers. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
