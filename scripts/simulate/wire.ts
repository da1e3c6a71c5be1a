import type { Clock, Payments } from '../../src/cases/ports.ts';
import { askStatus } from '../../src/mpesa/ask.ts';
import type { Outcome } from '../../src/mpesa/http.ts';
import { paceLane } from '../../src/mpesa/lane.ts';
import type { Parts } from '../../src/mpesa/parts.ts';
import { sendMoney } from '../../src/mpesa/send.ts';
import { keepToken } from '../../src/mpesa/token.ts';
import type { Wire } from '../../src/mpesa/wire.ts';
import { callbackPath } from '../../src/payouts/callback-path.ts';
import type { Process } from './process.ts';
import { B2C_SHORTCODE, SHORTCODE } from './provider/bodies.ts';
import type { ProviderContext } from './provider/context.ts';
import { moneyPlan } from './provider/faults.ts';
import { answer, nameOfUrl, takeMoney } from './provider/money.ts';
import { takeQuery } from './provider/status.ts';

const SECOND = 1_000;
/** A token lives an hour; renewed by the client some minutes before. */
const TOKEN_LIFE = '3599';

export interface PaymentsOptions {
  readonly provider: ProviderContext;
  readonly process: Process;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * M-Pesa as the desk knows it: its own client, bodies, token, lane, deadline and reading of answers. Only the
 * connection is another: it leads to the provider of this world, and takes virtual time.
 */
export function paymentsOf(options: PaymentsOptions): Payments {
  const { provider, process, clock, secret } = options;
  const { timeline } = provider;
  const wire = wireOf(provider, process);
  const tokens = keepToken(() => wire.fetchToken(), clock);
  const lane = paceLane(SECOND, { monotonic: () => clock.monotonic(), wait: (ms) => timeline.sleep(ms) });
  const parts: Parts = {
    options: {
      baseUrl: 'https://provider.example',
      consumerKey: 'consumer-key',
      consumerSecret: 'consumer-secret',
      initiator: 'refunds',
      initiatorPassword: 'Simulator#1',
      certificatePem: '',
      shortcode: SHORTCODE,
      b2cShortcode: B2C_SHORTCODE,
      callbackUrl: (target) => callbackPath(secret, target),
      clock,
    },
    wire,
    operator: {
      initiator: 'refunds',
      securityCredential: 'credential-of-the-simulation',
      shortcode: SHORTCODE,
      b2cShortcode: B2C_SHORTCODE,
    },
    secrets: ['credential-of-the-simulation', 'Simulator#1', 'consumer-key', 'consumer-secret'],
    lane,
    tokens,
  };
  return {
    prepare: () =>
      process.around('payments.prepare', async () => {
        const release = await lane.take();
        const got = await tokens.get();
        return got.kind === 'token'
          ? { tokenUntil: got.token.until, why: null, release }
          : { tokenUntil: null, why: got.why, release };
      }),
    send: (request) => process.around('payments.send', () => sendMoney(parts, request)),
    ask: (query) => process.around('payments.ask', () => askStatus(parts, query)),
  };
}

const NEVER = new Promise<never>(() => undefined);

function wireOf(provider: ProviderContext, process: Process): Wire {
  const { timeline, trouble, seed, count } = provider;
  const notToBeReached = (): Outcome | null => {
    if (trouble.downUntil <= timeline.now()) return null;
    count('provider_down');
    return { kind: 'never_connected', detail: 'connection refused' };
  };
  return {
    fetchToken: async () => {
      await timeline.sleep(120);
      return (
        notToBeReached() ?? answer(200, { access_token: 'token-of-the-simulation', expires_in: TOKEN_LIFE })
      );
    },
    post: async (operation, body, _token, tooLate) => {
      const plan = operation === 'status' ? null : moneyPlan(seed, nameOfUrl(body['ResultURL'] ?? ''));
      await timeline.sleep(plan?.sending === 'slow_connection' ? 31 * SECOND + plan.draw : 90);
      // Nobody is left to write the request.
      if (!process.isAlive()) return NEVER;
      const unreachable = notToBeReached();
      if (unreachable !== null) return unreachable;
      if (plan?.sending === 'never_connected') {
        count('never_connected');
        return { kind: 'never_connected', detail: 'no such host' };
      }
      const late = tooLate();
      if (late !== null) {
        count('never_sent');
        return { kind: 'never_sent', detail: late };
      }
      const { outcome, afterMs } =
        operation === 'status' || plan === null
          ? takeQuery(provider, JSON.stringify(body))
          : takeMoney(provider, operation, JSON.stringify(body), plan);
      await timeline.sleep(afterMs);
      return outcome;
    },
  };
}
