import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { startListener } from '../../src/server/listener.ts';
import { createWorker } from '../../src/worker/worker.ts';
import { boundaries } from './boundaries.ts';

/**
 * A worker that takes no worker lock: two of them work on one database at the same time. With CRASH_LISTENS=yes it has
 * the listener, too; there is one address that the provider calls back.
 */
const environment = process.env;
const { wrapping } = boundaries({
  role: environment['CRASH_ROLE'] ?? 'process',
  passedPath: environment['CRASH_PASSED'] ?? '/dev/null',
  dieAt: null,
  diedPath: '/dev/null',
  gate: null,
});

/** Far more often than the real worker looks: the two shall want the same things at the same moment. */
const LOOK_EVERY_MS = 5;

const app = await openApp(readConfig(environment), { pays: true, wrapping });
const log = (line: string, detail?: unknown): void => {
  process.stderr.write(`${line} ${JSON.stringify(detail ?? {})}\n`);
};
const worker = createWorker({ desk: app.desk, channel: app.channel, inFlight: 16, log });
const listener =
  environment['CRASH_LISTENS'] === 'yes'
    ? await startListener({
        host: app.config.RUDISHA_LISTEN_HOST,
        port: app.config.RUDISHA_LISTEN_PORT,
        store: app.desk.store,
        secret: app.desk.fixed.secret,
        clock: app.desk.clock,
        onFact: () => undefined,
        onUnknown: () => Promise.resolve(),
        log,
      })
    : null;
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
process.stdout.write('worker ready\n');
while (!stop.signal.aborted) {
  await worker.tick();
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
worker.stop();
await worker.idle();
await listener?.close();
app.close();
