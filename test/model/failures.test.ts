import { describe, expect, it, vi } from 'vitest';
import type { ModelOutcome } from '../../src/cases/ports.ts';
import { ANSWER_LENGTH_MAX } from '../../src/model/parse.ts';
import { ollamaModel } from '../../src/model/ollama.ts';
import type { OllamaModelOptions } from '../../src/model/ollama.ts';
import { fakeOllama } from '../support/fake-ollama.ts';
import type { FakeReply } from '../support/fake-ollama.ts';
import { asking, holdsLiterally, question } from './asking.ts';

/** Every way in which a call can fail, over real HTTP, and the outcome with its own name for each. */
async function after(reply: FakeReply, options: Partial<OllamaModelOptions> = {}): Promise<ModelOutcome> {
  const { model } = await asking({ answer: () => reply }, options);
  return model.ask(question(), {});
}

function named(outcome: ModelOutcome): string {
  if (outcome.kind === 'unavailable') return outcome.why;
  return outcome.kind === 'untrusted' ? outcome.subReason : outcome.kind;
}

function adviceOf(outcome: ModelOutcome): string {
  return outcome.kind === 'unavailable' ? outcome.advice : '';
}

describe('a model that is not there', () => {
  it('is down when nothing listens, and the advice starts it (row 7)', async () => {
    const gone = await fakeOllama();
    await gone.close();
    const outcome = await ollamaModel({ host: gone.host, holdsSecret: holdsLiterally }).ask(question(), {});
    expect(named(outcome)).toBe('down');
    expect(adviceOf(outcome)).toBe(`No Ollama answers at ${gone.host}: start it with "ollama serve".`);
    expect(outcome.audit).toMatchObject({ raw: null, digest: null, promptTokens: null });
  });

  it('is not pulled, and the advice is the command that pulls it (row 8)', async () => {
    const { model } = await asking({ models: ['other:1b'] });
    const outcome = await model.ask(question(), {});
    expect(named(outcome)).toBe('not_pulled');
    expect(adviceOf(outcome)).toContain('"ollama pull qwen2.5:3b"');
  });

  it.each(['before', 'inside', 'reset'] as const)(
    'cuts the connection (%s) and does not count as down (row 7)',
    async (drop) => {
      expect(named(await after({ drop }))).toBe('cut_connection');
    },
  );
});

describe('a slow model', () => {
  it.each(['before', 'headers'] as const)(
    'is left at the deadline, hanging %s, and the connection really ends (row 6)',
    async (hang) => {
      const { server, model } = await asking({ answer: () => ({ hang }) }, { deadlineMs: 150 });
      const outcome = await model.ask(question(), {});
      expect(named(outcome)).toBe('slow');
      expect(adviceOf(outcome)).toContain('deadline');
      await server.chats[0]!.gone;
    },
  );

  it('spends its deadline also in the server’s own queue (row 11)', async () => {
    const { server, model } = await asking(
      { answer: () => ({ hang: 'before' }) },
      { deadlineMs: 200, callsInFlight: 3 },
    );
    const outcomes = await Promise.all([1, 2, 3].map(() => model.ask(question(), {})));
    expect(outcomes.map(named)).toEqual(['slow', 'slow', 'slow']);
    expect(server.chats.length).toBe(3);
  });
});

describe('a server that fails', () => {
  it.each<[string, FakeReply]>([
    ['HTTP 500', { status: 500, error: 'model runner has unexpectedly stopped' }],
    ['HTTP 503', { status: 503, error: 'server busy, please try again' }],
    ['thinking unsupported (row 9)', { status: 400, error: '"qwen2.5:3b" does not support thinking' }],
    ['another server', { status: 404, error: '404 page not found', plain: true }],
    [
      'an error page',
      { body: '<html>Bad gateway</html>', status: 502, headers: { 'content-type': 'text/html' } },
    ],
    ['an empty error', { body: '', status: 500 }],
    ['an error in a 200', { body: '{"error":"out of memory"}' }],
    ['no JSON in a 200', { body: 'ok' }],
    ['an empty 200', { body: '' }],
    ['another shape', { body: '{"message":{"content":["yes"]}}' }],
    ['null', { body: 'null' }],
    ['an error that is no text', { body: '{"error":{"code":1}}', status: 500 }],
  ])('with %s is unavailable, with its own words in the advice', async (_what, reply) => {
    const outcome = await after(reply);
    expect(named(outcome)).toBe('server_error');
    expect(adviceOf(outcome)).toMatch(/^The server at http:\/\/127\.0\.0\.1:\d+ failed: \S/);
    expect(adviceOf(outcome).length).toBeLessThan(300);
    if (typeof reply === 'object' && 'error' in reply)
      expect(adviceOf(outcome)).toContain(`HTTP ${reply.status}: ${reply.error}`);
  });

  it('cannot send the prompt on to another host', async () => {
    const other = await asking();
    const outcome = await after({
      body: '',
      status: 307,
      headers: { location: `${other.server.host}/api/chat` },
    });
    expect(named(outcome)).toBe('server_error');
    expect(other.server.paths).toEqual([]);
  });

  it('cannot colour or flood what staff read', async () => {
    const advice = adviceOf(await after({ status: 500, error: `\u001b[31m\n${'x'.repeat(5_000)}` }));
    expect(advice).not.toMatch(/\p{Cc}/u);
    expect(advice.length).toBeLessThan(300);
  });

  it('prints nothing through the client', async () => {
    const spies = (['log', 'warn', 'error', 'info'] as const).map((name) => vi.spyOn(console, name));
    await after({ status: 404, error: '404 page not found', plain: true });
    await after({ body: '{broken', status: 500 });
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('is asked by the next call as if nothing had happened', async () => {
    const replies: FakeReply[] = [
      { drop: 'before' },
      { status: 500, error: 'x' },
      '{"complaint":"no","mpesa_code":null}',
    ];
    const { model } = await asking({ answer: (_chat, nth) => replies[nth - 1]! }, { callsInFlight: 1 });
    const outcomes = [];
    for (let nth = 0; nth < 3; nth += 1) outcomes.push(named(await model.ask(question(), {})));
    expect(outcomes).toEqual(['cut_connection', 'server_error', 'answer']);
  });
});

describe('a request that the model cannot take', () => {
  it('is too long for its window, and the server says so instead of cutting (row 1)', async () => {
    const { server, model } = await asking({}, { contextTokens: 200 });
    expect(named(await model.ask(question(), {}))).toBe('too_long_for_model');
    expect(server.chats[0]!.cut).toBe(false);
  });

  it('is found too long also when an old server cut it in silence (row 1)', async () => {
    const { server, model } = await asking({ old: true }, { contextTokens: 200 });
    const outcome = await model.ask(question(), {});
    expect(server.chats[0]!.cut).toBe(true);
    expect(named(outcome)).toBe('too_long_for_model');
    expect(outcome.audit).toMatchObject({ promptTokens: 200 });
  });

  it('has a schema that is our mistake and not an outage (row 4)', async () => {
    expect(named(await after({ status: 500, error: 'invalid JSON schema in format' }))).toBe('our_schema');
  });
});

describe('an answer that is not one', () => {
  it.each<[FakeReply, string]>([
    ['', 'not_json'],
    ['Ndio, ni malalamiko.', 'not_json'],
    ['Here: {"complaint":"yes","mpesa_code":null}', 'not_json'],
    [{ say: [] }, 'wrong_shape'],
    [{ say: { complaint: 'yes', mpesa_code: 1 } }, 'wrong_shape'],
    [{ say: { complaint: 'yes', mpesa_code: null, amount: 'AMOUNT_1' } }, 'wrong_shape'],
    [{ say: { complaint: 'yes' } }, 'wrong_shape'],
    [{ say: { complaint: 'Yes', mpesa_code: null } }, 'not_a_candidate'],
    [{ say: { complaint: 'yes', mpesa_code: 'CODE_3' } }, 'not_a_candidate'],
    ['ndio '.repeat(60), 'not_json'],
  ])('%j is untrusted as %s, and kept for audit', async (reply, reason) => {
    const outcome = await after(reply);
    expect(named(outcome)).toBe(reason);
    expect(outcome.audit.raw).toBe(
      typeof reply === 'string' ? reply.slice(0, 384) : JSON.stringify((reply as { say: unknown }).say),
    );
  });

  it('is cut off by a small cap (row 5)', async () => {
    const outcome = await after({ say: { complaint: 'yes', mpesa_code: 'CODE_1' } }, { answerTokensMax: 5 });
    expect(named(outcome)).toBe('cut_off');
    expect(outcome.audit.raw).toBe('{"complaint":"y');
  });

  it('is over-long, and its audit is not', async () => {
    const content = 'ndio '.repeat(5_000);
    const outcome = await after({
      body: JSON.stringify({ message: { content }, prompt_eval_count: 'many', eval_count: -3 }),
    });
    expect(named(outcome)).toBe('over_long');
    expect(outcome.audit.raw?.length).toBe(ANSWER_LENGTH_MAX);
    expect(outcome.audit).toMatchObject({ promptTokens: null, answerTokens: null });
  });

  it('is not even read to its end when it is endless', async () => {
    expect(named(await after({ body: 'x'.repeat(3_000_000) }))).toBe('over_long');
  });
});
