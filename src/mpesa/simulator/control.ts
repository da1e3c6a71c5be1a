import { z } from 'zod';
import { Problem } from '../../core/errors.ts';
import type { Cents } from '../../core/money.ts';
import { json } from './exchange.ts';
import type { Incoming, Reply } from './exchange.ts';
import { parseFaultRules } from './faults.ts';
import type { RunningSimulator } from './options.ts';
import { timeOf } from './times.ts';

/** What the control paths can do: what the process that started the simulator can. */
type Controlled = Pick<
  RunningSimulator,
  | 'books'
  | 'addPayments'
  | 'reverseOutside'
  | 'setFaults'
  | 'unlockCredential'
  | 'deleteUrls'
  | 'endTokens'
  | 'setFloat'
  | 'advance'
  | 'tick'
>;

const paymentsBody = z.array(
  z.strictObject({
    receipt: z.string(),
    amountCents: z.int().transform((amount) => amount as Cents),
    msisdn: z.string(),
    payerName: z.string().exactOptional(),
    account: z.string().exactOptional(),
    paidAt: z.int().exactOptional(),
  }),
);

const reverseBody = z.strictObject({ receipt: z.string() });

const floatBody = z.strictObject({
  balanceCents: z
    .int()
    .nonnegative()
    .transform((amount) => amount as Cents),
});

const advanceBody = z.strictObject({
  by: z.string().transform((text, context) => {
    const ms = timeOf(text);
    if (ms === null) context.addIssue('a time such as 90s, 5m, 2h or 3d');
    return ms ?? 0;
  }),
});

/** `METHOD /path` of each control path, and what it does with the body. */
const CONTROLS: Readonly<Record<string, (simulator: Controlled, body: unknown) => unknown>> = {
  'GET /simulator/health': () => ({ status: 'ok' }),
  'GET /simulator/books': (simulator) => simulator.books(),
  'POST /simulator/payments': (simulator, body) => {
    const payments = parsed(paymentsBody, body);
    simulator.addPayments(payments);
    return { payments: payments.length };
  },
  'POST /simulator/reverse-outside': (simulator, body) => ({
    receipt: simulator.reverseOutside(parsed(reverseBody, body).receipt),
  }),
  'POST /simulator/faults': (simulator, body) => {
    const rules = parseFaultRules(body);
    simulator.setFaults(rules);
    return { rules: rules.length };
  },
  'POST /simulator/unlock': (simulator) => {
    simulator.unlockCredential();
    return { locked: false };
  },
  'POST /simulator/delete-urls': (simulator) => {
    simulator.deleteUrls();
    return { registered: false };
  },
  'POST /simulator/end-tokens': (simulator) => {
    simulator.endTokens();
    return { ended: true };
  },
  'POST /simulator/float': (simulator, body) => {
    const { balanceCents } = parsed(floatBody, body);
    simulator.setFloat(balanceCents);
    return { balanceCents };
  },
  'POST /simulator/advance': async (simulator, body) => {
    const { by } = parsed(advanceBody, body);
    simulator.advance(by);
    await simulator.tick();
    return { advancedMs: by };
  },
  'POST /simulator/tick': async (simulator) => {
    await simulator.tick();
    return { done: true };
  },
};

const HTTP_OF_PROBLEM: Readonly<Record<string, number>> = { bad_input: 400, not_found: 404 };

/**
 * Answers the paths under `/simulator/`, which Daraja does not have. A host name that is not this machine's means that
 * a web page is behind the request: refused.
 */
export async function answerControl(simulator: Controlled, incoming: Incoming, host: string): Promise<Reply> {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return json({ error: 'loopback only' }, 403);
  const control = CONTROLS[`${incoming.method} ${incoming.path}`];
  if (control === undefined)
    return json({ error: `no such control: ${incoming.method} ${incoming.path}` }, 404);
  try {
    return json(await control(simulator, incoming.method === 'POST' ? bodyOf(incoming) : null));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return json({ error: error.message, code: error.code }, HTTP_OF_PROBLEM[error.code] ?? 409);
  }
}

/** JSON only, also by content type: a web page can send a form to this machine, but not this. */
function bodyOf(incoming: Incoming): unknown {
  if (incoming.body === '') return null;
  if (!/^application\/json\b/i.test(incoming.contentType))
    throw new Problem('bad_input', 'the body must be JSON');
  try {
    return JSON.parse(incoming.body) as unknown;
  } catch {
    throw new Problem('bad_input', 'the body is no JSON');
  }
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Problem('bad_input', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
}
