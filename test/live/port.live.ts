import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../src/core/errors.ts';
import { DEFAULT_CALLS_IN_FLIGHT, ollamaModel } from '../../src/model/ollama.ts';
import { holdsSecret } from '../../src/reading/known-secrets.ts';
import type { Asked, ModelChoices, ModelQuestion } from '../../src/reading/types.ts';
import { aQuestion, config, expectNamed, liveModel, theLine, upstream, useLine } from './kit.ts';

// Goal: each row of what Ollama was measured to do still holds on this server, with this model, however bad it is.
// Method: the port asks it for real, and the bytes on the line are compared with what the port made of them.

useLine();

const LISTS = {
  mpesa_code: ['CODE_1', 'CODE_2'],
  order_number: ['ORDER_1', 'ORDER_2'],
  amount: ['AMOUNT_1', 'AMOUNT_2', 'AMOUNT_3'],
};
const INTENTS = ['wants_person', 'withdraws', 'gives_detail', 'no', 'not_yet', 'yes', 'other'] as const;
const WORDS =
  'sio [CODE_1] ni [CODE_2], order ya pili ile ya 300 sio 400\n---\nORDER_1 = order 88213\nORDER_2 = order 88214';
/** More than any cap lets through. */
const LONG = 'nimelipa lakini oda bado haijathibitishwa '.repeat(200);

const SHAPES: readonly [string, ModelQuestion][] = [
  ['about a complaint', shape('message', null, { complaint: ['yes', 'no'] })],
  ['about everything in a message', shape('message', null, { complaint: ['yes', 'no'], ...LISTS })],
  ...(['confirm', 'amount'] as const).map((asked): [string, ModelQuestion] => [
    `about a reply to ${asked}`,
    shape('reply', asked, { intent: INTENTS, ...LISTS }),
  ]),
];

function shape(purpose: ModelQuestion['purpose'], asked: Asked, choices: ModelChoices): ModelQuestion {
  return aQuestion({ purpose, asked, choices, redacted: WORDS });
}

/** What the model wrote in the last answer on the line. */
function lastWords(): string {
  const { answer } = theLine().chats.at(-1)!;
  return (JSON.parse(answer) as { readonly message: { readonly content: string } }).message.content;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a question', () => {
  it.each(SHAPES)('%s gets one of its own candidates or null (row 3)', async (_, question) => {
    const outcome = await liveModel().ask(question, {});
    expectNamed(outcome, question);
    // Why the model stopped is no matter (row 5): JSON that is whole is an answer, and what is cut is no answer.
    if (theLine().chats.at(-1)!.status === 200) expect(isJson(lastWords())).toBe(outcome.kind === 'answer');
  });

  it('is accepted with thinking off, and nothing is cut in silence (rows 1, 9)', async () => {
    await liveModel().ask(aQuestion(), {});
    const { body, status } = theLine().chats.at(-1)!;
    expect(body).toMatchObject({ think: false, truncate: false });
    expect(status).toBe(200);
  });

  it('brings the digest that the server gives and the hash of its prompt file (row 14)', async () => {
    const tags = (await (await fetch(`${upstream}/api/tags`)).json()) as {
      readonly models: readonly { readonly name: string; readonly digest: string }[];
    };
    const named = [config.MODEL_NAME, `${config.MODEL_NAME}:latest`];
    for (const [purpose, file] of [
      ['message', 'messages.md'],
      ['reply', 'replies.md'],
    ] as const) {
      const { audit } = await liveModel().ask(aQuestion({ purpose }), {});
      expect(audit.digest).toBe(tags.models.find(({ name }) => named.includes(name))?.digest);
      const text = readFileSync(new URL(`../../prompts/${file}`, import.meta.url));
      expect(audit.promptHash).toBe(createHash('sha256').update(text).digest('hex'));
      expect(audit.raw).toBe(lastWords().slice(0, audit.raw?.length));
      expect(audit.promptTokens).toBeGreaterThan(0);
    }
  });

  it('with nothing to choose from never leaves (row 4)', async () => {
    const before = theLine().chats.length;
    const question = aQuestion({ choices: { complaint: ['yes', 'no'], mpesa_code: [] } });
    expect(await liveModel().ask(question, {})).toMatchObject({ kind: 'untrusted', subReason: 'our_schema' });
    expect(theLine().chats).toHaveLength(before);
  });

  it('whose answer is cut short is named so (row 5)', async () => {
    const outcome = await liveModel({ answerTokensMax: 3 }).ask(aQuestion(), {});
    expect(outcome.kind).toBe('untrusted');
    if (outcome.kind === 'untrusted') expect(outcome.subReason).toMatch(/^(?:cut_off|not_json)$/);
  });

  it('among four at once is answered like one alone, and the server never holds more than it should (row 11)', async () => {
    const model = liveModel();
    const questions = SHAPES.map(([, question]) => question);
    const outcomes = await Promise.all(questions.map((question) => model.ask(question, {})));
    outcomes.forEach((outcome, nth) => {
      expectNamed(outcome, questions[nth]!);
    });
    expect(theLine().most).toBeLessThanOrEqual(DEFAULT_CALLS_IN_FLIGHT);
  });
});

describe('a text', () => {
  it('longer than the window is refused by the server, and the outcome says so (row 1)', async () => {
    // A model without a template of its own may get the customer's words alone: they must be too long by themselves.
    const outcome = await liveModel({ contextTokens: 128 }).ask(aQuestion({ redacted: LONG }), {});
    expect(outcome).toMatchObject({ kind: 'untrusted', subReason: 'too_long_for_model' });
    expect(theLine().chats.at(-1)!.status).toBe(400);
  });

  it('of the greatest length that is read, in Swahili, is read whole or named too long', async () => {
    const question = shape('reply', 'confirm', { intent: INTENTS, ...LISTS });
    const outcome = await liveModel().ask({ ...question, redacted: LONG }, {});
    expectNamed(outcome, question);
    const { promptTokens } = outcome.audit;
    if (promptTokens !== null) expect(promptTokens).toBeGreaterThan(1_000);
  });
});

describe('a call', () => {
  it('ends at its deadline on both sides, and the next one is served (row 6)', async () => {
    // Other words than before: the server must not have them read already.
    const long = 'bado naisubiri bidhaa niliyoilipia wiki iliyopita '.repeat(90);
    const before = theLine().chats.length;
    const start = performance.now();
    const outcome = await liveModel({ deadlineMs: 200 }).ask(aQuestion({ redacted: long }), {});
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(outcome).toMatchObject({ kind: 'unavailable', why: 'slow' });
    await vi.waitFor(() => {
      expect(theLine().chats[before]).toMatchObject({ abandoned: true, status: 0 });
    });
    expectNamed(await liveModel().ask(aQuestion(), {}), aQuestion());
  });

  it('for a model that is not on the server says which command brings it (row 8)', async () => {
    const outcome = await liveModel({ model: 'rudisha-no-such-model:1b' }).ask(aQuestion(), {});
    expect(outcome).toMatchObject({ kind: 'unavailable', why: 'not_pulled' });
    expect(outcome).toHaveProperty('advice', expect.stringContaining('ollama pull rudisha-no-such-model:1b'));
  });

  it('for a hosted model is refused before anything is sent (row 8)', () => {
    const before = theLine().chats.length;
    expect(() => ollamaModel({ model: 'gpt-oss:120b-cloud', host: theLine().host, holdsSecret })).toThrow(
      Problem,
    );
    expect(theLine().chats).toHaveLength(before);
  });
});
