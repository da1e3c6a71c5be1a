import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApp, type App } from '../../src/app.ts';
import { takeWorkerLock } from '../../src/store/lock.ts';
import { runWorker } from '../../src/worker/run.ts';
import { freePort, openTestDesk, type TestDesk } from '../support/desk.ts';

// Goal: a waiting worker takes over from a dead one, whose port may be free later than its lock. Method: the real lock
// and real ports.

let desk: TestDesk;
let app: App;
let port: number;
beforeEach(async () => {
  desk = await openTestDesk();
  port = await freePort();
  app = await openApp({ ...desk.config, RUDISHA_LISTEN_PORT: port }, { pays: true });
});
afterEach(async () => {
  app.close();
  await desk.close();
});

function occupy(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

describe('a worker', () => {
  it('that waited takes over when the lock is free, and waits for the port as well', async () => {
    const lock = takeWorkerLock(desk.config.RUDISHA_DB);
    const server = await occupy();
    const end = new AbortController();
    const said: string[] = [];
    const ready = new Promise<number>((resolve, reject) => {
      runWorker({
        app,
        wait: true,
        signal: end.signal,
        log: (line) => {
          said.push(line);
          // Only now does the other one die: its lock goes first, its port a moment later.
          lock?.release();
          setTimeout(() => server.close(), 200);
        },
        onReady: (listening) => {
          resolve(listening.port);
        },
      }).catch(reject);
    });
    expect(await ready).toBe(port);
    expect(said).toEqual(['another worker runs on this database; waiting to take over']);
    end.abort();
  });

  it('that did not wait says at once that the port is in use', async () => {
    const server = await occupy();
    const run = runWorker({ app, wait: false, signal: new AbortController().signal, log: () => undefined });
    await expect(run).rejects.toThrow('is in use');
    server.close();
  });
});
