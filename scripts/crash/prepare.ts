import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp, type App } from '../../src/app.ts';
import { Output } from '../../src/cli/output.ts';
import { runCli } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config.ts';
import { loadCertificate } from '../../src/mpesa/simulator/certificate.ts';
import { createWorker } from '../../src/worker/worker.ts';
import { runSettings } from './settings.ts';
import { ordersOf, statementOf, type Situation } from './situations.ts';

/** Who opens cases and who approves them: never the same. */
export const OPENER = 'otieno';
export const APPROVER = 'achieng';

/**
 * Makes a folder as it is before anybody complained: an initialised database that knows the payments and orders, and
 * the provider's key (making one takes longer than a whole run).
 */
export async function makeTemplate(folder: string, situations: readonly Situation[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'statement.csv'), statementOf(situations));
  writeFileSync(join(folder, 'orders.csv'), ordersOf(situations));
  loadCertificate(join(folder, 'simulator.db.key.pem'), join(folder, 'certificate.pem'));
  await rudisha(folder, ['init']);
  await rudisha(folder, ['records', 'import-payments', join(folder, 'statement.csv')]);
  await rudisha(folder, ['records', 'import-orders', join(folder, 'orders.csv')]);
}

/** The same folder with a case for each situation, waiting for approval, and nothing running. */
export async function makeWaiting(
  folder: string,
  template: string,
  situations: readonly Situation[],
): Promise<void> {
  cpSync(template, folder, { recursive: true });
  for (const [n, situation] of situations.entries())
    await rudisha(folder, openArguments(situation, `m-${n + 1}`));
  await withApp(folder, async ({ desk, channel }) => {
    await createWorker({ desk, channel, inFlight: 16, log: () => undefined }).drain();
    for (const { status } of await desk.store.cases({ limit: situations.length }))
      if (status !== 'waiting_for_approval') throw new Error(`a prepared case is ${status}`);
  });
}

/** The command line that opens the case of a situation. */
export function openArguments({ phone, message }: Situation, messageId: string): readonly string[] {
  return ['cases', 'open', '--as', OPENER, '--from', phone, '--message-id', messageId, message];
}

/** Opens a folder's desk in this process, for a moment. */
export async function withApp<T>(folder: string, run: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp(readConfig(environmentOf(folder)), { pays: false });
  try {
    return await run(app);
  } finally {
    app.close();
  }
}

function environmentOf(folder: string): Record<string, string> {
  return runSettings(folder, { simulator: 1, listener: 2 });
}

async function rudisha(folder: string, args: readonly string[]): Promise<void> {
  const said: string[] = [];
  const note = (text: string): boolean => said.push(text) > 0;
  const code = await runCli(args, {
    environment: environmentOf(folder),
    output: new Output(note, note, false),
    interactive: false,
    signal: new AbortController().signal,
    wrapping: {},
    setExitCode: () => undefined,
  });
  if (code !== 0) throw new Error(`${args.join(' ')}: ${said.join('')}`);
}
