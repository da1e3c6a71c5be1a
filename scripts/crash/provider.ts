import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import type { Cents } from '../../src/core/money.ts';
import type { RunningSimulator } from '../../src/mpesa/simulator/options.ts';
import { parseFaultRules } from '../../src/mpesa/simulator/faults.ts';
import { startSimulator } from '../../src/mpesa/simulator/simulator.ts';
import type { Situation } from './situations.ts';
import { CALLBACK_DELAY_MS, runSettings, type PortPair } from './settings.ts';

/** What the sweep asks of this process, and what it answers. */
export type ProviderAsks =
  | {
      readonly kind: 'start';
      readonly folder: string;
      readonly ports: PortPair;
      readonly dedupe: boolean;
      readonly situations: readonly Situation[];
    }
  | { readonly kind: 'stop'; readonly folder: string };
export interface ProviderAnswers {
  readonly folder: string;
  readonly kind: ProviderAsks['kind'];
  readonly failed: string | null;
}

/**
 * The outside world as a process of its own: one simulator a run, each with its own port and books, beside the killed
 * processes and never killed with them. (Kills inside the simulator have one as `rudisha simulator` starts it.)
 */
const running = new Map<string, RunningSimulator>();

async function start(asked: Extract<ProviderAsks, { kind: 'start' }>): Promise<void> {
  const { folder, ports, dedupe, situations } = asked;
  const config = readConfig(runSettings(folder, ports));
  const simulator = await startSimulator({
    port: ports.simulator,
    booksPath: join(folder, 'simulator.db'),
    certificatePath: config.DARAJA_CERTIFICATE,
    consumerKey: config.DARAJA_CONSUMER_KEY,
    consumerSecret: config.DARAJA_CONSUMER_SECRET,
    initiatorName: config.DARAJA_INITIATOR,
    initiatorPassword: config.DARAJA_INITIATOR_PASSWORD,
    shortcode: config.DARAJA_SHORTCODE,
    callbackDelayMs: CALLBACK_DELAY_MS,
    dedupe,
    faults: parseFaultRules(JSON.parse(readFileSync(join(folder, 'faults.json'), 'utf8'))),
  });
  simulator.addPayments(
    situations.map(({ receipt, paidShillings, phone, order }) => ({
      receipt,
      amountCents: (paidShillings * 100) as Cents,
      msisdn: phone,
      account: order,
    })),
  );
  running.set(folder, simulator);
}

async function stop(folder: string): Promise<void> {
  await running.get(folder)?.close();
  running.delete(folder);
}

process.on('message', (asked: ProviderAsks) => {
  const done = asked.kind === 'start' ? start(asked) : stop(asked.folder);
  const answer = (failed: string | null): void => {
    process.send?.({ folder: asked.folder, kind: asked.kind, failed } satisfies ProviderAnswers);
  };
  done.then(
    () => {
      answer(null);
    },
    (error: unknown) => {
      answer(String(error));
    },
  );
});
process.once('disconnect', () => process.exit(0));
