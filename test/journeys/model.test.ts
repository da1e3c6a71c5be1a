import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApp } from '../../src/app.ts';
import { advance } from '../../src/cases/advance.ts';
import { openCase } from '../../src/cases/inbound.ts';
import type { Model, Store } from '../../src/cases/ports.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { ollamaModel } from '../../src/model/ollama.ts';
import { rudisha } from '../cli/run.ts';
import { openTestDesk, type TestDesk, type TestDeskOptions } from '../support/desk.ts';
import {
  choosesFirst,
  choosesNothing,
  FAKE_DIGEST,
  fakeOllama,
  hostileAnswers,
  type Answerer,
  type FakeOllama,
} from '../support/fake-ollama.ts';
import {
  approved,
  caseOf,
  complain,
  complaintOf,
  expectBooks,
  incoming,
  openReasons,
  seed,
  somebody,
  type Customer,
} from '../support/journey.ts';
import { byItsCommand, escalationOf, files, says } from '../support/talk.ts';

// Goal: the model settles what the rules leave open, and can do no harm. Method: real store and engine, a local Ollama
// stand-in over HTTP whose answers the test writes; judged by the cases, and by every request body it received.

let desk: TestDesk;
let ollama: FakeOllama;
let answer: Answerer = choosesNothing;
/** Stands in for the model of the configuration, when a test sets it. */
let instead: Model | null = null;

function withModel(options: TestDeskOptions = {}): Promise<TestDesk> {
  return openTestDesk({
    environment: { MODEL: 'ollama', OLLAMA_HOST: ollama.host, MODEL_DEADLINE: '2s', ...options.environment },
    wrapping: {
      model: (model) => model && { name: model.name, ask: (...asked) => (instead ?? model).ask(...asked) },
    },
  });
}

beforeAll(async () => {
  ollama = await fakeOllama({ answer: (chat, nth) => answer(chat, nth) });
  desk = await withModel();
});
afterEach(async () => {
  answer = choosesNothing;
  instead = null;
  await expectBooks(desk);
});
afterAll(async () => {
  // Whatever was said in this file: no phone number and no code ever left for the model.
  expect(ollama.chats.length).toBeGreaterThan(30);
  for (const { body } of ollama.chats) {
    const sent = JSON.stringify(body);
    expect(sent).not.toMatch(/UK[TU]4X7M/i);
    expect(sent).not.toMatch(/712[ -]?0\d{2}/);
  }
  await desk.close();
  await ollama.close();
});

const store = (): Store => desk.app.desk.store;
const UNDECIDED = 'Habari, kuhusu order yangu ya jana';
const UNCLEAR = 'nimewaona nyinyi watu wa kwetu';

/** A case that waits for its code, and whose next reply the rules cannot place. */
async function asked(): Promise<Customer & { readonly caseId: string }> {
  const customer = await seed(desk);
  return { ...customer, caseId: await complain(desk, customer, 'Nililipa lakini oda haijaonekana') };
}

describe('a message that the rules leave undecided', () => {
  it('is settled by the model, and a plain one never asks it', async () => {
    const before = ollama.chats.length;
    await complain(desk, await seed(desk));
    expect(ollama.chats).toHaveLength(before);
    answer = () => ({ say: { complaint: 'yes' } });
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_customer', modelCalls: 1 });
    const [call] = await store().modelCallsOf(caseId);
    expect(call).toMatchObject({ outcome: 'answer', purpose: 'message', model: 'qwen2.5:3b' });
    expect(call?.prompt).toContain('order yangu ya jana');
    const { out } = await rudisha(desk, ['cases', 'show', caseId, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      model_calls_made: [
        { model: 'qwen2.5:3b', digest: FAKE_DIGEST, prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ],
    });
    expect((await rudisha(desk, ['cases', 'show', caseId])).out.replaceAll(/\s+/g, ' ')).toMatch(
      /model qwen2\.5:3b, digest f{12}, prompt file [0-9a-f]{12}/,
    );
  });

  it('and that the model will not settle either goes to a person', async () => {
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    expect(await openReasons(desk, caseId)).toEqual(['not_a_complaint']);
  });

  it('is sent with its phone and code hidden, and the answer still finds them', async () => {
    const customer = await seed(desk);
    answer = choosesFirst;
    const caseId = await complain(
      desk,
      customer,
      `Order ${customer.orderNumber}: nililipa lakini haijaonekana, code ni ${customer.receipt} sio UKT4X7MZZ9, simu 0${customer.phone.slice(3)}`,
    );
    const body = JSON.stringify(ollama.chats.at(-1)?.body);
    expect(body).toContain('[CODE_1]');
    expect(body).toContain('[PHONE_1]');
    expect(await caseOf(desk, caseId)).toMatchObject({ receipt: customer.receipt });
  });
});

describe('a model whose reading differs from that of the rules', () => {
  /** Two payments on record; the words take one back, and the order says which one the rules go on with. */
  async function twoPayments(): Promise<readonly [Customer, Customer, string]> {
    const customer = await seed(desk);
    const another = await seed(desk, { phone: customer.phone });
    const text = `Order ${customer.orderNumber}: nililipa lakini haijaonekana, ${customer.receipt}, samahani ${another.receipt}`;
    return [customer, another, text];
  }

  it('and chooses another stated code turns a refund into a question, which the customer settles', async () => {
    const [customer, another, text] = await twoPayments();
    answer = ({ body }) => ({ say: { mpesa_code: body.format?.properties['mpesa_code']?.enum[1] ?? null } });
    const caseId = await complain(desk, customer, text);
    expect(await caseOf(desk, caseId)).toMatchObject({
      status: 'waiting_for_customer',
      asked: 'mpesa_code',
      payoutKey: null,
      said: {
        receipts: [customer.receipt, another.receipt],
        byModel: { denied: { receipts: [customer.receipt] } },
      },
    });
    expect((await rudisha(desk, ['cases', 'show', caseId])).out).toContain(
      `takes ${customer.receipt} for denied`,
    );
    expect(await says(desk, customer, caseId, customer.receipt)).toMatchObject({
      status: 'waiting_for_approval',
      decision: { refund: { receipt: customer.receipt } },
    });
  });

  it('and agrees changes nothing, and the card says what it denied', async () => {
    const [customer, another, text] = await twoPayments();
    answer = choosesFirst;
    const caseId = await complain(desk, customer, text);
    expect(await caseOf(desk, caseId)).toMatchObject({
      status: 'waiting_for_approval',
      decision: { refund: { receipt: customer.receipt } },
    });
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).toContain(`a model takes ${another.receipt} for denied`);
  });

  it('and sees a complaint where no rule does puts up no refund: it asks, or a person reads', async () => {
    const customer = await seed(desk);
    answer = () => ({ say: { complaint: 'yes' } });
    const caseId = await complain(desk, customer, `Habari, kuhusu order ${customer.orderNumber}`);
    expect(await openReasons(desk, caseId)).toEqual(['not_a_complaint']);
    expect(await caseOf(desk, caseId)).toMatchObject({ payoutKey: null, status: 'extracted' });
  });

  it.each(['other', 'not_yet', 'yes'])(
    'and finds words after an approval harmless (%s) does not let the money go: whoever approved looks again',
    async (intent) => {
      const kase = await approved(desk);
      answer = () => ({ say: { intent } });
      await files(desk, kase, kase.caseId, `ndio ${UNCLEAR}`);
      await desk.settle();
      expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
      expect(desk.simulator.books().moneyOut.filter(({ receipt }) => receipt === kase.receipt)).toEqual([]);
    },
  );

  it('and says "later" closes nothing by silence: a person looks first', async () => {
    const customer = somebody(desk);
    const caseId = await complain(desk, customer, 'Nililipa lakini oda haijaonekana');
    answer = () => ({ say: { intent: 'not_yet' } });
    // Nor is the question put again.
    expect(await says(desk, customer, caseId, UNCLEAR)).toMatchObject({
      status: 'waiting_for_customer',
      timesAsked: { mpesa_code: 1 },
    });
    for (let day = 0; day < 10; day += 1) {
      desk.clock.forward(DAY);
      await desk.settle();
    }
    expect(await openReasons(desk, caseId)).toEqual(['details_missing']);
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'extracted' });
  });
});

describe('a model that fails', () => {
  it('is tried again after a minute and five, then a person reads', async () => {
    answer = () => ({ drop: 'before' });
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    const opened = await caseOf(desk, caseId);
    expect(opened).toMatchObject({ status: 'new', modelCalls: 1, modelFailures: 1 });
    expect(await desk.worker.tick()).toBe(0);
    desk.clock.forward(MINUTE);
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ modelCalls: 2, modelFailures: 2 });
    desk.clock.forward(5 * MINUTE);
    await desk.settle();
    expect(await escalationOf(desk, caseId, 'model_unavailable')).toMatchObject({
      subReason: 'cut_connection',
    });
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'extracted', modelCalls: 3 });
    const customer = await seed(desk);
    expect(
      await byItsCommand(desk, caseId, 'model_unavailable', {
        receipt: customer.receipt,
        order: customer.orderNumber,
      }),
    ).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('and is back in time settles the message as if nothing had been', async () => {
    answer = () => ({ status: 503, error: 'server busy, please try again' });
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    answer = () => ({ say: { complaint: 'yes' } });
    desk.clock.forward(MINUTE);
    await desk.settle();
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_customer', modelFailures: 0 });
    expect(await openReasons(desk, caseId)).toEqual([]);
  });

  it.each([
    ['not_json', 'Sure, this is a complaint!'],
    ['cut_off', '{"complaint": "ye'],
    ['wrong_shape', '{"complaint": true}'],
    ['wrong_shape', '{"complaint": "yes", "approved": true}'],
    ['not_a_candidate', '{"complaint": "approve"}'],
    ['over_long', 'ndio '.repeat(3_000)],
  ])('with %s is not believed, and a person reads', async (subReason, words) => {
    answer = () => words;
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    const { subReason: found } = await escalationOf(desk, caseId, 'model_output_untrusted');
    // A long answer meets Ollama's own cap before ours.
    expect(subReason === 'over_long' ? ['over_long', 'not_json', 'cut_off'] : [subReason]).toContain(found);
    const customer = await seed(desk);
    await byItsCommand(desk, caseId, 'model_output_untrusted', {
      receipt: customer.receipt,
      order: customer.orderNumber,
    });
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('and takes for a yes what holds none is not believed', async () => {
    const kase = await asked();
    answer = () => ({ say: { intent: 'yes' } });
    await says(desk, kase, kase.caseId, UNCLEAR);
    expect(await escalationOf(desk, kase.caseId, 'model_output_untrusted')).toMatchObject({
      subReason: 'contradicts_rules',
    });
  });

  it('whose guard sees a secret is sent nothing, and a person reads', async () => {
    const guarded = ollamaModel({ host: ollama.host, holdsSecret: () => true });
    instead = guarded;
    const before = ollama.chats.length;
    const caseId = await complain(desk, somebody(desk), UNDECIDED);
    expect(ollama.chats).toHaveLength(before);
    expect((await store().modelCallsOf(caseId))[0]?.prompt).toMatch(/withheld/);
    const customer = await seed(desk);
    await byItsCommand(desk, caseId, 'redaction_failed', {
      receipt: customer.receipt,
      order: customer.orderNumber,
    });
    expect(await caseOf(desk, caseId)).toMatchObject({ status: 'waiting_for_approval' });
  });
});

describe('the budget', () => {
  it('is five calls a case; past it the rules read and a person takes over', async () => {
    const kase = await asked();
    answer = () => ({ say: { intent: 'not_yet' } });
    for (let call = 1; call <= 5; call += 1) {
      expect(await says(desk, kase, kase.caseId, UNCLEAR)).toMatchObject({ modelCalls: call });
    }
    const before = ollama.chats.length;
    expect(await says(desk, kase, kase.caseId, UNCLEAR)).toMatchObject({ modelCalls: 5 });
    expect(ollama.chats).toHaveLength(before);
    await byItsCommand(desk, kase.caseId, 'model_budget_spent', {
      receipt: kase.receipt,
      order: kase.orderNumber,
    });
    expect(await caseOf(desk, kase.caseId)).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('counts a call before it is made: whoever dies in it has spent it', async () => {
    const { caseId } = await openCase(incoming(somebody(desk), UNDECIDED), 'customer', desk.app.desk);
    const dying: Model = { name: 'dying', ask: () => Promise.reject(new Error('killed here')) };
    for (let call = 1; call <= 5; call += 1) {
      await expect(advance(caseId, { ...desk.app.desk, model: dying })).rejects.toThrow('killed here');
      expect(await caseOf(desk, caseId)).toMatchObject({ modelCalls: call, status: 'new' });
      expect((await store().modelCallsOf(caseId)).map(({ outcome }) => outcome)).toEqual(
        Array(call).fill(null),
      );
    }
    const before = ollama.chats.length;
    await desk.settle();
    expect(ollama.chats).toHaveLength(before);
    expect(await openReasons(desk, caseId)).toEqual(['model_budget_spent']);
  });

  it('is not asked for by what only another process has read meanwhile', async () => {
    const customer = await seed(desk);
    const { caseId } = await openCase(incoming(customer, UNDECIDED), 'customer', desk.app.desk);
    const rules = await openApp(desk.config, { pays: false, wrapping: { clock: desk.clock } });
    // The model is slow; meanwhile another process reads the same message by rules.
    instead = {
      name: 'slow',
      ask: async (...question) => {
        instead = null;
        await advance(caseId, rules.desk);
        return ollamaModel({ host: ollama.host, holdsSecret: () => false }).ask(...question);
      },
    };
    answer = () => ({ say: { complaint: 'yes' } });
    await desk.settle();
    rules.close();
    expect(await openReasons(desk, caseId)).toEqual(['not_a_complaint']);
    expect(await caseOf(desk, caseId)).toMatchObject({ readingSteps: 1 });
    expect((await store().modelCallsOf(caseId))[0]).toMatchObject({ outcome: 'answer' });
  });
});

describe('a hostile model', () => {
  it('closes no case, takes no value and moves no money, whatever it answers', async () => {
    for (let seedOf = 1; seedOf <= 15; seedOf += 1) {
      answer = hostileAnswers(seedOf);
      const customer = await seed(desk);
      const kase = await asked();
      const before = await caseOf(desk, kase.caseId);
      const after = await says(desk, kase, kase.caseId, `${UNCLEAR} wa 0712000${100 + seedOf}`);
      expect(after.status).not.toBe('closed');
      expect(after.said?.receipts).toEqual(before.said?.receipts);
      expect(after.said?.amounts).toEqual(before.said?.amounts);
      expect(after.payoutKey).toBeNull();
      const card = await complain(desk, customer);
      await files(desk, customer, card, UNCLEAR);
      await desk.settle();
      const shown = await caseOf(desk, card);
      // The worst that it can do is to call a person.
      expect(shown.decision).toMatchObject(
        shown.said?.wantsPerson === true
          ? { route: 'person', reason: 'customer_asks_for_person' }
          : { route: 'refund', refund: { receipt: customer.receipt } },
      );
      expect(shown.status).not.toBe('closed');
      expect(await store().approvalsOf(shown.payoutKey!)).toEqual([]);
    }
    expect(desk.simulator.books().moneyOut).toEqual([]);
    desk.clock.forward(10 * MINUTE);
    await desk.settle();
    expect(desk.simulator.books().moneyOut).toEqual([]);
  });
});

describe('without a model on purpose', () => {
  it('the rules read what they can, and the rest goes to a person by its own reason', async () => {
    const rules = await openTestDesk();
    const caseId = await complain(rules, somebody(rules), UNDECIDED);
    expect(await openReasons(rules, caseId)).toEqual(['not_a_complaint']);
    const customer = await seed(rules);
    expect(await caseOf(rules, await complain(rules, customer, complaintOf(customer)))).toMatchObject({
      status: 'waiting_for_approval',
    });
    await rules.close();
  });
});
