import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp, type App } from '../../../src/app.ts';
import { readConfig, type Config } from '../../../src/config.ts';
import { initDatabase } from '../../../src/store/init.ts';
import type { StoreHook } from '../../../src/store/hook.ts';
import { instantProvider, type InstantProvider } from './provider.ts';

/** A desk on a real file with stand-ins for the outside world alone. */
export interface BenchDesk {
  readonly app: App;
  readonly provider: InstantProvider;
  readonly path: string;
  close(): void;
}

/** What a bench desk and the worker process of start-up.ts have in their environment. */
export function environmentOf(folder: string, path: string): Readonly<Record<string, string>> {
  return {
    RUDISHA_DB: path,
    MODEL: 'rules',
    DARAJA_CERTIFICATE: certificateIn(folder),
    // A day's refunds are a whole run here: the limits are a shop's, not a machine's.
    LIMIT_PER_DAY: '900000000',
  };
}

/** Opens (and makes, when it is missing) the database. `onCommit` is called when what a writer wrote is durable. */
export async function openBenchDesk(
  folder: string,
  path: string,
  onCommit: () => void = () => undefined,
): Promise<BenchDesk> {
  const config: Config = readConfig(environmentOf(folder, path));
  if (!existsSync(path)) await initDatabase(path, Date.now());
  let secret = '';
  const provider = instantProvider(
    () => secret,
    () => Date.now(),
  );
  const hook: StoreHook = (moment) => {
    if (moment === 'after-commit') onCommit();
  };
  const app = await openApp(config, {
    pays: true,
    wrapping: {
      hook,
      payments: () => provider.payments,
      channel: () => ({ deliver: () => Promise.resolve() }),
    },
  });
  secret = app.desk.fixed.secret;
  return {
    app,
    provider,
    path,
    close: () => {
      app.close();
    },
  };
}

/** The Daraja client is built before it is replaced, and wants a key. Nothing is ever encrypted for anybody with it. */
function certificateIn(folder: string): string {
  const path = join(folder, 'certificate.pem');
  if (!existsSync(path)) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(path, publicKey.export({ type: 'spki', format: 'pem' }));
  }
  return path;
}
