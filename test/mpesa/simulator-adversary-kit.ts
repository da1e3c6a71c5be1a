import type { FaultRule } from '../../src/mpesa/simulator/faults.ts';
import type { RunningSimulator, SimulatorOptions } from '../../src/mpesa/simulator/options.ts';
import { PAYMENT, askWith, listenFor, simulatorWith, tokenOf, urlsOf } from './simulator-kit.ts';
import type { Ear, PATHS } from './simulator-kit.ts';

export type Rail = 'reversal' | 'b2c';
export const RAILS: readonly Rail[] = ['reversal', 'b2c'];

/** What the refund of each rail moves in these tests: the whole payment, or a part of it. */
export const PAID: Readonly<Record<Rail, number>> = { reversal: 450_000, b2c: 120_000 };

/** The id of the payout that the kit sends, when nothing is changed. */
export const PAYOUT_ID = 'RF-7K3M9QXW-1';

/** What a client sees of its request: status and bytes, or how the connection ended. */
export type Seen = { readonly http: number; readonly text: string } | 'closed' | 'reset' | 'silence';

/** A simulator with a script, and a client who sends one payout at a time to it; its time is moved by hand. */
export interface Scene {
  readonly simulator: RunningSimulator;
  readonly ear: Ear;
  /** Sends the payout of the rail, waits for whatever comes back, and lets happen what is due at once. */
  pay(changed?: Record<string, unknown>): Promise<Seen>;
  /** Asks about the payment by receipt, or about a payout by its id. */
  query(about: 'receipt' | 'id', changed?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Lets what is due happen, after so much time. */
  pass(ms?: number): Promise<void>;
  /** What was heard so far, `path code` each: `result 0`, `timeout flat`. */
  heard(): readonly string[];
  /** Payout requests received and accepted, and the cents that left for them. */
  counted(): readonly [received: number, accepted: number, moneyOut: number];
}

export async function sceneOf(
  rail: Rail,
  script: readonly (string | FaultRule)[],
  options: Partial<SimulatorOptions> = {},
): Promise<Scene> {
  let due = 1_000_000;
  const rules = script.map((one): FaultRule => (typeof one === 'string' ? { faults: [one] } : one));
  const simulator = await simulatorWith({ dueNow: () => due, faults: rules, ...options });
  const ear = await listenFor();
  const pass = async (ms = 0): Promise<void> => {
    due += ms;
    await simulator.tick();
  };
  return {
    simulator,
    ear,
    pass,
    pay: async (changed = {}) => {
      const seen = await send(simulator, rail, { ...urlsOf(ear), ...changed });
      await pass();
      return seen;
    },
    query: async (about, changed = {}) => {
      const before = ear.heard.length;
      const asked =
        about === 'receipt'
          ? {}
          : { TransactionID: undefined, OriginalConversationID: idOf(simulator, rail) };
      await send(simulator, 'status', { ...urlsOf(ear, 'q'), ...asked, ...changed });
      await pass();
      return ear.heard[before]?.body ?? {};
    },
    heard: () => ear.heard.map(({ path, body }) => `${path.split('/')[1] ?? ''} ${codeOf(body)}`),
    counted: () => {
      const payouts = simulator.books().requestsByPath.filter(({ operation }) => operation === rail);
      const sum = (of: (one: (typeof payouts)[number]) => number): number =>
        payouts.reduce((total, one) => total + of(one), 0);
      return [sum((one) => one.received), sum((one) => one.accepted), sum((one) => one.moneyOutCents)];
    },
  };
}

function codeOf(body: { readonly Result?: { readonly ResultCode: unknown } }): string {
  return body.Result === undefined ? 'flat' : String(body.Result.ResultCode);
}

/** A B2C payout has our own id; a reversal's is in the answer, and in its callback. */
function idOf(simulator: RunningSimulator, rail: Rail): string {
  if (rail === 'b2c') return PAYOUT_ID;
  const told = simulator.books().callbacks[0]?.body ?? '';
  return /"OriginatorConversationID":"([^"]+)"/.exec(told)?.[1] ?? '';
}

async function send(
  simulator: RunningSimulator,
  operation: keyof typeof PATHS,
  changed: Record<string, unknown>,
): Promise<Seen> {
  const authorization = `Bearer ${await tokenOf(simulator)}`;
  const number = simulator.books().requests.length;
  const ending = new AbortController();
  const answered = askWith(simulator, operation, changed, { authorization }, ending.signal).then(
    async (response): Promise<Seen> => ({ http: response.status, text: await response.text() }),
    (error: unknown): Seen => (causeOf(error) === 'ECONNRESET' ? 'reset' : 'closed'),
  );
  const silence = leftWithoutAnswer(simulator, number).then((): Seen => 'silence');
  const seen = await Promise.race([answered, silence]);
  ending.abort();
  return seen;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code
    : null;
}

/** Resolves when the books say that this request is left without an answer; never for others. */
function leftWithoutAnswer(simulator: RunningSimulator, index: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const outcome = outcomeOf(simulator, index);
      if (outcome?.includes('left without an answer') === true) resolve();
      if (outcome !== 'received' && outcome !== 'accepted' && outcome !== undefined) clearInterval(timer);
    }, 5);
    timer.unref();
  });
}

/** Undefined until it arrives, null when the simulator is gone. */
function outcomeOf(simulator: RunningSimulator, index: number): string | null | undefined {
  try {
    return simulator.books().requests[index]?.outcome;
  } catch {
    return null;
  }
}

export function statusOf(body: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(body);
  const word = /"Key":"TransactionStatus","Value":"([^"]+)"/.exec(text)?.[1];
  const code = /"ResultCode":"?([^",]+)/.exec(text)?.[1];
  return { code, word };
}

/** Ids and request numbers differ from one simulator to the next. */
export function plain(seen: Seen): unknown {
  return typeof seen === 'string' ? seen : { ...seen, text: seen.text.replace(/"requestId":"[^"]+",/, '') };
}

/** An error envelope without its request id. */
export function envelope(code: string, message: string): string {
  return `{"errorCode":"${code}","errorMessage":"${message}"}`;
}

export const DUPLICATE = envelope('500.002.1001', 'Duplicate OriginatorConversationID.');

export const RECEIPT = PAYMENT.receipt;
